package code

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
)

// A Reader reads sources: their outlines and their facts.
type Reader struct {
	patterns  []CallPattern
	handlers  []CallPattern
	lastNames map[string]bool // the last name of each pattern
	handled   map[string]bool // and of each of the handlers'
	// registrars are the last names of the handlers' patterns, but for those that hold a
	// word which every source is asked for, see registers.
	registrars []rare.Text
	// parts maps the words of the patterns, folded where a pattern leaves the
	// spelling open, to their places in the list of all parts.
	exact, folded map[string][]int
	first         []int       // of each pattern: its first part
	begins, tells wordLengths // of words that are looked up in folded, and of all that wordOf knows

	outlines document.Part[Outline]
	facts    document.Part[Facts]
}

// NewReader returns a Reader that knows these calls of tools, and these of what
// registers their handlers.
func NewReader(patterns, handlers []CallPattern) *Reader {
	s := &Reader{patterns: patterns, handlers: handlers, lastNames: map[string]bool{}, handled: map[string]bool{}, exact: map[string][]int{}, folded: map[string][]int{}}
	n := 0
	for _, p := range patterns {
		s.first = append(s.first, n)
		s.lastNames[p.Callee[len(p.Callee)-1]] = true
		for i, name := range p.Callee {
			if i == len(p.Callee)-1 {
				s.exact[name] = append(s.exact[name], n)
			} else {
				folded := Fold(name)
				s.folded[folded] = append(s.folded[folded], n)
				for _, first := range []byte{'_', folded[0], folded[0] &^ 0x20} {
					s.begins.add(first, len(folded), maxWord) // '_' makes it longer
				}
			}
			n++
		}
	}
	s.first = append(s.first, n)
	s.tells = s.begins
	for name := range s.exact {
		s.tells.add(name[0], len(name), len(name))
	}
	for name := range wordFeatures {
		s.tells.add(name[0], len(name), len(name))
	}
	for _, first := range []byte("dDuU_") { // other spellings of dirname, dir and url
		s.tells.add(first, len("dir"), maxSpelling)
	}
	for _, p := range handlers {
		s.handled[p.Callee[len(p.Callee)-1]] = true
		if name := []byte(p.Callee[len(p.Callee)-1]); !toolFold.In(name) && !handlersFold.In(name) {
			s.registrars = append(s.registrars, rare.Of(string(name)))
		}
	}
	s.outlines = document.Part[Outline]{Name: fmt.Sprintf("outline %+v %+v", patterns, handlers), Find: func(name string, src []byte) *Outline {
		if Generated(name, src) {
			return &Outline{Generated: true}
		}
		return s.Outline(LanguageOf(name), src)
	}}
	s.facts = document.Part[Facts]{Name: fmt.Sprintf("code %+v %+v", patterns, handlers), Find: s.Facts}
	return s
}

// OutlineOf returns the outline of a file.
func (s *Reader) OutlineOf(f *document.File) *Outline { return s.outlines.Of(f) }

// FactsOf returns the Facts of a file.
func (s *Reader) FactsOf(f *document.File) *Facts { return s.facts.Of(f) }

// Outline looks at a source. lang is a language that Of returns.
func (s *Reader) Outline(lang Language, src []byte) *Outline {
	skill := skillFold.In(src)
	l := &look{reader: s, out: &Outline{Registers: s.registers(src), Activates: skill && activates(src)}, src: src, skill: skill, seen: make([]bool, s.first[len(s.first)-1])}
	switch lang {
	case Python:
		l.python()
	case JavaScript, TypeScript:
		l.ecmascript()
	case Go:
		l.golang()
	case Shell:
		l.shell()
	default:
		l.out.Parse = true
	}
	l.out.Parse = l.out.Parse || l.calls() || l.dataOrKey(lang)
	if l.anyModule || l.out.Runs != nil {
		if slices.ContainsFunc(interpreters, func(name rare.Text) bool { return name.In(src) }) {
			l.out.Parse = l.out.Parse || l.anyModule
		} else {
			l.out.Runs = nil
		}
	}
	l.out.finish()
	return l.out
}

// interpreters are in the commands that run modules.
var interpreters = []rare.Text{rare.Of("python"), rare.Of("pypy"), rare.Of("executable")}

// A look is one source while it is looked at.
type look struct {
	reader   *Reader
	out      *Outline
	src      []byte
	skill    bool   // "skill" stands in it, in any case
	seen     []bool // parts of patterns
	features skillFeature

	anyModule bool // -m is followed by what is no literal
	inText    bool // the words are of a string literal
}

// wordByte are the bytes of words: letters, digits, '_', '$', all of other
// scripts.
var wordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// wordEnd returns where the word at a place ends.
func (l *look) wordEnd(i int) int {
	for i < len(l.src) && wordByte[l.src[i]] {
		i++
	}
	return i
}

// number returns where a word of code ends that begins with a digit. A source
// in which a name follows a number at once is broken: it is parsed, since
// parsers begin the name where they end the number.
func (l *look) number(i int) int {
	end, src := i, l.src
	run := func(valid string) {
		for end < len(src) && strings.IndexByte(valid, src[end]) >= 0 {
			end++
		}
	}
	const decimal = "0123456789_"
	if src[i] == '0' && i+1 < len(src) && strings.IndexByte("xXoObB", src[i+1]) >= 0 {
		end += 2
		run(decimal + "abcdefABCDEF")
	} else {
		run(decimal)
		if end < len(src) && src[end] == '.' {
			end++
			run(decimal)
		}
		if exponent := end; end < len(src) && src[end]|0x20 == 'e' {
			end++
			run("+-")
			digits := end
			if run(decimal); end == digits {
				end = exponent
			}
		}
	}
	if end < len(src) && strings.IndexByte("nijJ", src[end]) >= 0 {
		end++
	}
	l.out.Parse = l.out.Parse || end < len(src) && wordByte[src[end]]
	return end
}

// words looks at all words of a string literal.
func (l *look) words(from, to int) {
	if text := l.src[from:to]; bytes.IndexByte(text, '\\') >= 0 && escaped.Match(text) {
		l.out.Parse = true
		return
	}
	l.inText = true
	defer func() { l.inText = false }()
	for i := from; i < to; {
		if !wordByte[l.src[i]] {
			i++
			continue
		}
		end := i
		for end < to && wordByte[l.src[end]] {
			end++
		}
		l.word(l.src[i:end], i)
		i = end
	}
}

// calls reports whether all names of a pattern were seen.
func (l *look) calls() bool {
	for p := range l.reader.patterns {
		all := true
		for _, seen := range l.seen[l.reader.first[p]:l.reader.first[p+1]] {
			all = all && seen
		}
		if all {
			return true
		}
	}
	return false
}
