package vendors

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// values are minimal values of keywords: what stands behind each in a schema.
var values = map[string]string{
	"$anchor": `"a"`, "$comment": `"a"`, "$defs": `{"x":{"type":"string"}}`, "$id": `"https://example.com/a"`, "$ref": `"#/$defs/x"`, "$schema": `"https://json-schema.org/draft/2020-12/schema"`,
	"additionalItems": `false`, "additionalProperties": `false`, "allOf": `[{"type":"string"}]`, "anyOf": `[{"type":"string"}]`, "const": `"a"`, "contains": `{"type":"string"}`,
	"default": `"a"`, "defs": `{"x":{"type":"string"}}`, "definitions": `{"x":{"type":"string"}}`, "dependencies": `{"a":["b"]}`, "dependentRequired": `{"a":["b"]}`, "dependentSchemas": `{"a":{"type":"object"}}`,
	"deprecated": `true`, "description": `"a"`, "else": `{"type":"string"}`, "enum": `["a"]`, "example": `"a"`, "examples": `["a"]`, "exclusiveMaximum": `9`, "exclusiveMinimum": `1`,
	"format": `"date"`, "if": `{"type":"string"}`, "items": `{"type":"string"}`, "maxContains": `1`, "maxItems": `1`, "maxLength": `1`, "maxProperties": `1`, "maximum": `1`, "minContains": `1`,
	"minItems": `1`, "minLength": `1`, "minProperties": `1`, "minimum": `1`, "multipleOf": `2`, "not": `{"type":"string"}`, "nullable": `true`, "oneOf": `[{"type":"string"}]`, "pattern": `"a"`,
	"patternProperties": `{"a":{"type":"string"}}`, "prefixItems": `[{"type":"string"}]`, "properties": `{}`, "propertyNames": `{"type":"string"}`, "propertyOrdering": `["a"]`, "readOnly": `true`,
	"ref": `"#/defs/x"`, "required": `[]`, "then": `{"type":"string"}`, "title": `"a"`, "type": `"string"`, "unevaluatedItems": `false`, "unevaluatedProperties": `false`, "uniqueItems": `true`, "writeOnly": `true`,
}

// pairs are the arguments of two tools for each check that is no keyword's: the first has what
// the check is about, the second, which differs in nothing else, has not.
var pairs = map[string][2]string{
	"root-type":                 {`{"type":"string"}`, `{"type":"object"}`},
	"root-without-properties":   {`{"type":"object"}`, `{"type":"object","properties":{}}`},
	"object-without-properties": {property(`{"type":"object"}`), property(`{"type":"object","properties":{}}`)},
	"array-without-items":       {property(`{"type":"array"}`), property(`{"type":"array","items":{"type":"string"}}`)},
	"untyped":                   {property(`{"description":"a"}`), property(`{"type":"string","description":"a"}`)},
	"open-object":               {`{"type":"object"}`, `{"type":"object","additionalProperties":false}`},
	"optional-property":         {property(`{"type":"string"}`), `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
	"unknown-required":          {`{"type":"object","properties":{},"required":["a"]}`, `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`},
	"type-list":                 {property(`{"type":["string","null"]}`), property(`{"type":"string"}`)},
	"null-type":                 {property(`{"type":"null"}`), property(`{"type":"string"}`)},
	"non-string-enum":           {property(`{"enum":["a",1]}`), property(`{"enum":["a","1"]}`)},
	"empty-enum-value":          {property(`{"enum":["a",""]}`), property(`{"enum":["a","b"]}`)},
	"complex-enum":              {property(`{"enum":["a",{}]}`), property(`{"enum":["a","b"]}`)},
	"any-of-siblings":           {property(`{"anyOf":[{"type":"string"}],"description":"a"}`), property(`{"anyOf":[{"type":"string"}]}`)},
	"ref-siblings":              {defined(`{"$ref":"#/$defs/x","maxLength":1}`), defined(`{"$ref":"#/$defs/x"}`)},
	"all-of-ref":                {defined(`{"allOf":[{"$ref":"#/$defs/x"}]}`), defined(`{"allOf":[{"type":"string"}]}`)},
	"deep-ref":                  {defined(`{"$ref":"#/properties/b"}`), defined(`{"$ref":"#/$defs/x"}`)},
	"external-ref":              {defined(`{"$ref":"https://example.com/x.json"}`), defined(`{"$ref":"#/$defs/x"}`)},
	"recursion":                 {defined(`{"$ref":"#"}`), defined(`{"$ref":"#/$defs/x"}`)},
	"format":                    {property(`{"type":"string","format":"a-format"}`), property(`{"type":"string"}`)},
	"lookaround":                {property(`{"type":"string","pattern":"^(?!a)b"}`), property(`{"type":"string","pattern":"^b"}`)},
	"boolean-exclusive":         {property(`{"type":"integer","exclusiveMinimum":true}`), property(`{"type":"integer","exclusiveMinimum":1}`)},
}

func property(schema string) string { return `{"type":"object","properties":{"a":` + schema + `}}` }

func defined(schema string) string {
	return `{"type":"object","properties":{"a":` + schema + `,"b":{"type":"string"}},"$defs":{"x":{"type":"string"}}}`
}

// many repeats a text with the number of each.
func many(n int, form string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(form, i)
	}
	return strings.Join(all, ",")
}

// bounded are schemas with n of what a check counts.
var bounded = map[string]func(n int) string{
	"min-items": func(n int) string { return property(fmt.Sprintf(`{"type":"array","minItems":%d}`, n)) },
	"properties-total": func(n int) string {
		return `{"type":"object","properties":{` + many(n, `"p%d":{"type":"string"}`) + `}}`
	},
	"optional-total": func(n int) string {
		return `{"type":"object","properties":{"p":{"type":"string"},` + many(n, `"p%d":{"type":"string"}`) + `},"required":["p"]}`
	},
	"union-total": func(n int) string {
		return `{"type":"object","properties":{` + many(n, `"p%d":{"anyOf":[{"type":"string"}]}`) + `}}`
	},
	"enum-total":  func(n int) string { return property(`{"enum":[` + many(n, `"%d"`) + `]}`) },
	"names-total": func(n int) string { return `{"type":"object","properties":{"` + strings.Repeat("p", n) + `":{}}}` },
	"depth": func(n int) string {
		return strings.Repeat(`{"type":"array","items":`, n) + `{"type":"string"}` + strings.Repeat(`}`, n)
	},
}

// A twin is a tool that a fact is about, and one that differs from it in that alone.
type twin struct {
	about, other Tool
	pointer      string // where the first is reported, "-" for anywhere
}

// twins make the pairs of a fact; none when nothing is known of its check.
func twins(f *Fact) (all []twin) {
	described := func(input string) Tool { return Tool{"a", "It is described.", []byte(input)} }
	schemas := func(about, other, pointer string) {
		all = append(all, twin{described(about), described(other), pointer})
	}
	switch {
	case f.When == "name":
		most := strings.Repeat("a", bound(f))
		all = append(all, twin{Tool{most + "a", "a", nil}, Tool{most, "a", nil}, ""}, twin{Tool{"a b", "a", nil}, Tool{"a_b", "a", nil}, ""})
	case f.When == "empty-description":
		all = append(all, twin{Tool{"a", "", nil}, Tool{"a", "It is described.", nil}, ""})
	case f.When == "property-name":
		most := strings.Repeat("a", bound(f))
		form := `{"type":"object","properties":{%q:{"type":"string"}}}`
		schemas(fmt.Sprintf(form, most+"a"), fmt.Sprintf(form, most), "/properties/"+most+"a")
		schemas(fmt.Sprintf(form, "a b"), fmt.Sprintf(form, "a_b"), "/properties/a b")
	case f.When == "keyword" || f.When == "root-keyword":
		for _, k := range f.Values {
			if values[k] == "" {
				return nil
			}
			with := `"` + k + `":` + values[k]
			if f.When == "root-keyword" {
				schemas(`{"type":"object",`+with+`}`, `{"type":"object"}`, "/"+k)
			} else {
				schemas(property(`{"description":"a",`+with+`}`), property(`{"description":"a"}`), "/properties/a/"+k)
			}
		}
	case f.When == "keyword-not":
		for k, v := range values {
			if !slices.Contains(f.Values, k) {
				schemas(property(`{"`+k+`":`+v+`}`), property(`{}`), "/properties/a/"+k)
			}
		}
		for _, k := range f.Values { // what is taken is not reported
			if values[k] == "" {
				return nil
			}
			schemas(property(`{"an-unknown-one":1}`), property(`{"`+k+`":`+values[k]+`}`), "/properties/a/an-unknown-one")
		}
	case bounded[f.When] != nil:
		schemas(bounded[f.When](f.Max+1), bounded[f.When](f.Max), "-")
	case pairs[f.When] != [2]string{}:
		schemas(pairs[f.When][0], pairs[f.When][1], "-")
		if f.When == "format" {
			for _, name := range f.Values {
				schemas(pairs[f.When][0], property(`{"type":"string","format":"`+name+`"}`), "-")
			}
		}
		for _, k := range f.Except {
			schemas(pairs[f.When][0], defined(`{"$ref":"#/$defs/x","`+k+`":`+values[k]+`}`), "-")
		}
	}
	return all
}

// bound is the length of the longest name that a fact's pattern matches.
func bound(f *Fact) int {
	for n := 1000; n > 0; n-- {
		if f.re.MatchString(strings.Repeat("a", n)) {
			return n
		}
	}
	return 0
}

// TestEveryFact: for each thing that a target refuses or ignores, a tool that has it is reported
// for that reason and at its place, and the same tool without it is not.
func TestEveryFact(t *testing.T) {
	n := 0
	for _, v := range All() {
		for _, target := range v.Targets {
			for _, f := range target.Facts {
				if f.When == "tool-count" {
					if target.TooMany(f.Max+1) != f || target.TooMany(f.Max) != nil {
						t.Errorf("%s: %s", target.Name, f)
					}
					n++
					continue
				}
				all := twins(f)
				if len(all) == 0 {
					t.Errorf("%s: %s: write a pair of tools for it", target.Name, f)
				}
				for _, pair := range all {
					n++
					if said, v := says(t, target, f, pair.about); !said || pair.pointer != "-" && v.Pointer != pair.pointer {
						t.Errorf("%s: %s: nothing is said at %q of %.200s %.200s", target.Name, f, pair.pointer, pair.about.Name, pair.about.Input)
					}
					if said, v := says(t, target, f, pair.other); said {
						t.Errorf("%s: %s: %s is said of %.200s %.200s", target.Name, f, v, pair.other.Name, pair.other.Input)
					}
				}
			}
		}
	}
	t.Logf("%d pairs", n)
}

// says returns what a target says of a tool for a fact, or for a surer one that says the same.
func says(t *testing.T, target *Target, f *Fact, tool Tool) (bool, Violation) {
	t.Helper()
	all, err := target.Check(tool)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range all {
		if v.Fact == f || !f.Sure() && v.Fact.When == f.When && v.Fact.Sure() {
			return true, v
		}
	}
	return false, Violation{}
}
