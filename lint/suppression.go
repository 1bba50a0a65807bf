package lint

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/skill"
)

// marker is what a suppression begins with, in a comment.
const marker = "skilllint:ignore"

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

// suppressions finds the suppressions of all files that were read.
func suppressions(ws *skill.Workspace, known []*Rule) []*suppression {
	var names []string
	for _, r := range known {
		names = append(names, r.Name)
	}
	files := ws.Files()
	found := make([][]*suppression, len(files))
	parallel.Do(len(files), func(i int) { found[i] = suppressionsIn(files[i], names) })
	return slices.Concat(found...)
}

// suppressionsIn finds those of one file.
func suppressionsIn(f *skill.File, names []string) []*suppression {
	if !bytes.Contains(f.Src, []byte(marker)) {
		return nil
	}
	var found, above []*suppression // above: alone on their lines, waiting for the next one
	for line, c := range commentsOf(f) {
		if c.text == "" && c.alone { // blank
			continue
		}
		s := c.suppression(f, names)
		if s != nil {
			found = append(found, s)
		}
		if s != nil && c.alone {
			above = append(above, s)
			continue
		}
		for _, a := range above {
			a.line = line + 1
		}
		above = nil
	}
	return found
}

// A comment is what a line says in a comment that holds a marker.
type comment struct {
	start int    // of the text in the file
	text  string // from the marker to the comment's end; "" without a marker
	alone bool   // nothing else stands on the line
	line  int    // from 1
}

// commentsOf looks for a marker in the comments of each line of a file.
func commentsOf(f *skill.File) []comment {
	kinds, ok := syntaxes[strings.ToLower(path.Ext(f.Path))]
	if !ok {
		kinds = hash
	}
	markdown := len(kinds) > 0 && kinds[0] == markup[0]
	front, fence := false, ""
	var list []comment
	at := 0
	for line := range strings.Lines(string(f.Src)) {
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
	i := strings.Index(line, marker)
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

// suppression reads a comment; nil when it holds none. It counts for its own
// line, until it is known to stand alone above another.
func (c comment) suppression(f *skill.File, names []string) *suppression {
	rest, ok := strings.CutPrefix(c.text, marker)
	if !ok || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil
	}
	s := &suppression{file: f.Path, pos: f.Pos(c.start), end: f.Pos(c.start + len(c.text)), line: c.line}
	list, reason, _ := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	s.rules = strings.Split(list, ",")
	for _, r := range s.rules {
		if !slices.Contains(names, r) && s.fault == "" {
			s.fault = fmt.Sprintf("the suppression names no rule: %q is unknown%s", r, NewSpeller(names).DidYouMean(r))
		}
	}
	if s.fault == "" && strings.TrimSpace(reason) == "" {
		s.fault = "the suppression gives no reason: " + marker + " " + list + " REASON"
	}
	return s
}
