package document

import (
	"bytes"
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/internal/rare"
)

// What ties a text to some hosts, or to one machine.

// A Notation is what some hosts replace in a text before the agent reads it:
// the first place, and how many there are.
type Notation struct {
	Span
	Name  string // arguments, shell, variables or placeholders
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
	{"placeholders", rare.Of("{{"), func(text []byte) int { return len(placeholder.Find(text[:min(len(text), maxPlaceholder)])) }},
	{"placeholders", rare.Of("${ARGUMENTS}"), func([]byte) int { return len("${ARGUMENTS}") }},
}

// placeholder matches what some programs replace by the arguments: {{args}}.
var placeholder = regexp.MustCompile(`^\{\{ ?(?:args|arguments|ARGUMENTS) ?\}\}`)

// maxPlaceholder bounds such a placeholder, in bytes.
const maxPlaceholder = 32

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

// A Home is a path into somebody's home: `/Users/name`, `/home/name`,
// `C:\Users\name`, `C:/Users/name`.
type Home struct {
	Span
	Name string
	Path string // the home, as it is written
}

// homes match the beginning of a path in a home directory on macOS, Linux and
// Windows; group 1 is the user's name. A home alone may be any folder, or the
// subject of a text.
var homes = regexp.MustCompile(`^(?:(?:[A-Za-z]:)?/Users/|/home/|[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z0-9][A-Za-z0-9._-]*)[/\\]`)

// homeMarks are parts of every home's path, with how far before the mark the
// path may begin.
var homeMarks = []struct {
	text   rare.Text
	before int
}{{rare.Of("/Users/"), 2}, {rare.Of("/home/"), 0}, {rare.Of(`\Users\`), 3}}

// homesIn finds the homes of a text in order, but for those in the middle of
// another path or address.
func homesIn(src []byte) []Home {
	var found []Home
	for _, mark := range homeMarks {
		for at := 0; ; {
			i := mark.text.Index(src, at)
			if i < 0 {
				break
			}
			for start := max(at, i-mark.before); start <= i; start++ {
				if start > 0 && (InPath(src[start-1]) || src[start-1] == '}' || src[start-1] == ')' || partFilledIn.Match(src[max(0, start-filledReach):start])) {
					continue
				}
				if m := homes.FindSubmatchIndex(src[start:min(len(src), start+4096)]); m != nil {
					found = append(found, Home{Span{start, start + m[3]}, string(src[start+m[2] : start+m[3]]), string(src[start : start+m[3]])})
					break
				}
			}
			at = i + mark.text.Len()
		}
	}
	slices.SortFunc(found, func(a, b Home) int { return a.Start - b.Start })
	return found
}

// partFilledIn matches a part of a path that stands for others, behind which the path goes on: /learn/<slug>/home/module.
var partFilledIn = regexp.MustCompile(`/(?:<[\w -]+>|\[[\w-]+\])$`)

// filledReach is how far before a home such a part may begin, in bytes.
const filledReach = 60

// InPath reports whether a byte may be part of a path.
func InPath(c byte) bool { return wordByte(c) || c == '-' || c == '.' || c == '/' }

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}
