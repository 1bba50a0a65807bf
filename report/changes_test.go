package report_test

import (
	"bytes"
	"encoding/json"
	"go/token"
	"io"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/internal/impact"
	"github.com/skilllint/skilllint/report"
	"github.com/skilllint/skilllint/skill"
)

// FuzzChanges says of the changes between two workspaces that no control byte
// of a manifest leaves, that JSON stays JSON, and that no name and no message
// becomes markup.
func FuzzChanges(f *testing.F) {
	for _, seed := range []string{"x\x1b[31m\u202e", "a\u0085b\U000E0041", "<img src=x> [x](http://e.vil) `c` *e* | # h", "::error::x%0A", "\ufffe\uffff\x00", "- 1. x"} {
		f.Add(seed)
	}
	load := func(t *testing.T, fset *token.FileSet, id, tools string) *skill.Workspace {
		quoted, err := json.Marshal(id)
		if err != nil {
			t.Fatal(err)
		}
		src := "---\nid: " + string(quoted) + "\nexports:\n  api_version: \"1.0\"\n  tools:\n" + tools + "---\n# A\n"
		ws, err := skill.Load(fset, fstest.MapFS{"a/SKILL.md": {Data: []byte(src)}}, skill.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return ws
	}
	f.Fuzz(func(t *testing.T, name string) {
		quoted, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		before := load(t, fset, name, "    - {name: "+string(quoted)+", input_schema: {type: object, properties: {p: {enum: [1, "+string(quoted)+"]}}}, output_schema: {}}\n    - {name: gone, input_schema: {}, output_schema: {}}\n")
		after := load(t, fset, name, "    - {name: "+string(quoted)+", input_schema: {type: object, properties: {p: {enum: [1]}}}, output_schema: {}}\n    - {name: new, input_schema: {}, output_schema: {}}\n")
		all := report.Changes{Skills: changes.Between(before, after), Consumers: []report.Consumer{{Name: "shop", State: name, Impact: impact.Impact{Breaks: []string{name}, Adds: []string{name}}}}}
		for format, write := range map[string]func(io.Writer, report.Changes) error{"text": report.ChangesText, "markdown": report.ChangesMarkdown, "json": report.ChangesJSON} {
			var out bytes.Buffer
			if err := write(&out, all); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			for _, r := range out.String() {
				if unicode.IsControl(r) && r != '\n' || r == 0x202e {
					t.Fatalf("%s: control character %U in %q", format, r, out.String())
				}
			}
			switch format {
			case "json":
				if !json.Valid(out.Bytes()) {
					t.Fatalf("no JSON: %s", out.String())
				}
			case "markdown":
				checkNotes(t, out.Bytes())
			}
		}
	})
}

// checkNotes says that release notes hold headings, lists, text and code only.
func checkNotes(t *testing.T, src []byte) {
	t.Helper()
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.Text, *ast.String, *ast.TextBlock, *ast.CodeSpan, *ast.ListItem:
		case *ast.Heading:
			if n.Level != 2 && n.Level != 3 {
				t.Fatalf("a heading of level %d in\n%s", n.Level, src)
			}
		case *ast.List:
			if n.IsOrdered() {
				t.Fatalf("a numbered list in\n%s", src)
			}
		default:
			t.Fatalf("%s in\n%s", strings.TrimPrefix(n.Kind().String(), "*"), src)
		}
		return ast.WalkContinue, nil
	})
}
