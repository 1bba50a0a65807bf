package vendors

import (
	"slices"
	"strconv"
)

// A site is where a target refuses something: a schema, and of it a keyword.
type site struct {
	target *Target
	root   *Value
	schema *Value
	key    string
	fact   *Fact
}

// A mend rewrites a schema in place and reports whether it did.
type mend func(*site) bool

// exact are the mends that keep the accepted values, by check, or by check and keyword.
// Some do so only for certain schemas: the proof tells.
var exact = exactMends()

// lossy are the mends that come near.
var lossy = map[string]mend{
	"root-keyword":      dropKey,
	"keyword":           dropKey,
	"keyword-not":       dropKey,
	"format":            func(s *site) bool { return drop(s.schema, "format") },
	"lookaround":        func(s *site) bool { return drop(s.schema, "pattern") },
	"min-items":         func(s *site) bool { s.schema.set("minItems", &Value{text: strconv.Itoa(s.fact.Max)}); return true },
	"complex-enum":      func(s *site) bool { return drop(s.schema, "enum") },
	"non-string-enum":   func(s *site) bool { return drop(s.schema, "enum") },
	"any-of-siblings":   dropSiblings,
	"untyped":           func(s *site) bool { s.schema.set("type", stringValue("string")); return true },
	"unknown-required":  dropUnknownRequired,
	"optional-property": requireAll,
	"empty-enum-value":  dropEmptyValues,
	"open-object":       closeObject,
	"all-of-ref":        func(s *site) bool { return drop(s.schema, "allOf") },
}

func exactMends() map[string]mend {
	exact := map[string]mend{}
	for _, when := range []string{"keyword", "keyword-not"} {
		for key, m := range map[string]mend{
			"const": constToEnum, "oneOf": oneOfToAnyOf, "allOf": mergeAllOf, "$ref": inline, "$defs": dropUnused, "definitions": dropUnused,
			"exclusiveMinimum": exclusive("minimum", 1), "exclusiveMaximum": exclusive("maximum", -1), "multipleOf": wholeNumbers,
			"propertyNames": dropStringNames, "additionalProperties": dropOpen, "$schema": dropKey, "$id": dropKey, "$comment": dropKey,
			"examples": dropKey, "deprecated": dropKey, "readOnly": dropKey, "writeOnly": dropKey,
		} {
			exact[when+" "+key] = m
		}
	}
	exact["root-keyword anyOf"] = unionToIf
	exact["root-keyword oneOf"] = unionToIf
	exact["root-keyword allOf"] = mergeAllOf
	exact["root-type"] = func(s *site) bool { s.schema.set("type", stringValue("object")); return true }
	exact["root-without-properties"] = addProperties
	exact["object-without-properties"] = addProperties
	exact["array-without-items"] = func(s *site) bool { s.schema.set("items", &Value{kind: object}); return true }
	exact["type-list"] = splitTypes
	exact["non-string-enum"] = enumToRange
	exact["any-of-siblings"] = distribute
	exact["ref-siblings"] = wrapRef
	exact["all-of-ref"] = inlineAllOf
	exact["boolean-exclusive"] = numericExclusive
	exact["untyped"] = typeOfValues
	return exact
}

func drop(schema *Value, key string) bool {
	if !schema.has(key) {
		return false
	}
	schema.remove(key)
	return true
}

func dropKey(s *site) bool { return drop(s.schema, s.key) }

func addProperties(s *site) bool {
	s.schema.set("properties", &Value{kind: object})
	return true
}

func constToEnum(s *site) bool {
	v := s.schema.get("const")
	if v == nil || s.schema.has("enum") {
		return false
	}
	for i, m := range s.schema.members {
		if m.key == "const" {
			s.schema.members[i] = member{"enum", listOf(v)}
		}
	}
	return true
}

func oneOfToAnyOf(s *site) bool {
	if s.schema.has("anyOf") {
		return false
	}
	for i, m := range s.schema.members {
		if m.key == "oneOf" {
			s.schema.members[i].key = "anyOf"
			return true
		}
	}
	return false
}

// exclusive says an exclusive bound of integers by the next integer.
func exclusive(bound string, next int64) mend {
	return func(s *site) bool {
		n, ok := s.schema.get(s.key).number()
		if !ok || !slices.Equal(s.schema.types(), []string{"integer"}) || s.schema.has(bound) {
			return false
		}
		s.schema.remove(s.key)
		s.schema.set(bound, &Value{text: strconv.FormatInt(n+next, 10)})
		return true
	}
}

// numericExclusive says draft 4's boolean bounds as numbers.
func numericExclusive(s *site) bool {
	changed := false
	for key, bound := range map[string]string{"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"} {
		v := s.schema.get(key)
		switch {
		case v.is("true") && s.schema.has(bound):
			s.schema.set(key, s.schema.get(bound))
			s.schema.remove(bound)
			changed = true
		case v.is("true") || v.is("false"):
			changed = drop(s.schema, key)
		}
	}
	return changed
}

// wholeNumbers says multiples of 1 by the type integer.
func wholeNumbers(s *site) bool {
	if n, ok := s.schema.get("multipleOf").number(); !ok || n != 1 {
		return false
	}
	switch types := s.schema.types(); {
	case slices.Equal(types, []string{"number"}):
		s.schema.set("type", stringValue("integer"))
	case !slices.Equal(types, []string{"integer"}):
		return false
	}
	return drop(s.schema, "multipleOf")
}

// dropStringNames drops a propertyNames that every name fits.
func dropStringNames(s *site) bool {
	names := s.schema.get("propertyNames")
	if names == nil || len(names.members) != 1 || !slices.Equal(names.types(), []string{"string"}) {
		return false
	}
	return drop(s.schema, "propertyNames")
}

// dropOpen drops an additionalProperties that is the default.
func dropOpen(s *site) bool {
	if v := s.schema.get("additionalProperties"); !v.is("true") && (v == nil || v.kind != object || len(v.members) > 0) {
		return false
	}
	return drop(s.schema, "additionalProperties")
}

// enumToRange says integers without a gap by their bounds.
func enumToRange(s *site) bool {
	var all []int64
	for _, v := range s.schema.get("enum").items() {
		n, ok := v.number()
		if !ok {
			return false
		}
		all = append(all, n)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	if !slices.Equal(s.schema.types(), []string{"integer"}) || len(all) == 0 || all[len(all)-1]-all[0] != int64(len(all)-1) || s.schema.has("minimum") || s.schema.has("maximum") {
		return false
	}
	s.schema.remove("enum")
	s.schema.set("minimum", &Value{text: strconv.FormatInt(all[0], 10)})
	s.schema.set("maximum", &Value{text: strconv.FormatInt(all[len(all)-1], 10)})
	return true
}

// typeOfValues adds the type that all values of an enum have.
func typeOfValues(s *site) bool {
	values := s.schema.get("enum").items()
	if c := s.schema.get("const"); c != nil {
		values = []*Value{c}
	}
	if len(values) == 0 {
		return false
	}
	first := typeOf(values[0])
	if slices.ContainsFunc(values, func(v *Value) bool { return typeOf(v) != first }) {
		return false
	}
	s.schema.set("type", stringValue(first))
	return true
}

func typeOf(v *Value) string {
	switch {
	case v.kind == text:
		return "string"
	case v.kind == list:
		return "array"
	case v.kind == object:
		return "object"
	case v.is("true"), v.is("false"):
		return "boolean"
	case v.is("null"):
		return "null"
	}
	return "number"
}
