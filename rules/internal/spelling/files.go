package spelling

import (
	"strings"
	"unicode"
)

// SameLetters reports whether two names differ in case, hyphens, underscores and blanks alone.
func SameLetters(a, b string) bool { return letters(a) == letters(b) }

// letters drops what names of one thing differ in.
func letters(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// Miswritten reports whether the name of a file is a known one that is written otherwise: in
// case and hyphens, as a plural, without a mute e at the end, or with up to two letters wrong inside of its words. What has
// more in front of a word or behind it (unpack and pack, write and writer, v1 and v2), and a
// short word with another letter (get and set), is the name of something else.
func Miswritten(name, known string) bool {
	if SameLetters(name, known) {
		return true
	}
	a, b := wordsIn(name), wordsIn(known)
	for i := range a {
		if len(a) != len(b) || a[i] != b[i] && !isMiswritten(a[i], b[i]) {
			return false
		}
	}
	return len(a) > 0
}

// wordsIn are the words and numbers of a name, in small letters.
func wordsIn(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// In a word of at most shortWord bytes another letter makes another word; in one of at most
// middling bytes two do.
const shortWord, middling = 4, 5

func isMiswritten(a, b string) bool {
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	if more, longer := strings.CutPrefix(long, short); longer {
		return more == "s" || more == "es" || more == "e" || more == short[len(short)-1:] && !strings.ContainsFunc(more, unicode.IsDigit)
	}
	begin, end := alike(short, long)
	in, out := short[begin:len(short)-end], long[begin:len(long)-end]
	if begin == 0 || end == 0 || strings.ContainsFunc(in+out, unicode.IsDigit) {
		return false
	}
	swapped := len(in) == 2 && len(out) == 2 && in[0] == out[1] && in[1] == out[0]
	return swapped || len(out) == 1 && len(long) > shortWord || len(out) == 2 && len(short) > middling
}

// alike is how many bytes two words have in common at their begin, and at their end behind that.
func alike(a, b string) (begin, end int) {
	short := min(len(a), len(b))
	for begin < short && a[begin] == b[begin] {
		begin++
	}
	for end < short-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return begin, end
}
