package skilltext

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
)

// WordsOf returns the distinct words of a text; of Chinese and Japanese, which
// write none apart, the pairs of neighbouring characters.
func WordsOf(text string) []string {
	words := slices.Sorted(EachWord(text))
	return slices.Compact(words)
}

// EachWord yields the words of a text in its order.
func EachWord(text string) iter.Seq[string] {
	return func(yield func(word string) bool) {
		lower := strings.ToLower(text)
		word, char := -1, -1 // where a word begins, and the character before, one that is written together
		alone := false       // that character has no neighbour so far
		for i, r := range lower + "\n" {
			in := unicode.IsLetter(r) || unicode.IsDigit(r)
			together := in && r >= firstTogether && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
			if word >= 0 && (!in || together) {
				if !yield(lower[word:i]) {
					return
				}
				word = -1
			}
			if char >= 0 && !together {
				if alone && !yield(lower[char:i]) {
					return
				}
				char = -1
			}
			switch {
			case together:
				if char >= 0 && !yield(lower[char:i+utf8.RuneLen(r)]) {
					return
				}
				char, alone = i, char < 0
			case in && word < 0:
				word = i
			}
		}
	}
}

// firstTogether is below all characters that are written together.
const firstTogether = '\u2e80'

// WordsHeld answers which words a text holds, with indices.
var WordsHeld = document.Question[[]string, []int]{Name: "words held", Find: func(words *[]string, text []byte) *[]int {
	var held []int
	for i, w := range *words {
		if rare.Of(w).In(text) {
			held = append(held, i)
		}
	}
	return &held
}}
