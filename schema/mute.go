package schema

import (
	"slices"
)

// fault is a keyword of a schema, or one name of it, that is left out when further breaks are looked for.
type fault struct {
	node      int32
	key, name string
}

func (tr *translator) mutes(n *node, key, name string) bool {
	return tr.muted != nil && tr.muted[fault{n.id, key, name}]
}

func (tr *translator) mutedNames(n *node, key string) form {
	var names []string
	for f := range tr.muted {
		if f.node == n.id && f.key == key && f.name != "" {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	vs := make([]*Value, len(names))
	for i, name := range names {
		vs[i] = stringValue(name)
	}
	return tr.t.in(vs...)
}
