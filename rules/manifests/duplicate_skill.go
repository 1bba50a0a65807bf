package manifests

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateSkill reports skills of one name where the name has to be unique.
var DuplicateSkill = &lint.Rule{
	Name: "duplicate-skill", Group: "A", Severity: lint.Error, Loaded: true,
	Doc: `Two skills have the same name where it must be unique.

The id of a contract, and the name of a function, a package or a procedure, is unique in the workspace, or in the collection with a
marketplace of its own. A name of the open standard, also an ` + "`id`" + ` under which no skill exports or imports tools, is unique among what its plugin loads, outside of plugins in its parent folder: hosts load one of
the two and never the other. Byte-identical copies in folders of one name are one skill, and skills in folders that are named after hosts (` + "`adapters/codex`, `adapters/claude-code`" + `) are each for its own, and one that its plugin does not load, and no host, is called by its path. Where the hosts that a skill is for call it by its folder they load both: that is a warning, and nothing where the two are the same.`,
	Sources: []lint.Source{sources.ClaudeSkills, sources.DialectsPage},
	Run:     duplicateSkill,
}

func duplicateSkill(p *lint.Pass) {
	type key struct{ scope, id string }
	first := map[key]*skill.Skill{}
	type place struct {
		scope    string
		severity lint.Severity
	}
	var found folding.Batches[place]
	called := map[key]bool{} // ids of skills that others may call
	for _, s := range p.Skills {
		called[key{p.Collection(s.Dir), s.ID.Text}] = called[key{p.Collection(s.Dir), s.ID.Text}] || len(s.Exports)+len(s.Imports) > 0
	}
	for _, s := range p.Skills {
		if s.Plugin != nil || s.ID.Text == "" || !s.ID.Pos.IsValid() || s.Superseded || s.Manifest().Dialect == skill.Bindings || s.Server != nil || leftOut(p, s) {
			continue
		}
		k := key{p.Collection(s.Dir), s.ID.Text}
		if s.Package == nil && (s.Manifest().Dialect == skill.Standard || s.Manifest().Dialect == skill.Contract && !called[k]) {
			k.scope = "in " + s.Scope
			if s.Dir == s.Scope {
				k.scope += "/." // who loads it looks no deeper
			}
		}
		earlier, again := first[k]
		if !again {
			first[k] = s
			continue
		}
		if path.Base(earlier.Dir) == path.Base(s.Dir) && earlier.Manifest().Sum == s.Manifest().Sum {
			continue // one skill, kept in two places
		}
		if isVersion(p, earlier) || isVersion(p, s) || hosts.NamedIn(s.Manifest().Path) != hosts.NamedIn(earlier.Manifest().Path) {
			continue // each is taken alone, or each for a host of its own
		}
		advice := "rename one"
		if earlier.Manifest().Sum == s.Manifest().Sum {
			advice = "delete one, as they are the same"
		}
		d := lint.At(s.ID, "a second skill has the id %q; the first is in %s: %s", s.ID.Text, earlier.Dir, advice)
		if strings.HasPrefix(k.scope, "in ") {
			d.Message = fmt.Sprintf("a second skill in %s has the name %q; the first is in %s: %s", scopeName(s.Scope), s.ID.Text, earlier.Dir, advice)
		}
		d.Related = []analysis.RelatedInformation{lint.Related(earlier.ID, "the other %q", s.ID.Text)}
		at := place{k.scope, lint.Error}
		if strings.HasPrefix(k.scope, "in ") && namedByFolders(p, s.Manifest()) && namedByFolders(p, earlier.Manifest()) {
			if advice != "rename one" {
				continue // an alias
			}
			at.severity = lint.Warning // the hosts load both, by their folders
		}
		found.Add(at, d)
	}
	for _, at := range found.Causes {
		p.Folding(folding.Folded("skills there have the name of another")).ReportAs(at.severity, found.Of[at]...) // what a tool has made twice
	}
}

// leftOut reports whether a skill lies in a plugin that does not load it, and no host does.
func leftOut(p *lint.Pass, s *skill.Skill) bool {
	plugin := p.PluginAt(s.Dir)
	return plugin != nil && !pluginset.Loads(p, plugin, s.Dir) && len(loading.OwnLoads(p, s.Manifest().Path)) == 0
}

func scopeName(scope string) string {
	if scope == "." {
		return "the root of the workspace"
	}
	return scope
}
