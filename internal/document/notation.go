package document

import (
	"bytes"
	"regexp"
)

// A Notation is what some hosts replace in a text before the agent reads it:
// the first place, and how many there are.
type Notation struct {
	Span
	Name  string // arguments, shell or variables
	Text  string // as written
	Count int
}

var notations = []struct {
	name string
	mark string         // a part of it
	re   *regexp.Regexp // the last group, or all of it, is the notation
}{
	{"arguments", "$ARGUMENTS", regexp.MustCompile(`\$ARGUMENTS\b`)},
	{"shell", "!`", regexp.MustCompile("(?m)(?:^|[ \\t])(!`[^`\\n]+`)")},
	{"variables", "${CLAUDE_", regexp.MustCompile(`\$\{CLAUDE_[A-Z_]+\}`)},
}

// notationsIn finds the notations behind an offset.
func notationsIn(src []byte, body int) []Notation {
	var found []Notation
	for _, n := range notations {
		if !bytes.Contains(src[body:], []byte(n.mark)) {
			continue
		}
		places := n.re.FindAllSubmatchIndex(src[body:], -1)
		if len(places) == 0 {
			continue
		}
		at := places[0][len(places[0])-2:]
		span := Span{body + at[0], body + at[1]}
		found = append(found, Notation{span, n.name, string(src[span.Start:span.End]), len(places)})
	}
	return found
}
