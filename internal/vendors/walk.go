package vendors

import (
	"iter"
	"strconv"
)

// Keywords by what they hold.
var (
	schemaKeywords = set("additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties")
	listKeywords   = set("allOf", "anyOf", "items", "oneOf", "prefixItems")
	mapKeywords    = set("$defs", "definitions", "dependentSchemas", "dependencies", "patternProperties", "properties")
	annotations    = set("$comment", "$schema", "$id", "default", "deprecated", "description", "example", "examples", "readOnly", "title", "writeOnly")
)

func set(words ...string) map[string]bool {
	s := map[string]bool{}
	for _, w := range words {
		s[w] = true
	}
	return s
}

// A place is a schema within a schema.
type place struct {
	pointer string
	schema  *Value
	depth   int // objects and arrays around it
	defined bool
}

// subschemas yields a schema and all below it that are objects, parents first.
func subschemas(root *Value) iter.Seq[place] {
	return func(yield func(place) bool) { visit(place{schema: root}, yield) }
}

func visit(p place, yield func(place) bool) bool {
	if p.schema.kind != object {
		return true // true and false
	}
	if !yield(p) {
		return false
	}
	for _, child := range below(p) {
		if !visit(child, yield) {
			return false
		}
	}
	return true
}

// below returns the schemas that stand directly in a schema.
func below(p place) []place {
	var all []place
	for _, m := range p.schema.entries() {
		at := step(p.pointer, m.key)
		deeper := p.depth
		if m.key == "properties" || m.key == "items" || m.key == "prefixItems" || m.key == "additionalProperties" {
			deeper++
		}
		switch {
		case mapKeywords[m.key] && m.value.kind == object:
			for _, e := range m.value.entries() {
				all = append(all, place{step(at, e.key), e.value, deeper, p.defined || m.key == "$defs" || m.key == "definitions"})
			}
		case listKeywords[m.key] && m.value.kind == list:
			for i, v := range m.value.items() {
				all = append(all, place{step(at, strconv.Itoa(i)), v, deeper, p.defined})
			}
		case schemaKeywords[m.key]:
			all = append(all, place{at, m.value, deeper, p.defined})
		}
	}
	return all
}

// replaceBelow gives every schema directly in a schema another value.
func replaceBelow(schema *Value, with func(*Value) *Value) {
	for i, m := range schema.members {
		switch {
		case mapKeywords[m.key] && m.value.kind == object, listKeywords[m.key] && m.value.kind == list:
			for j, e := range m.value.members {
				schema.members[i].value.members[j].value = with(e.value)
			}
		case schemaKeywords[m.key]:
			schema.members[i].value = with(m.value)
		}
	}
}
