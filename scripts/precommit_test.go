//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPreCommit installs the hooks of this repository with pre-commit, where
// it is installed, and commits with them.
func TestPreCommit(t *testing.T) {
	tool(t, "pre-commit")
	hooks, scratch := newRunner(t), newRunner(t)
	hooks.copyRepository()

	scratch.git("init", "-q", "-b", "main")
	scratch.write(".pre-commit-config.yaml", "repos:\n- repo: "+hooks.repo+"\n  rev: "+hooks.git("rev-parse", "HEAD")+"\n  hooks: [{id: skilllint}]\n")
	scratch.write("zodiac/SKILL.md", zodiac)
	scratch.write("jung/SKILL.md", consumer("jung", "chart"))
	scratch.git("add", "-A")
	home := t.TempDir()
	preCommit := func(args ...string) (string, bool) {
		cmd := exec.Command("pre-commit", args...)
		cmd.Dir = scratch.repo
		cmd.Env = append(os.Environ(), "PRE_COMMIT_HOME="+home, "GOFLAGS=-trimpath -modcacherw", "SKILLLINT_CACHE_DIR="+filepath.Join(home, "cache"))
		out, err := cmd.CombinedOutput()
		return string(out), err == nil
	}
	if out, ok := preCommit("validate-manifest", filepath.Join(hooks.root, ".pre-commit-hooks.yaml")); !ok {
		t.Fatal(out)
	}
	if out, ok := preCommit("run"); !ok {
		t.Fatalf("a clean workspace does not pass:\n%s", out)
	}
	scratch.git("commit", "-q", "-m", "first")

	// pre-commit's own files in the clone do not make the program a changed one.
	programs, err := filepath.Glob(filepath.Join(home, "*", "golangenv-*", "bin", "skilllint"))
	if err != nil || len(programs) != 1 {
		t.Fatalf("programs %v, %v", programs, err)
	}
	if out, ok := scratch.try(programs[0] + " version --short"); !ok || !strings.HasSuffix(strings.TrimSpace(out), "+"+hooks.git("rev-parse", "--short=12", "HEAD")) {
		t.Errorf("the hook's program calls itself %q", out)
	}

	// A commit that only deletes a provider breaks its consumer.
	scratch.git("rm", "-q", "zodiac/SKILL.md")
	if out, ok := preCommit("run"); ok || !strings.Contains(out, `jung/SKILL.md:4:12: error: jung needs skill "zodiac"`) {
		t.Errorf("the deletion of a provider passes:\n%s", out)
	}
	scratch.git("reset", "-q", "--hard")

	// skilllint-fix mends the file, and so fails the commit for a look.
	config, err := os.ReadFile(filepath.Join(scratch.repo, ".pre-commit-config.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	scratch.write(".pre-commit-config.yaml", strings.Replace(string(config), "id: skilllint", "id: skilllint-fix", 1))
	scratch.write("jung/SKILL.md", consumer("jung", "chrat"))
	scratch.git("add", "-A")
	if out, ok := preCommit("run"); ok || !strings.Contains(out, "files were modified by this hook") {
		t.Errorf("the fix does not stop the commit:\n%s", out)
	}
	if src, _ := os.ReadFile(filepath.Join(scratch.repo, "jung", "SKILL.md")); string(src) != consumer("jung", "chart") {
		t.Errorf("the file is not mended:\n%s", src)
	}
}
