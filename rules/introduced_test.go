package rules_test

import (
	"go/token"
	"testing"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// TestNothingIsNewAgainstItself: a workspace introduces no finding over an equal base, whether the base reads its
// files again or takes the manifests of today, as it does with those that have not changed.
func TestNothingIsNewAgainstItself(t *testing.T) {
	for _, rule := range rules.All {
		for _, a := range archives(t, rule.Name) {
			for _, same := range []bool{true, false} {
				fsys := archiveFS(a.Archive)
				config, err := lint.LoadConfig(fsys, rules.All)
				if err != nil {
					t.Fatalf("%s: %v", a.path, err)
				}
				fset := token.NewFileSet()
				today := load(t, fset, fsys, config.LoadOptions())
				opts := config.LoadOptions()
				opts.Revision, opts.Today, opts.Same = "base", today, func(string) bool { return same }
				base := load(t, fset, fsys, opts)
				judge := func(ws, base *skill.Workspace) []lint.Finding {
					return lint.Run(lint.Input{Workspace: ws, Base: base, Config: config, Now: a.now(t)}, rules.All)
				}
				for _, f := range lint.Introduced(base, today, judge(base, nil), judge(today, base)) {
					t.Errorf("%s, same %t: %v: %s [%s]", a.path, same, fset.Position(f.Pos), f.Message, f.Rule.Name)
				}
			}
		}
	}
}
