package schema

import "slices"

// keywords that assert, apply, or whose shape a metaschema constrains. Everything else is an annotation of any shape.
var keywords map[string]*keyword

func init() { // keyword parsers refer to the table by way of fill
	const v, a, c = vocabValidation, vocabApplicator, vocabulary(0)
	keywords = map[string]*keyword{
		"$ref":              {Draft4, Draft2020, c, parseRef},
		"$dynamicRef":       {Draft2020, Draft2020, c, parseDynamicRef},
		"$recursiveRef":     {Draft2019, Draft2019, c, parseRecursiveRef},
		"$comment":          {Draft7, Draft2020, c, wantString("$comment")},
		"title":             {Draft4, Draft2020, c, wantString("title")},
		"description":       {Draft4, Draft2020, c, wantString("description")},
		"$defs":             {Draft2019, Draft2020, c, parseSchemaMap("$defs", nil)},
		"definitions":       {Draft4, Draft2020, c, parseSchemaMap("definitions", nil)},
		"contentSchema":     {Draft2019, Draft2020, c, parseSchema("contentSchema", nil)},
		"$recursiveAnchor":  {Draft2019, Draft2019, c, wantBool("$recursiveAnchor", nil)},
		"contentEncoding":   {Draft7, Draft2020, c, wantString("contentEncoding")},
		"contentMediaType":  {Draft7, Draft2020, c, wantString("contentMediaType")},
		"readOnly":          {Draft7, Draft2020, c, wantBool("readOnly", nil)},
		"writeOnly":         {Draft7, Draft2020, c, wantBool("writeOnly", nil)},
		"deprecated":        {Draft2019, Draft2020, c, wantBool("deprecated", nil)},
		"examples":          {Draft6, Draft2020, c, wantArray("examples")},
		"format":            {Draft4, Draft2020, c, parseFormat},
		"type":              {Draft4, Draft2020, v, parseType},
		"enum":              {Draft4, Draft2020, v, parseEnum},
		"const":             {Draft6, Draft2020, v, parseConst},
		"multipleOf":        {Draft4, Draft2020, v, parseMultipleOf},
		"minimum":           {Draft4, Draft2020, v, parseBound("minimum")},
		"maximum":           {Draft4, Draft2020, v, parseBound("maximum")},
		"exclusiveMinimum":  {Draft4, Draft2020, v, parseBound("exclusiveMinimum")},
		"exclusiveMaximum":  {Draft4, Draft2020, v, parseBound("exclusiveMaximum")},
		"minLength":         {Draft4, Draft2020, v, parseCount("minLength", func(n *node) *count { return &n.minLength })},
		"maxLength":         {Draft4, Draft2020, v, parseCount("maxLength", func(n *node) *count { return &n.maxLength })},
		"pattern":           {Draft4, Draft2020, v, parsePattern},
		"minItems":          {Draft4, Draft2020, v, parseCount("minItems", func(n *node) *count { return &n.minItems })},
		"maxItems":          {Draft4, Draft2020, v, parseCount("maxItems", func(n *node) *count { return &n.maxItems })},
		"uniqueItems":       {Draft4, Draft2020, v, wantBool("uniqueItems", func(n *node, x bool) { n.unique = x })},
		"minContains":       {Draft2019, Draft2020, v, parseCount("minContains", func(n *node) *count { return &n.minContains })},
		"maxContains":       {Draft2019, Draft2020, v, parseCount("maxContains", func(n *node) *count { return &n.maxContains })},
		"minProperties":     {Draft4, Draft2020, v, parseCount("minProperties", func(n *node) *count { return &n.minProperties })},
		"maxProperties":     {Draft4, Draft2020, v, parseCount("maxProperties", func(n *node) *count { return &n.maxProperties })},
		"required":          {Draft4, Draft2020, v, parseRequired},
		"dependentRequired": {Draft2019, Draft2020, v, parseDependentRequired},
		"allOf":             {Draft4, Draft2020, a, parseSchemaList("allOf", func(n *node, l []*node) { n.allOf = l })},
		"anyOf":             {Draft4, Draft2020, a, parseSchemaList("anyOf", func(n *node, l []*node) { n.anyOf = l })},
		"oneOf":             {Draft4, Draft2020, a, parseSchemaList("oneOf", func(n *node, l []*node) { n.oneOf = l })},
		"not":               {Draft4, Draft2020, a, parseSchema("not", func(n, m *node) { n.not = m })},
		"if":                {Draft7, Draft2020, a, parseSchema("if", func(n, m *node) { n.if_ = m })},
		"then":              {Draft7, Draft2020, a, parseSchema("then", func(n, m *node) { n.then = m })},
		"else":              {Draft7, Draft2020, a, parseSchema("else", func(n, m *node) { n.else_ = m })},
		"prefixItems":       {Draft2020, Draft2020, a, parseSchemaList("prefixItems", func(n *node, l []*node) { n.prefix, n.prefixKey = l, "prefixItems" })},
		"items":             {Draft4, Draft2020, a, parseItems},
		"additionalItems": {Draft4, Draft2019, a, parseSchema("additionalItems", func(n, m *node) {
			if items := n.value.get("items"); items != nil && items.kind == Array {
				n.items, n.itemsKey = m, "additionalItems"
			}
		})},
		"contains":              {Draft6, Draft2020, a, parseSchema("contains", func(n, m *node) { n.contains = m })},
		"properties":            {Draft4, Draft2020, a, parseSchemaMap("properties", func(n *node, l []namedNode) { n.properties = l })},
		"patternProperties":     {Draft4, Draft2020, a, parseSchemaMap("patternProperties", nil)},
		"additionalProperties":  {Draft4, Draft2020, a, parseSchema("additionalProperties", func(n, m *node) { n.additional = m })},
		"propertyNames":         {Draft6, Draft2020, a, parseSchema("propertyNames", func(n, m *node) { n.names = m })},
		"dependentSchemas":      {Draft2019, Draft2020, a, parseSchemaMap("dependentSchemas", func(n *node, l []namedNode) { n.depSchemas = l })},
		"dependencies":          {Draft4, Draft7, c, parseDependencies},
		"unevaluatedItems":      {Draft2019, Draft2020, vocabUnevaluated, parseSchema("unevaluatedItems", func(n, m *node) { n.uneval = m })},
		"unevaluatedProperties": {Draft2019, Draft2020, vocabUnevaluated, parseSchema("unevaluatedProperties", func(n, m *node) { n.unevalProps = m })},
	}
}

// quiet keywords have a shape and no effect on the value.
var quiet = map[string]bool{"$comment": true, "title": true, "description": true, "$defs": true, "definitions": true,
	"$recursiveAnchor": true, "contentSchema": true, "contentEncoding": true, "contentMediaType": true, "readOnly": true, "writeOnly": true, "deprecated": true, "examples": true}

// settle finishes a node when all its keywords are read.
func (b *builder) settle(n *node) {
	if n.dialect <= Draft7 && n.ref != nil {
		// Siblings of $ref are checked and can be referred to; they mean nothing.
		*n = node{up: n.up, key: n.key, tok: n.tok, hasTok: n.hasTok, id: n.id, value: n.value, res: n.res, meaning: n.meaning,
			ref: n.ref, minLength: noCount, maxLength: noCount, minItems: noCount, maxItems: noCount,
			minContains: noCount, maxContains: noCount, minProperties: noCount, maxProperties: noCount}
	}
	if n.dialect == Draft4 {
		// The boolean opens the bound of its own side.
		if n.exMin.open {
			n.min.open = n.min.set
		}
		if n.exMax.open {
			n.max.open = n.max.set
		}
		n.exMin, n.exMax = bound{}, bound{}
	}
	if n.if_ == nil {
		n.then, n.else_ = nil, nil
	}
	if n.contains == nil {
		n.minContains, n.maxContains = noCount, noCount
	}
	n.alias = n.ref != nil && n.dynamicRef == nil
	for _, key := range n.value.names {
		if k := keywords[key]; k != nil && n.dialect >= Draft2019 && key != "$ref" && !quiet[key] && k.defines(n.meaning) {
			n.alias = false
		}
	}
	if n.ref != nil || n.dynamicRef != nil {
		b.pending = append(b.pending, n)
	}
	if n.uneval != nil || n.unevalProps != nil {
		b.schema.uneval = true
	}
}

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
		b.fault(ReasonInvalid, n, "pattern", "%q is no regular expression of ECMA-262: %v", v.str, err)
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
					b.fault(ReasonInvalid, n, key, "%q is no regular expression of ECMA-262: %v", name, err)
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
