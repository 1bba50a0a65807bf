package schema

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
