package document

import (
	"sync"

	"github.com/yuin/goldmark/ast"
)

// A Run is a piece of a Markdown text that a reader sees: HTML and the
// comments in it are none. Offsets are bytes in the file.
type Run struct {
	Start, End int
	Code       bool // inline code, or a line of a code block
}

type lazyProse struct {
	once sync.Once
	runs []Run
}

// Prose returns the runs of the file's Markdown behind its frontmatter, in
// order; none for other formats. It is safe for concurrent use.
func (f *File) Prose() []Run {
	f.prose.once.Do(func() {
		if IsMarkdown(f.Path) {
			_, _, body, _, _ := SplitFrontmatter(f.Src)
			f.prose.runs = parseProse(f.Src, body)
		}
	})
	return f.prose.runs
}

func parseProse(src []byte, body int) []Run {
	md := src[min(body, len(src)):]
	var runs []Run
	add := func(start, stop int, code bool) {
		if n := len(runs); n > 0 && runs[n-1].End == body+start && runs[n-1].Code == code {
			runs[n-1].End = body + stop // the parser splits words at what may be emphasis
			return
		}
		runs = append(runs, Run{body + start, body + stop, code})
	}
	_ = ast.Walk(parseMarkdown(md), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			_, code := n.Parent().(*ast.CodeSpan)
			add(n.Segment.Start, n.Segment.Stop, code)
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				add(line.Start, line.Stop, true)
			}
			return ast.WalkSkipChildren, nil
		case *ast.HTMLBlock, *ast.RawHTML:
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return runs
}
