package document

import (
	"bytes"

	"github.com/skilllint/skilllint/internal/rare"
)

// A Notation is what some hosts replace in a text before the agent reads it:
// the first place, and how many there are.
type Notation struct {
	Span
	Name  string // arguments, shell or variables
	Text  string // as written
	Count int
}

// notations are told by a part of each, which is rare, and end where end says for a text
// that begins with the part: 0 where there is none.
var notations = []struct {
	name string
	mark rare.Text
	end  func(text []byte) int
}{
	{"arguments", rare.Of("$ARGUMENTS"), func(text []byte) int { // $ARGUMENTS\b
		end := len("$ARGUMENTS")
		if end < len(text) && wordByte(text[end]) {
			return 0
		}
		return end
	}},
	{"shell", rare.Of("!`"), func(text []byte) int { // !`[^`\n]+`
		end := 2 + bytes.IndexAny(text[2:], "`\n")
		if end <= 2 || text[end] == '\n' {
			return 0
		}
		return end + 1
	}},
	{"variables", rare.Of("${CLAUDE_"), func(text []byte) int { // \$\{CLAUDE_[A-Z_]+\}
		end := len("${CLAUDE_")
		for end < len(text) && (text[end] >= 'A' && text[end] <= 'Z' || text[end] == '_') {
			end++
		}
		if end == len("${CLAUDE_") || end == len(text) || text[end] != '}' {
			return 0
		}
		return end + 1
	}},
}

// notationsIn finds the notations behind an offset. That of the shell begins a line or
// stands behind a blank.
func notationsIn(src []byte, body int) []Notation {
	var found []Notation
	text := src[body:]
	for _, n := range notations {
		first, count := Span{}, 0
		for at := n.mark.Index(text, 0); at >= 0; {
			next := at + 1
			if n.name != "shell" || at == 0 || text[at-1] == '\n' || text[at-1] == ' ' || text[at-1] == '\t' {
				if size := n.end(text[at:]); size > 0 {
					if next = at + size; count == 0 {
						first = Span{body + at, body + next}
					}
					count++
				}
			}
			at = n.mark.Index(text, next)
		}
		if count > 0 {
			found = append(found, Notation{first, n.name, string(src[first.Start:first.End]), count})
		}
	}
	return found
}
