package code

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
)

// A Reader reads sources: their outlines and their facts.
type Reader struct {
	patterns  []CallPattern
	handlers  []CallPattern
	lastNames map[string]bool // the last name of each pattern
	// registrars are the last names of the handlers' patterns, but for those that hold a
	// word which every source is asked for, see registers.
	registrars [][]byte
	// parts maps the words of the patterns, folded where a pattern leaves the
	// spelling open, to their places in the list of all parts.
	exact, folded map[string][]int
	first         []int     // of each pattern: its first part
	begins        [256]bool // the first letters of folded, in both cases, and '_'
	tells         [256]bool // the first letters of all words that wordOf knows

	outlines document.Part[Outline]
	facts    document.Part[Facts]
}

// NewReader returns a Reader that knows these calls of tools, and these of what
// registers their handlers.
func NewReader(patterns, handlers []CallPattern) *Reader {
	s := &Reader{patterns: patterns, handlers: handlers, lastNames: map[string]bool{}, exact: map[string][]int{}, folded: map[string][]int{}}
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
				s.begins['_'], s.begins[folded[0]], s.begins[folded[0]&^0x20] = true, true, true
			}
			n++
		}
	}
	s.first = append(s.first, n)
	s.tells = s.begins
	for name := range s.exact {
		s.tells[name[0]] = true
	}
	for name := range wordFeatures {
		s.tells[name[0]] = true
	}
	for _, p := range handlers {
		if name := []byte(p.Callee[len(p.Callee)-1]); !toolFold.In(name) && !handlersFold.In(name) {
			s.registrars = append(s.registrars, name)
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
	if bytes.Contains(src, []byte("python")) || bytes.Contains(src, []byte("pypy")) || bytes.Contains(src, []byte("executable")) {
		l.out.Parse = l.out.Parse || l.anyModule
	} else {
		l.out.Runs = nil
	}
	l.out.finish()
	return l.out
}

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

// What a word alone may tell.
type wordFeature uint8

const (
	anchorWord    wordFeature = 1 << iota // the file's own place
	upWord                                // goes up one folder
	upsWord                               // goes up some folders
	computedWord                          // imports what an expression gives
	ownFolderWord                         // the skill's own folder
)

var wordFeatures = map[string]wordFeature{
	"__file__": anchorWord, "__filename": anchorWord, "__dirname": anchorWord | upWord, "meta": anchorWord, "BASH_SOURCE": anchorWord,
	"parent": upWord, "parents": upsWord, "dirname": upWord, "dir": upWord, "Dir": upWord, "URL": upWord, "url": upWord,
	"import_module": computedWord, "__import__": computedWord, "run_module": computedWord, "find_spec": computedWord,
	"CLAUDE_SKILL_DIR": ownFolderWord, "SKILL_DIR": ownFolderWord, "SKILL_ROOT": ownFolderWord, "SKILL_PATH": ownFolderWord,
}

// word looks at one word, wherever it stands but in a comment, and at the
// names in it: '$' parts variables of a shell, what is not ASCII may be no
// letter, and in a text the digits that it begins with may be a number.
func (l *look) word(w []byte, at int) {
	l.wordOf(w, at)
	if w[0] >= '0' && w[0] <= '9' {
		name := bytes.TrimLeft(w, "0123456789")
		l.wordOf(name, at+len(w)-len(name))
	}
	parts := func(c byte) bool { return c == '$' || c >= 0x80 }
	if !slices.ContainsFunc(w, parts) {
		return
	}
	for i := 0; i < len(w); i++ {
		from := i
		for i < len(w) && !parts(w[i]) {
			i++
		}
		l.wordOf(w[from:i], at+from)
	}
}

func (l *look) wordOf(w []byte, at int) {
	if len(w) == 0 {
		return
	}
	if l.skill && skillFold.In(w) {
		l.skillWord(w, at)
	}
	if !l.reader.tells[w[0]] {
		return
	}
	if f := wordFeatures[string(w)]; f != 0 {
		l.out.Anchored = l.out.Anchored || f&anchorWord != 0
		l.out.OwnFolder = l.out.OwnFolder || f&ownFolderWord != 0
		l.out.Parse = l.out.Parse || f&computedWord != 0
		if f&upWord != 0 {
			l.out.Ups++
		}
		if f&upsWord != 0 {
			l.out.Ups += 10
		}
	} else if len(w) <= 12 && (foldsTo(w, "dirname") || foldsTo(w, "dir") || foldsTo(w, "url")) { // other spellings of these functions
		l.out.Ups++
	}
	for _, i := range l.reader.exact[string(w)] {
		l.seen[i] = true
	}
	if l.reader.begins[w[0]] {
		for _, i := range l.reader.folded[Fold(string(w))] {
			l.seen[i] = true
		}
	}
}

// foldsTo reports whether Fold makes of a word one of small letters.
func foldsTo(w []byte, name string) bool {
	for _, c := range w {
		switch {
		case c == '_':
		case name == "" || c|0x20 != name[0]:
			return false
		default:
			name = name[1:]
		}
	}
	return name == ""
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
