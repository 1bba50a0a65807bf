package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skilllint/skilllint/lint"
)

func TestMain(m *testing.M) {
	if os.Getenv("SKILLLINT_CACHE_DIR") == "" { // scripts have one each
		os.Setenv("SKILLLINT_CACHE_DIR", filepath.Join(os.TempDir(), "skilllint-test-cache"))
	}
	testscript.Main(m, map[string]func(){
		"skilllint":        func() { os.Exit(Main()) },
		"skilllint-newer":  func() { os.Exit(Main(newer)) },
		"skilllint-panics": func() { os.Exit(Main(&lint.Rule{Name: "acme-panics", Doc: "x", Severity: lint.Warning, Run: ouch})) },
	})
}

// newer stands for a rule that release 0.1 brought.
var newer = &lint.Rule{Name: "acme-newer", Doc: "x", Severity: lint.Error, Earlier: []lint.Earlier{{Before: "0.1", Severity: lint.Off}}, Run: func(p *lint.Pass) {
	for _, s := range p.Skills {
		p.Reportf(s.ID, "it is new")
	}
}}

func ouch(*lint.Pass) { panic("ouch") }

// TestScripts runs the command as a user would: testdata/*.txtar are shell
// sessions with their files.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs(filepath.Join("..", "examples"))
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			env.Setenv("SKILLLINT_CACHE_DIR", filepath.Join(cache, filepath.Base(env.WorkDir)))
			return vetEnv(env)
		},
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"tamper": tamper, "corrupt": corrupt, "manyskills": manySkills},
		UpdateScripts: os.Getenv("UPDATE") != "",
	})
}

// manySkills writes a collection of skills, of which every third has a fault or
// two of those that collections have most.
func manySkills(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	for i := range n {
		name := fmt.Sprintf("walk-%03d", i)
		title, description, body := name, fmt.Sprintf("Plans walk %d in the hills. Use when the user asks for walk %d.", i, i), "Read [the list](references/list.md)."
		switch i % 9 {
		case 0:
			body = fmt.Sprintf("Follow [the map](references/%03d.md) and [the list](references/list.md).", i)
		case 3:
			title = fmt.Sprintf("Walk_%03d", i)
		case 6:
			description = ""
		}
		dir := ts.MkAbs(filepath.Join(args[0], "skills", name))
		ts.Check(os.MkdirAll(filepath.Join(dir, "references"), 0o777))
		ts.Check(os.WriteFile(filepath.Join(dir, "references", "list.md"), []byte("Walks.\n"), 0o666))
		text := fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n# %s\n\n%s\n", title, description, name, body)
		ts.Check(os.WriteFile(filepath.Join(dir, "SKILL.md"), []byte(text), 0o666))
	}
}
