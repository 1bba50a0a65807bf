package contracts

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// accessors are the provider's read-only tools that a consumer does not
// import yet: what takes the place of reading its data.
func accessors(p *lint.Pass, consumer *skill.Skill, id string) (missing []string, any bool) {
	for _, provider := range p.Index.ID(id) {
		for _, t := range provider.Exports {
			if !t.ReadOnly {
				continue
			}
			any = true
			if contract.Check(&consumer.Contract, provider, t.Name.Text, p.Now) != nil {
				missing = append(missing, t.Name.Text)
			}
		}
	}
	return missing, any
}
