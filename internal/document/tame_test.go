package document

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// TestHostileMarkdown repeats what makes a Markdown parser look back or ahead.
// Unbounded, some of these take minutes at this size; the bar is far above
// what a slow machine needs.
func TestHostileMarkdown(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for _, p := range []string{
		"[a](<", "[a](", "[a](b \"", "[a](b (", "[a](b (\n", "[", "![", "]", "[a]", "[a][", "[a]: ", "[a]: b\n", "[a]: <b\n", "[a]: b 'c\n", "[a\n", "[a]:\n",
		"`", "<!--", "<!-- a\n", "<?", "<!A", "<![CDATA[", "<a ", "<a b='", "</a ", "*a_", "**a ", "_a ", "*_", "a*", "&", "\\", "> ", "- ", "1. ", "   - a\n",
		"|a", "# a\n", "a\n=\n", "```\n", "~~~\n", "<div>\n", "\t", "\r", "http://a.", "<http://a", "\"", "(", "[x](y)", "> > ", "[[", "](", "`a``b```c````",
	} {
		done := make(chan bool)
		go func() {
			src := []byte(strings.Repeat(p, 100_000/len(p)))
			parseText(src, 0)
			f := New(token.NewFileSet(), "a.md", "a.md", src)
			f.Facts()
			f.Prose()
			close(done)
		}()
		select {
		case <-done:
		case <-ctx.Done():
			t.Fatalf("no end of %q", p)
		}
	}
}

// TestTame changes nothing that a person would write, and keeps every place.
func TestTame(t *testing.T) {
	plain := []byte("# A\n\n> > - 1. [a](<b c.md>) ![x](data:image/png;base64," + strings.Repeat("A", 5000) + ") *b* _c_\n\n[r]: x.md\n" + strings.Repeat("| *a_b* | [c_d](e_f.md) |\n", 3000))
	if got := tame(plain); !bytes.Equal(got, plain) {
		t.Error("an ordinary text was changed")
	}
	links := 0
	for _, l := range parseText(plain, 0).Links {
		if l.Dest == "e_f.md" {
			links++
		}
	}
	if links != 3000 {
		t.Errorf("%d links, expected 3000", links)
	}
	for _, hostile := range []string{strings.Repeat("> ", 100) + "a", strings.Repeat("[a](", 100), strings.Repeat("[a](<", 100)} {
		if got := tame([]byte(hostile)); len(got) != len(hostile) || string(got) == hostile {
			t.Errorf("%.20q is not tamed", hostile)
		}
	}
}

// drawn writes a tree with what its definitions and links hold.
func drawn(src string, parse func(src []byte) ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(parse([]byte(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			b.WriteString(")")
			return ast.WalkContinue, nil
		}
		fmt.Fprintf(&b, "(%s", n.Kind())
		switch n := n.(type) {
		case *ast.LinkReferenceDefinition:
			fmt.Fprintf(&b, " %q %q %q", n.Label, n.Destination, n.Title)
		case *ast.Link:
			fmt.Fprintf(&b, " %q %q", n.Destination, n.Title)
		case *ast.Text:
			fmt.Fprintf(&b, " %q", n.Value([]byte(src)))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// TestSomeDefinitions holds that definitions which are read a few at a time are
// those that goldmark reads at once.
func TestSomeDefinitions(t *testing.T) {
	plain := parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
	wide := strings.Repeat("[x\n", 70)
	for _, unit := range []string{
		"[r#]: x#.md\n", "[r#]: x#.md\n\"title\"\n", "[r#]:\nx#.md\n'a\nb'\n", "[r\n#]: <x> (t)\n", "   [r#]: x\n", "[r#]: x \"t\n[u]: v\nw\"\n", "> [r#]: x\n",
		"[r#]: x\n[r#][r#] is text\n", "[r#]: x \"a\n" + wide + "b\"\n", "[r#]: x \"not closed\n", "[r#] text\n", "text\n[r#]: x\n",
	} {
		for _, n := range []int{1, 63, 64, 65, 130, 200} {
			for _, end := range []string{"", "the end [r0] [r64][r1] [r199]\n", "\n[r0] [r63] [r64] [r65] [r199]\n", "===\n", "[no]: \"x\n"} {
				var b strings.Builder
				for i := range n {
					b.WriteString(strings.ReplaceAll(unit, "#", fmt.Sprint(i)))
				}
				src := b.String() + end
				got := drawn(src, parseMarkdown)
				want := drawn(src, func(src []byte) ast.Node { return plain.Parse(text.NewReader(src)) })
				if got != want {
					t.Errorf("%d times %.40q and %q\nis   %.600s\nwant %.600s", n, unit, end, got, want)
				}
			}
		}
	}
}

// shown counts what the parser of definitions is shown: each that it takes costs it all lines behind.
type shown struct {
	parser.ParagraphTransformer
	lines *int
}

func (s shown) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	*s.lines += node.Lines().Len() * node.Lines().Len()
	s.ParagraphTransformer.Transform(node, reader, pc)
}

// TestDefinitionsGrowth holds that twice the definitions of one paragraph cost twice the work.
func TestDefinitionsGrowth(t *testing.T) {
	for _, unit := range []string{"[r]: x.md\n", "[r]: x.md\n\"title\"\n", "[r\n]: x\n", "[r]: \"x\n", "[r] text\n"} {
		count := func(n int) (lines int) {
			some := someDefinitions{shown{parser.LinkReferenceParagraphTransformer, &lines}}
			parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(parser.DefaultInlineParsers()...),
				parser.WithParagraphTransformers(util.Prioritized(some, 100))).Parse(text.NewReader([]byte(strings.Repeat(unit, n))))
			return lines
		}
		if n, twice := count(2000), count(4000); n == 0 || twice > 5*n/2 {
			t.Errorf("%q: %d lines for n, %d for 2n", unit, n, twice)
		}
	}
}
