package code

import (
	"bytes"
	"slices"
)

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
	if !l.reader.tells.has(w) {
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
	} else if len(w) <= maxSpelling && (foldsTo(w, "dirname") || foldsTo(w, "dir") || foldsTo(w, "url")) { // other spellings of these functions
		l.out.Ups++
	}
	for _, i := range l.reader.exact[string(w)] {
		l.seen[i] = true
	}
	if l.reader.begins.has(w) {
		for _, i := range l.reader.folded[Fold(string(w))] {
			l.seen[i] = true
		}
	}
}

// maxSpelling bounds the spellings of a function's name, in bytes.
const maxSpelling = 12

// wordLengths are the lengths that words may have, by their first letters: most words of a
// source are no others.
type wordLengths [256]uint64

const maxWord = 63 // those that are longer count as this

func (l *wordLengths) add(first byte, least, most int) {
	for n := min(least, maxWord); n <= min(most, maxWord); n++ {
		l[first] |= 1 << n
	}
}

func (l *wordLengths) has(w []byte) bool { return l[w[0]]&(1<<min(len(w), maxWord)) != 0 }

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
