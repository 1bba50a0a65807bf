package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// TestOwnRules builds the example of a company's own binary and runs it over
// the workspace beside it.
func TestOwnRules(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs go")
	}
	example, err := filepath.Abs(filepath.Join("..", "examples", "own-rules"))
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(t.TempDir(), "acmelint.exe")
	build := exec.Command("go", "build", "-o", exe, ".")
	build.Dir = example
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct {
		args   string
		status int
		want   []string
	}{
		{"check", 1, []string{
			`skills/free/SKILL.md:2:7: error: skill "free" has no metadata.owner: expected the name of a team, such as team-billing [acme-owner-missing]`,
			`skills/paid/SKILL.md:5:10: error: metadata.owner is "billing", expected the name of a team, such as team-billing [acme-owner-missing]`,
			"2 skills: 2 errors, 0 warnings",
		}},
		{"check --format json", 1, []string{`"https://wiki.acme.example/skills#owner"`}},
		{"check --ignore acme-*", 0, []string{"2 skills: 0 errors, 0 warnings"}},
		{"check --select skill-name", 0, []string{"2 skills: 0 errors, 0 warnings"}},
		{"explain acme-owner-missing", 0, []string{"A skill names no team that owns it.", "https://wiki.acme.example/skills#owner"}},
		{"rules", 0, []string{"acme-owner-missing", "broken-link"}},
		{"config", 0, []string{`acme-owner-missing: "error"`}},
	} {
		run := exec.Command(exe, strings.Fields(test.args)...)
		run.Dir = example
		run.Env = append(os.Environ(), "SKILLLINT_CACHE_DIR="+t.TempDir())
		out, err := run.CombinedOutput()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if status := run.ProcessState.ExitCode(); status != test.status {
			t.Errorf("%s: exit status %d, want %d\n%s", test.args, status, test.status, out)
		}
		for _, want := range test.want {
			if !bytes.Contains(out, []byte(want)) {
				t.Errorf("%s: want %q in\n%s", test.args, want, out)
			}
		}
	}
}

// TestAddRules says which rules are refused.
func TestAddRules(t *testing.T) {
	t.Cleanup(func() {
		if err := addRules(nil); err != nil {
			t.Error(err)
		}
	})
	run := func(*lint.Pass) {}
	good := &lint.Rule{Name: "acme-owner", Doc: "A skill has no owner.", Run: run}
	for want, list := range map[string][]*lint.Rule{
		"":            {good},
		"nil":         {nil},
		"lowercase":   {{Name: "Owner_Missing", Doc: "x", Run: run}},
		"is taken":    {{Name: "broken-link", Doc: "x", Run: run}},
		"taken; use":  {good, good},
		"name is":     {{Name: "internal-error", Doc: "x", Run: run}},
		"has no Doc":  {{Name: "acme-owner", Run: run}},
		"has no Run":  {{Name: "acme-owner", Doc: "x"}},
		"expected a ": {{Doc: "x", Run: run}},
	} {
		if err := addRules(list); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	if err := addRules([]*lint.Rule{good}); err != nil || len(ruleSet) != len(rules.All)+1 {
		t.Errorf("got %d rules, %v", len(ruleSet), err)
	}
}
