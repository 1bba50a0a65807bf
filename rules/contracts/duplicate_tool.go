package contracts

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateTool reports exported tools of one name.
var DuplicateTool = &lint.Rule{
	Name: "duplicate-tool", Group: "A", Severity: lint.Error,
	Doc: `Two exported tools have the same name.

A tool's name is global: a call of it could mean either; of the tools of an MCP server it is unique in the server. Put the skill's id in front (` + "`zodiac_calculate_zodiac`" + `).
A contract's tool may not have the name of a core tool (` + "`core_tools`" + ` in the configuration) either.`,
	Sources: []lint.Source{sources.MCPTools, sources.DialectsPage},
	Run:     duplicateTool,
}

func duplicateTool(p *lint.Pass) {
	type export struct {
		skill *skill.Skill
		name  contract.Name
	}
	first := map[string]export{}
	all := p.Skills
	if p.Tools != nil {
		all = slices.Concat([]*skill.Skill{p.Tools}, all)
	}
	for _, s := range all {
		if s.Superseded {
			continue
		}
		for _, t := range s.Exports {
			key := t.Name.Text
			if s.Manifest().Dialect == skill.Contract && p.Config.CoreTool(key) {
				p.Reportf(t.Name, "tool %q has the name of a core tool, which every skill has: rename it to %q", key, s.ID.Text+"_"+key)
				continue
			}
			if s.Server != nil {
				key = s.Manifest().Path + "\x00" + key // a server's own: hosts put its name before it
			}
			earlier, again := first[key]
			if !again {
				first[key] = export{s, t.Name}
				continue
			}
			if earlier.skill != s && earlier.skill.ID.Text == s.ID.Text {
				continue // duplicate-skill speaks of it
			}
			d := lint.At(t.Name, "tool %q is also exported by %s: rename it to %q", t.Name.Text, earlier.skill.ID.Text, s.ID.Text+"_"+t.Name.Text)
			if earlier.skill == s {
				d.Message = "tool \"" + t.Name.Text + "\" is exported twice: remove or rename one"
			}
			d.Related = []analysis.RelatedInformation{lint.Related(earlier.name, "the other %q", t.Name.Text)}
			p.Report(d)
		}
	}
}
