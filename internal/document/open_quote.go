package document

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// entryLine is a line `key: value`.
var entryLine = regexp.MustCompile(`^( *)([A-Za-z_][\w-]*):[ \t]+(\S.*)$`)

// openQuote finds the first value up to an offset of src[from:to] that begins with a quote and has
// no other one, if YAML can go on where it is closed.
func openQuote(f *File, src []byte, from, to, at int) *Problem {
	for next := from; next < min(at+1, to); {
		start := next
		var line []byte
		line, next = lineAt(src[:to], start)
		what, value, end := "this item", 0, 0
		if m := entryLine.FindSubmatchIndex(line); m != nil && m[2] == m[3] && (line[m[6]] == '"' || line[m[6]] == '\'') {
			what = fmt.Sprintf("the value of %q", line[m[4]:m[5]])
			value, end = start+m[6], valueEnd(src[:to], next, 0, start+len(line))
		} else if m := quotedItem.FindSubmatchIndex(line); m != nil {
			value, end = start+m[2], start+m[3]
		} else {
			continue
		}
		quote := src[value]
		if bytes.IndexByte(src[value+1:end], quote) >= 0 {
			continue
		}
		end = value + len(bytes.TrimRight(src[value:end], " \t\r\n"))
		if _, err := ParseYAML(slices.Concat(src[from:end], []byte{quote}, src[end:to]), 1); err != nil && SyntaxOf(err).Offset <= end-from+1 {
			return nil
		}
		p := ProblemAt(Syntax, f.Pos(value), f.Pos(end), "the quote before %s is never closed: close it at its end", what)
		p.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "close the quote",
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(end), End: f.Pos(end), NewText: []byte{quote}}},
		}}
		return &p
	}
	return nil
}

// quotedItem matches an item of a list that begins with a quote.
var quotedItem = regexp.MustCompile(`^ *- +("\S.*)$`)

// valueEnd returns where a plain value ends that may go on in lines indented
// deeper than its key.
func valueEnd(src []byte, next, indent, end int) int {
	for next < len(src) {
		line, after := lineAt(src, next)
		text := bytes.TrimLeft(line, " ")
		if len(text) == 0 || len(line)-len(text) <= indent {
			break
		}
		end, next = next+len(line), after
	}
	return end
}
