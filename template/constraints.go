package template

// constraints are the keywords that a type does not tell; those of no kind are of all.
var constraints = []struct {
	kinds Kind
	words []string
}{
	{anyKind, []string{"not", "if", "$dynamicRef", "$recursiveRef"}},
	{String, []string{"minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"}},
	{numeric, []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}},
	{Array, []string{"maxItems", "uniqueItems", "contains", "unevaluatedItems"}},
	{Object, []string{"minProperties", "maxProperties", "patternProperties", "propertyNames", "dependencies",
		"dependentRequired", "dependentSchemas", "unevaluatedProperties"}},
}

func constrains(m map[string]any, kind Kind) bool {
	for _, c := range constraints {
		if c.kinds&kind == 0 {
			continue
		}
		for _, word := range c.words {
			if _, ok := m[word]; ok {
				return true
			}
		}
	}
	return false
}
