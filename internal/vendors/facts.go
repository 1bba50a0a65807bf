package vendors

import (
	"fmt"
	"strconv"
	"strings"
)

// titles say in words what a check is about; %s stands for the fact's values, %d for its
// bound, %p for its pattern.
var titles = map[string]string{
	"name":                      "names of tools that do not match %p",
	"tool-count":                "more than %d tools in one request",
	"empty-description":         "a tool without a description",
	"root-type":                 `arguments that are not "type": "object"`,
	"root-keyword":              "at the top of the arguments: %s",
	"root-without-properties":   "arguments without properties",
	"object-without-properties": "objects without properties",
	"array-without-items":       "arrays without items",
	"property-name":             "names of properties that do not match %p",
	"keyword":                   "the keywords %s",
	"keyword-not":               "all keywords but %s",
	"untyped":                   "schemas without type",
	"open-object":               `objects without "additionalProperties": false`,
	"optional-property":         "properties that are not in required",
	"unknown-required":          "names in required that are not in properties",
	"type-list":                 "lists of types",
	"null-type":                 "the type null",
	"non-string-enum":           "enums with other values than strings",
	"empty-enum-value":          "the empty string in an enum",
	"complex-enum":              "arrays and objects in an enum",
	"any-of-siblings":           "keywords beside anyOf",
	"all-of-ref":                "$ref in allOf",
	"ref-siblings":              "keywords beside $ref",
	"deep-ref":                  "$ref to anything but a definition at the top",
	"external-ref":              "$ref out of the schema",
	"recursion":                 "schemas that contain themselves",
	"format":                    "formats other than %s",
	"min-items":                 "minItems above %d",
	"lookaround":                "patterns that look ahead or behind",
	"boolean-exclusive":         "draft 4's boolean exclusiveMinimum and exclusiveMaximum",
	"properties-total":          "more than %d properties",
	"enum-total":                "more than %d values of enums",
	"union-total":               "more than %d unions",
	"optional-total":            "more than %d optional properties",
	"names-total":               "more than %d characters of names and values",
	"depth":                     "more than %d levels of nesting",
}

// String says the fact in a line: "refuses the keywords allOf, not".
func (f *Fact) String() string {
	what := strings.NewReplacer("%s", strings.Join(f.Values, ", "), "%d", strconv.Itoa(f.Max), "%p", f.Pattern).Replace(titles[f.When])
	if f.Scope == "top" {
		what += ", at the top"
	}
	if len(f.Except) > 0 {
		what += " except " + strings.Join(f.Except, ", ")
	}
	line := string(f.Effect) + " " + what
	if f.As != "" {
		line += ", read as " + f.As
	}
	if !f.Sure() {
		line += " (reported, not documented)"
	}
	if f.Says != "" {
		line += fmt.Sprintf(": %q", f.Says)
	}
	return line
}
