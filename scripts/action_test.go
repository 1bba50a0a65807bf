//go:build unix && installs

package scripts_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestAction(t *testing.T) {
	binary := program(t)
	path := "PATH=" + filepath.Dir(binary) + string(os.PathListSeparator) + os.Getenv("PATH")

	t.Run("pull request", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.inputs["upload-sarif"] = "true"
		r.run()
		if r.status != 1 || r.output("exit-code") != "1" || r.output("errors") != "1" || r.output("warnings") != "0" || r.uploads != 1 {
			t.Errorf("status %d, exit-code %s, errors %s, uploads %d\n%s", r.status, r.output("exit-code"), r.output("errors"), r.uploads, r.log)
		}
		if !strings.Contains(r.log, "\n::error file=agents/fresh/SKILL.md,line=4,endLine=4,col=28,endColumn=33,title=import-not-exported::zodiac does not export \"chrat\"") {
			t.Errorf("no annotation in\n%s", r.log)
		}
		if strings.Contains(r.log, "agents/old/") || strings.Contains(r.log, "agents/meanwhile/") {
			t.Errorf("findings that are not the change's:\n%s", r.log)
		}
		if !strings.HasPrefix(r.summary, "### skilllint: 1 error, 0 warnings") {
			t.Errorf("summary %q", r.summary)
		}
		if text, err := os.ReadFile(r.output("sarif-file")); err != nil || !bytes.Contains(text, []byte(`"uri": "agents/fresh/SKILL.md"`)) {
			t.Errorf("SARIF: %v", err)
		}
	})

	t.Run("working directory", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.write("agents/.skilllint.yaml", "")
		r.inputs["working-directory"] = "agents"
		r.inputs["new"] = "false"
		r.inputs["paths"] = "fresh\nold\n"
		r.run()
		if r.output("errors") != "2" || !strings.Contains(r.log, "::error file=agents/old/SKILL.md,") {
			t.Errorf("errors %s\n%s", r.output("errors"), r.log)
		}
	})

	t.Run("fork", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.github["event.pull_request.head.repo.full_name"] = "stranger/repo"
		r.inputs["upload-sarif"] = "true"
		r.run()
		if r.status != 1 || r.output("errors") != "1" || r.uploads != 0 {
			t.Errorf("status %d, errors %s, uploads %d\n%s", r.status, r.output("errors"), r.uploads, r.log)
		}
	})

	t.Run("a change of the configuration", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.write(".skilllint.yaml", "rules: {import-not-exported: off}\n")
		const notice = "\n::notice title=skilllint::The base's configuration judges this change"
		r.run()
		if r.status != 1 || r.output("errors") != "1" || !strings.Contains(r.log, notice) {
			t.Errorf("the change silences its own findings: status %d, errors %s\n%s", r.status, r.output("errors"), r.log)
		}
		r.inputs["config-from-base"], r.log = "false", ""
		r.run()
		if r.status != 0 || r.output("errors") != "0" || strings.Contains(r.log, notice) {
			t.Errorf("status %d, errors %s\n%s", r.status, r.output("errors"), r.log)
		}
	})

	t.Run("shallow clone", func(t *testing.T) {
		origin := newRunner(t)
		pullRequest(origin)
		origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
		r := newRunner(t)
		r.repo = filepath.Join(t.TempDir(), "clone")
		origin.git("clone", "-q", "--depth=1", "file://"+origin.repo, r.repo)
		r.env, r.github, r.inputs = []string{path}, origin.github, origin.inputs
		r.run()
		if r.output("errors") != "1" || strings.Contains(r.log, "agents/meanwhile/") {
			t.Errorf("errors %s\n%s", r.output("errors"), r.log)
		}
		// A base that nobody has is no pass.
		r.inputs["base"] = "0123456789012345678901234567890123456789"
		r.log = ""
		r.run()
		if r.status != 2 || !strings.Contains(r.log, "set fetch-depth: 0") {
			t.Errorf("status %d\n%s", r.status, r.log)
		}
	})

	t.Run("push", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.github = map[string]string{"action_path": r.root, "event_name": "push", "event.before": r.git("rev-parse", "HEAD^1")}
		r.run()
		if r.output("errors") != "1" || !strings.Contains(r.log, "file=agents/fresh/SKILL.md") {
			t.Errorf("errors %s, want what the push introduces\n%s", r.output("errors"), r.log)
		}
		for _, before := range []string{strings.Repeat("0", 40), "0123456789012345678901234567890123456789"} {
			r.github["event.before"], r.log = before, ""
			r.run()
			if r.status != 1 || r.output("errors") != "3" {
				t.Errorf("before %s: status %d, errors %s, want all\n%s", before, r.status, r.output("errors"), r.log)
			}
		}
	})

	t.Run("hostile names", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path}
		r.write("::error::pwned/SKILL.md", consumer("evil", "x"))
		r.write("\n::set-output name=a::b/SKILL.md", consumer("worse", "x"))
		r.inputs["args"] = "--now=2026-11-21\n$(touch pwned)\n`touch pwned`\n"
		r.run()
		if r.status != 2 {
			t.Errorf("status %d\n%s", r.status, r.log)
		}
		r.inputs["args"], r.log = "", ""
		r.run()
		if _, err := os.Stat(filepath.Join(r.repo, "pwned")); err == nil {
			t.Error("an argument was run as a command")
		}
		open := ""
		for line := range strings.Lines(r.log) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "::stop-commands::"):
				open = "::" + strings.TrimPrefix(line, "::stop-commands::") + "::"
			case line == open:
				open = ""
			case open == "" && strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file="):
				t.Errorf("the runner obeys %q", line)
			}
		}
		if !strings.Contains(r.log, "file=%3A%3Aerror%3A%3Apwned/SKILL.md,") {
			t.Errorf("no annotation of the file with the evil name:\n%s", r.log)
		}
	})

	t.Run("inputs", func(t *testing.T) {
		for input, log := range map[string]string{
			"new":              "::error title=skilllint::new is yes, expected one of: true false auto",
			"config-from-base": "::error title=skilllint::config-from-base is yes, expected one of: true false auto",
			"annotations":      "::error title=skilllint::annotations is yes, expected one of: true false",
			"summary":          "::error title=skilllint::summary is yes, expected one of: true false",
			"upload-sarif":     "::error title=skilllint::upload-sarif is yes, expected one of: true false",
			"fail-on":          "::error title=skilllint::fail-on is yes, expected one of: error warning note never",
		} {
			r := newRunner(t)
			pullRequest(r)
			r.env = []string{path}
			r.inputs[input] = "yes"
			r.run()
			if r.status != 2 || !strings.Contains(r.log, log) {
				t.Errorf("status %d, expected %q in\n%s", r.status, log, r.log)
			}
		}
	})

	t.Run("another user's clone", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{path, "GIT_TEST_ASSUME_DIFFERENT_OWNER=1"} // what git's own tests use
		r.run()
		if r.status != 2 || !strings.Contains(r.log, "which belongs to another user: run git config --global --add safe.directory") || strings.Contains(r.log, "fetch-depth") {
			t.Errorf("status %d\n%s", r.status, r.log)
		}
	})

	t.Run("no commit yet", func(t *testing.T) {
		r := newRunner(t)
		r.env = []string{path}
		r.write("skills/fresh/SKILL.md", "---\nname: fresh\n---\n")
		r.github = map[string]string{"action_path": r.root, "event_name": "push"}
		r.run()
		if r.output("errors") != "1" || strings.Contains(r.log, "fatal:") {
			t.Errorf("status %d, errors %s\n%s", r.status, r.output("errors"), r.log)
		}
	})

	t.Run("nothing to run", func(t *testing.T) {
		r := newRunner(t)
		pullRequest(r)
		r.env = []string{"PATH=/usr/bin:/bin"}
		r.run()
		if r.status != 2 || !strings.Contains(r.log, "skilllint is not in the PATH") {
			t.Errorf("status %d\n%s", r.status, r.log)
		}
	})

	t.Run("release", func(t *testing.T) { testRelease(t, binary) })
}

// testRelease installs from a release in a folder, with the right checksum
// and with wrong ones.
func testRelease(t *testing.T, binary string) {
	arch := map[string]string{"amd64": "amd64", "arm64": "arm64"}[runtime.GOARCH]
	name := fmt.Sprintf("skilllint_1.2.3_%s_%s.tar.gz", runtime.GOOS, arch)
	releases := t.TempDir()
	dir := filepath.Join(releases, "v1.2.3")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("tar", "-czf", filepath.Join(dir, name), "-C", filepath.Dir(binary), filepath.Base(binary)).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	archive, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(archive)
	good := hex.EncodeToString(sum[:])
	bad := strings.Repeat("0", 64)
	for _, c := range []struct{ listed, pinned, log string }{
		{good, "", ""},
		{good, good, ""},
		{bad, "", "but the release lists " + bad},
		{good, bad, "but the workflow expects " + bad},
	} {
		if err := os.WriteFile(filepath.Join(dir, "checksums.txt"), []byte(c.listed+"  "+name+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		r := newRunner(t)
		pullRequest(r)
		r.inputs["install-mode"], r.inputs["version"], r.inputs["checksum"] = "binary", "v1.2.3", c.pinned
		r.env = []string{"SKILLLINT_RELEASES=file://" + releases}
		r.run()
		if c.log == "" && r.output("errors") != "1" || c.log != "" && (r.status != 2 || !strings.Contains(r.log, c.log)) {
			t.Errorf("%+v: status %d\n%s", c, r.status, r.log)
		}
	}
	r := newRunner(t)
	pullRequest(r)
	r.inputs["install-mode"], r.inputs["version"] = "auto", "9.9.9"
	r.env = []string{"SKILLLINT_RELEASES=file://" + releases}
	r.run()
	if r.status != 2 || !strings.Contains(r.log, "release 9.9.9 could not be downloaded") {
		t.Errorf("status %d\n%s", r.status, r.log)
	}
}
