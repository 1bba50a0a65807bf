package texts

import (
	"path"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
)

// askComponents drops what the files that hosts load beside the skills name, such as hooks and rules, where they name the skill's
// folder, too.
func askComponents(p *lint.Pass, open []*search) {
	for _, c := range p.Components() {
		if !mayName[c.Kind] {
			continue
		}
		var near []*search
		for _, s := range open {
			if folder := []string{path.Base(s.skill.Dir)}; s.mayAsk(c.File) && len(*skilltext.WordsHeld.Of(c.File, &folder)) > 0 {
				near = append(near, s)
			}
		}
		askHeld(c.File, near)
	}
}

// mayName are the kinds of files that may name those of a skill.
var mayName = map[hosts.Component]bool{hosts.HooksFile: true, hosts.Settings: true, hosts.Rule: true, hosts.Command: true, hosts.Agent: true, hosts.Instruction: true, hosts.Context: true}
