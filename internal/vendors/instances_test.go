package vendors

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// ownSchemas are arguments as servers write them, each with something that some
// target refuses.
const ownSchemas = `[
	{"type": "object", "properties": {"q": {"type": "string", "minLength": 1, "maxLength": 20}, "page": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1}}, "required": ["q"]},
	{"type": "object", "properties": {"state": {"enum": ["open", "closed"]}, "since": {"type": "string", "format": "date-time"}}, "additionalProperties": false},
	{"type": "object", "properties": {"labels": {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}}, "required": ["labels"]},
	{"type": "object", "properties": {"id": {"type": ["string", "integer"]}, "note": {"type": ["string", "null"]}}},
	{"type": "object", "properties": {"at": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}, "required": ["x", "y"]}]}}},
	{"type": "object", "properties": {"at": {"anyOf": [{"const": "here"}, {"type": "number", "exclusiveMinimum": 0}]}}, "required": ["at"]},
	{"type": "object", "properties": {"who": {"$ref": "#/$defs/person"}}, "$defs": {"person": {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer", "multipleOf": 1}}, "required": ["name"]}}},
	{"type": "object", "properties": {"tree": {"$ref": "#/$defs/node"}}, "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}},
	{"type": "object", "properties": {"a": {"allOf": [{"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}, {"type": "object", "properties": {"y": {"type": "integer"}}}]}}},
	{"type": "object", "additionalProperties": {"type": "string"}},
	{"type": "object", "patternProperties": {"^x-": {"type": "integer"}}, "properties": {"name": {"type": "string", "pattern": "^[a-z]+$"}}},
	{"type": "object", "properties": {"pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}}},
	{"type": "object", "properties": {"kind": {"const": "a"}, "n": {"not": {"type": "null"}}}, "required": ["kind"]},
	{"type": "object", "properties": {"mode": {"type": "string"}, "path": {"type": "string"}}, "if": {"properties": {"mode": {"const": "file"}}, "required": ["mode"]}, "then": {"required": ["path"]}},
	{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependentRequired": {"a": ["b"]}, "minProperties": 1},
	{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {"list": {"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "integer"}}}, "definitions": {"x": true}},
	{"type": "object", "properties": {"any": {}, "never": false, "always": true, "one": {"enum": [1, "1", null]}}},
	{"type": "object"}
]`

// TestInstances: a rewriting that says that nothing is lost tells no two values
// apart from what was written, for an independent validator; one that says that it
// accepts more or less errs in no other direction. SKILLLINT_TOOLS names a folder with
// answers to tools/list, of which a table of refusals is printed, too.
func TestInstances(t *testing.T) {
	var schemas []json.RawMessage
	if err := json.Unmarshal([]byte(ownSchemas), &schemas); err != nil {
		t.Fatal(err)
	}
	var tools []Tool
	for i, s := range schemas {
		tools = append(tools, Tool{Name: fmt.Sprint("own", i), Description: "Does it.", Input: s})
	}
	if dir := os.Getenv("SKILLLINT_TOOLS"); dir != "" {
		tools = recorded(t, dir)
	}
	for _, name := range Names() {
		target := TargetOf(name)
		refused, ignored, lossless, lossy, left, thrown := 0, 0, 0, 0, 0, 0
		why := map[string]int{}
		for _, tool := range tools {
			found, err := target.Check(tool)
			if err != nil {
				t.Errorf("%s: %s: %v", name, tool.Name, err)
				continue
			}
			sure := slices.DeleteFunc(slices.Clone(found), func(v Violation) bool { return v.Fact.Effect != Refuses })
			if len(sure) > 0 {
				refused++
				why[sure[0].Fact.String()]++
			} else if len(found) > 0 {
				ignored++
			}
			r, err := target.Rewrite(tool.Input)
			if err != nil {
				t.Errorf("%s: %s: %v", name, tool.Name, err)
				continue
			}
			switch {
			case len(r.Left) > 0:
				left++
				continue
			case len(r.Losses) > 0:
				lossy++
			default:
				lossless++
			}
			again, err := target.Check(Tool{Name: "tool", Description: "Does it.", Input: r.Schema})
			if refusals := slices.DeleteFunc(again, func(v Violation) bool { return v.Fact.Effect != Refuses }); err != nil || len(refusals) > 0 {
				t.Errorf("%s: %s: the rewritten schema is refused: %v %v", name, tool.Name, refusals, err)
			}
			if !bytes.Equal(r.Schema, tool.Input) {
				thrown += throw(t, name+": "+tool.Name, tool.Input, r)
			}
		}
		if os.Getenv("SKILLLINT_TOOLS") != "" {
			t.Logf("%s: of %d tools %d refused, %d with something ignored; rewritten: %d the same, %d with a loss told, %d not; %d values thrown; refused for %s",
				name, len(tools), refused, ignored, lossless, lossy, left, thrown, most(why))
		}
	}
}

// recorded reads the tools of a folder's lists, each schema once.
func recorded(t *testing.T, dir string) []Tool {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s holds no lists: %v", dir, err)
	}
	var tools []Tool
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var list struct {
			Tools []struct {
				Name, Description string
				InputSchema       json.RawMessage
			}
		}
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for _, one := range list.Tools {
			tools = append(tools, Tool{Name: one.Name, Description: one.Description, Input: one.InputSchema})
		}
	}
	return tools
}

func most(why map[string]int) string {
	var words []string
	for _, id := range slices.SortedFunc(maps.Keys(why), func(a, b string) int { return cmp.Or(why[b]-why[a], strings.Compare(a, b)) }) {
		words = append(words, fmt.Sprintf("%s %d", id, why[id]))
	}
	return strings.Join(words, ", ")
}

// throw holds both schemas against 200 values, and returns how many these were.
func throw(t *testing.T, name string, written []byte, r Rewriting) int {
	before, after := compiled(written), compiled(r.Schema)
	if before == nil || after == nil {
		return 0 // the independent validator has no such schema, or its dialect
	}
	wider, narrower := false, false
	for _, l := range r.Losses {
		wider = wider || l.Kind != Narrower
		narrower = narrower || l.Kind != Wider
	}
	root, _ := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	other, _ := jsonschema.UnmarshalJSON(bytes.NewReader(r.Schema))
	g := &maker{Rand: rand.New(rand.NewPCG(1, 2))}
	const values = 200
	for i := range values {
		g.root = root
		if i%2 == 1 {
			g.root = other
		}
		v := g.value(g.root, 0)
		if _, ok := v.(map[string]any); !ok {
			v = map[string]any{"value": v} // arguments are an object
		}
		was, is := before.Validate(v) == nil, after.Validate(v) == nil
		if was && !is && !narrower || is && !was && !wider {
			text, _ := json.Marshal(v)
			t.Errorf("%s: %s is accepted: %v before, %v after; losses %v\n%s\n%s", name, text, was, is, r.Losses, written, r.Schema)
			return i
		}
	}
	return values
}

func compiled(schema []byte) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil
	}
	c := jsonschema.NewCompiler()
	if c.AddResource("mem:///schema", withNull(doc)) != nil {
		return nil
	}
	s, err := c.Compile("mem:///schema")
	if err != nil {
		return nil
	}
	return s
}

// withNull writes OpenAPI's nullable as JSON Schema does, for a validator that does
// not know it, and drops formats.
func withNull(doc any) any {
	switch doc := doc.(type) {
	case []any:
		for i := range doc {
			doc[i] = withNull(doc[i])
		}
	case map[string]any:
		for key := range doc {
			doc[key] = withNull(doc[key])
		}
		if _, ok := doc["format"].(string); ok {
			delete(doc, "format") // an annotation; the validator asserts it of draft-07
		}
		if doc["nullable"] == true {
			delete(doc, "nullable")
			return map[string]any{"anyOf": []any{doc, map[string]any{"type": "null"}}}
		}
	}
	return doc
}

// A maker makes values that a schema mostly accepts.
type maker struct {
	*rand.Rand
	root any
}

func (g *maker) value(schema any, depth int) any {
	s, ok := schema.(map[string]any)
	if !ok || depth > 6 || g.IntN(12) == 0 {
		return g.any(depth)
	}
	if ref, ok := s["$ref"].(string); ok {
		at := g.root
		for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
			inner, _ := at.(map[string]any)
			at = inner[step]
		}
		return g.value(at, depth+1)
	}
	if list, ok := s["enum"].([]any); ok && len(list) > 0 {
		return list[g.IntN(len(list))]
	}
	if c, ok := s["const"]; ok {
		return c
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := s[key].([]any); ok && len(list) > 0 {
			v := g.value(list[g.IntN(len(list))], depth+1)
			if m, ok := v.(map[string]any); ok && s["properties"] != nil {
				maps.Copy(m, g.object(s, depth))
			}
			return v
		}
	}
	kind := s["type"]
	if list, ok := kind.([]any); ok && len(list) > 0 {
		kind = list[g.IntN(len(list))]
	}
	if _, ok := s["properties"]; ok && kind == nil {
		kind = "object"
	}
	switch kind {
	case "object":
		return g.object(s, depth)
	case "array":
		list := []any{}
		for range g.IntN(4) {
			list = append(list, g.value(s["items"], depth+1))
		}
		return list
	case "string":
		return []any{"", "a", "text", "2026-11-22T10:00:00Z", "https://example.com/x", strings.Repeat("long ", 60)}[g.IntN(6)]
	case "integer", "number":
		return []any{json.Number("0"), json.Number("1"), json.Number("-3"), json.Number("2.5"), json.Number("7"), json.Number("100000")}[g.IntN(6)]
	case "boolean":
		return g.IntN(2) == 0
	case "null":
		return nil
	}
	return g.any(depth)
}

func (g *maker) object(s map[string]any, depth int) map[string]any {
	m := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if g.IntN(10) < 5 || slices.Contains(required, any(name)) && g.IntN(10) > 0 {
			m[name] = g.value(properties[name], depth+1)
		}
	}
	if g.IntN(8) == 0 {
		m["x-more"] = g.any(depth)
	}
	return m
}

// any makes a value of any kind.
func (g *maker) any(depth int) any {
	switch g.IntN(7) {
	case 0:
		return nil
	case 1:
		return g.IntN(2) == 0
	case 2:
		return json.Number(fmt.Sprint(g.IntN(20) - 5))
	case 3:
		return "text"
	case 4:
		if depth < 6 {
			return []any{g.any(depth + 1)}
		}
	case 5:
		if depth < 6 {
			return map[string]any{"name": g.any(depth + 1)}
		}
	}
	return ""
}
