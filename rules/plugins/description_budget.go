package plugins

import (
	"cmp"
	"fmt"
	"path"
	"slices"
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
it is counts, and with ` + "`--host` or `hosts`" + ` in the configuration that of each of them. A skill that only a person can call takes no room.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		sets := map[string][]*listed{}
		readers := map[string][]*hosts.Host{}
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
			sets[where] = append(sets[where], l)
			readers[where] = who
		}
		for where, set := range sets {
			for _, h := range budgeting(p, readers[where]) {
				overBudget(p, where, set, h)
			}
		}
	},
}

// A listed skill is one that a host describes to the model.
type listed struct {
	path string
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
	return &listed{m.Path, text, size}
}

// listedIn returns what a skill is installed with, a plugin's folder or a folder
// of skills, and the hosts whose place it is; "" when no host loads it there.
func listedIn(p *lint.Pass, s *skill.Skill) (string, []*hosts.Host) {
	has := func(at string) bool { _, ok := p.Tree.Lookup(at); return ok }
	if plugin := p.PluginAt(s.Dir); plugin != nil {
		if !pluginset.Loads(p, plugin, s.Dir) || plugin.Plugin.Manifest == nil {
			return "", nil
		}
		var owners []*hosts.Host
		for _, h := range hosts.All() {
			if _, at, ok := h.PluginAt(plugin.Plugin.Manifest.Path); ok && !slices.Contains(h.Plugin.Guest, at) {
				owners = append(owners, h)
			}
		}
		return plugin.Dir, owners
	}
	var owners []*hosts.Host
	where := ""
	for _, l := range hosts.InProject(s.Manifest().Path, has) {
		where = path.Join(l.Root, l.Folder.Folder)
		if !l.Folder.Guest {
			owners = append(owners, l.Host)
		}
	}
	return where, owners
}

// budgeting are the hosts whose budget counts: the wanted ones, else the owner
// with the largest, and none when the budget of one is not known.
func budgeting(p *lint.Pass, owners []*hosts.Host) []*hosts.Host {
	var list []*hosts.Host
	for _, name := range p.Config.Hosts {
		if h := hosts.Of(name); len(h.Budgets) > 0 {
			list = append(list, h)
		}
	}
	if len(p.Config.Hosts) > 0 {
		return list
	}
	for _, h := range owners {
		if len(h.Budgets) > 0 {
			list = append(list, h)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return []*hosts.Host{slices.MaxFunc(list, func(a, b *hosts.Host) int { return cmp.Compare(a.Budgets[0].Total, b.Budgets[0].Total) })}
}

// overBudget reports a set of skills whose descriptions do not fit, once, at the
// longest.
func overBudget(p *lint.Pass, where string, set []*listed, h *hosts.Host) {
	b := h.Budgets[0]
	total := 0
	for _, l := range set {
		size := l.size
		if b.Each > 0 {
			size = min(size, b.Each)
		}
		total += size
	}
	if total <= b.Total {
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
	d := lint.Span(longest.text.Pos, longest.text.End, "the descriptions of the %d skills in %s have %d characters, %s shows %d: %s; the longest are %s",
		len(set), where, total, h.Title, b.Total, becomes, longestOf(set))
	for _, l := range set[1:min(len(set), 4)] {
		d.Related = append(d.Related, analysis.RelatedInformation(lint.Related(contract.Name{Pos: l.text.Pos, End: l.text.End}, "%d characters", l.size)))
	}
	p.Report(d)
}

// longestOf names the skills with the longest descriptions.
func longestOf(set []*listed) string {
	var names []string
	for _, l := range set[:min(len(set), 4)] {
		names = append(names, fmt.Sprintf("%s (%d)", path.Base(path.Dir(l.path)), l.size))
	}
	return strings.Join(names, ", ")
}
