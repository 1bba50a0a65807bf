package rules

import (
	"bytes"

	"github.com/skilllint/skilllint/internal/document"
)

// wordsHeld answers which words a text holds, with indices.
var wordsHeld = document.Question[[]string, []int]{Name: "words held", Find: func(words *[]string, text []byte) *[]int {
	var held []int
	for i, w := range *words {
		if bytes.Contains(text, []byte(w)) {
			held = append(held, i)
		}
	}
	return &held
}}
