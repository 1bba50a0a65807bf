package lint_test

import (
	"testing"

	"github.com/skilllint/skilllint/lint"
)

// TestFormerName says that what was decided about a rule's former name goes on
// counting for it, until its own name is decided about.
func TestFormerName(t *testing.T) {
	old := &lint.Rule{Name: "old", Severity: lint.Warning, Doc: "x", Run: func(*lint.Pass) {}}
	young := &lint.Rule{Name: "young", Formerly: "old", Severity: lint.Error, Doc: "x", Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			p.Reportf(s.ID, "here")
		}
	}}
	known := []*lint.Rule{old, young}
	for name, test := range map[string]struct{ config, comment, want string }{
		"nothing":           {want: "error"},
		"comment":           {comment: " # skilllint:ignore old it is meant"},
		"own comment":       {comment: " # skilllint:ignore young it is meant"},
		"suppress":          {config: "suppress:\n- {rule: old, path: a/**, reason: it is meant}"},
		"off":               {config: "rules: {old: off}"},
		"note":              {config: "rules: {old: note}", want: "note"},
		"own name wins":     {config: "rules: {old: off, young: error}", want: "error"},
		"own name wins off": {config: "rules: {old: error, young: off}"},
		"override":          {config: "overrides:\n- {paths: [a/**], rules: {old: note}}", want: "note"},
		"override revives":  {config: "rules: {old: off}\noverrides:\n- {paths: [a/**], rules: {old: note}}", want: "note"},
	} {
		files := map[string]string{"a/SKILL.md": "---\nid: a" + test.comment + "\nname: b\n---\n", ".skilllint.yaml": test.config}
		ws := load(t, files)
		config, err := lint.LoadConfig(mapFS(files), known)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ""
		for _, f := range lint.Run(lint.Input{Workspace: ws, Config: config}, known) {
			got += f.Severity.String()
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestEnableFormerName says that a rule whose former name is off speaks when
// somebody asks for it.
func TestEnableFormerName(t *testing.T) {
	rule := &lint.Rule{Name: "young", Formerly: "old", Severity: lint.Error, Doc: "x", Run: everyID.Run}
	config := lint.DefaultConfig()
	config.Rules["old"] = lint.Off
	config.Enable([]*lint.Rule{rule}, func(string) bool { return true })
	ws := load(t, workspace)
	if got := lint.Run(lint.Input{Workspace: ws, Config: config}, []*lint.Rule{rule}); len(got) != 2 || got[0].Severity != lint.Warning {
		t.Errorf("got\n%s", list(ws, got))
	}
}
