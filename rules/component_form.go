package rules

import (
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// hostsModel is where the facts about hosts are.
var hostsModel = lint.Source{URL: "https://github.com/skilllint/skilllint/blob/main/docs/hosts.md", Level: "convention", Read: "2026-11-22"}

// ownForms are the forms of the hosts that own a component's place; known is
// false when one of them is not known.
func ownForms(c *skill.Component) (forms []hostform.Form, known bool) {
	for _, h := range c.Owners() {
		form, ok := hostform.Of(h, c.Scope(), c.Kind)
		if !ok {
			return nil, false
		}
		forms = append(forms, form)
	}
	return forms, len(forms) > 0
}

// lostFor is the first fault for which a host does not load a component, nil when
// it does. What cannot be parsed is the syntax's fault, and what has none of the keys
// that the host knows is a text that lies beside.
func lostFor(c *skill.Component, of hostform.Form) *hostform.Fault {
	if !c.Root.Is(skill.Map) || !of.KnowsKey(c.Root) {
		return nil
	}
	fault := of.Lost(c.File, c.Data)
	if fault != nil && len(fault.Near) > 0 {
		fault.Says += lint.NewSpeller(fault.Near).DidYouMean(fault.Text)
	}
	return fault
}
