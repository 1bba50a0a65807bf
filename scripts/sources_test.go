//go:build unix && installs

package scripts_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// gh stands for GitHub's program: it notes what it was asked, and refuses a second pull request of one branch.
const gh = `#!/bin/sh
echo "$*" >> "$ASKED"
[ "$2" != create ] || mkdir "$ASKED.open" 2>/dev/null
`

// TestSourcesWorkflow runs the shell steps of the workflow that keeps sources up to date, against
// git remotes of this machine: it opens a pull request with what breaks nothing, corrects that
// which is open, and says of the rest what it would break.
func TestSourcesWorkflow(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	env := []string{
		"PATH=" + at("bin") + string(os.PathListSeparator) + filepath.Dir(program(t)) + string(os.PathListSeparator) + os.Getenv("PATH"),
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "ASKED=" + at("asked"),
	}
	sh := func(script string, more ...string) string {
		t.Helper()
		cmd := exec.Command("bash", "-ec", script)
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), env...), more...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v\n%s", script, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	examples, err := filepath.Abs(filepath.Join("..", "examples", "several"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(at("bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("bin/gh"), []byte(gh), 0o755); err != nil {
		t.Fatal(err)
	}
	sh(`commit() { git -C "$1" add -A; git -C "$1" -c user.name=a -c user.email=a@b commit -qm "$2"; git -C "$1" push -q origin main; }
for r in stars readings; do git init -q --bare -b main $r.git; git clone -q $r.git $r 2>/dev/null; git -C $r checkout -qB main; done
for v in stars:1.0.0 stars-1.1:1.1.0 stars-2.0:2.0.0; do
  cp -R "$SEVERAL/${v%:*}/." stars; commit stars $v; git -C stars tag v${v#*:}
done
git -C stars push -q --tags origin
cp -R "$SEVERAL/readings/skills" readings
echo 'sources: [{name: stars, git: ../stars.git, at: v1.0.0}]' > readings/.skilllint.yaml
SKILLLINT_CACHE_DIR=$PWD/cache skilllint sources update -w readings
commit readings start`, "SEVERAL="+examples)

	week := 0
	run := func() (summary, asked string) {
		t.Helper()
		week++
		runner := at("runner" + string(rune('0'+week)))
		sh(`rm -f "$ASKED"; mkdir "$RUNNER"; git clone -q readings.git checkout`, "RUNNER="+runner)
		for _, step := range workflowSteps(t, filepath.Join(examples, "skill-sources.yml")) {
			sh("cd checkout\n"+step, "RUNNER_TEMP="+runner, "GITHUB_STEP_SUMMARY="+runner+"/summary", "SKILLLINT_CACHE_DIR="+runner+"/cache")
		}
		sh("rm -rf checkout")
		return sh(`cat "$RUNNER/summary"`, "RUNNER="+runner), sh(`cat "$ASKED" 2>/dev/null || true`)
	}

	summary, asked := run()
	if !strings.HasPrefix(asked, "pr create --head skill-sources --title Newer versions of skills --body-file ") || strings.Contains(asked, "\n") {
		t.Errorf("gh was asked %q", asked)
	}
	for _, want := range []string{"This update breaks 1 use here.", `"format" no longer accepts "table"`, "This update breaks nothing here: the highest that does not."} {
		if !strings.Contains(summary, want) {
			t.Errorf("the report lacks %q:\n%s", want, summary)
		}
	}
	if changed := sh("git -C readings.git diff --name-only main skill-sources"); changed != ".skilllint.yaml\nskilllint.lock" {
		t.Errorf("the pull request changes %q", changed)
	}
	if config := sh("git -C readings.git show skill-sources:.skilllint.yaml"); config != "sources: [{name: stars, git: ../stars.git, at: v1.1.0}]" {
		t.Errorf("it names %q", config)
	}
	if _, asked = run(); !strings.Contains(asked, "\npr edit skill-sources --body-file ") {
		t.Errorf("with a pull request that is open, gh was asked %q", asked)
	}
	sh("git -C readings.git branch -f main skill-sources")
	if summary, asked = run(); asked != "" || !strings.Contains(summary, "v2.0.0") || strings.Contains(summary, "breaks nothing") {
		t.Errorf("with the rest breaking, gh was asked %q:\n%s", asked, summary)
	}
}

// workflowSteps are the commands of a workflow, but for those that install skilllint.
func workflowSteps(t *testing.T, file string) []string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	if err := yaml.Unmarshal(src, &doc); err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, job := range doc.Jobs {
		for _, step := range job.Steps {
			if step.Run != "" && elsewhere[step.Run] == "" {
				steps = append(steps, step.Run)
			}
		}
	}
	if len(steps) != 2 {
		t.Fatalf("%d steps", len(steps))
	}
	return steps
}
