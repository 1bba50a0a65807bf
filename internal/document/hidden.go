package document

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Hidden is a run of characters of one class that a person does not see and
// that nothing at their place needs.
type Hidden struct {
	Span
	Class HiddenClass
	Text  []rune
	Word  string
}

// A HiddenClass is a kind of characters that are not seen.
type HiddenClass uint8

const (
	visible   HiddenClass = iota
	Tags                  // spell ASCII
	ZeroWidth             // joiners, spaces without width, and all else that is not drawn
	Blank                 // drawn as nothing, with a width: fillers
	Selectors             // choose a variant of the character before
	Bidi                  // reorder the line; the first of each line
	Scattered             // ZeroWidth or Blank, many of them one by one in plain text; Text has all, the place is that of the first
	Splitting             // ZeroWidth inside a word in Latin letters; Word is what people read
)

// HiddenIn finds the hidden characters of a text, none when it is not UTF-8.
func HiddenIn(src []byte) []Hidden {
	at := nextHidden(src, 0)
	if at == len(src) || !utf8.Valid(src) {
		return nil
	}
	var found []Hidden
	scattered := Hidden{Class: Scattered}
	var splitting []Hidden
	judged := -1 // the end of the last line that was judged for its bidi controls
	for ; at < len(src); at = nextHidden(src, at) {
		run := hiddenRun(src[at:])
		if (run.Class != Bidi || at >= judged) && run.outOfPlace(src, at) {
			found = append(found, Hidden{Span: Span{at, at + run.End}, Class: run.Class, Text: run.Text})
		} else if run.scatters(src, at) {
			if scattered.Text == nil {
				scattered.Span = Span{at, at + run.End}
			}
			scattered.Text = append(scattered.Text, run.Text...)
			if word := splitWord(src, at, at+run.End); word != "" && run.Class == ZeroWidth {
				splitting = append(splitting, Hidden{Span{at, at + run.End}, Splitting, run.Text, word})
			}
		}
		if run.Class == Bidi && at >= judged {
			_, judged = lineAt(src, at)
		}
		at += run.End
	}
	if slices.ContainsFunc(found, Hidden.empty) && bytes.ContainsFunc(src, func(r rune) bool { return r > brailleBlank && r <= 0x28FF }) {
		found = slices.DeleteFunc(found, Hidden.empty) // a part of a picture
	}
	if len(scattered.Text) >= maxScattered {
		return append(found, scattered)
	}
	return append(found, splitting...)
}

// scatters reports whether a run stands in plain text, which needs none. Soft hyphens and marks of direction are at
// home there, a filler next to a space is a wider one, editors of sites leave spaces without width at the ends of lines, and
// authors put them between the marks of a fence that is to be shown.
func (h *Hidden) scatters(src []byte, at int) bool {
	if !inASCII(src, at, at+h.End) {
		return false
	}
	switch h.Class {
	case ZeroWidth:
		if edge := strings.IndexByte("\n`", src[at-1]) >= 0 || strings.IndexByte("\n\r`", src[at+h.End]) >= 0; edge && !slices.ContainsFunc(h.Text, func(r rune) bool { return r != zeroWidthSpace }) {
			return false
		}
		return !slices.ContainsFunc(h.Text, func(r rune) bool { return r == softHyphen || unicode.Is(unicode.Bidi_Control, r) })
	case Blank:
		return src[at-1] > ' ' && src[at+h.End] > ' '
	}
	return false
}

const softHyphen, zeroWidthSpace = 0xAD, 0x200B

// empty reports whether a run is braille without a dot.
func (h Hidden) empty() bool {
	return !slices.ContainsFunc(h.Text, func(r rune) bool { return r != brailleBlank })
}

// maxScattered is how many zero-width characters may stand one by one in plain
// text: each can carry a bit.
const maxScattered = 16

// inASCII reports whether there is ASCII on both sides of a run, where no
// script and no emoji needs it.
func inASCII(src []byte, from, to int) bool {
	return from > 0 && to < len(src) && src[from-1] < utf8.RuneSelf && src[to] < utf8.RuneSelf
}

// splitWord returns the word in Latin letters that zero-width spaces split, "" where
// they split none. Before a capital letter they let a long name break.
func splitWord(src []byte, from, to int) string {
	isLatin := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }
	joiner := func(r rune) bool { return r == 0x200C || r == 0x200D }
	if !isLatin(src[from-1]) || !isLatin(src[to]) || src[from-1] >= 'a' && src[to] < 'a' || strings.ContainsFunc(string(src[from:to]), joiner) {
		return ""
	}
	start, end := from, to
	for start > 0 && from-start < maxWord && isLatin(src[start-1]) {
		start--
	}
	for end < len(src) && end-to < maxWord && isLatin(src[end]) {
		end++
	}
	if from-start+end-to < minWord {
		return ""
	}
	return string(src[start:from]) + string(src[to:end])
}

// minWord is how many letters make a word that somebody would split, maxWord bounds
// what is shown on either side.
const minWord, maxWord = 4, 20

// ignorable reports whether a character is not drawn where a font has no glyph for it: it is a
// Default_Ignorable_Code_Point, as Unicode derives that property.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r) && (r < 0xFFF9 || r > 0xFFFB) && (r < 0x13430 || r > 0x13440)
}

// maxGap is how many fillers of one kind may stand in a row, to make a column wide.
const maxGap = 32

func classOf(r rune) HiddenClass {
	switch {
	case r == brailleBlank || r == 0x1D159: // no property says that a symbol is empty
		return Blank
	case !ignorable(r):
		return visible
	case r >= 0xE0000 && r <= 0xE007F:
		return Tags
	case unicode.Is(unicode.Variation_Selector, r):
		return Selectors
	case r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
		return Bidi
	case unicode.Is(unicode.Hangul, r): // its fillers
		return Blank
	}
	return ZeroWidth
}

const brailleBlank = 0x2800

// hiddenRun returns the run that a text begins with.
func hiddenRun(src []byte) Hidden {
	var h Hidden
	for h.End < len(src) {
		r, size := utf8.DecodeRune(src[h.End:])
		class := classOf(r)
		if class == visible || len(h.Text) > 0 && class != h.Class && !(class.joins() && h.Class.joins()) {
			break
		}
		if h.Class != visible && class != h.Class {
			class = ZeroWidth
		}
		h.Class = class
		h.End += size
		h.Text = append(h.Text, r)
	}
	return h
}

// joins reports whether characters of a class are one run with those of another: both can carry bits.
func (c HiddenClass) joins() bool { return c == ZeroWidth || c == Selectors || c == Blank }

// outOfPlace reports whether nothing at its place needs a run.
func (h *Hidden) outOfPlace(src []byte, at int) bool {
	switch h.Class {
	case Tags:
		before, _ := utf8.DecodeLastRune(src[:at])
		return before != 0x1F3F4 || !flag(h.Text)
	case ZeroWidth:
		before, _ := utf8.DecodeLastRune(src[:at])
		return len(h.Text) >= 4 && !(h.listed() && strings.ContainsRune("\"'`[(/|", before))
	case Selectors:
		return len(h.Text) >= 3
	case Blank:
		same := !slices.ContainsFunc(h.Text, func(r rune) bool { return r != h.Text[0] })
		return len(h.Text) >= maxGap || len(h.Text) >= 4 && !same
	}
	line := lineOf(src, at)
	return reordered(line) && !rightToLeft(line)
}

// reordered reports whether bidi controls can show the left-to-right text of a line in
// another order. Isolates that are closed in it cannot, unless they isolate
// right-to-left more than one character.
func reordered(line string) bool {
	type isolate struct {
		rightToLeft bool
		from        int
	}
	var open []isolate
	for i, r := range line {
		switch {
		case r >= 0x2066 && r <= 0x2068:
			open = append(open, isolate{r == 0x2067, i + utf8.RuneLen(r)})
		case r == 0x2069 && len(open) > 0:
			last := open[len(open)-1]
			open = open[:len(open)-1]
			if last.rightToLeft && utf8.RuneCountInString(line[last.from:i]) > 1 {
				return true
			}
		case classOf(r) == Bidi:
			return true
		}
	}
	return len(open) > 0
}

// listed reports whether characters spell nothing: each stands once, as in a literal
// of code that names them, to strip them from a text.
func (h *Hidden) listed() bool {
	for i, r := range h.Text {
		if slices.Contains(h.Text[:i], r) {
			return false
		}
	}
	return true
}

// flag reports whether tag characters end one of the three flags that are
// for interchange: England, Scotland, Wales (UTS #51).
func flag(text []rune) bool {
	switch Untag(text) {
	case "gbeng", "gbsct", "gbwls":
		return text[len(text)-1] == 0xE007F && len(text) == 6
	}
	return false
}

// Untag returns what tag characters spell.
func Untag(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if c := r - 0xE0000; c >= ' ' && c < 0x7F {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func lineOf(src []byte, at int) string {
	from, to := at, at
	for from > 0 && src[from-1] != '\n' {
		from--
	}
	for to < len(src) && src[to] != '\n' {
		to++
	}
	return string(src[from:to])
}

func rightToLeft(line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool {
		return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko)
	})
}
