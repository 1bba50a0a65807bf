package document

import (
	"fmt"
	"go/token"

	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/internal/limit"
)

// maxAliased bounds how many nodes the aliases of one document may expand to.
const maxAliased = limit.Aliased

func (r *yamlReader) alias(y *yaml.Node, start, depth int) *Node {
	end := start + 1 + len(y.Value)
	if r.open[y.Alias] {
		panic(&SyntaxError{start, end, fmt.Sprintf("alias %q contains itself", "*"+y.Value)})
	}
	if r.open == nil {
		r.open = map[*yaml.Node]bool{}
	}
	r.open[y.Alias] = true
	before := r.aliased
	n := r.copyOf(y.Alias, start, depth)
	if r.aliased == before {
		r.aliased++
	}
	delete(r.open, y.Alias)
	n.Pos, n.End = r.base+token.Pos(start), r.base+token.Pos(min(end, len(r.src)))
	return n
}

// copyOf expands an anchor's value, counting its nodes against maxAliased.
func (r *yamlReader) copyOf(y *yaml.Node, start, depth int) *Node {
	if r.aliased += count(y, maxAliased); r.aliased > maxAliased {
		panic(&SyntaxError{start, start + 1, fmt.Sprintf("aliases expand to more than %d values, as in billion laughs", maxAliased)})
	}
	return r.node(y, depth)
}

// count returns how many nodes y has, without following aliases, up to limit.
func count(y *yaml.Node, limit int) int {
	n := 1
	for _, c := range y.Content {
		if n > limit {
			break
		}
		n += count(c, limit-n)
	}
	return n
}

// merge returns the members that a merge key `<<` brings in.
func (r *yamlReader) merge(y *yaml.Node, depth int) []Member {
	v := r.node(y, depth)
	if v.Kind == Map {
		return v.Members
	}
	var all []Member
	for _, item := range v.Items() {
		all = withMerged(all, item.Value.Entries())
	}
	return all
}

// withMerged adds the members whose keys are not there yet.
func withMerged(members, more []Member) []Member {
	if len(more) == 0 {
		return members
	}
	have := make(map[string]bool, len(members))
	for _, m := range members {
		have[m.Key.Text] = true
	}
	for _, m := range more {
		if !have[m.Key.Text] {
			have[m.Key.Text] = true
			members = append(members, m)
		}
	}
	return members
}
