package texts

import (
	"path"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
)

// askComponents drops what the files that hosts load by themselves name, such as hooks and rules, where they name the skill's
// folder, too.
func askComponents(p *lint.Pass, open []*search) {
	in := map[string][]*search{} // by the collection
	for _, s := range open {
		if collection := p.Collection(s.skill.Dir); len(s.pending) > 0 {
			in[collection] = append(in[collection], s)
		}
	}
	for _, c := range p.Components() {
		if !mayName[c.Kind] {
			continue
		}
		var near []*search
		for _, s := range in[p.Collection(c.Path)] {
			if folder := []string{path.Base(s.skill.Dir)}; s.mayAsk(c.File) && len(*skilltext.WordsHeld.Of(c.File, &folder)) > 0 {
				near = append(near, s)
			}
		}
		askHeld(c.File, near)
	}
}

// mayName are the kinds of files that may name those of a skill. Agents and commands, of which there are many, are read for
// those of their plugin alone.
var mayName = map[hosts.Component]bool{hosts.HooksFile: true, hosts.Settings: true, hosts.Rule: true, hosts.Instruction: true, hosts.Context: true}
