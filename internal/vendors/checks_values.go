package vendors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func typeList(p place, _ *Fact, _ *Value) []finding {
	t := p.schema.get("type")
	if t == nil || t.kind != list {
		return nil
	}
	return []finding{{step(p.pointer, "type"), "a list of types", `write "anyOf" with one schema a type`}}
}

func nullType(p place, _ *Fact, _ *Value) []finding {
	if !slices.Equal(p.schema.types(), []string{"null"}) {
		return nil
	}
	return []finding{{step(p.pointer, "type"), "the type null", `write "nullable": true beside the other type`}}
}

func nonStringEnum(p place, _ *Fact, _ *Value) []finding {
	for i, v := range p.schema.get("enum").items() {
		if v.kind != text && !v.is("null") {
			return []finding{{fmt.Sprintf("%s/enum/%d", p.pointer, i), "values of an enum that are no strings", "write a range, or strings"}}
		}
	}
	return nil
}

func emptyEnumValue(p place, _ *Fact, _ *Value) []finding {
	for i, v := range p.schema.get("enum").items() {
		if s, ok := v.str(); ok && s == "" {
			return []finding{{fmt.Sprintf("%s/enum/%d", p.pointer, i), "the empty string in an enum", "name the value"}}
		}
	}
	return nil
}

func complexEnum(p place, _ *Fact, _ *Value) []finding {
	for i, v := range p.schema.get("enum").items() {
		if v.kind == list || v.kind == object {
			return []finding{{fmt.Sprintf("%s/enum/%d", p.pointer, i), "an array or object in an enum", "describe it by a schema"}}
		}
	}
	return nil
}

// siblings returns the keywords beside one, without those that are let pass.
func siblings(schema *Value, of string, except ...string) []string {
	var all []string
	for _, m := range schema.entries() {
		if m.key != of && !slices.Contains(except, m.key) {
			all = append(all, m.key)
		}
	}
	return all
}

func anyOfSiblings(p place, _ *Fact, _ *Value) []finding {
	if beside := siblings(p.schema, "anyOf"); p.schema.has("anyOf") && len(beside) > 0 {
		return []finding{{step(p.pointer, "anyOf"), "keywords beside anyOf", "write " + enumerate(beside) + " into each schema of anyOf"}}
	}
	return nil
}

func refSiblings(p place, f *Fact, _ *Value) []finding {
	if beside := siblings(p.schema, "$ref", append(slices.Clone(f.Except), "$defs", "definitions")...); p.schema.has("$ref") && len(beside) > 0 {
		return []finding{{step(p.pointer, beside[0]), "keywords beside $ref", `write "anyOf": [{"$ref": …}] beside them`}}
	}
	return nil
}

func allOfRef(p place, _ *Fact, _ *Value) []finding {
	for i, v := range p.schema.get("allOf").items() {
		if v.has("$ref") {
			return []finding{{fmt.Sprintf("%s/allOf/%d/$ref", p.pointer, i), "$ref in allOf", "write the definition where it is used"}}
		}
	}
	return nil
}

func deepRef(p place, _ *Fact, _ *Value) []finding {
	ref, ok := p.schema.get("$ref").str()
	parts := strings.Split(ref, "/")
	if !ok || ref == "#" || len(parts) == 3 && parts[0] == "#" && (parts[1] == "$defs" || parts[1] == "definitions") {
		return nil
	}
	return []finding{{step(p.pointer, "$ref"), "a $ref to no definition at the top", `define it in "$defs" at the top`}}
}

func externalRef(p place, _ *Fact, _ *Value) []finding {
	ref, ok := p.schema.get("$ref").str()
	if !ok || strings.HasPrefix(ref, "#") {
		return nil
	}
	return []finding{{step(p.pointer, "$ref"), "a $ref out of the schema", `define it in "$defs"`}}
}

// recursion reports a reference that leads back to a schema around it.
func recursion(p place, _ *Fact, root *Value) []finding {
	ref, ok := p.schema.get("$ref").str()
	if !ok || !strings.HasPrefix(ref, "#") || !reaches(root, ref[1:], ref[1:], map[string]bool{}) && !strings.HasPrefix(p.pointer+"/", ref[1:]+"/") {
		return nil
	}
	return []finding{{step(p.pointer, "$ref"), "a schema that contains itself", "write it to a fixed depth"}}
}

// reaches reports whether the schema at a pointer holds a reference to target.
func reaches(root *Value, pointer, target string, seen map[string]bool) bool {
	at := root
	if pointer != "" {
		at = root.at(pointer)
	}
	if at == nil || seen[pointer] {
		return false
	}
	seen[pointer] = true
	for p := range subschemas(at) {
		ref, ok := p.schema.get("$ref").str()
		if !ok || !strings.HasPrefix(ref, "#") {
			continue
		}
		if ref[1:] == target || reaches(root, ref[1:], target, seen) {
			return true
		}
	}
	return false
}

func format(p place, f *Fact, _ *Value) []finding {
	name, ok := p.schema.get("format").str()
	if !ok || slices.Contains(f.Values, name) {
		return nil
	}
	return []finding{{step(p.pointer, "format"), fmt.Sprintf("the format %q", name), "it allows " + strings.Join(f.Values, ", ")}}
}

func minItems(p place, f *Fact, _ *Value) []finding {
	if n, ok := p.schema.get("minItems").number(); !ok || n <= int64(f.Max) {
		return nil
	}
	return []finding{{step(p.pointer, "minItems"), "the keyword minItems above " + strconv.Itoa(f.Max), ""}}
}

func lookaround(p place, _ *Fact, _ *Value) []finding {
	pattern, ok := p.schema.get("pattern").str()
	if !ok || !strings.Contains(pattern, "(?=") && !strings.Contains(pattern, "(?!") && !strings.Contains(pattern, "(?<=") && !strings.Contains(pattern, "(?<!") {
		return nil
	}
	return []finding{{step(p.pointer, "pattern"), "a pattern that looks ahead or behind", "write the pattern without (?=, (?!, (?<= and (?<!"}}
}

func booleanExclusive(p place, _ *Fact, _ *Value) []finding {
	var all []finding
	for _, k := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
		if v := p.schema.get(k); v.is("true") || v.is("false") {
			all = append(all, finding{step(p.pointer, k), "the boolean " + k + " of draft 4", fmt.Sprintf("write the number itself in %q", k)})
		}
	}
	return all
}

// A limit counts something in a whole schema.
type limit struct {
	what  string
	count func(root *Value) int
}

// limits are the checks of a whole schema, by their names in the data.
var limits = map[string]*limit{
	"properties-total": {"properties", total(func(s *Value) int { return len(s.get("properties").entries()) })},
	"enum-total":       {"values of enums", total(func(s *Value) int { return len(s.get("enum").items()) })},
	"union-total": {"unions", total(func(s *Value) int {
		if s.has("anyOf") || len(s.types()) > 1 {
			return 1
		}
		return 0
	})},
	"optional-total": {"optional properties", total(func(s *Value) int {
		n := 0
		for _, m := range s.get("properties").entries() {
			if !required(s, m.key) {
				n++
			}
		}
		return n
	})},
	"names-total": {"characters of names and values", total(func(s *Value) int {
		n := 0
		for _, key := range []string{"properties", "$defs", "definitions"} {
			for _, m := range s.get(key).entries() {
				n += len(m.key)
			}
		}
		for _, v := range append(s.get("enum").items(), s.get("const")) {
			text, _ := v.str()
			n += len(text)
		}
		return n
	})},
	"depth": {"levels of nesting", func(root *Value) int {
		deepest := 0
		for p := range subschemas(root) {
			deepest = max(deepest, p.depth)
		}
		return deepest
	}},
}

func total(count func(*Value) int) func(*Value) int {
	return func(root *Value) int {
		n := 0
		for p := range subschemas(root) {
			n += count(p.schema)
		}
		return n
	}
}
