// Package messages writes the parts of messages, by the names that rules use.
package messages

import (
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/skill"
)

// Shorten cuts a text of the input that a message quotes.
func Shorten(text string) string { return wording.Cut(text, wording.Most) }

// Cited is a text of the input in quotes.
func Cited(text string) string { return wording.Quote(text) }

// Quoted writes a value as a message shows it: text in quotes, else as it is written.
func Quoted(n *skill.Node) string {
	if n.Kind == skill.String {
		return strconv.Quote(Shorten(n.Text))
	}
	if n.Kind == skill.List || n.Kind == skill.Map {
		return Article(n.Kind)
	}
	return Shorten(n.Text)
}

// List joins quoted names, at most eight.
func List(names []string) string { return wording.List(names) }

// And joins names, at least two: "a, b and c".
func And(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Article names a kind of JSON value in a sentence.
func Article(k skill.Kind) string { return wording.WithArticle(k.String()) }

// Plural is one of two words, by a number.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
