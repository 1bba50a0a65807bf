package template

import (
	"maps"
	"slices"
)

// A Type is a set of JSON values that holds at least every value that may occur: the
// union of its alternatives, or unknown. Types are immutable and safe for concurrent use.
type Type struct {
	alts     []*alt
	unknown  bool
	optional bool // the value may be missing
	origin   *origin
}

// An origin is the schema that a type was read from, unchanged.
type origin struct {
	node any
	doc  *document
}

// An alt is the values of one kind, and of a closed set when values is not nil.
type alt struct {
	kind   Kind // exactly one; Number includes integers
	values []any

	// Of arrays: the first items each by itself, then the rest; min is how many there are at least.
	prefix []slot
	rest   *slot // nil: there are none behind the prefix
	min    int

	// Of objects: the declared members, and what is said of others.
	members map[string]slot
	others  *slot // nil: there are no others

	// extra: the schema demands more of a value than this alternative tells.
	extra  bool
	closed bool           // of objects: the schema refuses other members, it does not only leave them out
	silent bool           // of objects: the schema says nothing of its members
	node   map[string]any // the schema of this alternative, when it is one
	origin *document
}

// A slot is the type of a member or an item, read from its schema only when it is looked at:
// schemas may refer to themselves.
type slot struct {
	typ        *Type
	node       any
	doc        *document
	required   bool
	hasDefault bool
	and        *slot // the type is of both
	weight     int   // how many there are in "and", below maxWeight
}

const maxWeight = 16

func (s slot) Type() *Type {
	t := s.typ
	if t == nil {
		t = s.doc.typeOf(s.node)
	}
	if s.and != nil {
		t = intersect(t, s.and.Type())
	}
	return t
}

// given reports whether a member is always there.
func (s slot) given() bool { return s.required || s.hasDefault }

// isUnknown reports whether the slot is unknown without a look at its schema.
func (s slot) isUnknown() bool { return s.typ == unknownType && s.and == nil }

var unknownType = &Type{unknown: true}

const (
	maxAlts   = 64  // more alternatives make a type unknown
	maxValues = 256 // more values make an alternative open
)

// Unknown is the type of which nothing is known: everything fits, silently.
func Unknown() *Type { return unknownType }

// LiteralType is the type of one JSON value.
func LiteralType(v any) *Type {
	kind := kindOf(v)
	if kind == 0 {
		return unknownType
	}
	a := &alt{kind: kind, values: []any{v}}
	switch v := v.(type) {
	case []any:
		a.min = len(v)
		for _, item := range v {
			a.prefix = append(a.prefix, slot{typ: LiteralType(item)})
		}
	case map[string]any:
		a.closed, a.members = true, make(map[string]slot, len(v))
		for name, m := range v {
			a.members[name] = slot{typ: LiteralType(m), required: true}
		}
	}
	return &Type{alts: []*alt{a}}
}

// ObjectType is the type of an object with exactly these members; one of an optional type may be missing.
func ObjectType(members map[string]*Type) *Type {
	a := &alt{kind: Object, closed: true, members: make(map[string]slot, len(members))}
	for name, t := range members {
		a.members[name] = slot{typ: t.present(), required: !t.optional}
	}
	return &Type{alts: []*alt{a}}
}

// ArrayType is the type of an array with items of one type.
func ArrayType(item *Type) *Type {
	return &Type{alts: []*alt{{kind: Array, rest: &slot{typ: item.present()}}}}
}

func kindType(kind Kind) *Type { return &Type{alts: []*alt{{kind: kind}}} }

// Optional is the type, or a missing value.
func (t *Type) Optional() *Type {
	if t.optional {
		return t
	}
	o := *t
	o.optional = true
	return &o
}

func (t *Type) present() *Type {
	if !t.optional {
		return t
	}
	o := *t
	o.optional = false
	return &o
}

// IsUnknown reports whether nothing is known of the value, MayBeMissing whether there may be none.
func (t *Type) IsUnknown() bool    { return t.unknown }
func (t *Type) MayBeMissing() bool { return t.optional }

// Kinds are the kinds that a value may have; all of them when it is unknown.
func (t *Type) Kinds() Kind {
	if t.unknown {
		return anyKind
	}
	var k Kind
	for _, a := range t.alts {
		k |= a.kind
	}
	return k
}

// union is one type or another.
func union(types ...*Type) *Type {
	if len(types) == 1 {
		return types[0]
	}
	u := &Type{}
	for _, t := range types {
		u.unknown = u.unknown || t.unknown
		u.optional = u.optional || t.optional
		for _, a := range t.alts {
			if a.values == nil && a.plain() && slices.ContainsFunc(u.alts, func(b *alt) bool { return b.kind == a.kind && b.values == nil && b.plain() }) {
				continue
			}
			u.alts = append(u.alts, a)
		}
	}
	if u.unknown || len(u.alts) > maxAlts {
		u.unknown, u.alts = true, nil
	}
	return u
}

// plain reports whether the alternative says no more than its kind, which is one of scalars.
func (a *alt) plain() bool { return !a.extra && a.kind&(Array|Object) == 0 }

// restrict keeps the alternatives of some kinds.
func (t *Type) restrict(kinds Kind) *Type {
	if t.unknown || t.Kinds()&^kinds == 0 {
		return t
	}
	r := &Type{optional: t.optional}
	for _, a := range t.alts {
		if a.kind&kinds != 0 {
			r.alts = append(r.alts, a)
		}
	}
	return r
}

// known returns the names of all members that the alternatives declare, sorted.
func (t *Type) known() []string {
	names := map[string]bool{}
	for _, a := range t.alts {
		for name := range a.members {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// member is the type under a name; it is nil when no alternative has it.
func (t *Type) member(name string) *Type {
	if t.unknown {
		return unknownType
	}
	var found []*Type
	absent := t.optional
	for _, a := range t.alts {
		s, ok := a.member(name)
		if !ok {
			absent = true
			continue
		}
		found = append(found, s.Type())
		absent = absent || !s.given()
	}
	return joined(found, absent)
}

func (a *alt) member(name string) (slot, bool) {
	if a.kind != Object {
		return slot{}, false
	}
	if s, ok := a.members[name]; ok {
		return s, true
	}
	if a.others != nil {
		return *a.others, true
	}
	return slot{}, false
}

// item is the type at an index; it is nil when no alternative has it.
func (t *Type) item(index int) *Type {
	if t.unknown {
		return unknownType
	}
	var found []*Type
	absent := t.optional
	for _, a := range t.alts {
		switch {
		case a.kind == Array && index < len(a.prefix):
			found = append(found, a.prefix[index].Type())
		case a.kind == Array && a.rest != nil:
			found = append(found, a.rest.Type())
		default:
			absent = true
			continue
		}
		absent = absent || index >= a.min
	}
	return joined(found, absent)
}

func joined(found []*Type, absent bool) *Type {
	if len(found) == 0 {
		return nil
	}
	u := union(found...)
	if absent {
		return u.Optional()
	}
	return u
}

// items is the type of every item of every alternative that is an array; with none (arrays that are
// empty) it has no alternatives.
func (t *Type) items() *Type {
	if t.unknown {
		return unknownType
	}
	var found []*Type
	for _, a := range t.alts {
		if a.kind != Array {
			continue
		}
		for _, s := range a.prefix {
			found = append(found, s.Type())
		}
		if a.rest != nil {
			found = append(found, a.rest.Type())
		}
	}
	return union(found...).present()
}
