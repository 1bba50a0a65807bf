package schema

import (
	"encoding/json"
	"fmt"
	"net/url"
)

// annotations cost the other validator time and say nothing; they are kept only where a reference leads into one.
var annotations = map[string]bool{"title": true, "description": true, "default": true, "examples": true, "$comment": true,
	"readOnly": true, "writeOnly": true, "deprecated": true, "contentEncoding": true, "contentMediaType": true}

// v6 compiles schemas in a time that grows with the square of their number.
const (
	maxConfirm = 4000 // of a larger document v6 is given what speaks of the names in one witness
	maxCompile = 8000 // and no more than that
)

var errTooMany = fmt.Errorf("the document has more than %d schemas in use", maxCompile)

// memberNames adds the names of all members inside v.
func (v *Value) memberNames(into map[string]bool) {
	for i, e := range v.elems {
		if v.kind == Object {
			into[v.names[i]] = true
		}
		e.memberNames(into)
	}
}

// plain is the document for v6: without keywords that its dialect does not define and v6 applies nevertheless, with an
// enum that v6's copy of the draft-07 metaschema takes (no repetition, not empty), without definitions that nothing
// refers to, and with references led past those that stand alone. Where the document is too large, properties that have
// none of the names are left out, too, and an excerpt does not require them.
func (s *Schema) plain(names map[string]bool, excerpt bool) (any, error) {
	if s.value.huge() {
		return nil, fmt.Errorf("the document has a number of more than 2,000 digits or an exponent beyond 2,000")
	}
	nodes := map[*Value]*node{}
	for _, n := range s.nodes {
		if n.value.kind == Object && len(n.value.names) > 0 {
			nodes[n.value] = n
		}
	}
	simple := !s.dynamic && s.resources == nil
	for _, n := range s.nodes {
		simple = simple && n.res == s.root.res
	}
	keep := s.used(simple, nil)
	narrow := len(keep) > maxConfirm
	if narrow {
		keep = s.used(simple, names)
	}
	under := map[fault]bool{}
	for n := range keep {
		if n.up != nil {
			under[fault{node: n.up.id, key: n.key}] = true
		}
	}
	if len(keep) > maxCompile {
		return nil, errTooMany
	}
	quietly := true
	for _, n := range s.nodes {
		quietly = quietly && !(annotations[n.key] && n.up != nil)
	}
	deep := hoist{on: simple && !s.refers(), key: "$defs", defs: map[string]any{}}
	if s.dialect <= Draft7 {
		deep.key = "definitions"
	}
	var convert func(v *Value) any
	convert = func(v *Value) any {
		switch v.kind {
		case Array:
			out := make([]any, len(v.elems))
			for i, e := range v.elems {
				out[i] = convert(e)
			}
			return out
		case Object:
			n := nodes[v]
			out := make(map[string]any, len(v.elems))
			defer deep.enter(n)()
			for i, e := range v.elems {
				switch key := v.names[i]; {
				case n == nil:
					out[key] = convert(e)
				case n.strangeToV6(key), quietly && annotations[key]:
				case n.besideRef(key) && !under[fault{node: n.id, key: key}]:
				case simple && (key == "$defs" || key == "definitions") && e.kind == Object:
					defs := map[string]any{}
					for j, d := range e.elems {
						if m := nodes[d]; m == nil || keep[m] {
							defs[e.names[j]] = convert(d)
						}
					}
					out[key] = defs
				case narrow && key == "properties" && e.kind == Object:
					some := map[string]any{}
					for j, p := range e.elems {
						if keep[nodes[p]] || names[e.names[j]] {
							some[e.names[j]] = convert(p)
						}
					}
					out[key] = some
				case narrow && excerpt && key == "required" && n.required != nil:
					some := []any{}
					for _, name := range n.required {
						if names[name] {
							some = append(some, name)
						}
					}
					if len(some) > 0 {
						out[key] = some
					}
				case key == "enum" && n.enum != nil && len(n.enum.list) > 0:
					out[key] = toAny(arrayValue(n.enum.list))
				case key == "enum" && n.enum != nil:
					defer func() { out["not"] = map[string]any{} }()
				default:
					out[key] = convert(e)
				}
			}
			if simple && n != nil && n.ref != nil && n.ref.target != nil && n.ref.target.alias {
				if end := n.ref.target.end(); end != nil {
					out["$ref"] = "#" + (&url.URL{Fragment: end.pointer()}).EscapedFragment()
				}
			}
			return deep.leave(n, out)
		}
		return toAny(v)
	}
	return deep.under(convert(s.value)), nil
}

// hoist moves schemas that lie deep in others to the definitions: v6 takes a time that grows with the square of the
// depth for each.
type hoist struct {
	on    bool
	key   string // of the definitions
	depth int
	defs  map[string]any
}

const maxNested = 16

// enter goes one schema deeper, until the function returned is called.
func (h *hoist) enter(n *node) func() {
	if n != nil {
		h.depth++
	}
	return func() {
		if n != nil {
			h.depth--
		}
	}
}

// leave is what stands for the schema at its place.
func (h *hoist) leave(n *node, out map[string]any) any {
	if !h.on || n == nil || n.up == nil || h.depth%maxNested != 0 {
		return out
	}
	name := fmt.Sprintf("deep-%d", len(h.defs))
	h.defs[name] = out
	return map[string]any{"$ref": "#/" + h.key + "/" + name}
}

// under adds what was moved to the document. Nothing refers to definitions that are there already.
func (h *hoist) under(doc any) any {
	if root, ok := doc.(map[string]any); ok && len(h.defs) > 0 {
		root[h.key] = h.defs
	}
	return doc
}

// refers reports a reference in the document.
func (s *Schema) refers() bool {
	for _, n := range s.nodes {
		if n.ref != nil || n.dynamicRef != nil {
			return true
		}
	}
	return false
}

// used is the schemas that can be reached from the root, and those around them: by way of properties only as far as
// they have one of the names, unless names is nil.
func (s *Schema) used(simple bool, names map[string]bool) map[*node]bool {
	kids := make([][]*node, len(s.nodes))
	for _, n := range s.nodes {
		if names != nil && n.key == "properties" && !names[n.tok] {
			continue
		}
		if n.up != nil && !n.up.besideRef(n.key) && !(simple && (n.key == "$defs" || n.key == "definitions")) {
			kids[n.up.id] = append(kids[n.up.id], n)
		}
	}
	keep := map[*node]bool{s.root: true}
	todo := []*node{s.root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next := kids[n.id]
		for _, r := range [...]*reference{n.ref, n.dynamicRef} {
			if r == nil || r.target == nil {
				continue
			}
			t := r.target
			if end := t.end(); simple && end != nil {
				t = end
			}
			next = append(next, t)
		}
		for _, m := range next {
			if !keep[m] {
				keep[m] = true
				todo = append(todo, m)
			}
		}
	}
	for n := range keep {
		for m := n.up; m != nil && !keep[m]; m = m.up {
			keep[m] = true
		}
	}
	return keep
}

// besideRef reports a keyword that means nothing because a $ref stands beside it; v6 applies some of them.
func (n *node) besideRef(key string) bool {
	return n.ref != nil && n.dialect <= Draft7 && keywords[key] != nil && key != "$ref" && key != "definitions"
}

// strangeToV6: v6 applies some keywords in dialects that do not define them (dependencies, minContains, $recursiveRef).
func (n *node) strangeToV6(key string) bool {
	k := keywords[key]
	return k != nil && !k.defines(n.meaning) && key != "$defs" && key != "definitions"
}

// toAny is the value as v6 takes it: numbers as json.Number, which it compares exactly.
func toAny(v *Value) any {
	switch v.kind {
	case Null:
		return nil
	case Boolean:
		return v.b
	case Number:
		return json.Number(v.num.String())
	case String:
		return v.str
	case Array:
		out := make([]any, len(v.elems))
		for i, e := range v.elems {
			out[i] = toAny(e)
		}
		return out
	}
	out := make(map[string]any, len(v.elems))
	for i, e := range v.elems {
		out[v.names[i]] = toAny(e)
	}
	return out
}
