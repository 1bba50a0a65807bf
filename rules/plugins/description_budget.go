package plugins

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DescriptionBudget reports descriptions that are longer together than the room for them.
var DescriptionBudget = &lint.Rule{
	Name: "description-budget", Group: "L", Severity: lint.Warning,
	Doc: `The descriptions of what is installed together are longer than the room that the host gives them.

A host shows the model a list of all skills with their descriptions, up to a number of characters; what is over is cut or left out, in silence, and such
a skill is hardly ever used. Counted is what a plugin ships, and what stands in one folder of a project. The largest budget of the hosts whose folder
it is counts (of a folder that several read, such as .agents/skills, it is told for one that the project shows to be used, by .codex beside it or the like), and with ` + "`--host` or `hosts`" + ` in the configuration that of each of them. A skill that only a person can call takes no room, and what the settings of the project say of the budget and of each skill counts.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		sets := map[string][]*listed{}
		readers := map[string][]reader{}
		for _, s := range p.Skills {
			m := s.Manifest()
			if s.Plugin != nil || m.Dialect != skill.Standard {
				continue
			}
			l := listedBy(m)
			where, who := listedIn(p, s)
			if l == nil || where == "" {
				continue
			}
			l.by = who
			sets[where] = append(sets[where], l)
			readers[where] = append(readers[where], who...)
		}
		for where, set := range sets {
			for _, h := range budgeting(p, readers[where]) {
				overBudget(p, where, loadedBy(p, set, h.Host), h)
			}
		}
	},
}

// loadedBy are the skills of a set that a host loads: some look deeper into a folder than others. One that was asked for is
// to load all.
func loadedBy(p *lint.Pass, set []*listed, h *hosts.Host) []*listed {
	return slices.DeleteFunc(slices.Clone(set), func(l *listed) bool {
		return len(p.Config.Hosts) == 0 && !slices.ContainsFunc(l.by, func(r reader) bool { return r.Host == h })
	})
}

// A listed skill is one that a host describes to the model.
type listed struct {
	by   []reader
	path string
	name string // of the folder
	text *skill.Node
	size int // characters of description and when_to_use
}

// listedBy returns what a host shows of a skill; nil for nothing.
func listedBy(m *skill.Manifest) *listed {
	text := m.Root.Get("description")
	if !text.Is(skill.String) || m.Root.Get("disable-model-invocation").True() {
		return nil
	}
	size := utf8.RuneCountInString(text.Text) + utf8.RuneCountInString(m.Root.Get("when_to_use").Str())
	return &listed{path: m.Path, name: path.Base(path.Dir(m.Path)), text: text, size: size}
}

// A reader is a host whose place a set of skills is.
type reader struct {
	*hosts.Host
	used bool   // the place is the host's alone, or the project shows that it is used with it
	root string // of the project, "" for a plugin
}

// listedIn returns what a skill is installed with, a plugin's folder or a folder
// of skills, and the hosts whose place it is; "" when no host loads it there.
func listedIn(p *lint.Pass, s *skill.Skill) (string, []reader) {
	has := func(at string) bool { _, ok := p.Tree.Lookup(at); return ok }
	if plugin := p.PluginAt(s.Dir); plugin != nil {
		if !pluginset.Loads(p, plugin, s.Dir) || plugin.Plugin.Manifest == nil {
			return "", nil
		}
		var owners []reader
		for _, h := range hosts.All() {
			if _, at, ok := h.PluginAt(plugin.Plugin.Manifest.Path); ok && !slices.Contains(h.Plugin.Guest, at) {
				owners = append(owners, reader{h, true, ""})
			}
		}
		return plugin.Dir, owners
	}
	var owners []reader
	where := ""
	for _, l := range hosts.InProject(s.Manifest().Path, has) {
		where = path.Join(l.Root, l.Folder.Folder)
		if !l.Folder.Guest {
			owners = append(owners, reader{l.Host, l.Host.Used(l.Root, has), l.Root})
		}
	}
	hidden := strings.HasPrefix(path.Dir(where), ".") && path.Dir(where) != "." || strings.Contains(where, "/.")
	for i := range owners {
		owners[i].used = hidden && (len(owners) == 1 || owners[i].used) // any repository may have skills/
	}
	return where, owners
}

// A budget is the room of a host, and how much there has to be before it is told.
type budget struct {
	*hosts.Host
	over int
	root string // of the project whose settings count, "" for none
}

// budgeting are the hosts whose budget counts: the wanted ones, else of the owners that are
// used the one with the largest, from the largest of all of them on. Nothing is told where
// the budget of none is known.
func budgeting(p *lint.Pass, owners []reader) (list []budget) {
	for _, name := range p.Config.Hosts {
		if h := hosts.Of(name); len(h.Budgets) > 0 {
			list = append(list, budget{h, h.Budgets[0].Total, ""})
		}
	}
	if len(p.Config.Hosts) > 0 {
		return list
	}
	owners = slices.DeleteFunc(slices.Clone(owners), func(r reader) bool { return len(r.Budgets) == 0 })
	slices.SortStableFunc(owners, func(a, b reader) int { return cmp.Compare(b.Budgets[0].Total, a.Budgets[0].Total) })
	if i := slices.IndexFunc(owners, func(r reader) bool { return r.used }); i >= 0 {
		return []budget{{owners[i].Host, owners[0].Budgets[0].Total, owners[i].root}}
	}
	return nil
}

// overBudget reports a set of skills whose descriptions do not fit, once, at the
// longest.
func overBudget(p *lint.Pass, where string, set []*listed, h budget) {
	b := h.Budgets[0]
	set, h = underSettings(p, set, h, &b)
	total := 0
	for _, l := range set {
		size := l.size
		if b.Each > 0 {
			size = min(size, b.Each)
		}
		total += size
	}
	if total <= h.over {
		return
	}
	set = slices.SortedFunc(slices.Values(set), func(a, b *listed) int {
		return cmp.Or(cmp.Compare(b.size, a.size), strings.Compare(a.path, b.path))
	})
	becomes := map[hosts.Effect]string{hosts.Cut: "they are cut", hosts.Hidden: "those of some skills are left out"}[b.Over]
	longest := set[0]
	if where == "." {
		where = "the root"
	}
	shows := fmt.Sprint(b.Total)
	if b.Varies {
		shows = "about " + shows + ", by the model's context window"
	}
	d := lint.Span(longest.text.Pos, longest.text.End, "the descriptions of the %d skills in %s have %d characters, %s shows %s: %s; the longest are %s",
		len(set), where, total, h.Title, shows, becomes, longestOf(set))
	for _, l := range set[1:min(len(set), 4)] {
		d.Related = append(d.Related, analysis.RelatedInformation(lint.Related(contract.Name{Pos: l.text.Pos, End: l.text.End}, "%d characters", l.size)))
	}
	p.Report(d)
}

// underSettings is a set and its budget as the settings of the project have them.
func underSettings(p *lint.Pass, set []*listed, h budget, b *hosts.Budget) ([]*listed, budget) {
	if b.Settings == nil || h.root == "" {
		return set, h
	}
	for _, settings := range settingsByProject(p)[project{h.Host, h.root}] {
		if share := number(settings.Get(b.Settings.Share)); share > 0 {
			times := share / b.Settings.Usual
			b.Total, h.over = int(float64(b.Total)*times), int(float64(h.over)*times)
		}
		if each := number(settings.Get(b.Settings.Each)); each > 0 {
			b.Each = int(each)
		}
		of := settings.Get(b.Settings.Skills)
		set = slices.DeleteFunc(slices.Clone(set), func(l *listed) bool { return slices.Contains(b.Settings.Off, of.Get(l.name).Str()) })
	}
	return set, h
}

// A project is a folder in which a host begins one.
type project struct {
	host *hosts.Host
	root string
}

var projectSettings skill.Memo[map[project][]*skill.Node]

// settingsByProject are the settings of each project.
func settingsByProject(p *lint.Pass) map[project][]*skill.Node {
	return projectSettings.Of(p.Workspace, func() map[project][]*skill.Node {
		of := map[project][]*skill.Node{}
		for _, c := range p.Components() {
			for _, r := range c.Readers {
				if r.Component() == hosts.Settings {
					of[project{r.Host, r.Root}] = append(of[project{r.Host, r.Root}], c.Root)
				}
			}
		}
		return of
	})
}

// number is the value of a number, 0 for what is none.
func number(n *skill.Node) float64 {
	if !n.Is(skill.Number) {
		return 0
	}
	value, _ := strconv.ParseFloat(n.Text, 64) // 0 for what is too large
	return min(value, math.MaxInt32)
}

// longestOf names the skills with the longest descriptions.
func longestOf(set []*listed) string {
	var names []string
	for _, l := range set[:min(len(set), 4)] {
		names = append(names, fmt.Sprintf("%s (%d)", path.Base(path.Dir(l.path)), l.size))
	}
	return strings.Join(names, ", ")
}
