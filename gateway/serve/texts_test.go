package serve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway/serve"
)

// TestSkillsAsResources: a caller sees the texts and files of the skills that he may enter, and no
// others; what changed since it was listed is not given out as what it was.
func TestSkillsAsResources(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"jungastro/SKILL.md":          "---\nname: jungastro\ndescription: Reads charts\nsince: 2026-01-02\n---\nBody.\n",
		"jungastro/scripts/a b.py":    "print(1)\n",
		"jungastro/node_modules/x.js": "x",
		"jungastro/.env":              "SECRET=1",
		"vault/SKILL.md":              "---\nname: vault\ndescription: Opens\n---\n",
		"nobody/SKILL.md":             "---\nname: nobody\ndescription: Has no contract\n---\n",
		"broken/SKILL.md":             "---\nname: [\n---\n",
	} {
		p := filepath.Join(dir, "skills", name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, p, text)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "skills", "jungastro", "passwd")); err != nil {
		t.Fatal(err)
	}
	w := start(t, configOf(t, dir, "skills: skills\n"), serve.Options{})
	list := func(token string) string {
		_, _, answer := w.post(t, "jungastro", token, `{"jsonrpc":"2.0","id":1,"method":"skills/list"}`)
		return answer
	}
	read := func(token, uri string) string {
		_, _, answer := w.post(t, "jungastro", token, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"`+uri+`"}}`)
		return answer
	}
	if got := list(bobToken); strings.Count(got, `"uri":"skill://`) != 3 || !strings.Contains(got, `"since":"2026-01-02"`) || !strings.Contains(got, "skill://jungastro/scripts/a%20b.py") {
		t.Errorf("%s", got)
	}
	if got := list(aliceToken); !strings.Contains(got, "skill://vault/SKILL.md") || strings.Contains(got, "nobody") {
		t.Errorf("%s", got)
	}
	if got := read(bobToken, "skill://jungastro/scripts/a%20b.py"); !strings.Contains(got, `print(1)`) {
		t.Errorf("%s", got)
	}
	for _, uri := range []string{"skill://vault/SKILL.md", "skill://jungastro/passwd", "skill://jungastro/.env", "skill://jungastro/../vault/SKILL.md", "file:///etc/passwd"} {
		if got := read(bobToken, uri); !strings.Contains(got, `"error"`) || strings.Contains(got, "root:") {
			t.Errorf("%s: %s", uri, got)
		}
	}
	folder := func(token, uri string) string {
		_, _, answer := w.post(t, "jungastro", token, `{"jsonrpc":"2.0","id":1,"method":"resources/directory/read","params":{"uri":"`+uri+`"}}`)
		return answer
	}
	if got := folder(bobToken, "skill://jungastro"); strings.Count(got, `"uri":`) != 2 || !strings.Contains(got, `"skill://jungastro/SKILL.md"`) || !strings.Contains(got, `{"mimeType":"inode/directory","name":"scripts","uri":"skill://jungastro/scripts"}`) {
		t.Errorf("%s", got)
	}
	if got := folder(bobToken, "skill://jungastro/scripts"); strings.Count(got, `"uri":`) != 1 || !strings.Contains(got, `"name":"a b.py"`) || !strings.Contains(got, `"size":9`) {
		t.Errorf("%s", got)
	}
	for _, uri := range []string{"", "skill://", "skill://jungastro/", "skill://jungastro/SKILL.md", "skill://jungastro/scr", "skill://jungastro/node_modules", "skill://jungastr", "skill://vault", "skill://jungastro/../vault"} {
		if got := folder(bobToken, uri); !strings.Contains(got, `-32602`) {
			t.Errorf("%s: %s", uri, got)
		}
	}
	write(t, filepath.Join(dir, "skills", "jungastro", "scripts", "a b.py"), "print(2)\n")
	if got := read(bobToken, "skill://jungastro/scripts/a%20b.py"); !strings.Contains(got, "has changed since") {
		t.Errorf("%s", got)
	}
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := read(bobToken, "skill://jungastro/scripts/a%20b.py"); !strings.Contains(got, `print(2)`) {
		t.Errorf("%s", got)
	}
}
