package document

import (
	"bytes"
	"regexp"

	"golang.org/x/tools/go/analysis"
)

// openKey matches a key whose value begins on the next line.
var openKey = regexp.MustCompile(`^( *)([A-Za-z_][\w-]*):[ \t]*$`)

// structured matches a line that begins an entry, an item, a remark or a text in quotes or brackets.
var structured = regexp.MustCompile(`^\s*(?:[A-Za-z_][\w-]*:(?:\s|$)|-\s|[#"'\[{|>])`)

// runOn finds a text on lines below its key of which the line at an offset of src[from:to] looks like an
// entry, if YAML can go on where the key says that it is a text.
func runOn(f *File, src []byte, from, to, at int) *Problem {
	line, _ := lineAt(src[:to], at)
	deep := len(line) - len(bytes.TrimLeft(line, " "))
	entry := entryLine.FindSubmatchIndex(line)
	if deep == 0 || entry == nil {
		return nil
	}
	first := line
	for start := at; start > from; {
		start = max(from, bytes.LastIndexByte(src[:start-1], '\n')+1)
		above, next := lineAt(src[:to], start)
		if m := openKey.FindSubmatchIndex(above); m != nil && m[3]-m[2] < deep {
			colon, end := start+m[5]+1, valueEnd(src[:to], next, m[3]-m[2], start+len(above))
			if structured.Match(first) {
				return nil
			}
			mended := string(src[from:colon]) + " >" + string(src[colon:to])
			if _, err := ParseYAML([]byte(mended), 1); err != nil && SyntaxOf(err).Offset <= end+2-from {
				return nil
			}
			p := ProblemAt(Syntax, f.Pos(at+entry[4]), f.Pos(at+entry[5]+1), "YAML reads a further key in the text of %q: write \"%s: >\", and the lines below are text", above[m[4]:m[5]], above[m[4]:m[5]])
			p.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   "say that the lines below are text",
				TextEdits: []analysis.TextEdit{{Pos: f.Pos(colon), End: f.Pos(colon), NewText: []byte(" >")}},
			}}
			return &p
		}
		if len(above) > 0 && above[0] != ' ' {
			return nil
		}
		first = above
	}
	return nil
}
