package document

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// plainEntry is a line `key: value` whose value is a plain scalar.
var plainEntry = regexp.MustCompile(`^([ ]*)([A-Za-z_][\w-]*):[ \t]+([^\s"'|>\[{&*!#%@].*)$`)

// unquotedColon explains the most frequent error of real skills: a text with
// `: ` in it that is not in quotes, nearly always the description. It
// returns nil when that is not what is wrong at an offset of src[from:to].
func unquotedColon(f *File, src []byte, from, to, at int) *Problem {
	start := max(from, bytes.LastIndexByte(src[:min(at, to)], '\n')+1)
	for {
		line, next := lineAt(src[:to], start)
		if match := plainEntry.FindSubmatchIndex(line); match != nil {
			valueAt := start + match[6]
			end := valueEnd(src[:to], next, match[3]-match[2], start+len(line))
			value := src[valueAt:end]
			if bytes.ContainsRune(value, '\r') {
				return nil // to YAML its lines are others than ours
			}
			if !bytes.Contains(value, []byte(": ")) && !bytes.HasSuffix(bytes.TrimSpace(value), []byte(":")) {
				return nil
			}
			return quoteValue(f, src, from, to, valueAt, end, string(line[match[4]:match[5]]))
		}
		if start == from || len(line) > 0 && line[0] != ' ' {
			return nil
		}
		start = max(from, bytes.LastIndexByte(src[:start-1], '\n')+1) // a continuation line: its key is above
	}
}

// valueEnd returns where a plain value ends that may go on in lines indented
// deeper than its key.
func valueEnd(src []byte, next, indent, end int) int {
	for next < len(src) {
		line, after := lineAt(src, next)
		text := bytes.TrimLeft(line, " ")
		if len(text) == 0 || len(line)-len(text) <= indent || plainEntry.Match(line) {
			break
		}
		end, next = next+len(line), after
	}
	return end
}

// quoteValue makes the finding and its fix, if the fix mends this error.
func quoteValue(f *File, src []byte, from, to, valueAt, end int, key string) *Problem {
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(src[valueAt:end])) + `"`
	mended := string(src[from:valueAt]) + quoted + string(src[end:to])
	if _, err := ParseYAML([]byte(mended), 1); err != nil && SyntaxOf(err).Offset <= valueAt-from+len(quoted) {
		return nil
	}
	return &Problem{Syntax, analysis.Diagnostic{
		Pos: f.Pos(valueAt), End: f.Pos(end),
		Message: fmt.Sprintf(`the value of %q contains ": ", which YAML reads as a further key: put the value in quotes`, key),
		SuggestedFixes: []analysis.SuggestedFix{{
			Message:   "put the value in quotes",
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(valueAt), End: f.Pos(end), NewText: []byte(quoted)}},
		}},
	}}
}
