package plugins

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnsupportedByHost reports what wanted hosts refuse or ignore.
var UnsupportedByHost = &lint.Rule{
	Name: "unsupported-by-host", Group: "L", Severity: lint.Error, Local: true,
	Doc: `A host that the skill has to load in refuses or ignores a part of it.

The rule speaks for the hosts that ` + "`--host` or `hosts`" + ` in the configuration name. A key, a name or a length for which one of them does not
load the file is an error. What one of them ignores and another one acts on is a warning, with what is lost and what to write instead: a key such as
` + "`context: fork`" + `, or ` + "`$ARGUMENTS` and `` !`command` ``" + ` in the text. What nobody knows of a host is not judged.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		var wanted []*hosts.Host
		for _, name := range p.Config.Hosts {
			wanted = append(wanted, hosts.Of(name))
		}
		if len(wanted) == 0 {
			return
		}
		for _, m := range p.Manifests {
			if m.Dialect == skill.Standard || m.Dialect == skill.Contract {
				u := &unsupported{Pass: p, wanted: wanted, Manifest: m}
				u.values()
				u.keys()
				u.text()
				u.tell()
			}
		}
		for _, c := range p.Components() {
			unsupportedComponent(p, wanted, c)
		}
	},
}

// unsupported looks for what wanted hosts do not take of one SKILL.md.
type unsupported struct {
	*lint.Pass
	wanted []*hosts.Host
	*skill.Manifest
	found []portability
}

// A portability is one thing that a wanted host does not take.
type portability struct {
	severity lint.Severity
	what     string // the key or the notation
	analysis.Diagnostic
}

func (u *unsupported) add(severity lint.Severity, what string, d analysis.Diagnostic) {
	u.found = append(u.found, portability{severity, what, d})
}

// tell reports what hosts do not take of the manifest, as one finding a severity.
func (u *unsupported) tell() {
	slices.SortStableFunc(u.found, func(a, b portability) int { return cmp.Compare(a.Pos, b.Pos) })
	for _, severity := range []lint.Severity{lint.Error, lint.Warning} {
		var first *portability
		var more []string
		for i := range u.found {
			switch f := &u.found[i]; {
			case f.severity != severity:
			case first == nil:
				first = f
			default:
				more = append(more, messages.Cited(f.what))
				first.Related = append(first.Related, analysis.RelatedInformation{Pos: f.Pos, End: f.End, Message: f.Message})
			}
		}
		if first == nil {
			continue
		}
		if len(more) > 0 {
			first.Message += "; and also " + and(more)
		}
		u.ReportAs(severity, first.Diagnostic)
	}
}

// form is what a host reads of the manifest.
func (u *unsupported) form(h *hosts.Host) (hostform.Form, bool) {
	return hostform.Of(h, hosts.Project, hosts.Skill)
}

// values reports values for which hosts do not load the skill, or lose a part of
// them. What every host needs is said by other rules.
func (u *unsupported) values() {
	if !u.Root.Is(skill.Map) {
		return
	}
	said := map[string][]*hostform.Fault{} // by place and message
	var order []string
	for _, h := range u.wanted {
		of, ok := u.form(h)
		if !ok {
			continue
		}
		for _, f := range of.Faults(u.Root, u.Pos(0), path.Base(path.Dir(u.Path))) {
			v := u.Root.Get(f.Key)
			if v == nil || v.Is(skill.String) && strings.TrimSpace(v.Text) == "" || saidElsewhere(f.Key, v) {
				continue
			}
			key := fmt.Sprint(f.Pos, f.Effect.Lost(), f.Says)
			if said[key] == nil {
				order = append(order, key)
			}
			said[key] = append(said[key], &f)
		}
	}
	for _, key := range order {
		u.report(said[key])
	}
}

// saidElsewhere reports whether other rules speak of a value, whatever the host.
func saidElsewhere(key string, v *skill.Node) bool {
	switch key {
	case "name":
		return !v.Is(skill.String) || skillnames.Fault(v.Text) != ""
	case "description":
		return !v.Is(skill.String)
	case "metadata":
		return !v.Is(skill.Map)
	}
	return false
}

// report reports one fault for all hosts that have it.
func (u *unsupported) report(faults []*hostform.Fault) {
	var titles []string
	for _, f := range faults {
		titles = append(titles, f.Host.Title)
	}
	f := faults[0]
	instead := ""
	if f.Instead != "" {
		instead = "; " + f.Instead
	}
	if f.Effect.Lost() {
		u.add(lint.Error, f.Key, lint.Span(f.Pos, f.End, "%s: %s%s", notLoadedBy(titles, "skill"), f.Says, instead))
		return
	}
	what := map[hosts.Effect]string{hosts.Cut: "cut it", hosts.Hidden: "hide the skill from the model"}[f.Effect]
	if what == "" {
		what = "ignore it"
	}
	if len(titles) == 1 {
		what = singular(what)
	}
	u.add(lint.Warning, f.Key, lint.Span(f.Pos, f.End, "%s: %s %s%s", f.Says, and(titles), what, instead))
}

func notLoadedBy(titles []string, what string) string {
	if len(titles) == 1 {
		return titles[0] + " does not load this " + what
	}
	return and(titles) + " do not load this " + what
}

// singular is a verb's phrase for one host.
func singular(phrase string) string {
	verb, rest, _ := strings.Cut(phrase, " ")
	return verb + "s " + rest
}

// and joins words in a sentence.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// keys reports keys that a host refuses, or that it ignores and another wanted
// one acts on.
func (u *unsupported) keys() {
	for _, e := range u.Root.Entries() {
		var refuse, ignore []string
		var acts *hosts.Host
		var key hosts.Key
		for _, h := range u.wanted {
			of, ok := u.form(h)
			k, known := of.Key(e.Key.Text)
			switch {
			case !ok || !known:
			case k.Effect.Lost():
				refuse = append(refuse, h.Title)
			case k.Effect == hosts.Ignored:
				ignore = append(ignore, h.Title)
			case acts == nil:
				key = k
				if k.Does != "" {
					acts = h
				}
			}
		}
		if acts == nil {
			ignore = nil
		}
		ignores := "ignore"
		if len(ignore) == 1 {
			ignores = "ignores"
		}
		switch {
		case len(refuse) > 0 && len(ignore) > 0:
			u.add(lint.Error, e.Key.Text, lint.Span(e.Key.Pos, e.Key.End, "%s: no key %s is allowed there, and %s %s it; %s", notLoadedBy(refuse, "skill"), messages.Cited(e.Key.Text), and(ignore), ignores, withoutKey(key)))
		case len(refuse) > 0:
			u.add(lint.Error, e.Key.Text, lint.Span(e.Key.Pos, e.Key.End, "%s: no key %s is allowed there; %s", notLoadedBy(refuse, "skill"), messages.Cited(e.Key.Text), withoutKey(key)))
		case len(ignore) > 0:
			u.add(lint.Warning, e.Key.Text, lint.Span(e.Key.Pos, e.Key.End, "%s %s %s, which in %s %s; %s", and(ignore), ignores, e.Key.Text, acts.Title, key.Does, withoutKey(key)))
		}
	}
}

// withoutKey says what to write in a key's place.
func withoutKey(k hosts.Key) string {
	switch {
	case k.Instead != "":
		return k.Instead
	case k.Effect == "":
		return "put it below metadata, or leave it out"
	}
	return "leave it out, or keep a copy of the skill for that host"
}

// inPlace says what to write in place of a notation.
var inPlace = map[string]string{
	"arguments":    "ask for the input in words",
	"shell":        "tell in words which command to run",
	"variables":    "write paths from the skill's folder",
	"placeholders": "write $ARGUMENTS",
}

// text reports notations that a host leaves as they stand.
func (u *unsupported) text() {
	for _, n := range u.Prose().Notations {
		var literal []string
		for _, h := range u.wanted {
			if h.Treats(n.Name, hosts.Skill) == hosts.Ignored {
				literal = append(literal, h.Title)
			}
		}
		if len(literal) == 0 {
			continue
		}
		d := lint.Span(u.Pos(n.Start), u.Pos(n.End), "to %s %s is text like any other; %s", and(literal), messages.Cited(n.Text), inPlace[n.Name])
		if n.Count > 1 {
			d.Message += fmt.Sprintf(" (%d places)", n.Count)
		}
		u.add(lint.Warning, n.Text, d)
	}
}

// unsupportedComponent reports an agent or command that its own host loads and
// a wanted one that reads it, too, does not.
func unsupportedComponent(p *lint.Pass, wanted []*hosts.Host, c *skill.Component) {
	for _, r := range c.Readers {
		if !r.Guest || !slices.Contains(wanted, r.Host) {
			continue
		}
		form, ok := hostform.Of(r.Host, c.Scope(), c.Kind)
		if !ok {
			continue
		}
		if f := loading.LostFor(c, form); f != nil {
			d := analysis.Diagnostic{Pos: f.Pos, End: f.End, Message: notLoadedBy([]string{r.Host.Title}, string(c.Kind)) + ": " + f.Says}
			if f.Instead != "" {
				d.Message += "; " + f.Instead
			}
			p.Report(d)
		}
	}
}
