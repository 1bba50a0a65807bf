package rules

import (
	"strconv"

	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/skill"
)

// The parts of messages, by the names that rules use.

// shorten cuts a text of the input that a message quotes.
func shorten(text string) string { return wording.Cut(text, wording.Most) }

// cited is a text of the input in quotes.
func cited(text string) string { return wording.Quote(text) }

// quoted writes a value as a message shows it: text in quotes, else as it is written.
func quoted(n *skill.Node) string {
	if n.Kind == skill.String {
		return strconv.Quote(shorten(n.Text))
	}
	if n.Kind == skill.List || n.Kind == skill.Map {
		return article(n.Kind)
	}
	return shorten(n.Text)
}

// list joins quoted names, at most eight.
func list(names []string) string { return wording.List(names) }

// article names a kind of JSON value in a sentence.
func article(k skill.Kind) string { return wording.WithArticle(k.String()) }

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
