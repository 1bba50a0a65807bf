package code

import (
	"bytes"
	"regexp"
	"strings"
)

// A Scanner looks at sources for what they could refer to.
type Scanner struct {
	patterns []CallPattern
	// parts maps the words of the patterns, folded where a pattern leaves the
	// spelling open, to their places in the list of all parts.
	exact, folded map[string][]int
	first         []int     // of each pattern: its first part
	begins        [256]bool // the first letters of folded, in both cases, and '_'
}

// NewScanner returns a Scanner for these calls of tools.
func NewScanner(patterns []CallPattern) *Scanner {
	s := &Scanner{patterns: patterns, exact: map[string][]int{}, folded: map[string][]int{}}
	n := 0
	for _, p := range patterns {
		s.first = append(s.first, n)
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
	return s
}

// Outline looks at a source. lang is a language that Of returns.
func (s *Scanner) Outline(lang Language, src []byte) *Outline {
	l := &look{scanner: s, out: &Outline{}, src: src, skill: containsFold(src, "skill"), seen: make([]bool, s.first[len(s.first)-1])}
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
	scanner  *Scanner
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

// word looks at one word, wherever it stands but in a comment.
func (l *look) word(w []byte, at int) {
	if l.skill && containsFold(w, "skill") {
		l.skillWord(w, at)
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
	} else if len(w) <= 12 && (w[0]|0x20 == 'd' || w[0]|0x20 == 'u' || w[0] == '_') {
		switch Fold(string(w)) { // other spellings of these functions
		case "dirname", "dir", "url":
			l.out.Ups++
		}
	}
	for _, i := range l.scanner.exact[string(w)] {
		l.seen[i] = true
	}
	if l.scanner.begins[w[0]] {
		for _, i := range l.scanner.folded[Fold(string(w))] {
			l.seen[i] = true
		}
	}
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
	for p := range l.scanner.patterns {
		all := true
		for _, seen := range l.seen[l.scanner.first[p]:l.scanner.first[p+1]] {
			all = all && seen
		}
		if all {
			return true
		}
	}
	return false
}

// A skillFeature is what words say of skills' data, keys and folders.
type skillFeature uint8

const (
	skillsName  skillFeature = 1 << iota // the member or key "skills"
	skillsStep                           // a step of a path that is called skills
	skillsDir                            // a variable that is named after the folder of skills
	skillIDName                          // a variable that holds a skill's id
)

var (
	dirWord     = regexp.MustCompile(`skills_?(dir|path|root|home|base|folder)$`)
	profileWord = regexp.MustCompile(`(?i)p[-_]*r[-_]*o[-_]*f[-_]*i[-_]*l[-_]*e`)
	keyWord     = regexp.MustCompile(`(?i)cache|redis|memcache|kv|te?mp|lock_?key|/dev/shm`)
)

// skillWord looks at a word that has "skill" in it. at is its place.
func (l *look) skillWord(w []byte, at int) {
	lower := strings.ToLower(string(w[max(0, len(w)-100):]))
	if strings.HasSuffix(lower, "skills") {
		l.skillsAt(w, at)
	}
	if dirWord.MatchString(lower) {
		l.features |= skillsDir
	}
	if skillID.MatchString(lower) && !(lower == "skill" && l.inText && !l.inField(at)) {
		l.features |= skillIDName
	}
}

// inField reports whether a word of a text may be a variable that is put into
// it.
func (l *look) inField(at int) bool {
	before := bytes.TrimRight(l.src[max(0, at-20):at], " ")
	return len(before) > 0 && strings.IndexByte("{.+(,", before[len(before)-1]) >= 0
}

// skillsAt looks at a word that ends with "skills".
func (l *look) skillsAt(w []byte, at int) {
	end := at + len(w)
	escaped := at > 0 && l.src[at-1] == '\\' // as in "\nskills/…"
	if !bytes.HasSuffix(w, []byte("skills")) || len(w) > len("skills") && !escaped {
		return
	}
	l.features |= skillsName
	before, after := byte('"'), byte('"')
	if at > 0 && !escaped {
		before = l.src[at-1]
	}
	if end < len(l.src) {
		after = l.src[end]
	}
	switch {
	case before == '.' || before == '-':
	case after == '/' || after == '\\':
		l.features |= skillsStep
	case after != '"' && after != '\'' && after != '`':
	case before != ' ' && before != '\t':
		l.features |= skillsStep
	default: // the last word of a text, unless another is put behind it
		rest := bytes.TrimLeft(l.src[min(end+1, len(l.src)):], " \t\r\n\\)")
		if len(rest) > 0 && strings.IndexByte("+\"'`fr", rest[0]) >= 0 {
			l.features |= skillsStep
		}
	}
}

// escaped matches an escape that stands for a letter, digit, '.' or '/', so
// that a text may be another than it looks.
var escaped = regexp.MustCompile(`\\(x[2-7]|u00[2-7]|u\{0*[2-7][0-9A-Fa-f]\}|U000000[2-7]|N\{|0?[4-7][0-7]|1[0-7][0-7])`)

// dataOrKey reports whether a source that names skills may have a path of
// data, a key, or a path through the folder of skills.
func (l *look) dataOrKey(lang Language) bool {
	has := func(f skillFeature) bool { return l.features&f == f }
	return has(skillsDir) || has(skillsStep) || lang != Shell && (has(skillsName) && profileWord.Match(l.src) || has(skillIDName) && keyWord.Match(l.src))
}

// containsFold reports whether a source holds a word of small letters, in any
// case.
func containsFold(src []byte, word string) bool {
next:
	for i := 0; i+len(word) <= len(src); i++ {
		for j := range len(word) {
			if src[i+j]|0x20 != word[j] {
				continue next
			}
		}
		return true
	}
	return false
}

// pathBreak are the bytes at which a text falls into the words of a command.
func pathBreak(c byte) bool { return strings.IndexByte(" \t\n\r;&|<>()\"'`", c) >= 0 }

// paths looks at the words of a text that may be relative paths.
func (l *look) paths(text []byte, whole bool) {
	for i := 0; i < len(text); {
		if pathBreak(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && !pathBreak(text[end]) {
			end++
		}
		l.path(text[i:end], whole && i == 0 && end == len(text))
		i = end
	}
}

// path looks at one word that may be a path. alone says that it is all of a
// literal, so that other steps may be joined to it.
func (l *look) path(p []byte, alone bool) {
	l.out.Ups += steps(p, "..")
	if p[0] != '.' || bytes.ContainsAny(p, "*?") {
		return
	}
	if cut := bytes.IndexAny(p, "{}$,=:#@[]"); cut >= 0 {
		p = p[:cut]
	}
	text := strings.ReplaceAll(string(p), "\\", "/")
	for strings.HasPrefix(text, "./") {
		text = strings.TrimLeft(text[2:], "/")
	}
	switch {
	case strings.HasPrefix(text, "../") || text == "..":
		l.out.Relative = append(l.out.Relative, text)
	case text == "" || text == ".":
		if !alone {
			return
		}
		l.out.Steps = append(l.out.Steps, "")
	case alone || strings.Contains(text, "/") || len(text) < len(p):
		first, _, _ := strings.Cut(text, "/")
		l.out.Steps = append(l.out.Steps, first)
	}
}

// steps counts the steps of a path that are called so.
func steps(p []byte, name string) (n int) {
	for rest := p; ; {
		at := bytes.Index(rest, []byte(name))
		if at < 0 {
			return n
		}
		end := at + len(name)
		if (at == 0 || strings.IndexByte("/\\}$", rest[at-1]) >= 0) && (end == len(rest) || strings.IndexByte("/\\{$", rest[end]) >= 0) {
			n++
		}
		rest = rest[end:]
	}
}
