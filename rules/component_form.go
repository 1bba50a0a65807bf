package rules

import (
	"fmt"
	"slices"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
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
	if !c.Root.Is(skill.Map) || liesBeside(c, of) {
		return nil
	}
	fault := of.Lost(c.File, c.Data)
	switch {
	case fault == nil:
		return nil
	case len(fault.Near) > 0:
		fault.Says += lint.NewSpeller(fault.Near).DidYouMean(fault.Text)
	case fault.Key != "" && c.Root.Get(fault.Key) == nil:
		if e, ok := misspeltFor(c, fault.Key); ok { // one fault: the key that is missing is there, with another name
			fault.Pos, fault.End = e.Key.Pos, e.Key.End
			fault.Says = fmt.Sprintf("unknown key %s (did you mean %q?)", cited(e.Key.Text), fault.Key)
		}
	}
	return fault
}

// liesBeside reports whether a text of a component's folder is none: it has no key
// that the host reads.
func liesBeside(c *skill.Component, of hostform.Form) bool {
	return document.IsMarkdown(c.Path) && !of.KnowsKey(c.Root)
}

// misspeltFor returns the entry whose key is nearly one that is missing.
func misspeltFor(c *skill.Component, missing string) (skill.Member, bool) {
	speller := lint.NewSpeller([]string{missing})
	for _, e := range c.Root.Entries() {
		if near, ok := speller.Nearest(e.Key.Text); ok && likely(e.Key.Text, near) && !knownToHosts(c.Kind, e.Key.Text) {
			return e, true
		}
	}
	return skill.Member{}, false
}

// knownToHosts reports whether some host reads a key of that kind of component, or
// is known to do nothing with it.
func knownToHosts(kind hosts.Component, key string) bool {
	for _, h := range hosts.All() {
		for _, scope := range []hosts.Scope{hosts.Project, hosts.InPlugin} {
			if form, ok := h.Form(scope, kind); ok {
				if _, known := form.Keys[key]; known {
					return true
				}
			}
		}
	}
	return false
}

// skillForms are what the hosts read of a SKILL.md that are meant by the folder or the
// plugin it lies in; none where that is not known.
func skillForms(p *lint.Pass, file string) (forms []hostform.Form) {
	for _, l := range p.SkillReaders(file) {
		of, ok := hostform.Of(l.Host, l.Folder.Scope, hosts.Skill)
		if ok && !l.Guest && !slices.ContainsFunc(forms, func(f hostform.Form) bool { return f.Host == l.Host }) {
			forms = append(forms, of)
		}
	}
	return forms
}
