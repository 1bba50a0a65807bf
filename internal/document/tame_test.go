package document

import (
	"bytes"
	"context"
	"go/token"
	"strings"
	"testing"
	"time"
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
	for _, hostile := range []string{strings.Repeat("> ", 100) + "a", strings.Repeat("[a](", 100), strings.Repeat("[a](<", 100), strings.Repeat("[a]: b\n", 3000)} {
		if got := tame([]byte(hostile)); len(got) != len(hostile) || string(got) == hostile {
			t.Errorf("%.20q is not tamed", hostile)
		}
	}
}
