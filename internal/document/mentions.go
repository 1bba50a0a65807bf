package document

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Mention is a place at which a text names what may be a tool.
type Mention struct {
	Span     // of the name
	Name     string
	Provider string // what stands before the name and a dot, as zodiac in zodiac.calculate; "" for nothing
	// Code says that it stands in code: in a span or in a block. Told says that
	// the text tells its reader to call it, outside of blocks, where other
	// people's code stands: it is all of a code span, or Called.
	Code, Told bool
	Called     bool // parentheses follow: calculate(…)
}

// Mentions returns the places at which the file's Markdown, behind its
// frontmatter, names what of accepts, in order. HTML says nothing.
func (f *File) Mentions(of func(*Mention) bool) []Mention {
	return mentions(f.Source(), f.Text(), of)
}

// MentionsIn is Mentions of a text that stands in another file: a prompt in a
// manifest. The offsets are bytes of the text.
func MentionsIn(markdown string, of func(*Mention) bool) []Mention {
	src := []byte(markdown)
	return mentions(src, parseText(src, 0), of)
}

func mentions(src []byte, t *Text, of func(*Mention) bool) []Mention {
	var found []Mention
	for _, run := range t.Runs {
		if run.End > len(src) {
			break // the file has changed
		}
		block := run.Code && t.InCode(run.Start)
		for at := run.Start; at < run.End; {
			if !nameByte(src[at]) {
				at++
				continue
			}
			chain := nameChain(src[:run.End], at)
			at = chain[len(chain)-1].End
			for i := range chain {
				m := Mention{Span: chain[i], Name: string(src[chain[i].Start:chain[i].End]), Code: run.Code}
				if i > 0 {
					m.Provider = string(src[chain[0].Start:chain[i-1].End])
				}
				if i == len(chain)-1 {
					m.Called = isCalled(src[:run.End], m.End) && standsAlone(src[run.Start:run.End], chain[0].Start-run.Start)
					m.Told = !block && (m.Called || run.Code && chain[0].Start == run.Start && m.End == run.End)
				}
				if of(&m) {
					found = append(found, m)
				}
			}
		}
	}
	return found
}

// nameChain returns the names of a chain that begins at a place: a.b.c.
func nameChain(src []byte, at int) []Span {
	var chain []Span
	for {
		end := at
		for end < len(src) && nameByte(src[end]) {
			end++
		}
		chain = append(chain, Span{at, end})
		if end+1 >= len(src) || src[end] != '.' || !nameByte(src[end+1]) {
			return chain
		}
		at = end + 1
	}
}

// nameByte reports whether a byte may be one of a tool's name. Other scripts
// stand beside names without a blank.
func nameByte(c byte) bool { return nameBytes[c] }

var nameBytes = func() (t [256]bool) {
	for c := range byte(utf8.RuneSelf) {
		t[c] = c == '-' || wordByte(c)
	}
	return t
}()

// isCalled reports whether a name that ends there is called: calculate(…), and
// not chart(s).
func isCalled(src []byte, end int) bool {
	rest := src[end:]
	return len(rest) > 1 && rest[0] == '(' && !bytes.HasPrefix(rest, []byte("(s)")) && !bytes.HasPrefix(rest, []byte("(es)"))
}

// standsAlone reports whether what begins at a place is called there: it is no
// part of server:tool, path/tool or $tool, and is not defined there.
func standsAlone(text []byte, at int) bool {
	if at > 0 && strings.IndexByte(`:/\@#$.<{%`, text[at-1]) >= 0 {
		return false
	}
	before := bytes.TrimRight(text[:at], " ")
	return !slices.ContainsFunc(definitions, func(word []byte) bool { return bytes.HasSuffix(before, word) })
}

var definitions = [][]byte{[]byte("def"), []byte("function"), []byte("func"), []byte("fn"), []byte("class"), []byte("new")}

// A WordList is words in one text, each with a line end behind it.
type WordList string

// All yields the words.
func (l WordList) All(yield func(string) bool) {
	for line := range strings.Lines(string(l)) {
		if !yield(line[:len(line)-1]) {
			return
		}
	}
}

var namesPart = Part[WordList]{Name: "names", Find: func(name string, src []byte) *WordList {
	var list WordList
	if IsMarkdown(name) {
		_, _, body, _, _ := SplitFrontmatter(src)
		list = namesIn(src, body)
	}
	return &list
}}

// Names are the words of the file's Markdown, behind its frontmatter, that may be of
// tools: whether and how they are named is known to Mentions. It is safe for concurrent use.
func (f *File) Names() WordList { return *namesPart.Of(f) }

// namesIn returns the words behind an offset that may be names of tools, each
// once, sorted: those with an underscore, behind a dot, or before a parenthesis.
func namesIn(src []byte, body int) WordList {
	buf := wordBuffers.Get().(*[]Span)
	defer wordBuffers.Put(buf)
	words, size := (*buf)[:0], 0
	for at := body; at < len(src); {
		if !nameBytes[src[at]] {
			at++
			continue
		}
		from, joined := at, false
		for at < len(src) && nameBytes[src[at]] {
			joined = joined || src[at] == '_'
			at++
		}
		if at-from <= maxToolName && (joined || at < len(src) && src[at] == '(' || from > body && src[from-1] == '.') {
			words = append(words, Span{from, at})
			size += at - from + 1
		}
	}
	*buf = words
	word := func(s Span) []byte { return src[s.Start:s.End] }
	slices.SortFunc(words, func(a, b Span) int { return bytes.Compare(word(a), word(b)) })
	list := make([]byte, 0, size)
	for i, w := range words {
		if i == 0 || !bytes.Equal(word(w), word(words[i-1])) {
			list = append(append(list, word(w)...), '\n')
		}
	}
	return WordList(list)
}

var wordBuffers = sync.Pool{New: func() any { return new([]Span) }}

// maxToolName bounds the words that may be names of tools, in bytes.
const maxToolName = 128
