package rules

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// HiddenText reports characters that people do not see and agents read.
var HiddenText = &lint.Rule{
	Name: "hidden-text", Group: "W", Severity: lint.Error,
	Doc: `A skill's text, or the definition of an MCP server's tool, contains characters that people do not see and agents read.

Tag characters, runs of zero-width characters and variation selectors can spell instructions; bidi controls reorder what a
person sees. What tag characters spell is shown. Silent are what writing needs: emoji sequences and flags, joiners in
scripts that use them, marks and isolates in right-to-left text, a single zero-width space.`,
	Sources: []lint.Source{unicodeReport, trojanSource},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Body < len(m.Src) || m.HasFrontmatter {
				hiddenText(m.Src, func(at, end int, message string) {
					p.Report(lint.Span(m.Pos(at), m.Pos(end), "%s", message))
				})
			}
		}
		for _, s := range p.RecordedServers() {
			for _, t := range s.Server.Tools {
				hiddenInDefinition(p, t.Name.Text, t.Node)
			}
		}
	},
}

// hiddenInDefinition reports what the texts of a server's tool hide, which its
// users' agents read. In JSON the characters may be escapes.
func hiddenInDefinition(p *lint.Pass, tool string, n *skill.Node) {
	if n.Is(skill.String) {
		first := true
		hiddenText([]byte(n.Text), func(at, end int, message string) {
			if first {
				p.Report(lint.Span(n.Pos, n.End, "in the definition of tool %q: %s", tool, message))
			}
			first = false
		})
	}
	for _, m := range n.Members {
		hiddenInDefinition(p, tool, m.Value)
	}
}

// hiddenText reports each run of hidden characters of a text once.
func hiddenText(src []byte, report func(at, end int, message string)) {
	ascii := true
	for _, b := range src {
		if b >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii || !utf8.Valid(src) {
		return
	}
	reordered := -1 // the end of the last line found to hold bidi controls: one finding a line
	for at := 0; at < len(src); {
		if src[at] < 0x80 {
			at++
			continue
		}
		run := hiddenRun(src[at:])
		if run.size == 0 {
			_, size := utf8.DecodeRune(src[at:])
			at += size
			continue
		}
		if message := run.fault(src, at); message != "" && (run.class != bidi || at > reordered) {
			if run.class == bidi {
				reordered = lineEnd(src, at)
			}
			report(at, at+run.size, message)
		}
		at += run.size
	}
}

// A run is consecutive hidden characters of one class.
type run struct {
	class runClass
	count int
	size  int // bytes
	text  []rune
}

type runClass uint8

const (
	visible runClass = iota
	tags
	zeroWidth
	selectors
	bidi
)

func classOf(r rune) runClass {
	switch {
	case r >= 0xE0000 && r <= 0xE007F:
		return tags
	case r == 0x200B || r == 0x2060 || r == 0xFEFF || r == 0x200C || r == 0x200D || r >= 0x2061 && r <= 0x2064:
		return zeroWidth
	case r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF:
		return selectors
	case r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069:
		return bidi
	}
	return visible
}

func hiddenRun(src []byte) run {
	var n run
	for n.size < len(src) {
		r, size := utf8.DecodeRune(src[n.size:])
		class := classOf(r)
		if class == visible || n.count > 0 && class != n.class {
			break
		}
		n.class = class
		n.count++
		n.size += size
		n.text = append(n.text, r)
	}
	return n
}

// fault says what is wrong with a run at an offset, "" when it may stand there.
func (n run) fault(src []byte, at int) string {
	before, _ := utf8.DecodeLastRune(src[:at])
	switch n.class {
	case tags:
		if before == 0x1F3F4 && flag(n.text) {
			return ""
		}
		return fmt.Sprintf("%d tag characters that nobody sees spell %q", n.count, untag(n.text))
	case zeroWidth:
		if n.count < 4 || at == 0 {
			return ""
		}
		return fmt.Sprintf("%d zero-width characters in a row hide something: %s", n.count, codes(n.text))
	case selectors:
		if n.count < 3 {
			return ""
		}
		return fmt.Sprintf("%d variation selectors in a row hide something: %s", n.count, codes(n.text))
	case bidi:
		if rightToLeft(lineOf(src, at)) {
			return ""
		}
		return fmt.Sprintf("the bidi control %s reorders what a person sees of this line", codes(n.text))
	}
	return ""
}

// flag reports whether tag characters end one of the three flags that are
// for interchange: England, Scotland, Wales (UTS #51).
func flag(text []rune) bool {
	switch untag(text) {
	case "gbeng", "gbsct", "gbwls":
		return text[len(text)-1] == 0xE007F && len(text) == 6
	}
	return false
}

func untag(text []rune) string {
	var b strings.Builder
	for _, r := range text {
		if c := r - 0xE0000; c >= ' ' && c < 0x7F {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// codes lists code points, at most eight.
func codes(text []rune) string {
	var list []string
	for i, r := range text {
		if i == 8 {
			list = append(list, "…")
			break
		}
		list = append(list, fmt.Sprintf("U+%04X", r))
	}
	return strings.Join(list, " ")
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
