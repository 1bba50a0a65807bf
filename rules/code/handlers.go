package code

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// Registrations are what the code of a skill registers as tools.
type registrations struct {
	handlers []contract.Name
	open     bool // it may register more
}

var registrationsOf skill.Memo[map[*skill.Skill]*registrations]

// eachRegistering visits the skills that export tools and whose code registers
// at least one by a literal name.
func eachRegistering(p *lint.Pass, do func(s *skill.Skill, code *registrations)) {
	all := registrationsOf.Of(p.Workspace, func() map[*skill.Skill]*registrations {
		all := map[*skill.Skill]*registrations{}
		for _, src := range p.Sources() {
			if paths.IsTest(src.Path) {
				continue
			}
			if all[src.Skill] == nil {
				all[src.Skill] = &registrations{}
			}
			code := all[src.Skill]
			code.handlers = append(code.handlers, src.Handlers...)
			code.open = code.open || src.OpenHandlers || src.Err != nil
		}
		return all
	})
	for _, s := range p.Skills {
		if code := all[s]; code != nil && len(code.handlers) > 0 && len(s.Exports) > 0 && s.Manifest().Dialect == skill.Contract {
			do(s, code)
		}
	}
}

// has reports whether a tool is registered by its name.
func (r *registrations) has(tool string) bool {
	for _, h := range r.handlers {
		if h.Text == tool {
			return true
		}
	}
	return false
}

// missing are the exports of a skill that its code implements in no way that
// can be told.
func (r *registrations) missing(p *lint.Pass, s *skill.Skill) []contract.Name {
	var names []contract.Name
	if r.open {
		return nil
	}
	for i := range s.Exports {
		if name := s.Exports[i].Name; !r.has(name.Text) && !p.CodeMentions(s, name.Text) {
			names = append(names, name)
		}
	}
	return names
}

// misspelt returns the handler that was meant for a tool: one that is near its
// name and no export.
func (r *registrations) misspelt(s *skill.Skill, tool string) (contract.Name, bool) {
	spell := lint.NewSpeller([]string{tool})
	for _, h := range r.handlers {
		if _, near := spell.Nearest(h.Text); near && s.Export(h.Text) == nil {
			return h, true
		}
	}
	return contract.Name{}, false
}
