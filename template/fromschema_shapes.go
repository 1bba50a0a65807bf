package template

import "strconv"

// closedType is the union of the values of an enum, of the kinds that are allowed beside it (0: all).
func closedType(values []any, kinds Kind, m map[string]any) *Type {
	t := &Type{}
	if kinds&Number != 0 {
		kinds |= Integer
	}
	byKind := map[Kind]*alt{}
	for _, v := range values {
		kind := kindOf(v)
		if kind == 0 {
			return unknownType
		}
		if kinds != 0 && kind&kinds == 0 {
			continue
		}
		if kind&(Array|Object) != 0 {
			a := LiteralType(v).alts[0]
			a.extra = constrains(m, kind)
			t.alts = append(t.alts, a)
			continue
		}
		a := byKind[kind]
		if a == nil {
			a = &alt{kind: kind, extra: constrains(m, kind)}
			byKind[kind] = a
			t.alts = append(t.alts, a)
		}
		a.values = append(a.values, v)
	}
	for _, a := range t.alts {
		if len(a.values) > maxValues {
			a.values, a.extra = nil, true
		}
	}
	if len(t.alts) == 0 || len(t.alts) > maxAlts {
		return unknownType
	}
	return t
}

func (r *reading) array(a *alt, m map[string]any) {
	rest, prefix := m["items"], m["prefixItems"]
	if list, ok := rest.([]any); ok { // up to 2019-09
		prefix, rest = list, m["additionalItems"]
	}
	list, _ := prefix.([]any)
	for _, node := range list {
		a.prefix = append(a.prefix, r.slot(node))
	}
	switch rest {
	case nil, true:
		a.rest = &slot{typ: unknownType}
	case false:
	default:
		s := r.slot(rest)
		a.rest = &s
	}
	if text, ok := numberText(m["minItems"]); ok {
		a.min, _ = strconv.Atoi(text)
	}
}

func (r *reading) object(a *alt, m map[string]any) {
	if properties, ok := m["properties"].(map[string]any); ok && len(properties) > 0 {
		a.members = make(map[string]slot, len(properties))
		for name, node := range properties {
			a.members[name] = r.slot(node)
		}
	}
	others, said := m["additionalProperties"]
	if !said {
		others, said = m["unevaluatedProperties"]
	}
	switch others {
	case nil:
		if a.silent = !said && a.members == nil; a.silent {
			a.others = &slot{typ: unknownType}
		}
	case false:
		a.closed = true
	case true:
		a.others = &slot{typ: unknownType}
	default:
		s := r.slot(others)
		a.others = &s
	}
	for _, key := range [...]string{"patternProperties", "if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef"} {
		if m[key] != nil { // may declare members that are not looked at
			a.others, a.closed, a.silent = &slot{typ: unknownType}, false, false
		}
	}
	required, _ := m["required"].([]any)
	for _, name := range required {
		name, ok := name.(string)
		if !ok {
			continue
		}
		s, ok := a.members[name]
		if !ok {
			s = slot{typ: unknownType}
			if a.members == nil {
				a.members = map[string]slot{}
			}
		}
		s.required = true
		a.members[name] = s
	}
}

func (r *reading) slot(node any) slot {
	s := slot{node: node, doc: r.doc}
	if m, ok := node.(map[string]any); ok && r.doc.defaults {
		_, s.hasDefault = m["default"]
	}
	return s
}
