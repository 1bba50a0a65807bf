package document

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/rare"
)

// Marker is what a suppression begins with, in a comment.
const Marker = "skilllint:ignore"

var marker = rare.Of(Marker)

// A Mark is a comment that begins with the marker.
type Mark struct {
	Span
	Text string // what follows the marker
	Line int    // the line that it is about, from 1: its own, or the next when it stands alone
}

// marksIn finds the marks of a file.
func marksIn(name string, src []byte) []Mark {
	if !marker.In(src) {
		return nil
	}
	var found []Mark
	above := 0 // of the last found: alone on their lines, waiting for the next one
	for line, c := range commentsOf(name, src) {
		if c.text == "" && c.alone { // blank
			continue
		}
		rest, ok := strings.CutPrefix(c.text, Marker)
		ok = ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
		if ok {
			found = append(found, Mark{Span{c.start, c.start + len(c.text)}, strings.Clone(rest), c.line})
		}
		if ok && c.alone {
			above++
			continue
		}
		own := len(found)
		if ok {
			own--
		}
		for i := own - above; i < own; i++ {
			found[i].Line = line + 1
		}
		above = 0
	}
	return found
}

// A syntax is how a language writes a comment; without an end it goes to the
// end of the line.
type syntax struct{ begin, end string }

var (
	hash    = []syntax{{"#", ""}}
	slashes = []syntax{{"//", ""}, {"/*", "*/"}}
	markup  = []syntax{{"<!--", "-->"}}
)

// syntaxes are the comments of a file by its extension. Files of other names
// are scripts. Markdown has YAML's comments in front, and its own in the body.
var syntaxes = map[string][]syntax{
	".json": nil, ".jsonl": nil, ".md": markup, ".mdx": markup, ".markdown": markup,
	".ts": slashes, ".tsx": slashes, ".mts": slashes, ".cts": slashes, ".js": slashes, ".jsx": slashes, ".mjs": slashes, ".cjs": slashes,
	".go": slashes, ".mod": slashes,
}

// A comment is what a line says in a comment that holds a marker.
type comment struct {
	start int    // of the text in the file
	text  string // from the marker to the comment's end; "" without a marker
	alone bool   // nothing else stands on the line
	line  int    // from 1
}

// commentsOf looks for a marker in the comments of each line of a file.
func commentsOf(name string, src []byte) []comment {
	kinds, ok := syntaxes[strings.ToLower(path.Ext(name))]
	if !ok {
		kinds = hash
	}
	markdown := len(kinds) > 0 && kinds[0] == markup[0]
	front, fence := false, ""
	var list []comment
	at := 0
	for line := range strings.Lines(string(src)) {
		c := comment{start: at, line: len(list) + 1, alone: strings.TrimSpace(line) == ""}
		use := kinds
		if markdown {
			text := strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
			switch {
			case text == "---" && (front || c.line == 1):
				front = !front
			case front:
				use = hash
			case fence == "" && (strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")):
				fence = text[:3]
			case fence != "" && strings.HasPrefix(text, fence):
				fence = ""
			}
			if fence != "" && !front {
				use = nil
			}
		}
		c.find(line, use, markdown && !front)
		list = append(list, c)
		at += len(line)
	}
	return list
}

// find looks for a marker in the comments of a line. Between backticks of
// Markdown it is an example.
func (c *comment) find(line string, kinds []syntax, markdown bool) {
	i := strings.Index(line, Marker)
	if i < 0 {
		return
	}
	before := strings.TrimRight(line[:i], " \t")
	for _, kind := range kinds {
		ahead, ok := strings.CutSuffix(before, kind.begin)
		if !ok || markdown && strings.Count(ahead, "`")%2 == 1 {
			continue
		}
		text, after := line[i:], ""
		if kind.end != "" {
			text, after, _ = strings.Cut(text, kind.end)
		}
		c.start += i
		c.text = strings.TrimRight(text, " \t\r\n")
		c.alone = strings.TrimSpace(ahead) == "" && strings.TrimSpace(after) == ""
		return
	}
}
