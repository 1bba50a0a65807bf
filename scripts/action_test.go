// Package scripts_test runs the GitHub Action's steps as the runner would.
package scripts_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// action is the part of action.yml that is run.
type action struct {
	Inputs map[string]struct {
		Default string
	}
	Outputs map[string]struct {
		Value string
	}
	Runs struct {
		Steps []struct {
			ID, Name, If, Run, Uses, Shell string
			Env, With                      map[string]string
		}
	}
}

// A runner has what GitHub's runner gives to a step.
type runner struct {
	t      *testing.T
	action action
	root   string // of this repository
	repo   string // the checkout
	inputs map[string]string
	github map[string]string // github.…
	env    []string          // besides
	steps  map[string]map[string]string

	log     string
	status  int
	summary string
	uploads int
}

func newRunner(t *testing.T) *runner {
	if runtime.GOOS == "windows" {
		t.Skip("bash")
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, root: root, repo: t.TempDir(), inputs: map[string]string{}, github: map[string]string{}, steps: map[string]map[string]string{}}
	src, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(src, &r.action); err != nil {
		t.Fatal(err)
	}
	for name, input := range r.action.Inputs {
		r.inputs[name] = input.Default
	}
	r.github["action_path"] = root
	return r
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// eval replaces expressions: names, joined by ||.
func (r *runner) eval(text string) string {
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		for name := range strings.SplitSeq(expression.FindStringSubmatch(e)[1], " || ") {
			part := strings.Split(name, ".")
			value := ""
			switch part[0] {
			case "inputs":
				known := false
				if value, known = r.inputs[part[1]]; !known {
					r.t.Fatalf("action.yml names %s, which is no input", name)
				}
			case "steps":
				value = r.steps[part[1]][part[3]]
			case "github":
				value = r.github[strings.Join(part[1:], ".")]
			default:
				r.t.Fatalf("the expression %q is not understood", e)
			}
			if value != "" {
				return value
			}
		}
		return ""
	})
}

// run runs all steps, as the runner does.
func (r *runner) run() {
	r.t.Helper()
	temp := r.t.TempDir()
	summary := filepath.Join(temp, "summary")
	for i, step := range r.action.Runs.Steps {
		if step.If != "" {
			name, want, _ := strings.Cut(step.If, " == ")
			if r.eval("${{ "+name+" }}") != strings.Trim(want, "'") {
				continue
			}
		}
		if step.Uses != "" {
			r.uploads++
			if r.eval(step.With["sarif_file"]) == "" {
				r.t.Error("nothing to upload")
			}
			continue
		}
		out := filepath.Join(temp, fmt.Sprintf("output%d", i))
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Dir = r.repo
		cmd.Env = append(os.Environ(), "GITHUB_OUTPUT="+out, "GITHUB_STEP_SUMMARY="+summary, "RUNNER_TEMP="+temp, "RUNNER_OS=Linux",
			"GITHUB_REPOSITORY=owner/repo", "GITHUB_WORKSPACE="+r.repo, "GITHUB_EVENT_NAME="+r.github["event_name"],
			"SKILLLINT_CACHE_DIR="+filepath.Join(temp, "cache"))
		cmd.Env = append(cmd.Env, r.env...)
		for name, value := range step.Env {
			cmd.Env = append(cmd.Env, name+"="+r.eval(value))
		}
		var log bytes.Buffer
		cmd.Stdout, cmd.Stderr = &log, &log
		_ = cmd.Run()
		r.log += log.String()
		r.status = cmd.ProcessState.ExitCode()
		r.steps[step.ID] = map[string]string{}
		text, _ := os.ReadFile(out)
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			r.steps[step.ID][name] = value
		}
		if r.status != 0 {
			break
		}
	}
	text, _ := os.ReadFile(summary)
	r.summary = string(text)
}

// output returns an output of the action.
func (r *runner) output(name string) string {
	r.t.Helper()
	o, ok := r.action.Outputs[name]
	if !ok {
		r.t.Fatalf("the action has no output %s", name)
	}
	return r.eval(o.Value)
}

func (r *runner) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.repo
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *runner) write(name, text string) {
	r.t.Helper()
	file := filepath.Join(r.repo, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// program is skilllint, built once by the action's own step.
func program(t *testing.T) string {
	t.Helper()
	r := newRunner(t)
	r.inputs["install-mode"] = "source"
	r.write("SKILL.md", "---\nname: x\ndescription: d\n---\n# X\n")
	r.git("init", "-q")
	r.run()
	if r.output("binary") == "" {
		t.Fatalf("no binary:\n%s", r.log)
	}
	return r.output("binary")
}

const zodiac = "---\nid: zodiac\nexports:\n  api_version: \"1.0\"\n  tools:\n    - {name: chart, input_schema: {}, output_schema: {}}\n---\n# Z\n"

func consumer(id, tool string) string {
	return "---\nid: " + id + "\nimports:\n  - {from: zodiac, tools: [" + tool + "], min_version: \"1.0\"}\n---\n# C\n"
}

// pullRequest makes a repository with an old finding, and the merge commit of
// a pull request that brings a new one in.
func pullRequest(r *runner) {
	r.git("init", "-q", "-b", "main")
	r.write("agents/zodiac/SKILL.md", zodiac)
	r.write("agents/old/SKILL.md", consumer("old", "gone"))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "base")
	base := r.git("rev-parse", "HEAD")
	r.git("checkout", "-q", "-b", "change")
	r.write("agents/fresh/SKILL.md", consumer("fresh", "chrat"))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "change")
	head := r.git("rev-parse", "HEAD")
	r.git("checkout", "-q", "main")
	r.write("agents/meanwhile/SKILL.md", consumer("meanwhile", "nothing"))
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "meanwhile")
	r.git("merge", "-q", "--no-ff", "-m", "merge", "change")
	r.github["event_name"] = "pull_request"
	r.github["event.pull_request.base.sha"] = base
	r.github["event.pull_request.head.sha"] = head
	r.github["event.pull_request.head.repo.full_name"] = "owner/repo"
	r.inputs["install-mode"] = "none"
}

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
		r.write(".skilllint.yaml", "rules: {import-not-exported: off}\n")
		r.run()
		if r.status != 1 || r.output("errors") != "1" || r.uploads != 0 {
			t.Errorf("a fork's configuration counts, or it uploads: status %d, errors %s, uploads %d\n%s", r.status, r.output("errors"), r.uploads, r.log)
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
