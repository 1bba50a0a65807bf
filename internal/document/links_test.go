package document

import (
	"go/token"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// markdown returns a Markdown file with a frontmatter.
func markdown(text string) *File {
	return New(token.NewFileSet(), "SKILL.md", "SKILL.md", []byte("---\nname: x\ndescription: X.\n---\n"+text))
}

// checkLooks holds the quick looks at a Markdown text to its parse: they may
// see more, never less.
func checkLooks(t *testing.T, text string) {
	t.Helper()
	f := markdown(text)
	seen := map[string]bool{}
	unsure := false
	for _, d := range destinations(f.Source()) {
		seen[d.Dest] = true
		unsure = unsure || !d.Sure
	}
	for _, link := range f.Text().Links {
		if !seen[link.Dest] && !unsure && link.Dest != "" {
			t.Errorf("the look misses the link to %q of %q; it sees %v", link.Dest, text, seen)
		}
	}
}

func TestLooksSeeEveryLink(t *testing.T) {
	for _, text := range []string{
		"[a](b.md)", "[a](<b c.md>)", "[a]( b.md )", "[a](\nb.md)", "[a](b(c).md)", "[a][r]\n\n[r]: b.md \"title\"", "[r]\n\n[r]:\n  <b c.md>",
		"![i](x.png)", "> [a](\n> b.md)", "[a](b\\_c.md)", "[a](b&amp;c.md)", "[![i](x.png)](b.md)", "[a](b.md 'title')", "- [a]: b.md\n\n[a]",
	} {
		checkLooks(t, text)
	}
	readme, err := fs.ReadFile(os.DirFS("../.."), "README.md")
	if err != nil {
		t.Fatal(err)
	}
	checkLooks(t, string(readme))
}

func TestLooksSeeUnclosedFences(t *testing.T) {
	for _, text := range []string{
		"```\ncode", "~~~~\ncode\n~~~", "```a\n```\n```b\ncode\n", "1. x\n   ```\n   code\n", "> ```\n> code\n", "- ```\n  code\n", "````\n```\n",
	} {
		if f := markdown(text); !f.Text().Unclosed.Empty() && !f.Prose().MayBeAstray {
			t.Errorf("the look misses the open fence of %q", text)
		}
	}
}

func FuzzLooks(f *testing.F) {
	f.Add("[a](b.md) and ![i](<x y.png> 'z')\n\n[r]: c.md\n\n[r]")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.ContainsAny(text, "\x00\r") || len(text) > 1000 {
			return
		}
		checkLooks(t, text)
	})
}
