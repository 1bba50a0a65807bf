package template

import (
	"maps"
	"slices"
	"strings"
)

// Schema returns the type as a JSON Schema document of its own, for who proves what a
// type cannot tell. It is exact when it accepts the same values as the schemas that the
// type was read from; else it may accept more.
func (t *Type) Schema() (schema any, exact bool) {
	if t.origin != nil {
		return t.origin.bundle()
	}
	w := schemaWriter{exact: true}
	return w.schema(t, 0), w.exact
}

// bundle makes a document of a schema within another: with the draft of the whole, and with the
// definitions when it refers to them. References elsewhere would lead nowhere.
func (o *origin) bundle() (any, bool) {
	root, _ := o.doc.root.(map[string]any)
	node, ok := o.node.(map[string]any)
	for range maxRefs { // what only refers is what it refers to
		ref, isRef := node["$ref"].(string)
		target, found := o.doc.resolve(ref)
		if !isRef || !found || len(node) > 1 {
			break
		}
		if node, ok = target.(map[string]any); !ok {
			return target, true
		}
	}
	if !ok {
		return o.node, true
	}
	if _, ownRoot := node["$id"].(string); ownRoot || same(node, root) {
		return node, true
	}
	var s refScan
	s.scan(node, 0)
	bundled := maps.Clone(node)
	if s.found {
		for _, key := range [...]string{"$defs", "definitions"} {
			if defs, ok := root[key]; ok {
				s.scan(defs, 0)
				bundled[key] = defs
			}
		}
	}
	if draft, ok := root["$schema"]; ok {
		bundled["$schema"] = draft
	} else if !s.found {
		bundled = node
	}
	if s.astray {
		return true, false
	}
	return bundled, true
}

// A refScan looks for references, and for those that are not to definitions of the root.
type refScan struct {
	found, astray bool
	nodes         int
}

func (s *refScan) scan(node any, depth int) {
	if s.nodes++; depth > maxDepth || s.nodes > 1<<14 {
		s.astray = true
		return
	}
	switch n := node.(type) {
	case []any:
		for _, item := range n {
			s.scan(item, depth+1)
		}
	case map[string]any:
		for key, value := range n {
			if ref, ok := value.(string); ok && (key == "$ref" || key == "$dynamicRef" || key == "$recursiveRef") {
				s.found = true
				s.astray = s.astray || !strings.HasPrefix(ref, "#/$defs/") && !strings.HasPrefix(ref, "#/definitions/")
			}
			s.scan(value, depth+1)
		}
	}
}

type schemaWriter struct {
	exact bool
	nodes int
}

// anything stands for what cannot be told.
func (w *schemaWriter) anything() any {
	w.exact = false
	return true
}

func (w *schemaWriter) schema(t *Type, depth int) any {
	if w.nodes++; t.unknown || depth > maxDepth || w.nodes > maxNodes {
		return w.anything()
	}
	var some []any
	for _, a := range t.alts {
		some = append(some, w.alt(a, depth))
	}
	switch len(some) {
	case 0:
		return false
	case 1:
		return some[0]
	}
	return map[string]any{"anyOf": some}
}

func (w *schemaWriter) alt(a *alt, depth int) any {
	if a.values != nil {
		w.exact = w.exact && !a.extra
		return map[string]any{"enum": a.values}
	}
	m := map[string]any{"type": a.kind.name()}
	if a.node != nil {
		var s refScan
		if s.scan(a.node, 0); !s.found && !s.astray {
			m = maps.Clone(a.node)
			m["type"] = a.kind.name()
			delete(m, "nullable")
			if root, ok := a.origin.root.(map[string]any); ok && root["$schema"] != nil && depth == 0 {
				m["$schema"] = root["$schema"]
			}
			return m
		}
	}
	w.exact = w.exact && !a.extra
	switch a.kind {
	case Array:
		w.array(m, a, depth)
	case Object:
		w.object(m, a, depth)
	}
	return m
}

func (w *schemaWriter) array(m map[string]any, a *alt, depth int) {
	if len(a.prefix) > 0 {
		var prefix []any
		for _, s := range a.prefix {
			prefix = append(prefix, w.schema(s.Type(), depth+1))
		}
		m["prefixItems"] = prefix
	}
	m["items"] = false
	if a.rest != nil {
		m["items"] = w.slot(*a.rest, depth)
	}
	if a.min > 0 {
		m["minItems"] = numberInt(a.min)
	}
}

func (w *schemaWriter) object(m map[string]any, a *alt, depth int) {
	properties := make(map[string]any, len(a.members))
	var required []any
	for _, name := range slices.Sorted(maps.Keys(a.members)) {
		s := a.members[name]
		properties[name] = w.slot(s, depth)
		if s.given() {
			required = append(required, name)
		}
	}
	if len(properties) > 0 {
		m["properties"] = properties
	}
	if required != nil {
		m["required"] = required
	}
	switch {
	case a.others != nil && !a.others.isUnknown():
		m["additionalProperties"] = w.slot(*a.others, depth)
	case a.closed:
		m["additionalProperties"] = false
	}
}

// slot writes what a schema leaves open as open: that is no loss.
func (w *schemaWriter) slot(s slot, depth int) any {
	if s.isUnknown() {
		return true
	}
	return w.schema(s.Type(), depth+1)
}
