package schema

import "slices"

func wantString(key string) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		if v.kind != String {
			b.fault(ReasonInvalid, n, key, "%q is not a string", key)
		}
	}
}

func wantArray(key string) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		if v.kind != Array {
			b.fault(ReasonInvalid, n, key, "%q is not an array", key)
		}
	}
}

func wantBool(key string, set func(*node, bool)) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		if v.kind != Boolean {
			b.fault(ReasonInvalid, n, key, "%q is not a boolean", key)
		} else if set != nil {
			set(n, v.b)
		}
	}
}

func parseRef(b *builder, n *node, v *Value) {
	if v.kind != String {
		b.fault(ReasonInvalid, n, "$ref", "%q is not a string", "$ref")
		return
	}
	n.ref = &reference{text: v.str}
}

func parseDynamicRef(b *builder, n *node, v *Value) {
	if v.kind != String {
		b.fault(ReasonInvalid, n, "$dynamicRef", "%q is not a string", "$dynamicRef")
		return
	}
	n.dynamicRef = &reference{text: v.str}
}

func parseRecursiveRef(b *builder, n *node, v *Value) {
	if v.kind != String {
		b.fault(ReasonInvalid, n, "$recursiveRef", "%q is not a string", "$recursiveRef")
		return
	}
	n.dynamicRef = &reference{text: v.str}
	if v.str == "#" {
		n.dynamicRef.dynamic = recursiveAnchor
		b.schema.dynamic = true
	}
}

func parseFormat(b *builder, n *node, v *Value) {
	if v.kind != String {
		b.fault(ReasonInvalid, n, "format", "%q is not a string", "format")
		return
	}
	n.format = v.str
}

var typeNames = map[string]kindSet{
	"null": kinds(Null), "boolean": kinds(Boolean), "number": kinds(Number), "integer": kinds(Number),
	"string": kinds(String), "array": kinds(Array), "object": kinds(Object),
}

func parseType(b *builder, n *node, v *Value) {
	list := []*Value{v}
	if v.kind == Array {
		list = v.elems
		if len(list) == 0 {
			b.fault(ReasonInvalid, n, "type", "%q is an empty list", "type")
		}
	}
	number, integer := false, false
	for i, t := range list {
		k, ok := kindSet(0), false
		if t.kind == String {
			k, ok = typeNames[t.str]
		}
		switch {
		case !ok:
			b.fault(ReasonInvalid, n, "type", "%s is not the name of a type", t)
			continue
		case slices.ContainsFunc(list[:i], func(u *Value) bool { return equal(t, u) }):
			b.fault(ReasonInvalid, n, "type", "%q names %s twice", "type", t)
		}
		n.kinds |= k
		number = number || t.str == "number"
		integer = integer || t.str == "integer"
	}
	n.integer = integer && !number
}

func parseEnum(b *builder, n *node, v *Value) {
	if v.kind != Array {
		b.fault(ReasonInvalid, n, "enum", "%q is not an array", "enum")
		return
	}
	n.enum = newValueSet(v.elems)
	if n.dialect <= Draft6 && (len(v.elems) == 0 || len(n.enum.list) < len(v.elems)) {
		b.fault(ReasonInvalid, n, "enum", "%q is empty or names a value twice", "enum")
	}
}

func parseConst(b *builder, n *node, v *Value) { n.constant = v }

func parseMultipleOf(b *builder, n *node, v *Value) {
	if v.kind != Number || v.num.sign() <= 0 {
		b.fault(ReasonInvalid, n, "multipleOf", "%q is not a positive number", "multipleOf")
		return
	}
	n.multipleOf = v.num
}

func parseBound(key string) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		at := map[string]*bound{"minimum": &n.min, "maximum": &n.max, "exclusiveMinimum": &n.exMin, "exclusiveMaximum": &n.exMax}[key]
		exclusive := at == &n.exMin || at == &n.exMax
		switch {
		case exclusive && n.dialect == Draft4:
			if v.kind != Boolean {
				b.fault(ReasonInvalid, n, key, "%q is not a boolean", key)
			} else if side := map[bool]string{true: "minimum", false: "maximum"}[at == &n.exMin]; n.value.get(side) == nil {
				b.fault(ReasonInvalid, n, key, "%q stands without %q", key, side)
			}
			at.open = v.b
		case v.kind != Number:
			b.fault(ReasonInvalid, n, key, "%q is not a number", key)
		default:
			*at = bound{set: true, open: exclusive, at: v.num}
		}
	}
}

func parseCount(key string, field func(*node) *count) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		if v.kind != Number || !v.num.isInt() || v.num.sign() < 0 {
			b.fault(ReasonInvalid, n, key, "%q is not a non-negative integer", key)
			return
		}
		c := maxCount
		if v.num.cmp(numOf(maxCount)) < 0 {
			c = v.num.scaled(0).Int64()
		}
		*field(n) = c
	}
}

func parsePattern(b *builder, n *node, v *Value) {
	if v.kind != String {
		b.fault(ReasonInvalid, n, "pattern", "%q is not a string", "pattern")
		return
	}
	p, err := compilePattern(v.str)
	if err != nil {
		b.fault(ReasonInvalid, n, "pattern", "%q is not a regular expression of ECMA-262: %v", v.str, err)
		return
	}
	n.pattern = p
}

// strings reads a list of distinct strings.
func (b *builder) strings(n *node, key string, v *Value) []string {
	if v.kind != Array || n.dialect == Draft4 && len(v.elems) == 0 {
		b.fault(ReasonInvalid, n, key, "%q is not a list of names", key)
		return nil
	}
	list := make([]string, 0, len(v.elems))
	for _, e := range v.elems {
		if e.kind != String {
			b.fault(ReasonInvalid, n, key, "%q is not a list of names", key)
			return nil
		}
		list = append(list, e.str)
	}
	slices.Sort(list)
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			b.fault(ReasonInvalid, n, key, "%q names %q twice", key, list[i])
			break
		}
	}
	return list
}

func parseRequired(b *builder, n *node, v *Value) { n.required = b.strings(n, "required", v) }

func parseDependentRequired(b *builder, n *node, v *Value) {
	if v.kind != Object {
		b.fault(ReasonInvalid, n, "dependentRequired", "%q is not an object", "dependentRequired")
		return
	}
	for i, name := range v.names {
		n.depRequired = append(n.depRequired, dependency{name, b.strings(n, "dependentRequired", v.elems[i])})
	}
}

func parseDependencies(b *builder, n *node, v *Value) {
	if v.kind != Object {
		b.fault(ReasonInvalid, n, "dependencies", "%q is not an object", "dependencies")
		return
	}
	n.depKey = "dependencies"
	for i, name := range v.names {
		if e := v.elems[i]; e.kind == Array {
			n.depRequired = append(n.depRequired, dependency{name, b.strings(n, "dependencies", e)})
		} else {
			n.depSchemas = append(n.depSchemas, namedNode{name, b.childAt(n, "dependencies", name, e)})
		}
	}
}

func parseSchema(key string, set func(n, m *node)) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		m := b.child(n, key, v)
		if set != nil {
			set(n, m)
		}
	}
}

func (b *builder) list(n *node, key string, v *Value) []*node {
	if v.kind != Array || len(v.elems) == 0 {
		b.fault(ReasonInvalid, n, key, "%q is not a list of schemas", key)
		return nil
	}
	list := make([]*node, len(v.elems))
	for i, e := range v.elems {
		list[i] = b.childAt(n, key, indexToken(i), e)
	}
	return list
}

func parseSchemaList(key string, set func(*node, []*node)) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) { set(n, b.list(n, key, v)) }
}

func parseItems(b *builder, n *node, v *Value) {
	if v.kind == Array && n.dialect < Draft2020 {
		n.prefix, n.prefixKey = b.list(n, "items", v), "items"
		return
	}
	n.items, n.itemsKey = b.child(n, "items", v), "items"
}

func parseSchemaMap(key string, set func(*node, []namedNode)) func(*builder, *node, *Value) {
	return func(b *builder, n *node, v *Value) {
		if v.kind != Object {
			b.fault(ReasonInvalid, n, key, "%q is not an object", key)
			return
		}
		list := make([]namedNode, len(v.names))
		for i, name := range v.names {
			list[i] = namedNode{name, b.childAt(n, key, name, v.elems[i])}
			if key == "patternProperties" {
				p, err := compilePattern(name)
				if err != nil {
					b.fault(ReasonInvalid, n, key, "%q is not a regular expression of ECMA-262: %v", name, err)
					continue
				}
				n.patterns = append(n.patterns, patternNode{p, list[i].node})
			}
		}
		if set != nil {
			set(n, list)
		}
	}
}
