package contracts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DependencyCycle reports skills that need each other, directly or through others.
var DependencyCycle = &lint.Rule{
	Name: "dependency-cycle", Group: "B", Severity: lint.Error,
	Doc: `Skills, or steps of a pipeline, depend on each other in a cycle.

Such calls can deadlock or never end, and no skill of the circle can be released alone. One finding for each circle,
shown as a path on the import of its smallest id. Way out: let one skill read the other through a read-only accessor tool
(` + "`read_only: true`" + ` on the exported tool): such an import closes no circle.

The steps of one pipeline may not wait for each other either, or for themselves: none of them could ever run.`,
	Sources: []lint.Source{sources.DialectsPage, sources.PluginDependencies},
	Run: func(p *lint.Pass) {
		dependencyCycle(p)
		pipelines.Report(p, "dependency-cycle", lint.Error)
	},
}

func dependencyCycle(p *lint.Pass) {
	deps := p.Dependencies()
	for _, cycle := range deps.Graph.Cycles() {
		if len(cycle.Nodes) == 1 {
			continue // rule self-import
		}
		var ids []string
		for _, n := range cycle.Nodes {
			ids = append(ids, messages.Shorten(deps.Graph.Nodes[n].Label))
		}
		first := edgeName(deps, cycle.Edges[0])
		wayOut := "import only read-only accessor tools (read_only: true) on one of its edges to break it"
		if deps.List[deps.Graph.Edges[cycle.Edges[0]].Index].Consumer.Plugin != nil {
			wayOut = "remove one of these dependencies"
		}
		d := lint.At(first, "%s → %s is a cycle; %s", cyclePath(ids), ids[0], wayOut)
		for i, e := range cycle.Edges[1:] {
			if more := len(ids) - cycleStart - cycleEnd; more > 1 && i+1 >= cycleStart && i+1 < len(ids)-cycleEnd {
				continue
			}
			d.Related = append(d.Related, lint.Related(edgeName(deps, e), "%s needs %s here", ids[i+1], ids[(i+2)%len(ids)]))
		}
		p.Report(d)
	}
}

// cycleStart and cycleEnd are how many skills of a long cycle are named.
const cycleStart, cycleEnd = 8, 4

// cyclePath writes a cycle, of a long one the start, how many follow, and the end.
func cyclePath(ids []string) string {
	if more := len(ids) - cycleStart - cycleEnd; more > 1 {
		ids = slices.Concat(ids[:cycleStart], []string{fmt.Sprintf("… %d more …", more)}, ids[len(ids)-cycleEnd:])
	}
	return strings.Join(ids, " → ")
}

// edgeName is where an edge was written. Of several places in one file it is
// the later line, as the edges between two nodes come in that order.
func edgeName(deps *skill.Dependencies, edge int) contract.Name {
	g := deps.Graph
	from, to := g.Ends(edge)
	place := contract.Name{}
	first, end := g.Out(from)
	for e := first; e < end; e++ {
		if _, t := g.Ends(e); t != to || g.Edges[e].Kind != graph.Hard {
			continue
		}
		imp := deps.List[g.Edges[e].Index].Import
		name := imp.From
		if name.Text == "" && len(imp.Tools) > 0 {
			name = imp.Tools[0]
		}
		if name.Pos >= place.Pos {
			place = name
		}
	}
	return place
}
