//go:build unix && installs

// Package scripts_test runs the scripts and the GitHub Action's steps as their users would.
package scripts_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
