//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sh runs a command line in the checkout, and returns what it prints.
func (r *runner) sh(line string) string {
	r.t.Helper()
	out, ok := r.try(line)
	if !ok {
		r.t.Fatalf("%s:\n%s", line, out)
	}
	return out
}

func (r *runner) try(line string) (out string, ok bool) {
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = r.repo
	cmd.Env = append(os.Environ(), r.env...)
	text, err := cmd.CombinedOutput()
	return string(text), err == nil
}

// copyRepository makes the checkout a copy of this repository as it is on the
// disk, without test data, in one commit.
func (r *runner) copyRepository() {
	r.t.Helper()
	tracked, err := exec.Command("git", "-C", r.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!testdata", ":!*/testdata/*").Output()
	if err != nil {
		r.t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.Trim(string(tracked), "\x00"), "\x00") {
		src, err := os.ReadFile(filepath.Join(r.root, name))
		if os.IsNotExist(err) {
			continue // deleted, not committed yet
		} else if err != nil {
			r.t.Fatal(err)
		}
		r.write(name, string(src))
		if strings.HasSuffix(name, ".sh") {
			if err := os.Chmod(filepath.Join(r.repo, name), 0o755); err != nil {
				r.t.Fatal(err)
			}
		}
	}
	r.git("init", "-q")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "copy")
}

// tool sees to it that a program is installed. Without it a test is skipped,
// but not where all tools are installed.
func tool(t *testing.T, name string) {
	t.Helper()
	_, err := exec.LookPath(name)
	if err != nil && os.Getenv("SKILLLINT_REQUIRE_TOOLS") != "" {
		t.Fatalf("%s is not installed", name)
	} else if err != nil {
		t.Skipf("%s is not installed", name)
	}
}
