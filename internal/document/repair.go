package document

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Repaired reads a frontmatter that is no YAML in the way of readers that mend
// it first. What they mend is "colon", a top-level value that holds a colon and a
// blank, "bracket", one that begins with a sign of YAML, "signs", one with either anywhere in it that
// is not in quotes as a whole (all are put in quotes), and "tab", a line that begins with one. It is nil when that does not help,
// and when there is no frontmatter. Its positions are not those of the file.
func (f *File) Repaired(mends []string) *Node {
	if len(mends) == 0 {
		return nil
	}
	return f.reread(slices.Contains(mends, "tab"), func(_, value string) bool { return mendable(value, mends) })
}

// reread reads a frontmatter with the values of some lines in quotes.
func (f *File) reread(tabs bool, quote func(key, value string) bool) *Node {
	src := f.Head()
	from, to, _, has, closed := SplitFrontmatter(src)
	if !has || !closed || to-from > MaxData {
		return nil
	}
	var b strings.Builder
	for raw := range bytes.Lines(src[from:to]) {
		line := string(raw)
		if tabs {
			rest := strings.TrimLeft(line, "\t")
			line = strings.Repeat("  ", len(line)-len(rest)) + rest
		}
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ": ")
		value = strings.TrimSpace(value)
		if ok && key != "" && key[0] != '-' && !strings.ContainsAny(key, " \t\"'#[{") && quote(key, value) {
			line = key + ": '" + strings.ReplaceAll(value, "'", "''") + "'\n"
		}
		b.WriteString(line)
	}
	n, err := ParseYAML([]byte(b.String()), 1)
	if err != nil {
		return nil
	}
	return n
}

// mendable reports whether a value is one that a reader puts in quotes.
func mendable(value string, mends []string) bool {
	if value != "" && slices.Contains(mends, "signs") {
		return !isWhole(value) && (strings.Contains(value, ": ") || strings.ContainsAny(value, "{}[]*&#!|>%@`"))
	}
	if value == "" || strings.ContainsAny(value[:1], "\"'|>") {
		return false
	}
	return slices.Contains(mends, "colon") && (strings.Contains(value, ": ") || strings.HasSuffix(value, ":")) ||
		slices.Contains(mends, "bracket") && strings.ContainsAny(value[:1], "[{@`*&!%,]}")
}

// isWhole reports whether a value begins and ends with one kind of quotes, or is a list that YAML can read.
func isWhole(value string) bool {
	first, last := value[0], value[len(value)-1]
	if first == '[' && last == ']' {
		n, err := ParseYAML([]byte(value), 1)
		return err == nil && n.Is(List)
	}
	return first == last && (first == '"' || first == '\'')
}

// openKey matches a key whose value begins on the next line.
var openKey = regexp.MustCompile(`^( *)([A-Za-z_][\w-]*):[ \t]*$`)

// phraseLine matches a line of a text that begins with some words and a colon.
var phraseLine = regexp.MustCompile(`^ *([^\s:#"'\[{-][^:]*):(?:[ \t]|$)`)

// structured matches a line that begins an entry, an item, a remark or a text in quotes or brackets.
var structured = regexp.MustCompile(`^\s*(?:[A-Za-z_][\w-]*:(?:\s|$)|-\s|[#"'\[{|>])`)

// runOn finds a text on lines below its key of which the line at an offset of src[from:to], or the nearest
// above it, looks like an entry, if YAML can go on where the key says that it is a text.
func runOn(f *File, src []byte, from, to, at int) *Problem {
	line, at := phraseAbove(src, from, to, at)
	if line == nil {
		return nil
	}
	deep, entry := len(line)-len(bytes.TrimLeft(line, " ")), phraseLine.FindSubmatchIndex(line)
	first := line
	for start := at; start > from; {
		start = max(from, bytes.LastIndexByte(src[:start-1], '\n')+1)
		above, next := lineAt(src[:to], start)
		if m := openKey.FindSubmatchIndex(above); m != nil && m[3]-m[2] < deep {
			colon, end := start+m[5]+1, valueEnd(src[:to], next, m[3]-m[2], start+len(above))
			if structured.Match(first) || !isProse(string(above[m[4]:m[5]])) {
				return nil
			}
			mended := string(src[from:colon]) + " >" + string(src[colon:to])
			if _, err := ParseYAML([]byte(mended), 1); err != nil && SyntaxOf(err).Offset <= end+2-from {
				return nil
			}
			p := ProblemAt(Syntax, f.Pos(at+entry[2]), f.Pos(at+entry[3]+1), "YAML reads a further key in the text of %q: write \"%s: >\", and the lines below are text", above[m[4]:m[5]], above[m[4]:m[5]])
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

// phraseAbove returns the indented line at an offset of src[from:to], or the nearest above it, that begins with some words
// and a colon, and its offset; nil where a line that is not indented comes first.
func phraseAbove(src []byte, from, to, at int) ([]byte, int) {
	for reported := true; ; reported = false {
		line, _ := lineAt(src[:to], at)
		indented := bytes.HasPrefix(line, []byte(" "))
		if indented && phraseLine.Match(line) {
			return line, at
		}
		if at == from || !indented && !reported { // a parser may report the line behind
			return nil, 0
		}
		at = max(from, bytes.LastIndexByte(src[:at-1], '\n')+1)
	}
}

// innerKey matches a line of a text that looks like an entry of its own.
var innerKey = regexp.MustCompile(`^ +([A-Za-z][a-z0-9]*(?:[_-][a-z0-9]+)*):[ \t]+\S`)

// keyWithin tells of an entry that is indented below a text in one line, so that YAML takes
// it for more of the text; nil where the first line is at fault.
func (e entry) keyWithin(value []byte) *Problem {
	first, next := lineAt(value, 0)
	if bytes.Contains(first, []byte(": ")) || bytes.HasSuffix(first, []byte(":")) || next >= len(value) {
		return nil
	}
	second, _ := lineAt(value, next)
	m := innerKey.FindSubmatchIndex(second)
	if m == nil {
		return nil
	}
	return e.indented(e.at+next+m[2], e.at+next+m[3])
}

// keyBelow finds an entry that is indented below a value in quotes, which ends at an offset of it.
func (e entry) keyBelow(end int) *Problem {
	rest := e.src[min(e.at+end, e.end):e.end]
	blank, next := lineAt(rest, 0)
	if len(bytes.TrimSpace(blank)) > 0 || next >= len(rest) {
		return nil
	}
	line, _ := lineAt(rest, next)
	m := innerKey.FindSubmatchIndex(line)
	if m == nil {
		return nil
	}
	at := e.end - len(rest) + next
	return e.indented(at+m[2], at+m[3])
}

// indented tells of the key of an entry that is indented too far.
func (e entry) indented(at, end int) *Problem {
	p := ProblemAt(Syntax, e.file.Pos(at), e.file.Pos(end), "%q is indented, so YAML reads the line as part of the text of %q: add the key that it belongs to above it, such as metadata, or start it in the column of %q", e.src[at:end], e.key, e.key)
	return &p
}

// listBelow finds a list on the lines below a value that ends at an offset of it: the key above the list
// is not there.
func (e entry) listBelow(end int) *Problem {
	rest := e.src[min(e.at+end, e.end):e.end]
	m := itemBelow.FindIndex(rest)
	if m == nil {
		return nil
	}
	at := e.end - len(rest) + m[1] - len("- ")
	p := ProblemAt(Syntax, e.file.Pos(at), e.file.Pos(e.end), "a list stands below the value of %q: write the key that it belongs to above it, or delete it", e.key)
	return &p
}

// itemBelow matches the rest of a line, and the first item of a list below it.
var itemBelow = regexp.MustCompile(`^[ \t]*\n(?:[ \t]*\n)*[ \t]*- `)

// listed matches texts in double quotes with commas between them.
var listed = regexp.MustCompile(`^"[^"\\\n]*"(?:, *"[^"\\\n]*")+$`)

// several tells of a list of texts without its brackets.
func (e entry) several(value []byte) *Problem {
	p := ProblemAt(Syntax, e.file.Pos(e.at), e.file.Pos(e.end), "%q has several texts in quotes, of which YAML takes the first for the whole value: put them in brackets", e.key)
	p.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   "put them in brackets",
		TextEdits: []analysis.TextEdit{{Pos: p.Pos, End: p.End, NewText: []byte("[" + string(value) + "]")}},
	}}
	return &p
}

// joinedEntry matches an entry without the blank behind its colon.
var joinedEntry = regexp.MustCompile(`^[A-Za-z_][\w-]*:([^\s/:][^\n:]*)$`)

// unspaced finds the first entry up to an offset of src[from:to] that lacks a blank behind its
// colon, if YAML can go on with one there.
func unspaced(f *File, src []byte, from, to, at int) *Problem {
	for next := from; next < min(at+1, to); {
		start := next
		var line []byte
		line, next = lineAt(src[:to], start)
		m := joinedEntry.FindSubmatchIndex(line)
		if m == nil {
			continue
		}
		colon := start + m[2]
		mended := slices.Concat(src[from:colon], []byte(" "), src[colon:to])
		if _, err := ParseYAML(mended, 1); err != nil && SyntaxOf(err).Offset <= next-from {
			return nil
		}
		p := ProblemAt(Syntax, f.Pos(start), f.Pos(start+len(line)), "a space is missing after the colon, without which YAML reads no key: write %q", string(line[:m[2]])+" "+string(line[m[2]:]))
		p.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "put a space after the colon",
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(colon), End: f.Pos(colon), NewText: []byte(" ")}},
		}}
		return &p
	}
	return nil
}

// stray finds the first line without a key up to an offset of src[from:to], if YAML can go
// on without such lines: a text that goes on and is not indented.
func stray(f *File, src []byte, from, to, at int) *Problem {
	first, end, next := -1, -1, from
	left := make([]byte, 0, to-from)
	for next < min(at+1, to) {
		start := next
		var line []byte
		line, next = lineAt(src[:to], start)
		if len(line) > 0 && bytes.IndexByte(line, ':') < 0 && strings.IndexByte(" \t#[]{}\"'?%", line[0]) < 0 && !bytes.HasPrefix(line, []byte("- ")) && !documentMark.Match(line) {
			if first < 0 {
				first, end = start, start+len(line)
			}
			left = append(left, '#')
		}
		left = append(left, src[start:next]...)
	}
	if first < 0 {
		return nil
	}
	if _, err := ParseYAML(append(left, src[next:to]...), 1); err != nil && SyntaxOf(err).Offset < len(left) {
		return nil
	}
	p := ProblemAt(Syntax, f.Pos(first), f.Pos(end), `the line has no key: expected "key: value", or, where it goes on with the text above, an indented line`)
	return &p
}

// documentMark matches a line that begins or ends a document of YAML.
var documentMark = regexp.MustCompile(`^(?:---|\.\.\.)\s*$`)

// beforeKey reports whether an error lies between the end of a value and the next key of its map, where lines stand that are
// not indented and have none.
func beforeKey(mended string, end, at int) bool {
	_, below, _ := strings.Cut(mended[end:], "\n")
	between := below
	if next := topKey.FindStringIndex(below); next != nil {
		between = below[:next[0]]
	}
	return keyless.MatchString(between) && at < len(mended)-len(below)+len(between)
}

// keyless matches a line without a key among such.
var keyless = regexp.MustCompile(`(?m)^[^\s#]`)

// topKey matches a line with a key that is not indented.
var topKey = regexp.MustCompile(`(?m)^[A-Za-z_][\w-]*:(?:[ \t\r]|$)`)

// EndsEarly reports whether what stands in a frontmatter before such a line is data: to a reader that ends it at the first three
// dashes, wherever they stand.
func (f *File) EndsEarly() bool {
	src := f.Head()
	from, to, _, has, _ := SplitFrontmatter(src)
	if !has {
		return false
	}
	end, at, _, _ := endOf(src[from:min(to, len(src))])
	if at < 0 || end.within {
		return false
	}
	root, err := ParseYAML(src[from:from+at], 1)
	return err == nil && root.Is(Map)
}
