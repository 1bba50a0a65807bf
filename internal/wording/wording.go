// Package wording holds the parts that the messages of all packages share, so
// that each is written in one way: texts of the user's cut short, lists of
// names, kinds of values with their article.
package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Cut returns text, or its first most characters with an ellipsis after them.
// Bytes that are not UTF-8 count as a character each.
func Cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := 0
	for at := range text {
		if n == most {
			return strings.ToValidUTF8(text[:at], "") + "…"
		}
		n++
	}
	return text
}

// Quote is Cut in Go's quotes, for a value of a user's file in a message.
func Quote(text string) string { return strconv.Quote(Cut(text, Most)) }

// Most is how many characters of a user's value a message quotes.
const Most = 80

// CutCounted is Cut with the number of characters in all.
func CutCounted(text string, most int) string {
	cut := Cut(text, most)
	if cut == text {
		return text
	}
	return fmt.Sprintf("%s (%d characters)", cut, utf8.RuneCountInString(text))
}

// List joins names in quotes, and counts those above the eighth.
func List(names []string) string {
	const most = 8
	var quoted []string
	for i, n := range names {
		if i == most {
			quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-most))
			break
		}
		quoted = append(quoted, strconv.Quote(n))
	}
	return strings.Join(quoted, ", ")
}

// Or joins words with commas, and the last with "or".
func Or(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Count is a number with its noun: "1 place", "2 places".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// WithArticle puts "a" or "an" before a noun; "null" has none.
func WithArticle(noun string) string {
	if noun == "null" || noun == "" {
		return noun
	}
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// Place names a place in a document, given as a JSON pointer, as its author
// would: exports.tools[0].
func Place(pointer string) string {
	if pointer == "" {
		return "the manifest"
	}
	var b strings.Builder
	for i, step := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		if _, err := strconv.ParseInt(step, 10, 64); err == nil {
			fmt.Fprintf(&b, "[%s]", step)
			continue
		}
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(step)
	}
	return b.String()
}
