package vendors

import (
	"slices"
	"strings"
)

// resolved returns a copy of what a schema's reference points to, with the keywords beside
// it; the schema itself when it has none; nil when it points to nothing, out of the schema,
// or to a schema around itself.
func resolved(root, schema *Value) *Value {
	ref, ok := schema.get("$ref").str()
	if !ok {
		return schema
	}
	if !strings.HasPrefix(ref, "#/") || reaches(root, ref[1:], ref[1:], map[string]bool{}) {
		return nil
	}
	at := root.at(ref[1:])
	if at == nil || at.kind != object {
		return nil
	}
	beside := schema.clone()
	beside.remove("$ref")
	// Annotations at the reference are about this use, so they come first.
	for _, m := range at.members {
		if annotations[m.key] && beside.has(m.key) {
			continue
		}
		if beside.has(m.key) {
			return nil
		}
	}
	c := at.clone()
	for _, m := range beside.members {
		c.set(m.key, m.value)
	}
	return c
}

// inline writes a definition where it is used.
func inline(s *site) bool {
	c := resolved(s.root, s.schema)
	if c == nil || c == s.schema {
		return false
	}
	s.schema.members = c.members
	return true
}

func inlineAllOf(s *site) bool {
	changed := false
	for i, part := range s.schema.get("allOf").items() {
		if c := resolved(s.root, part); c != nil && c != part {
			s.schema.get("allOf").members[i].value = c
			changed = true
		}
	}
	return changed
}

// wrapRef moves a reference into an anyOf of one, so that other keywords may stand beside it.
func wrapRef(s *site) bool {
	ref := s.schema.get("$ref")
	if ref == nil || s.schema.has("anyOf") {
		return false
	}
	only := &Value{kind: object}
	only.set("$ref", ref)
	s.schema.remove("$ref")
	s.schema.set("anyOf", listOf(only))
	return true
}

// dropUnused drops definitions that nothing refers to any more.
func dropUnused(s *site) bool {
	for p := range subschemas(s.root) {
		if p.schema.has("$ref") {
			return false
		}
	}
	return drop(s.schema, s.key)
}

// requireAll requires every property, and allows null for those that were optional.
func requireAll(s *site) bool {
	names := s.schema.get("required")
	if names == nil {
		names = listOf()
		s.schema.set("required", names)
	}
	for i, m := range s.schema.get("properties").entries() {
		if required(s.schema, m.key) {
			continue
		}
		names.members = append(names.members, member{value: stringValue(m.key)})
		s.schema.get("properties").members[i].value = nullable(m.value)
	}
	return true
}

// nullable returns a schema that accepts null, too.
func nullable(v *Value) *Value {
	null := &Value{kind: object}
	null.set("type", stringValue("null"))
	types := v.types()
	switch {
	case v.kind != object || slices.Contains(types, "null"):
		return v
	case len(types) > 0 && !v.has("const"):
		all := listOf()
		for _, t := range append(types, "null") {
			all.members = append(all.members, member{value: stringValue(t)})
		}
		v.set("type", all)
		if enum := v.get("enum"); enum != nil {
			enum.members = append(enum.members, member{value: &Value{text: "null"}})
		}
		return v
	case v.has("anyOf"):
		v.get("anyOf").members = append(v.get("anyOf").members, member{value: null})
		return v
	}
	union := &Value{kind: object}
	union.set("anyOf", listOf(v, null))
	return union
}

func dropUnknownRequired(s *site) bool {
	names := s.schema.get("required")
	before := len(names.members)
	names.members = slices.DeleteFunc(names.members, func(m member) bool {
		name, ok := m.value.str()
		return ok && !s.schema.get("properties").has(name)
	})
	return len(names.members) < before
}

func dropEmptyValues(s *site) bool {
	enum := s.schema.get("enum")
	before := len(enum.members)
	enum.members = slices.DeleteFunc(enum.members, func(m member) bool { v, ok := m.value.str(); return ok && v == "" })
	return len(enum.members) < before
}

// closeObject forbids further properties, unless they are all that the object has.
func closeObject(s *site) bool {
	if a := s.schema.get("additionalProperties"); a != nil && a.kind == object && len(a.members) > 0 && len(s.schema.get("properties").entries()) == 0 {
		return false
	}
	s.schema.set("additionalProperties", boolValue(false))
	return true
}
