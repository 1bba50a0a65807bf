package template

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A document is the JSON Schema that local references are resolved in.
type document struct {
	root     any
	defaults bool     // members with a default are filled in
	types    sync.Map // from nodes (uintptr of the map) to *Type
}

// Bounds of one reading of a schema: combinations of allOf and anyOf multiply.
const (
	maxRefs  = 32
	maxNodes = 512
)

// FromSchema reads the type of the values of a JSON Schema, as encoding/json decodes it.
// Drafts 4 to 2020-12 are read alike, $ref only within the document ("#/…"), OpenAPI's
// nullable too. An object with properties and nothing said of others has no others; a schema
// with properties or items and no type is of an object or array. What is not
// understood, refers to itself without end or elsewhere, or is too large is unknown.
func FromSchema(schema any) *Type {
	return (&document{root: schema}).typeOf(schema)
}

// FromInput reads the schema of an input of which the defaults are filled in before it is
// validated: as a source such a member is never missing, as a target it need not be given.
func FromInput(schema any) *Type {
	return (&document{root: schema, defaults: true}).typeOf(schema)
}

func (d *document) typeOf(node any) *Type {
	m, ok := node.(map[string]any)
	if !ok {
		return unknownType
	}
	key := identity(m)
	if t, ok := d.types.Load(key); ok {
		return t.(*Type)
	}
	r := reading{doc: d}
	t := r.typeOf(node)
	if !t.unknown {
		o := *t
		o.origin = &origin{node, d}
		t = &o
	}
	d.types.Store(key, t)
	return t
}

// identity tells one map from another that is equal.
func identity(m map[string]any) uintptr { return reflect.ValueOf(m).Pointer() }

type reading struct {
	doc    *document
	active []uintptr // the targets of references that are being read
	nodes  int
}

func (r *reading) typeOf(node any) *Type {
	m, ok := node.(map[string]any)
	if r.nodes++; !ok || r.nodes > maxNodes {
		return unknownType
	}
	if id, ok := m["$id"].(string); ok && !strings.HasPrefix(id, "#") && !same(m, r.doc.root) {
		outer := r.doc
		r.doc = &document{root: m, defaults: outer.defaults}
		defer func() { r.doc = outer }()
	}
	if ref, ok := m["$ref"].(string); ok {
		target, ok := r.doc.resolve(ref)
		to, isMap := target.(map[string]any)
		if !ok || !isMap || len(r.active) == maxRefs || slices.Contains(r.active, identity(to)) {
			return unknownType
		}
		r.active = append(r.active, identity(to))
		t := r.typeOf(target)
		r.active = r.active[:len(r.active)-1]
		if constrains(m, anyKind) || m["properties"] != nil || m["required"] != nil || m["enum"] != nil || m["const"] != nil {
			t = t.withExtra() // beside $ref: ignored by draft 7, demanded by 2020-12
		}
		return t
	}
	t := unknownType
	bare := true
	for _, key := range [...]string{"type", "enum", "const", "properties", "items", "prefixItems", "required", "additionalProperties"} {
		if _, ok := m[key]; ok {
			bare = false
		}
	}
	if !bare || constrains(m, anyKind) {
		t, bare = r.own(m), false
	}
	and := func(u *Type) {
		if bare {
			t, bare = u, false
		} else {
			t = intersect(t, u)
		}
	}
	if all, ok := m["allOf"].([]any); ok {
		for _, sub := range all {
			and(r.typeOf(sub))
		}
	}
	for _, key := range [...]string{"anyOf", "oneOf"} {
		if some, ok := m[key].([]any); ok && len(some) > 0 {
			var types []*Type
			for _, sub := range some {
				types = append(types, r.typeOf(sub))
			}
			u := union(types...)
			if key == "oneOf" && len(some) > 1 {
				u = u.withExtra()
			}
			and(u)
		}
	}
	if m["nullable"] == true && !t.unknown && t.Kinds()&Null == 0 {
		t = union(t, kindType(Null))
	}
	return t
}

// own reads what a schema says itself, without combinations.
func (r *reading) own(m map[string]any) *Type {
	var kinds Kind
	switch t := m["type"].(type) {
	case string:
		kinds = kindNamed(t)
	case []any:
		for _, t := range t {
			name, _ := t.(string)
			k := kindNamed(name)
			if k == 0 {
				return unknownType
			}
			kinds |= k
		}
		if kinds&Number != 0 {
			kinds &^= Integer
		}
	}
	if m["type"] != nil && kinds == 0 {
		return unknownType
	}
	values, closed := m["enum"].([]any)
	if c, ok := m["const"]; ok {
		values, closed = []any{c}, true
	}
	if closed && len(values) > 0 {
		return closedType(values, kinds, m)
	}
	if kinds == 0 {
		switch {
		case m["properties"] != nil:
			kinds = Object
		case m["items"] != nil || m["prefixItems"] != nil:
			kinds = Array
		default:
			return unknownType
		}
	}
	t := &Type{}
	for _, k := range kindNames {
		if kinds&k.kind == 0 {
			continue
		}
		a := &alt{kind: k.kind, extra: constrains(m, k.kind), node: m, origin: r.doc}
		switch k.kind {
		case Array:
			r.array(a, m)
		case Object:
			r.object(a, m)
		}
		t.alts = append(t.alts, a)
	}
	return t
}

func kindNamed(name string) Kind {
	for _, k := range kindNames {
		if k.name == name {
			return k.kind
		}
	}
	return 0
}
