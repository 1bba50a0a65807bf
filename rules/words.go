package rules

import (
	"slices"
	"strings"
	"unicode"
)

// wordsOf returns the distinct words of a text; of Chinese and Japanese, which
// write none apart, the pairs of neighbouring characters.
func wordsOf(text string) []string {
	var words []string
	for _, field := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		var run []rune
		flush := func() {
			for i := range run {
				if i+1 < len(run) {
					words = append(words, string(run[i:i+2]))
				} else if i == 0 {
					words = append(words, string(run))
				}
			}
			run = nil
		}
		start := 0
		for i, r := range field {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
				if start < i {
					words = append(words, field[start:i])
				}
				start = i + len(string(r))
				run = append(run, r)
			} else {
				flush()
			}
		}
		flush()
		if start < len(field) {
			words = append(words, field[start:])
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}
