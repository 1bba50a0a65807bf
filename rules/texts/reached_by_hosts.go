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
	asked := map[string]int{} // how many agents and commands, by the collection
	for _, c := range p.Components() {
		collection := p.Collection(c.Path)
		if in[collection] == nil || !mayName[c.Kind] {
			continue
		}
		if c.Kind == hosts.Agent || c.Kind == hosts.Command {
			if asked[collection]++; asked[collection] > maxAgents {
				continue
			}
		}
		var near []*search
		for _, s := range in[collection] {
			if folder := []string{path.Base(s.skill.Dir)}; s.mayAsk(c.File) && len(*skilltext.WordsHeld.Of(c.File, &folder)) > 0 {
				near = append(near, s)
			}
		}
		askHeld(c.File, near)
	}
}

// maxAgents bounds how many agents and commands of a collection are read for the names of files.
const maxAgents = 100

// mayName are the kinds of files that may name those of a skill.
var mayName = map[hosts.Component]bool{hosts.Agent: true, hosts.Command: true, hosts.HooksFile: true, hosts.Settings: true, hosts.Rule: true, hosts.Instruction: true, hosts.Context: true}
