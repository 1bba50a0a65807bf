package document

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// explained explains the most frequent errors of real skills, which are made in texts
// that are not in quotes, nearly always a description or a hint. It returns nil where the
// fault at an offset of src[from:to] is another.
func explained(f *File, src []byte, from, to, at int) *Problem {
	start := max(from, bytes.LastIndexByte(src[:min(at, to)], '\n')+1)
	if p := openQuote(f, src, from, to, at); p != nil {
		return p
	}
	if p := runOn(f, src, from, to, start); p != nil {
		return p
	}
	if p := reservedItem(f, src, from, to, start); p != nil {
		return p
	}
	outer, asked := len(src), 0
	for {
		line, next := lineAt(src[:to], start)
		if match := entryLine.FindSubmatchIndex(line); match != nil && match[3]-match[2] < outer && asked < maxOuter {
			outer, asked = match[3]-match[2], asked+1
			e := entry{f, src, from, to, string(line[match[4]:match[5]]), start + match[6], 0}
			e.end = valueEnd(src[:to], next, outer, start+len(line))
			if p := e.unquoted(at); p != nil {
				return p
			}
		}
		if start == from || len(line) > 0 && line[0] != ' ' {
			if p := unspaced(f, src, from, to, at); p != nil {
				return p
			}
			return stray(f, src, from, to, at)
		}
		start = max(from, bytes.LastIndexByte(src[:start-1], '\n')+1) // a continuation line: its key is above
	}
}

// reservedItem tells of the item of a list at the start of a line, if it begins with a sign of YAML.
func reservedItem(f *File, src []byte, from, to, start int) *Problem {
	line, _ := lineAt(src[:to], start)
	m := plainItem.FindSubmatchIndex(line)
	if m == nil || signs[line[m[2]]] == "" || line[m[2]] == '&' || line[m[2]] == '!' {
		return nil
	}
	item := entry{file: f, src: src, from: from, to: to, at: start + m[2], end: start + m[3]}
	text := line[m[2]:m[3]]
	return item.quote(item.at, item.end, string(text), "this item begins with %q, %s: put it in quotes", text[:1], signs[text[0]])
}

// plainItem matches an item of a list.
var plainItem = regexp.MustCompile(`^ *- +(\S(?:.*\S)?)\s*$`)

// maxOuter bounds how many entries are asked, each around the one before: every answer
// reads the file again.
const maxOuter = 3

// An entry is a value of src[from:to] with its key.
type entry struct {
	file     *File
	src      []byte
	from, to int
	key      string
	at, end  int // of the value
}

// signs are those that a text cannot begin with unless it is in quotes, with what they are to YAML.
var signs = map[byte]string{
	'*': "which YAML reads as a reference to an anchor", '&': "which YAML reads as an anchor", '!': "which YAML reads as a tag",
	'@': "which YAML reserves", '`': "which YAML reserves", '%': "which YAML reserves",
	',': "a sign of YAML", ']': "a sign of YAML", '}': "a sign of YAML",
	'|': "which YAML reads as the begin of a block", '>': "which YAML reads as the begin of a block",
}

// remark matches what stands behind a value that is whole.
var remark = regexp.MustCompile(`^[ \t]+#`)

// unquoted says why YAML cannot read the value as the text that it is.
func (e entry) unquoted(at int) *Problem {
	value := e.src[e.at:e.end]
	if bytes.ContainsRune(value, '\r') {
		return nil // to YAML its lines are others than ours
	}
	first, last := value[0], value[len(value)-1]
	switch {
	case listed.Match(value):
		return e.several(value)
	case first == '"' || first == '\'':
		ends := 1 + max(0, bytes.IndexByte(value[1:], first))
		if remark.Match(value[min(ends+1, len(value)):]) {
			return nil
		}
		if p := e.listBelow(ends + 1); p != nil {
			return p
		}
		if p := e.keyBelow(ends + 1); p != nil {
			return p
		}
		if len(value) < 2 || last != first || value[min(ends+1, len(value)-1)] == ' ' {
			return e.quote(e.at, e.end, string(value), "YAML takes the part in quotes for the whole value of %q, but the line goes on: put all of it in quotes", e.key)
		}
		return e.endsWithin(first, string(value[1:len(value)-1]))
	case first == '[' || first == '{':
		text := value[:flowEnd(value)]
		if remark.Match(value[len(text):]) {
			return nil
		}
		if rest := bytes.TrimSpace(value[len(text):]); string(rest) == "," || string(rest) == ";" {
			p := ProblemAt(Syntax, e.file.Pos(e.end-1), e.file.Pos(e.end), "%q follows the end of the value of %q: delete it", rest, e.key)
			p.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "delete it",
				TextEdits: []analysis.TextEdit{{Pos: p.Pos, End: p.End}},
			}}
			return &p
		}
		if p := e.listBelow(len(text)); p != nil {
			return p
		}
		if len(text) < len(value) {
			return e.quote(e.at, e.end, string(value), "YAML takes %q for the whole value of %q, but the line goes on: put the value in quotes", text, e.key)
		}
		return e.item(at)
	case first == '&' && len(value) > 1 && value[1] != ' ':
		return nil // an anchor, as YAML has them
	case signs[first] != "":
		return e.quote(e.at, e.end, string(value), "the value of %q begins with %q, %s: put the value in quotes", e.key, value[:1], signs[first])
	case bytes.Contains(value, []byte(": ")) || last == ':':
		if p := e.keyWithin(value); p != nil {
			return p
		}
		if p := e.collapsed(value); p != nil {
			return p
		}
		return e.quote(e.at, e.end, string(value), `the value of %q contains ": ", which YAML reads as a further key: put the value in quotes`, e.key)
	}
	return nil
}

// endsWithin tells of a value in quotes that a quote within it ends.
func (e entry) endsWithin(quote byte, within string) *Problem {
	if quote == '\'' {
		return e.quote(e.at, e.end, strings.ReplaceAll(within, `\"`, `"`), `a quote in the value of %q ends it too soon: put the value in double quotes, and write \" for those in it`, e.key)
	}
	quoted := `"` + escapedQuote.ReplaceAllString(within, `\"`) + `"` // the other escapes stay what they are
	if strings.Contains(within, `\\"`) {
		return e.replaced(e.at, e.end, quoted, `\\ is a backslash to YAML, so the quote behind it ends the value of %q too soon: write \" for a quote in it`, e.key)
	}
	return e.replaced(e.at, e.end, quoted, `a quote in the value of %q ends it too soon: write \" for those in it`, e.key)
}

// escapedQuote matches a quote with the backslashes before it.
var escapedQuote = regexp.MustCompile(`\\*"`)

// firstEntry matches a value that begins as an entry of a map does, and no text: with a key of several words.
var firstEntry = regexp.MustCompile(`^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)+: +\S`)

// firstItem matches a value that begins as an item of a list does.
var firstItem = regexp.MustCompile(`^- +\S`)

// innerEntry matches what looks like a further entry within a value.
var innerEntry = regexp.MustCompile(`\s[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*: `)

// proseKeys are words in the keys whose values are texts, in which anything may stand.
var proseKeys = []string{"description", "name", "hint", "title", "summary", "trigger", "when", "prompt", "example", "usage", "note"}

// isProse reports whether the value of a key is a text.
func isProse(key string) bool {
	return slices.ContainsFunc(proseKeys, func(word string) bool { return strings.Contains(strings.ToLower(key), word) })
}

// collapsed tells of a map or a list that stands on the line of its key, since its line breaks
// got lost; nil for a text.
func (e entry) collapsed(value []byte) *Problem {
	if isProse(e.key) {
		return nil
	}
	what := "entries"
	switch {
	case bytes.IndexByte(value, '\n') >= 0:
		return nil
	case firstItem.Match(value):
		what = "items"
	case !firstEntry.Match(value):
		return nil
	}
	p := ProblemAt(Syntax, e.file.Pos(e.at), e.file.Pos(e.end), "the %s of %q are on the same line as their key, since line breaks were lost: put each on its own line below it, indented", what, e.key)
	if colon := bytes.Index(value, []byte(": ")); what == "entries" && !innerEntry.Match(value[colon+1:]) && bytes.Count(value, []byte(": ")) == 1 {
		p.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "put the entry on its own line",
			TextEdits: []analysis.TextEdit{{Pos: p.Pos, End: p.Pos, NewText: []byte("\n  ")}},
		}}
	}
	return &p
}

// flowEnd returns where the list or map ends that a value begins with.
func flowEnd(value []byte) int {
	depth := 0
	for i, c := range value {
		switch c {
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(value)
}

// item says why YAML cannot read the text at an offset in a list or map.
func (e entry) item(at int) *Problem {
	if at < e.at || at >= e.end {
		return nil
	}
	end := at + max(0, bytes.IndexAny(e.src[at:e.end], ",]}"))
	text := bytes.TrimRight(e.src[at:end], " \t\n")
	if len(text) == 0 || signs[text[0]] == "" {
		return nil
	}
	return e.quote(at, at+len(text), string(text), "the text %q begins with %q, %s: put it in quotes", text, text[:1], signs[text[0]])
}

// quote is replaced by a text put in quotes.
func (e entry) quote(at, end int, text, format string, args ...any) *Problem {
	return e.replaced(at, end, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)+`"`, format, args...)
}

// goesOn matches what stands behind the first paragraph of a text whose others are indented below it.
var goesOn = regexp.MustCompile(`^[ \t]*\r?\n(?:[ \t]*\r?\n)+[ \t]+\S`)

// replaced makes the finding, and the fix that writes a text in quotes, if that mends this
// error and no line without a key follows.
func (e entry) replaced(at, end int, quoted, format string, args ...any) *Problem {
	mended := string(e.src[e.from:at]) + quoted + string(e.src[end:e.to])
	_, err := ParseYAML([]byte(mended), 1)
	if err != nil && SyntaxOf(err).Offset <= at-e.from+len(quoted) {
		return nil
	}
	p := ProblemAt(Syntax, e.file.Pos(at), e.file.Pos(end), format, args...)
	if err != nil && goesOn.Match(e.src[end:e.to]) {
		p.Message += fmt.Sprintf("; the lines below it belong to it, too: write %q, and all of it below that, indented", e.key+": |")
		return &p
	}
	if err == nil || !plainLine(mended, SyntaxOf(err).Offset) && !beforeKey(mended, at-e.from+len(quoted), SyntaxOf(err).Offset) { // else what follows can be read in no way
		p.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "put the value in quotes",
			TextEdits: []analysis.TextEdit{{Pos: e.file.Pos(at), End: e.file.Pos(end), NewText: []byte(quoted)}},
		}}
	} else {
		p.Message += "; the lines below it that have no key belong inside the quotes, too"
	}
	return &p
}
