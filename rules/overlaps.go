package rules

import (
	"fmt"
	"maps"
	"path"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
)

// Overlaps are the findings about skills that are alike, by what they have in common.
type overlaps struct {
	batches[overlap]
	skills map[string]int // how many were compared, by the folder that they lie in
}

// An overlap is what two folders have in common, or one with itself.
type overlap struct {
	severity lint.Severity
	folderPair
}

// compared counts skills that are compared.
func (o *overlaps) compared(list []*described) {
	if o.skills == nil {
		o.skills = map[string]int{}
	}
	for _, d := range list {
		o.skills[path.Dir(d.Dir)]++
	}
}

// find adds a finding at the description of d, which is like that of first and those of
// the others of a group.
func (o *overlaps) find(severity lint.Severity, d, first *described, group []*described, message string) {
	finding := lint.Span(d.text.Pos, d.text.End, "%s", message)
	for _, other := range group {
		if other != d && len(finding.Related) < maxRelated {
			finding.Related = append(finding.Related, lint.Related(contract.Name{Pos: other.text.Pos, End: other.text.End}, "the description of %s", other.ID.Text))
		}
	}
	a, b := path.Dir(d.Dir), path.Dir(first.Dir)
	o.add(overlap{severity, folderPair{min(a, b), max(a, b)}}, finding)
}

// report reports them: what two folders have in common, one of which repeats the other, is
// one finding, and so are the notes about one folder. Folders that one folder repeats are
// one cause with it, however many they are.
func (o *overlaps) report(p *lint.Pass) {
	repeated := o.repeated()
	told := map[overlap]*lint.Pass{} // by the cause
	for _, common := range o.causes {
		cause, where := common, "this folder"
		if common.folder != common.other {
			where = "these two folders"
		}
		if set := repeated[common.folderPair]; set != nil {
			cause.folderPair = folderPair{set.first, ""}
			where = fmt.Sprintf("these %d folders, which repeat each other,", set.folders)
		}
		if told[cause] == nil {
			told[cause] = p
			if cause.folder != cause.other || cause.severity == lint.Note {
				told[cause] = p.Folding(folded("pairs of skills in " + where + " are alike"))
			}
		}
		for _, d := range o.of[common] {
			told[cause].ReportAs(common.severity, d)
		}
	}
}

// A folderPair is two folders, the lesser by its name first.
type folderPair struct{ folder, other string }

// A repetition is a set of more than two folders that repeat each other.
type repetition struct {
	first   string
	folders int
}

// repeated returns the repetitions by the pairs of folders of which one repeats the other: at
// least half of the skills of the smaller are in both.
func (o *overlaps) repeated() map[folderPair]*repetition {
	common := map[folderPair]int{}
	for _, c := range o.causes {
		common[c.folderPair] += len(o.of[c])
	}
	var edges []graph.Edge
	maps.DeleteFunc(common, func(p folderPair, n int) bool {
		return p.folder == p.other || 2*n < min(o.skills[p.folder], o.skills[p.other])
	})
	for p := range common {
		edges = append(edges, graph.Edge{From: p.folder, To: p.other}, graph.Edge{From: p.other, To: p.folder})
	}
	g := graph.New(nil, edges)
	sets := map[string]*repetition{}
	for _, folders := range g.Components() {
		set := &repetition{g.Nodes[folders[0]].ID, len(folders)}
		for _, n := range folders {
			sets[g.Nodes[n].ID] = set
		}
	}
	of := map[folderPair]*repetition{}
	for p := range common {
		if set := sets[p.folder]; set.folders > 2 {
			of[p] = set
		}
	}
	return of
}
