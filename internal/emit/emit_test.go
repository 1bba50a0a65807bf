package emit_test

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/skilllint/skilllint/internal/emit"
	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/toolset"
)

// shape compiles the vendor's shape of a list of tools.
func shape(t *testing.T, form string) *jsonschema.Schema {
	t.Helper()
	src, err := os.ReadFile("testdata/shapes.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("shapes.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("shapes.json#/$defs/" + form)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShapes: whatever a tool's schema holds, what is written has the vendor's shape, and
// the vendor refuses nothing of it.
func TestShapes(t *testing.T) {
	inputs := []string{
		`{"type":"object"}`,
		`{"type":"object","properties":{"sign":{"const":"aries"},"day":{"type":"integer","exclusiveMinimum":0}},"required":["sign"]}`,
		`{"type":"object","properties":{"a":{"$ref":"#/$defs/name","description":"who"},"b":{"type":["string","null"],"minLength":1}},"$defs":{"name":{"type":"string"}}}`,
		`{"type":"object","properties":{"at":{"oneOf":[{"type":"string","format":"uri"},{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}]},"tags":{"type":"array","uniqueItems":true}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"n":{"enum":[1,2,3]},"m":{"not":{"type":"null"}},"r":{"allOf":[{"type":"string"},{"maxLength":4}]}},"additionalProperties":true}`,
		`{"type":"object","properties":{"p":{"type":"string","pattern":"^(?!x)"},"q":{"minimum":1},"o":{"type":"object"}},"anyOf":[{"required":["p"]},{"required":["q"]}]}`,
	}
	for _, name := range vendors.Names() {
		target := vendors.TargetOf(name)
		s := shape(t, target.Form)
		for _, input := range inputs {
			set := &toolset.Set{Tools: []toolset.Tool{{Name: "zodiac__calculate", Skill: "zodiac", Tool: "calculate", Description: "Calculates.", Input: json.RawMessage(input)}}}
			files, _, err := emit.For(emit.Skill{Name: "zodiac", Prompt: "Read the stars.", Tools: set}, name)
			if err != nil {
				t.Errorf("%s: %s: %v", name, input, err)
				continue
			}
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(files[0].Content))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate(doc); err != nil {
				t.Errorf("%s: %s was written as %s: %v", name, input, files[0].Content, err)
			}
			again, _, err := emit.For(emit.Skill{Name: "zodiac", Prompt: "Read the stars.", Tools: set}, name)
			if err != nil || !bytes.Equal(again[0].Content, files[0].Content) {
				t.Errorf("%s: written twice, it differs", name)
			}
		}
	}
}

// TestRefused: what no form comes near is an error that names the place.
func TestRefused(t *testing.T) {
	recursive := `{"type":"object","properties":{"next":{"$ref":"#"}}}`
	set := &toolset.Set{Tools: []toolset.Tool{{Name: "list", Description: "Lists.", Input: json.RawMessage(recursive)}}}
	_, _, err := emit.For(emit.Skill{Name: "s", Tools: set}, "anthropic-strict")
	if err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Errorf("a recursive schema: %v", err)
	}
	if _, _, err := emit.For(emit.Skill{Name: "s", Tools: &toolset.Set{}}, "kimi"); err == nil {
		t.Error("kimi has no adapter")
	}
	if _, _, err := emit.For(emit.Skill{Name: "s", Tools: &toolset.Set{}, Capabilities: []string{"fly"}}, "openai"); err == nil {
		t.Error("nobody offers to fly")
	}
}
