package manifests

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/wording"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// componentKeys finds keys of agents, commands and their like that do nothing: those
// that are nearly one that their host reads, those that it is known to ignore, and
// values that it does not know. What several files of a collection have is one finding.
func componentKeys(p *lint.Pass) {
	type place struct{ collection, says string }
	found := map[place][]analysis.Diagnostic{}
	var order []place
	for _, c := range p.Components() {
		forms, known := loading.OwnForms(c)
		if !known || !c.Root.Is(skill.Map) || forms[0].Absent.Lost() && loading.LiesBeside(c, forms[0]) || loading.LostFor(c, forms[0]) != nil {
			continue
		}
		for _, d := range silentKeys(c, forms) {
			at := place{p.Collection(c.Path), d.Message}
			if found[at] == nil {
				order = append(order, at)
			}
			found[at] = append(found[at], d)
		}
	}
	for _, at := range order {
		folding := p.Folding(folding.WithFixes(folding.Gathered("file has it", "files have it")))
		folding.ReportAs(lint.Warning, found[at]...)
	}
}

// silentKeys are the keys and values of one component that do nothing in any of the
// hosts that own its place.
func silentKeys(c *skill.Component, forms []hostform.Form) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, e := range c.Root.Entries() {
		if d, ok := ignoredKey(c, forms, e); ok {
			found = append(found, d)
		} else if d, ok := missedComponentKey(c, forms, e.Key); ok {
			found = append(found, d)
		}
	}
	if len(forms) > 1 {
		return found
	}
	return append(found, ignoredValues(forms[0], c.Root, c.Pos(0))...)
}

// ignoredValues are values that the host does not know, in keys that would do something else with
// another.
func ignoredValues(of hostform.Form, root *skill.Node, at token.Pos) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for _, f := range of.Faults(root, at, "") {
		if f.Effect != hosts.Ignored || len(f.Near) == 0 || of.Keys[f.Key].Does == "" {
			continue
		}
		meant := lint.NewSpeller(f.Near).DidYouMean(f.Text)
		if meant == "" && (len(f.Near) == 1 || leavesIt[strings.ToLower(f.Text)]) {
			continue // there is one other way, or none is asked for: who writes "none" has it so
		}
		found = append(found, lint.Span(f.Pos, f.End, "%s ignores this value: %s%s", f.Host.Title, f.Says, meant))
	}
	return found
}

// leavesIt are the values by which people ask for none of something, or for what the host does anyway.
var leavesIt = map[string]bool{"auto": true, "default": true, "inherit": true, "none": true, "null": true, "off": true, "no": true, "false": true, "disabled": true}

// ignoredKey speaks of a key with a value that the one owner of the place is known to
// ignore, where something is lost.
func ignoredKey(c *skill.Component, forms []hostform.Form, e skill.Member) (analysis.Diagnostic, bool) {
	of := forms[0]
	k := of.Keys[e.Key.Text]
	if len(forms) > 1 || k.Effect != hosts.Ignored || k.Does == "" || fileform.Blank(e.Value) || k.Usual != "" && e.Value.Str() == k.Usual {
		return analysis.Diagnostic{}, false
	}
	where := string(c.Kind)
	if c.Plugin != "" {
		where += " in a plugin"
	}
	d := lint.Span(e.Key.Pos, e.Key.End, "%s ignores the key %s of %s: it %s", of.Host.Title, e.Key.Text, wording.WithArticle(where), k.Does)
	switch instead := c.Root.Get(k.Instead); {
	case k.Instead == "":
	case instead != nil:
		d.Message = fmt.Sprintf("%s ignores the key %s of %s and reads %s, which is here too: delete %s", of.Host.Title, e.Key.Text, wording.WithArticle(where), k.Instead, e.Key.Text)
		d.Related = []analysis.RelatedInformation{{Pos: instead.Pos, End: instead.End, Message: k.Instead}}
	default:
		d.Message += fmt.Sprintf("; write %s instead", k.Instead)
	}
	return d, true
}

// missedComponentKey finds a key that no host knows in such a file and that is nearly
// one that the owners of the place read.
func missedComponentKey(c *skill.Component, forms []hostform.Form, key *skill.Node) (analysis.Diagnostic, bool) {
	if loading.KnownToHosts(c.Kind, key.Text) || ownForm(c) {
		return analysis.Diagnostic{}, false
	}
	var read []string
	for _, of := range forms {
		for name, k := range of.Keys {
			if k.Effect == hosts.Loads {
				read = append(read, name)
			}
		}
	}
	slices.Sort(read) // of two that are as near, always the same
	near, ok := lint.NewSpeller(read).Nearest(key.Text)
	if !ok || !spelling.Likely(key.Text, near) || c.Root.Get(near) != nil {
		return analysis.Diagnostic{}, false
	}
	d := lint.Span(key.Pos, key.End, "unknown key %q (did you mean %q?)", key.Text, near)
	if value := c.Root.Get(key.Text); (value.Is(skill.Map) || value.Is(skill.List)) && takesText(forms, near) {
		return d, true // the value has to change, too
	}
	d.SuggestedFixes = []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("rename the key to %q", near),
		TextEdits: []analysis.TextEdit{{Pos: key.Pos, End: key.End, NewText: []byte(near)}},
	}}
	return d, true
}

// takesText reports whether a key is one of a text, to a host that bounds what that may be.
func takesText(forms []hostform.Form, key string) bool {
	return slices.ContainsFunc(forms, func(of hostform.Form) bool { return len(of.Keys[key].Values) > 0 || of.Keys[key].Pattern != "" })
}

// ownForm reports whether a component has more keys that no host knows than a slip makes: they are for a program of its
// authors.
func ownForm(c *skill.Component) bool {
	own := 0
	for _, e := range c.Root.Entries() {
		if !loading.KnownToHosts(c.Kind, e.Key.Text) {
			own++
		}
	}
	return own > folding.ManyFaults
}

// misspeltSettings finds keys of settings that are nearly one that the schema lists, at
// the top and in what the schema describes there.
func misspeltSettings(root, schema *skill.Node) []analysis.Diagnostic {
	unlikely := func(key, near string) bool { return !spelling.Likely(key, near) }
	found := misspelt(root, schema, unlikely)
	for _, e := range schema.Get("properties").Entries() {
		found = append(found, misspelt(root.Get(e.Key.Text), e.Value, unlikely)...)
	}
	return found
}
