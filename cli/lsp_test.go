package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"weak"

	"github.com/skilllint/skilllint/internal/lsp"
)

// TestVerdictTexts holds that the texts of a verdict are read again when its findings are
// placed, be they many.
func TestVerdictTexts(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		skill := filepath.Join(dir, fmt.Sprint("s", i))
		if err := os.Mkdir(skill, 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: s%d\ndescription: Draws card number %d.\n---\nSee [it](gone-%d.md) and [that](there.md).\n", i, i, i)
		for name, text := range map[string]string{"SKILL.md": text, "there.md": "There."} {
			if err := os.WriteFile(filepath.Join(skill, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	v, err := judgeFolders([]string{dir}, lsp.Verdict{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Findings) < 20 {
		t.Errorf("%d findings", len(v.Findings))
	}
	for _, f := range v.Findings {
		if file := v.FileAt(f.Pos); file == nil || file.Source() == nil {
			t.Fatalf("%s: its text is gone", f.Message)
		}
	}
}

// TestVerdictAfterVerdict judges a workspace again and again: a file is taken over from the
// verdict before while it is as it was, on the disk and in the editor, and no longer.
func TestVerdictAfterVerdict(t *testing.T) {
	dir := t.TempDir()
	write := func(name, link string) {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("---\nname: %s\ndescription: Draws %s cards when asked to.\n---\nSee [it](%s.md).\n", name, name, link)
		if err := os.WriteFile(filepath.Join(dir, name, "SKILL.md"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var last lsp.Verdict
	judge := func(texts map[string][]byte, links ...string) (taken []bool) {
		t.Helper()
		now, err := judgeFolders([]string{dir}, last, texts)
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range now.Findings {
			found = append(found, f.Message)
		}
		for _, link := range links {
			if !strings.Contains(strings.Join(found, "\n"), link+".md") {
				t.Errorf("nothing is found about %s.md: %q", link, found)
			}
		}
		if len(found) != len(links) {
			t.Errorf("found %q, expected %d", found, len(links))
		}
		for _, name := range []string{"a/SKILL.md", "b/SKILL.md"} {
			taken = append(taken, last.Workspace != nil && last.File(name) == now.File(name))
		}
		last = now
		return taken
	}
	write("a", "gone")
	write("b", "lost")
	time.Sleep(settled + 100*time.Millisecond)
	judge(nil, "gone", "lost")
	if taken := judge(nil, "gone", "lost"); !taken[0] || !taken[1] {
		t.Errorf("nothing has changed, and files were read again: %v", taken)
	}
	write("a", "away")
	if taken := judge(nil, "away", "lost"); taken[0] || !taken[1] {
		t.Errorf("a has changed on the disk, b has not: taken over were %v", taken)
	}
	other := map[string][]byte{"b/SKILL.md": []byte("---\nname: b\ndescription: Draws b cards when asked to.\n---\nSee [it](late.md).\n")}
	if taken := judge(other, "away", "late"); taken[1] {
		t.Error("b has another text in the editor, and is as before")
	}
	if taken := judge(other, "away", "late"); !taken[1] {
		t.Error("the text in the editor is the same, and was read again")
	}
	if taken := judge(nil, "away", "lost"); taken[1] {
		t.Error("b was closed, and is as in the editor")
	}
}

// TestVerdictGone holds that nothing of a verdict refers to the one before it: an editor's
// process lives for days.
func TestVerdictGone(t *testing.T) {
	dir := t.TempDir()
	text := "---\nname: draws\ndescription: Draws cards when asked to.\n---\nSee [it](gone.md).\n"
	if err := os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	last, err := judgeFolders([]string{dir}, lsp.Verdict{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := weak.Make(last.Workspace)
	if last, err = judgeFolders([]string{dir}, last, map[string][]byte{"SKILL.md": []byte(text + "More.\n")}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		runtime.GC()
	}
	if first.Value() != nil {
		t.Error("the workspace of the verdict before is still there")
	}
	runtime.KeepAlive(last)
}
