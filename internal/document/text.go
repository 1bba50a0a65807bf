package document

import (
	"bytes"
	"go/token"
	"sort"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// A Text is what the Markdown of a manifest says to others: its links and
// its code. Offsets are bytes in the file.
type Text struct {
	Links []Link
	// Unclosed is the code fence that is never closed, empty when there is none:
	// everything after it is code.
	Unclosed OpenFence
	// Doubtful is the offset from which on nobody can tell text from code, -1
	// when there is none: a fenced block holds the opening of another, so that
	// the fence that closes the inner one closes it.
	Doubtful int
	// Turned are the places where text and code have changed: between a block of Markdown and one without
	// a language that holds headings, and was meant to close it.
	Turned []Span
	// Nested are the fences of the last such block that is closed, empty without one. Where what was
	// meant to close an earlier one opens it, they are that one's.
	Nested Fences
	// Stray is the first fence that opens a block over text, right behind one that closes a block; empty without one.
	Stray StrayFence
	// Code are the fenced and indented blocks of code, in order.
	Code []Block
	// Runs are what a reader sees, in order.
	Runs []Run
}

// A Block is the content of a block of code; the fences are no part of it.
type Block struct {
	Span
	Lang string // the first word behind the opening fence
}

// A Run is a piece of text that a reader sees: HTML and the comments in it are
// none.
type Run struct {
	Span
	Code bool // inline code, or a line of a block of code
}

// A Span is a part of a file, in bytes; End is exclusive.
type Span struct{ Start, End int }

// Empty reports whether nothing stands in it.
func (s Span) Empty() bool { return s.Start == s.End }

// InCode reports whether an offset of the file stands in a block of code.
func (t *Text) InCode(at int) bool {
	i := sort.Search(len(t.Code), func(i int) bool { return t.Code[i].End > at })
	return i < len(t.Code) && t.Code[i].Start <= at
}

// A Link is a Markdown link or image of the text, never one in code.
type Link struct {
	Dest       string // as written, without the angle brackets
	Start, End int    // of the destination; of the whole link when that stands elsewhere
}

var textPart = Part[Text]{Name: "text", Find: func(name string, src []byte) *Text {
	if !IsMarkdown(name) {
		return &Text{Doubtful: -1}
	}
	_, _, body, _, _ := SplitFrontmatter(src)
	return parseText(src, body)
}}

// Text returns what the file's Markdown says, behind its frontmatter; nothing
// for a file of another format. It is safe for concurrent use.
func (f *File) Text() *Text { return textPart.Of(f) }

func parseText(src []byte, body int) *Text {
	t := &Text{Doubtful: -1}
	var owed debt
	shown := -1 // the end of the last block of Markdown
	md := src[min(body, len(src)):]
	doc := parseMarkdown(md)
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			t.Links = append(t.Links, linkAt(md, n, string(n.Destination), body))
		case *ast.Image:
			t.Links = append(t.Links, linkAt(md, n, string(n.Destination), body))
		case *ast.Text:
			_, code := n.Parent().(*ast.CodeSpan)
			t.addRun(body+n.Segment.Start, body+n.Segment.Stop, code)
		case *ast.FencedCodeBlock:
			shown = t.turned(md, n, body, shown)
			t.addFences(md, n, body, &owed)
			t.addCode(n.Lines(), body, string(n.Language(md)))
			return ast.WalkSkipChildren, nil
		case *ast.CodeBlock:
			t.addCode(n.Lines(), body, "")
			return ast.WalkSkipChildren, nil
		case *ast.HTMLBlock, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return t
}

// addCode adds a block of code, each line of which is a run.
func (t *Text) addCode(lines *text.Segments, body int, lang string) {
	n := lines.Len()
	if n == 0 {
		return
	}
	t.Code = append(t.Code, Block{Span{body + lines.At(0).Start, body + lines.At(n-1).Stop}, lang})
	for i := range n {
		t.addRun(body+lines.At(i).Start, body+lines.At(i).Stop, true)
	}
}

// addRun adds a run, to the one before where the parser split a word at what
// may be emphasis.
func (t *Text) addRun(start, stop int, code bool) {
	if n := len(t.Runs); n > 0 && t.Runs[n-1].End == start && t.Runs[n-1].Code == code {
		t.Runs[n-1].End = stop
		return
	}
	t.Runs = append(t.Runs, Run{Span{start, stop}, code})
}

// linkAt finds a link's destination in the source: the parser gives the
// place of its opening bracket only.
func linkAt(md []byte, n ast.Node, dest string, body int) Link {
	start := max(0, min(n.Pos(), len(md)))
	from := lastStop(n, start)
	end := min(len(md), from+1)
	if i := bytes.Index(md[from:min(len(md), from+len(dest)+16)], []byte("](")); i >= 0 && dest != "" {
		at := from + i + 2
		if j := bytes.Index(md[at:min(len(md), at+len(dest)+8)], []byte(dest)); j >= 0 {
			return Link{dest, body + at + j, body + at + j + len(dest)}
		}
	}
	return Link{dest, body + start, body + max(start, end)}
}

// lastStop returns where the text inside an inline node ends.
func lastStop(n ast.Node, stop int) int {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			stop = max(stop, t.Segment.Stop)
		}
		stop = lastStop(c, stop)
	}
	return stop
}

// Objects returns the JSON objects that the runs of a Markdown text show.
func (f *File) Objects() []*Node {
	src := f.Source()
	var found []*Node
	done := 0
	for _, run := range f.Text().Runs {
		for at := max(run.Start, done); at < min(run.End, len(src)); at++ {
			if src[at] != '{' {
				continue
			}
			if n, size := objectAt(src[at:], f.Base(at, len(src))); n != nil {
				found = append(found, n)
				done = at + size
				at = done - 1
			}
		}
	}
	return found
}

// objectAt reads the JSON object that a text begins with, and returns it with
// its size; nil when it begins with none.
func objectAt(src []byte, base token.Pos) (n *Node, size int) {
	r := &jsonReader{src: src, base: base}
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(*SyntaxError); !ok {
				panic(e)
			}
			n, size = nil, 0
		}
	}()
	n = r.value(0)
	return n, r.at
}
