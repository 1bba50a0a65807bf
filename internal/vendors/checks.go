package vendors

import (
	"fmt"
	"slices"
	"strings"
)

// A finding is what a check says of one schema.
type finding struct{ pointer, message, instead string }

// checks judge one schema within the arguments' schema by the parameters of a fact.
var checks = map[string]func(p place, f *Fact, root *Value) []finding{
	"root-type":               rootType,
	"root-keyword":            rootKeyword,
	"root-without-properties": rootWithoutProperties,
	"object-without-properties": func(p place, _ *Fact, _ *Value) []finding {
		return withoutProperties(p)
	},
	"array-without-items": arrayWithoutItems,
	"property-name":       propertyName,
	"keyword":             keyword,
	"keyword-not":         keywordNot,
	"untyped":             untyped,
	"open-object":         openObject,
	"optional-property":   optionalProperty,
	"unknown-required":    unknownRequired,
	"type-list":           typeList,
	"null-type":           nullType,
	"non-string-enum":     nonStringEnum,
	"empty-enum-value":    emptyEnumValue,
	"complex-enum":        complexEnum,
	"any-of-siblings":     anyOfSiblings,
	"all-of-ref":          allOfRef,
	"ref-siblings":        refSiblings,
	"deep-ref":            deepRef,
	"external-ref":        externalRef,
	"recursion":           recursion,
	"format":              format,
	"min-items":           minItems,
	"lookaround":          lookaround,
	"boolean-exclusive":   booleanExclusive,
}

func rootType(p place, _ *Fact, _ *Value) []finding {
	if p.pointer != "" || slices.Equal(p.schema.types(), []string{"object"}) {
		return nil
	}
	if t := p.schema.get("type"); t != nil {
		return []finding{{"/type", "arguments of the type " + string(t.JSON()), `write "type": "object"`}}
	}
	return []finding{{"", "a schema of arguments without type", `add "type": "object"`}}
}

func rootKeyword(p place, f *Fact, _ *Value) []finding {
	if p.pointer != "" {
		return nil
	}
	var all []finding
	for _, k := range f.Values {
		if p.schema.has(k) {
			all = append(all, finding{step("", k), fmt.Sprintf("the keyword %s at the top of the arguments", k), "move it into a property, or describe it in words"})
		}
	}
	return all
}

func rootWithoutProperties(p place, _ *Fact, _ *Value) []finding {
	if p.pointer != "" {
		return nil
	}
	return withoutProperties(p)
}

func withoutProperties(p place) []finding {
	if !slices.Contains(p.schema.types(), "object") || p.schema.has("properties") {
		return nil
	}
	return []finding{{p.pointer, "an object without properties", `add "properties": {}`}}
}

func arrayWithoutItems(p place, _ *Fact, _ *Value) []finding {
	if !slices.Contains(p.schema.types(), "array") || p.schema.has("items") {
		return nil
	}
	return []finding{{p.pointer, "an array without items", `say what its elements are in "items"`}}
}

func propertyName(p place, f *Fact, _ *Value) []finding {
	if f.Scope == "top" && p.pointer != "" {
		return nil
	}
	var all []finding
	for _, m := range p.schema.get("properties").entries() {
		if !f.re.MatchString(m.key) {
			all = append(all, finding{step(p.pointer+"/properties", m.key), fmt.Sprintf("the property name %q", m.key), "it has to match " + f.Pattern})
		}
	}
	return all
}

func keyword(p place, f *Fact, _ *Value) []finding {
	var all []finding
	for _, m := range p.schema.entries() {
		if slices.Contains(f.Values, m.key) {
			all = append(all, finding{step(p.pointer, m.key), "the keyword " + m.key, instead(m.key, p.schema)})
		}
	}
	return all
}

func keywordNot(p place, f *Fact, _ *Value) []finding {
	var all []finding
	for _, m := range p.schema.entries() {
		if !slices.Contains(f.Values, m.key) {
			all = append(all, finding{step(p.pointer, m.key), "the keyword " + m.key, instead(m.key, p.schema)})
		}
	}
	return all
}

// instead says what has the same meaning as a keyword, where something has.
func instead(key string, schema *Value) string {
	switch key {
	case "const":
		return `write "enum" with one value`
	case "oneOf":
		return `write "anyOf" where no value fits two of them`
	case "exclusiveMinimum", "exclusiveMaximum":
		if slices.Equal(schema.types(), []string{"integer"}) {
			return fmt.Sprintf("write %q with the next integer", strings.ToLower(key[len("exclusive"):]))
		}
	case "$ref", "$defs", "definitions":
		return "write the definition where it is used"
	case "$schema", "$id", "$comment":
		return "leave it out"
	case "additionalProperties":
		if schema.get(key).is("true") {
			return "leave it out: it is the default"
		}
	case "allOf":
		return "write one schema with the keywords of all"
	}
	return ""
}

func untyped(p place, _ *Fact, _ *Value) []finding {
	if p.pointer == "" || p.schema.has("type") || p.schema.has("anyOf") || p.schema.has("oneOf") || p.schema.has("allOf") || p.schema.has("$ref") {
		return nil
	}
	return []finding{{p.pointer, "a schema without type", `add the "type" of its values`}}
}

func openObject(p place, _ *Fact, _ *Value) []finding {
	a := p.schema.get("additionalProperties")
	switch {
	case !slices.Contains(p.schema.types(), "object") || a.is("false"):
		return nil
	case a == nil:
		return []finding{{p.pointer, "an object that allows further properties", `add "additionalProperties": false`}}
	}
	return []finding{{step(p.pointer, "additionalProperties"), "an object that allows further properties", `write "additionalProperties": false`}}
}

func optionalProperty(p place, _ *Fact, _ *Value) []finding {
	var missing []string
	for _, m := range p.schema.get("properties").entries() {
		if !required(p.schema, m.key) {
			missing = append(missing, fmt.Sprintf("%q", m.key))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	at := p.pointer
	if p.schema.has("required") {
		at = step(at, "required")
	}
	return []finding{{at, "optional properties", "list " + enumerate(missing) + ` in "required", and allow null where one may be missing`}}
}

// enumerate joins words, and counts those after the fifth.
func enumerate(words []string) string {
	if len(words) > 5 {
		return fmt.Sprintf("%s and %d more", strings.Join(words[:5], ", "), len(words)-5)
	}
	return strings.Join(words, ", ")
}

func required(schema *Value, key string) bool {
	return slices.ContainsFunc(schema.get("required").items(), func(v *Value) bool { s, ok := v.str(); return ok && s == key })
}

func unknownRequired(p place, _ *Fact, _ *Value) []finding {
	var all []finding
	for i, v := range p.schema.get("required").items() {
		if s, ok := v.str(); ok && !p.schema.get("properties").has(s) {
			all = append(all, finding{fmt.Sprintf("%s/required/%d", p.pointer, i), fmt.Sprintf("the required property %q without a schema", s), `describe it in "properties"`})
		}
	}
	return all
}
