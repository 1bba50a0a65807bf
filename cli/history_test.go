package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inside is what stands before the paths of a workspace that is elsewhere.
var inside = regexp.MustCompile(`(?m)^( *)\S*/skills/`)

// TestExampleHistory makes a git history of the two states of the example
// and expects what the README shows of the two folders.
func TestExampleHistory(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "examples", "history"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(args ...string) string {
		var out bytes.Buffer
		execute(append([]string{"check"}, args...), strings.NewReader(""), &out, &out)
		return inside.ReplaceAllString(out.String(), "${1}skills/")
	}
	want := check("--base-dir", filepath.Join(examples, "before"), filepath.Join(examples, "after"))
	if !strings.Contains(want, `"format" no longer accepts "pdf"`) || !strings.Contains(want, "diary imports it") {
		t.Fatalf("the example breaks nobody:\n%s", want)
	}

	dir := t.TempDir()
	git := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	for _, state := range []string{"before", "after"} {
		if err := os.RemoveAll(filepath.Join(dir, "skills")); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(dir, "skills"), os.DirFS(filepath.Join(examples, state, "skills"))); err != nil {
			t.Fatal(err)
		}
		git("add", "-A")
		git("commit", "-q", "-m", state)
	}
	if got := check("--base", "HEAD~1", dir); got != want {
		t.Errorf("with a git history:\n%s\nwith two folders:\n%s", got, want)
	}
}
