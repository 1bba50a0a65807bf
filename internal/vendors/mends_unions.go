package vendors

import "slices"

// typed are the keywords that speak of values of one type only.
var typed = map[string]string{
	"minLength": "string", "maxLength": "string", "pattern": "string", "format": "string",
	"minimum": "number", "maximum": "number", "exclusiveMinimum": "number", "exclusiveMaximum": "number", "multipleOf": "number",
	"items": "array", "prefixItems": "array", "additionalItems": "array", "minItems": "array", "maxItems": "array", "uniqueItems": "array", "contains": "array",
	"properties": "object", "required": "object", "additionalProperties": "object", "patternProperties": "object", "propertyNames": "object",
	"minProperties": "object", "maxProperties": "object", "dependentRequired": "object",
}

// speaksOf reports whether a keyword says something of values of a type.
func speaksOf(key, of string) bool {
	t, only := typed[key]
	return !only || t == of || t == "number" && of == "integer"
}

// splitTypes says a list of types by anyOf, or by nullable where the target has it.
func splitTypes(s *site) bool {
	types := s.schema.types()
	if s.target.Dialect == "openapi" && slices.Contains(types, "null") {
		types = slices.DeleteFunc(types, func(t string) bool { return t == "null" })
		if enum := s.schema.get("enum"); enum == nil || slices.ContainsFunc(enum.items(), func(v *Value) bool { return v.is("null") }) {
			s.schema.set("nullable", boolValue(true))
		}
		dropNull(s.schema)
	}
	switch len(types) {
	case 0:
		return false
	case 1:
		s.schema.set("type", stringValue(types[0]))
		return true
	}
	if s.schema.has("anyOf") {
		return false
	}
	union := listOf()
	for _, t := range types {
		branch := &Value{kind: object}
		branch.set("type", stringValue(t))
		for _, m := range s.schema.members {
			if typed[m.key] != "" && speaksOf(m.key, t) {
				branch.set(m.key, m.value.clone())
			}
		}
		if enum := s.schema.get("enum"); enum != nil {
			values := slices.DeleteFunc(enum.items(), func(v *Value) bool { return typeOf(v) != t && (t != "integer" || typeOf(v) != "number") })
			if len(values) == 0 {
				continue
			}
			branch.set("enum", listOf(values...))
		}
		union.members = append(union.members, member{value: branch})
	}
	s.schema.members = slices.DeleteFunc(s.schema.members, func(m member) bool { return m.key == "type" || m.key == "enum" || typed[m.key] != "" })
	s.schema.set("anyOf", union)
	return true
}

// dropNull removes null from the values of an enum.
func dropNull(schema *Value) {
	if enum := schema.get("enum"); enum != nil {
		schema.set("enum", listOf(slices.DeleteFunc(enum.items(), func(v *Value) bool { return v.is("null") })...))
	}
}

// distribute writes the keywords beside anyOf into each of its schemas. In OpenAPI's
// dialect a schema of null becomes nullable at the others.
func distribute(s *site) bool {
	if s.schema == s.root {
		return false // arguments are an object, and nothing may stand beside anyOf
	}
	branches := s.schema.get("anyOf").items()
	if s.target.Dialect == "openapi" {
		rest := slices.DeleteFunc(slices.Clone(branches), func(b *Value) bool { return slices.Equal(b.types(), []string{"null"}) })
		if len(rest) < len(branches) && len(rest) > 0 {
			for _, b := range rest {
				b.set("nullable", boolValue(true))
			}
			branches = rest
		}
		if s.schema.get("nullable").is("true") {
			for _, b := range branches {
				b.set("nullable", boolValue(true))
			}
			s.schema.remove("nullable")
		}
	}
	var merged []*Value
	for _, b := range branches {
		m, ok := conjunction(b, s.schema, "anyOf")
		if !ok {
			return false
		}
		merged = append(merged, m)
	}
	if len(merged) == 1 {
		s.schema.members = merged[0].members
		return true
	}
	s.schema.members = []member{{"anyOf", listOf(merged...)}}
	return true
}

// conjunction returns a schema with the keywords of two, the second's without one keyword.
// It is false where both say something of the same that cannot be said in one.
func conjunction(a, b *Value, without string) (*Value, bool) {
	if a.kind != object || b.kind != object {
		return nil, false
	}
	c := a.clone()
	for _, m := range b.members {
		if m.key == without {
			continue
		}
		here := c.get(m.key)
		switch {
		case here == nil:
			if types := c.types(); len(types) == 1 && !speaksOf(m.key, types[0]) {
				continue
			}
			c.set(m.key, m.value.clone())
		case annotations[m.key]:
		case string(here.JSON()) == string(m.value.JSON()):
		case m.key == "required":
			for _, v := range m.value.items() {
				if name, ok := v.str(); ok && !required(c, name) {
					here.members = append(here.members, member{value: v.clone()})
				}
			}
		case m.key == "properties":
			for _, p := range m.value.entries() {
				if other := here.get(p.key); other != nil && string(other.JSON()) != string(p.value.JSON()) {
					return nil, false
				}
				here.set(p.key, p.value.clone())
			}
		default:
			return nil, false
		}
	}
	return c, true
}

// mergeAllOf says an allOf by one schema with the keywords of all.
func mergeAllOf(s *site) bool {
	all := s.schema.get("allOf").items()
	merged := s.schema.clone()
	merged.remove("allOf")
	for _, part := range all {
		part = resolved(s.root, part)
		if part == nil || len(all) > 1 && (part.has("additionalProperties") || merged.has("additionalProperties")) {
			return false
		}
		next, ok := conjunction(merged, part, "")
		if !ok {
			return false
		}
		merged = next
	}
	s.schema.members = merged.members
	return true
}

// dropSiblings drops what stands beside anyOf, at the top of the arguments the anyOf.
func dropSiblings(s *site) bool {
	if s.schema == s.root {
		return drop(s.schema, "anyOf")
	}
	union := s.schema.get("anyOf")
	s.schema.members = []member{{"anyOf", union}}
	return true
}

// unionToIf says a union at the top of the arguments by if and else, where the target
// takes these: anyOf [a, b] is "if a, else b", oneOf [a, b] is "if a, then not b, else b".
func unionToIf(s *site) bool {
	branches := s.schema.get(s.key).items()
	if slices.Contains(s.fact.Values, "not") || len(branches) == 0 || s.schema.has("if") || s.key == "oneOf" && len(branches) != 2 {
		return false
	}
	last := branches[len(branches)-1]
	for i := len(branches) - 2; i >= 0; i-- {
		choice := &Value{kind: object}
		choice.set("if", branches[i])
		if s.key == "oneOf" {
			other := &Value{kind: object}
			other.set("not", branches[1].clone())
			choice.set("then", other)
		}
		choice.set("else", last)
		last = choice
	}
	merged, ok := conjunction(s.schema, last, "")
	if !ok {
		return false
	}
	merged.remove(s.key)
	s.schema.members = merged.members
	return true
}
