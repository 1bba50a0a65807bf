package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shown matches output in a document, with the command that printed it.
var shown = regexp.MustCompile("(?s)<!-- output of: skilllint ([^\n]*?) -->\n```text\n(.*?)```")

// embedded matches a file of this repository that a document shows whole.
var embedded = regexp.MustCompile("(?s)<!-- file: (\\S+) -->\n````(\\w+)\n(.*?)````")

// TestDocs runs the commands whose output the documents show, from the root
// of the repository. UPDATE=1 rewrites the documents.
func TestDocs(t *testing.T) {
	t.Chdir("..")
	docs, _ := filepath.Glob("docs/*.md")
	found := 0
	for _, doc := range append(docs, "README.md") {
		src, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		after := shown.ReplaceAllFunc(src, func(block []byte) []byte {
			found++
			args := string(shown.FindSubmatch(block)[1])
			var out, errs bytes.Buffer
			execute(strings.Fields(args), strings.NewReader(""), &out, &errs)
			return []byte("<!-- output of: skilllint " + args + " -->\n```text\n" + out.String() + "```")
		})
		after = embedded.ReplaceAllFunc(after, func(block []byte) []byte {
			m := embedded.FindSubmatch(block)
			text, err := os.ReadFile(string(m[1]))
			if err != nil {
				t.Error(err)
			}
			return fmt.Appendf(nil, "<!-- file: %s -->\n````%s\n%s````", m[1], m[2], text)
		})
		if bytes.Equal(src, after) {
			continue
		}
		if os.Getenv("UPDATE") == "" {
			t.Errorf("%s shows another output than the command prints, or another text than the file has; UPDATE=1 go test ./cli rewrites it", doc)
		} else if err := os.WriteFile(doc, after, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if found == 0 {
		t.Error("no document shows an output")
	}
}

// relative matches a Markdown link to a file of the repository.
var relative = regexp.MustCompile(`\]\(([^)#:\s]+)(?:#[^)\s]*)?\)`)

// TestDocLinks says that every document leads only to what is there.
func TestDocLinks(t *testing.T) {
	t.Chdir("..")
	docs, _ := filepath.Glob("docs/*.md")
	links := 0
	for _, doc := range append(docs, "README.md", "CONTRIBUTING.md", "CHANGELOG.md") {
		if filepath.Base(doc) == "rules.md" {
			continue // its examples hold links that are broken on purpose
		}
		src, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range relative.FindAllSubmatch(fenced.ReplaceAll(src, nil), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(doc), string(m[1]))); err != nil {
				t.Errorf("%s leads to %s, which is not there", doc, m[1])
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d links found", links)
	}
}

// fenced matches code, in which links are no links.
var fenced = regexp.MustCompile("(?s)````.*?````|```.*?```|`[^`\n]*`")
