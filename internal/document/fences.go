package document

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// An OpenFence is the line of a fence that opens a block which goes on to the end.
type OpenFence struct {
	Span
	Lang   bool // it names a language, so that it closes nothing
	Short  Span // a line of the block that was meant to close it: a fence that is shorter, or indented too far; empty without one
	Worded Span // the same, with a language or a mark behind it
}

// Fences are the lines that open and close a block of code.
type Fences struct {
	Open, Close Span
	Longer      string // a fence that may hold all that stands in the block
	Worded      Span   // a line that was meant to close the block, and has a language or a mark behind it, so that it does not; empty without one
}

// A StrayFence is one right behind the fence that closes a block: it opens another, which text stands in.
type StrayFence struct {
	Span
	Until Span   // the fence that closes it
	Outer Fences // of the block that it was meant to close, empty without one
}

// turned notes that text and code have changed places before a block. It returns the end of the last block
// of Markdown, -1 before the first.
func (t *Text) turned(md []byte, n *ast.FencedCodeBlock, body, shown int) int {
	lines := n.Lines()
	if lines.Len() == 0 {
		return shown
	}
	end := body + lines.At(lines.Len()-1).Stop
	switch {
	case isMarkdownBlock(md, n):
		return end
	case shown < 0 || len(n.Language(md)) > 0:
		return shown
	}
	if holdsHeading(md, n) {
		t.Turned = append(t.Turned, Span{shown, body + openingFence(md, n)})
		return end
	}
	return shown
}

// lowerHeading matches one below the first level, which no comment of a script looks like.
var lowerHeading = regexp.MustCompile(`(?m)^##+ `)

// holdsHeading reports whether a line of a block is a heading below the first level, which no comment of a script looks like.
func holdsHeading(md []byte, n *ast.FencedCodeBlock) bool {
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if text := bytes.TrimLeft(line.Value(md), "#"); len(line.Value(md))-len(text) > 1 && bytes.HasPrefix(text, []byte(" ")) {
			return true
		}
	}
	return false
}

// Unsure reports whether nobody can tell text from code at an offset.
func (t *Text) Unsure(at int) bool {
	return t.Doubtful >= 0 && at > t.Doubtful || slices.ContainsFunc(t.Turned, func(s Span) bool { return s.Start < at && at < s.End })
}

// A debt is how many ends of blocks are still to come, as blocks within others were opened and the end of
// an inner one closed the outer: the fences without a language that come next are meant to close, and open.
type debt struct {
	ends  int
	since Fences // of the block by which it began
	shown Fences // of the last block of Markdown
	last  Fences // of the last block
}

// take counts a block that holds the openings of others, and one whose end was meant to open another.
// bare says that it was opened without a language, so that it may be an end that is owed.
func (d *debt) take(block Fences, inner int, bare, opens bool) {
	before := d.ends
	switch paid := bare && before > 0; {
	case opens && !paid:
		d.ends += 2
	case !paid:
		d.ends += inner
	case inner > 0:
		d.ends += inner - 2
	case before > 1:
		d.ends -= 2 // else its end was meant to open a block
	}
	if before == 0 && d.ends > 0 {
		d.since = block
	}
}

// stray is a block that was opened right behind another, where an end may be owed.
func (d *debt) stray(block Fences) StrayFence {
	s := StrayFence{Span: block.Open, Until: block.Close}
	if d.ends > 0 {
		s.Outer = d.since
	}
	return s
}

// addFences notes what is wrong with the fences of a block.
func (t *Text) addFences(md []byte, n *ast.FencedCodeBlock, body int, owed *debt) {
	lines := n.Lines()
	if lines.Len() == 0 {
		return
	}
	opening := openingFence(md, n)
	open := lineFrom(md, opening)
	fence := md[opening : open.End-len(bytes.TrimLeft(md[opening:open.End], string(md[opening:opening+1])))]
	shift := func(s Span) Span { return Span{body + s.Start, body + s.End} }
	stop := min(lines.At(lines.Len()-1).Stop, len(md))
	closed := len(bytes.TrimSpace(md[stop:])) > 0 // something stands behind it: a closing fence, or the end of its list item
	in := fencesIn(md, n, fence, shift)
	if in.opens > 0 && t.Doubtful < 0 {
		t.Doubtful = in.first.Start
	}
	bare := len(bytes.TrimSpace(md[opening+len(fence):open.End])) == 0
	if !closed {
		t.Unclosed = OpenFence{shift(open), !bare, in.short, in.worded}
		if owed.ends == 0 {
			t.Nested = Fences{} // all that was owed has come
		}
		return
	}
	last := lineFrom(md, stop)
	end := bytes.TrimLeft(md[last.Start:last.End], " \t")
	if !bytes.HasPrefix(end, fence) {
		return // the end of its list item
	}
	opens := in.opens == 0 && (indentAt(md, opening) != len(md[last.Start:last.End])-len(end) || (endsInHeading(md, n) || bare && announces(md, n, last.End)) && !nextNamesLanguage(md[last.End:], fence))
	block := Fences{shift(open), shift(last), string(fence) + string(fence[:1]), in.worded}
	if bare && t.Stray.Empty() && owed.last.Close.End > 0 && owed.last.Close.End+1 == body+opening-indentAt(md, opening) && holdsHeading(md, n) {
		t.Stray = owed.stray(block)
	}
	if bare && owed.ends > 0 && in.opens > 0 && t.Stray.Empty() && holdsHeading(md, n) {
		t.Stray = owed.stray(block) // an end that is owed, which opens a block over text
	}
	owed.last = block
	if owed.take(block, in.opens, bare, opens); owed.since == block && owed.shown.Close.End > 0 && slices.ContainsFunc(t.Turned, func(s Span) bool { return s.End == body+opening }) && mayBeCode(upToFence(md[owed.shown.Close.End-body:])) {
		owed.since = owed.shown // whose end was meant to open a block, so that its own end opened this one
	}
	if isMarkdownBlock(md, n) {
		owed.shown = block
	}
	if in.opens > 0 || opens {
		t.Nested = owed.since
	}
}

// innerFences are the lines of a block that look like fences.
type innerFences struct {
	opens  int  // how many name a language
	first  Span // of those
	worded Span // the same, where it was meant to close the block
	short  Span // one that was meant to close it, and is shorter, or indented too far
}

func fencesIn(md []byte, n *ast.FencedCodeBlock, fence []byte, shift func(Span) Span) (in innerFences) {
	lines := n.Lines()
	heading, blank := false, false // on the line above
	section := false               // of a text, as the block was to end above it
	for i := range lines.Len() {
		line, below := lines.At(i), heading
		heading = lowerHeading.Match(line.Value(md))
		section = section || heading && blank
		text := bytes.TrimSpace(line.Value(md))
		blank = len(text) == 0
		rest := bytes.TrimLeft(text, string(fence[:1]))
		switch at := shift(lineFrom(md, line.Start)); {
		case bytes.HasPrefix(line.Value(md), []byte("    ")): // too far in to open or close one
		case bytes.HasPrefix(text, fence) && bytes.IndexByte(rest, '`') >= 0 && fence[0] == '`': // a code span, and no fence
		case bytes.HasPrefix(text, fence) && len(rest) > 0:
			if in.opens++; in.opens == 1 {
				in.first = at
				if i > 0 && meantAsEnd(string(n.Language(md)), string(rest)) && !below && !section { // the first line shows a block
					in.worded = at
				}
			}
		case in.short.Empty() && len(text) >= 2 && len(rest) == 0:
			in.short = at
		}
	}
	return in
}

// meantAsEnd reports whether the first fence in a block of code that has something behind it was meant to close the block: no
// code holds a block of its own language, "text" is what formatters write behind each fence that names none, and a mark alone
// names no language.
func meantAsEnd(outer, inner string) bool {
	if strings.Trim(inner, "\"'.,;:)]>*") == "" {
		return true
	}
	switch outer {
	case "", "markdown", "md", "mdx", "text", "txt", "plaintext", "prompt", "xml", "html":
		return false // which may hold blocks
	}
	return inner == "text" || inner == outer
}

// upToFence is what stands before the first line that looks like a fence.
func upToFence(md []byte) []byte {
	at := 0
	for line := range bytes.Lines(md) {
		if text := bytes.TrimSpace(line); bytes.HasPrefix(text, []byte("```")) || bytes.HasPrefix(text, []byte("~~~")) {
			break
		}
		at += len(line)
	}
	return md[:at]
}

// mayBeCode reports whether what stands behind a fence, up to the next one, may be the code of a block that it was meant to open:
// it begins in the next line, and has no heading.
func mayBeCode(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimPrefix(text, []byte("\n")), []byte("\n"))
	return len(bytes.TrimSpace(first)) > 0 && !lowerHeading.Match(text)
}

// isMarkdownBlock reports whether a block shows Markdown.
func isMarkdownBlock(md []byte, n *ast.FencedCodeBlock) bool {
	lang := string(n.Language(md))
	return lang == "markdown" || lang == "md"
}

// endsInHeading reports whether a block of Markdown ends with a heading: its end was meant to open a block. So may one in
// another language be that begins with a heading, too.
func endsInHeading(md []byte, n *ast.FencedCodeBlock) bool {
	first, last := n.Lines().At(0), n.Lines().At(n.Lines().Len()-1)
	if !isMarkdownBlock(md, n) {
		return n.Lines().Len() > 1 && lowerHeading.Match(first.Value(md)) && lowerHeading.Match(last.Value(md))
	}
	return bytes.HasPrefix(last.Value(md), []byte("#"))
}

// announces reports whether a block ends with a line that announces another (Example:), whose text begins right behind the
// fence: its end was meant to open a block.
func announces(md []byte, n *ast.FencedCodeBlock, end int) bool {
	last := n.Lines().At(n.Lines().Len() - 1)
	next, _, _ := bytes.Cut(bytes.TrimPrefix(md[end:], []byte("\n")), []byte("\n"))
	return bytes.HasSuffix(bytes.TrimSpace(last.Value(md)), []byte(":")) && len(bytes.TrimSpace(next)) > 0
}

// nextNamesLanguage reports whether the next fence of the same characters has a language behind it: what
// stands before it is text.
func nextNamesLanguage(md, fence []byte) bool {
	for line := range bytes.Lines(md) {
		if line = bytes.TrimSpace(line); bytes.HasPrefix(line, fence) {
			return len(bytes.TrimLeft(line, string(fence[:1]))) > 0
		}
	}
	return false
}

// indentAt is how many bytes stand before an offset in its line.
func indentAt(md []byte, at int) int { return at - 1 - bytes.LastIndexByte(md[:at], '\n') }

// lineFrom is the rest of a line from an offset on.
func lineFrom(md []byte, at int) Span {
	if end := bytes.IndexByte(md[at:], '\n'); end >= 0 {
		return Span{at, at + end}
	}
	return Span{at, len(md)}
}

// openingFence returns where the fence of a block with lines stands, in a list
// too, whose items may begin with it.
func openingFence(md []byte, n *ast.FencedCodeBlock) int {
	line := bytes.LastIndexByte(md[:n.Lines().At(0).Start], '\n') + 1
	opening := bytes.LastIndexByte(md[:max(0, line-1)], '\n') + 1
	return opening + max(0, bytes.IndexAny(md[opening:line], "`~"))
}
