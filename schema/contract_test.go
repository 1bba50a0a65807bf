package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func mustParse(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCompare goes through the changes of a tool's schema and what they mean on each side of its contract, in the
// declared reading.
func TestCompare(t *testing.T) {
	const open = `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}`
	const closed = `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false}`
	for _, c := range []struct {
		name, old, new string
		input, output  string // "" compatible, "strict" in the declared reading only, else the witness of the break
	}{
		{"optional property, closed", closed, `{"type":"object","properties":{"id":{"type":"integer"},"note":{"type":"string"}},"required":["id"],"additionalProperties":false}`, "", `{"id":1,"note":"text"}`},
		{"optional property, open", open, `{"type":"object","properties":{"id":{"type":"integer"},"limit":{"type":"integer"}},"required":["id"]}`, "strict", ""},
		{"required property, open", open, `{"type":"object","properties":{"id":{"type":"integer"},"limit":{"type":"integer","default":1}},"required":["id","limit"]}`, `{"id":1}`, ""},
		{"optional to required", `{"type":"object","properties":{"q":{"type":"string"}}}`, `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`, `{}`, ""},
		{"required to optional", `{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}`, `{"type":"object","properties":{"q":{"type":"string"}}}`, "", `{}`},
		{"property removed, closed", `{"type":"object","properties":{"q":{"type":"string"}},"additionalProperties":false}`, `{"type":"object","additionalProperties":false}`, `{"q":"text"}`, ""},
		{"property removed, open", `{"type":"object","properties":{"q":{"type":"string"},"r":{}}}`, `{"type":"object","properties":{"r":{}}}`, "", "strict"},
		{"enum value removed", `{"type":"object","properties":{"f":{"enum":["json","csv"]}}}`, `{"type":"object","properties":{"f":{"enum":["json"]}}}`, `{"f":"csv"}`, ""},
		{"free string to enum", `{"type":"object","properties":{"f":{"type":"string"}}}`, `{"type":"object","properties":{"f":{"enum":["json"]}}}`, `{"f":"text"}`, ""},
		{"integer to number", `{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"type":"object","properties":{"n":{"type":"number"}}}`, "", `{"n":0.5}`},
		{"or null", `{"type":"object","properties":{"n":{"type":"integer"}}}`, `{"type":"object","properties":{"n":{"type":["integer","null"]}}}`, "", `{"n":null}`},
		{"maxLength tightened", `{"type":"object","properties":{"s":{"type":"string","maxLength":5}}}`, `{"type":"object","properties":{"s":{"type":"string","maxLength":2}}}`, `{"s":"aaa"}`, ""},
		{"multipleOf", `{"type":"integer","multipleOf":2}`, `{"type":"integer","multipleOf":4}`, `2`, ""},
		{"closed to open", closed, open, "", "strict"},
		{"open to closed", open, closed, "strict", ""},
		{"explicitly open to closed", `{"type":"object","properties":{"id":{"type":"integer"}},"additionalProperties":true}`, `{"type":"object","properties":{"id":{"type":"integer"}},"additionalProperties":false}`, `{"a":"text"}`, ""},
		{"items", `{"type":"array","items":{"type":"number"}}`, `{"type":"array","items":{"type":"integer"}}`, `[0.5]`, ""},
		{"text only", open, `{"description":"x","title":"y","type":"object","properties":{"id":{"type":"integer","default":3}},"required":["id"]}`, "", ""},
		{"nested, open", `{"type":"object","properties":{"o":{"type":"object","properties":{"a":{}}}},"additionalProperties":false}`, `{"type":"object","properties":{"o":{"type":"object","properties":{"a":{},"b":{"type":"string"}}}},"additionalProperties":false}`, "strict", ""},
		{"required and undeclared", `{"type":"object","properties":{"a":{}},"required":["b"]}`, `{"type":"object","properties":{"a":{}},"required":["b","c"]}`, `{"b":"text"}`, ""},
		{"allOf declares together", `{"allOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}]}`, `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}},"additionalProperties":false}`, "strict", ""},
	} {
		for side, want := range map[Side]string{Input: c.input, Output: c.output} {
			r := Compare(context.Background(), mustParse(t, c.old), mustParse(t, c.new), side, Options{Model: Declared})
			got := ""
			switch {
			case r.Verdict == Unknown:
				got = "unknown " + r.Detail
			case r.Verdict == Not:
				got = r.Breaks[0].Witness.String()
			case r.Strict == Not:
				got = "strict"
			}
			if got != want {
				t.Errorf("%s, side %d: %s, expected %s", c.name, side, got, want)
			}
		}
	}
}

// TestBreaks: all independent breaks are found, each with the places that speak of it.
func TestBreaks(t *testing.T) {
	old := mustParse(t, `{"type":"object","properties":{"q":{"type":"string"},"f":{"enum":["json","csv","xml"]},"n":{"$ref":"#/$defs/n"},"gone":{},"also":{}},
		"additionalProperties":false,"$defs":{"n":{"type":"number","maximum":10}}}`)
	new := mustParse(t, `{"type":"object","properties":{"q":{"type":"string"},"f":{"enum":["json","xml"]},"n":{"type":"integer","maximum":5},"z":{}},
		"required":["q","z"],"additionalProperties":false,"anyOf":[{"properties":{"q":{"maxLength":3}}},{"properties":{"q":{"pattern":"^x"}}}]}`)
	r := Compare(context.Background(), old, new, Input, Options{})
	if r.Verdict != Not || !r.All || r.Grown != Not {
		t.Errorf("%+v", r)
	}
	var got []string
	for _, b := range r.Breaks {
		got = append(got, fmt.Sprintf("%s | %s | %s | %s | %s", b.Path, b.Key, b.Old, b.New, b.Message))
		if !old.Valid(b.Witness) || new.Valid(b.Witness) {
			t.Errorf("%s is no witness", b.Witness)
		}
	}
	want := []string{
		` | required |  | /required | "q" is required now`,
		` | required |  | /required | "z" is required now`,
		`/f | enum | /properties/f | /properties/f/enum | "f" no longer accepts "csv": "csv" is not one of "json", "xml"`,
		`/n | maximum | /$defs/n | /properties/n/maximum | "n" no longer accepts 6: 6 is greater than 5`,
		`/also | additionalProperties | /properties/also | /additionalProperties | "also" is no longer accepted`,
		`/gone | additionalProperties | /properties/gone | /additionalProperties | "gone" is no longer accepted`,
		`/q | anyOf | /properties/q | /anyOf | "q" no longer accepts "aaaa": "aaaa" fits none of 2 alternatives: "aaaa" is longer than 3; "aaaa" does not match "^x"`,
		`/n | type | /$defs/n | /properties/n/type | "n" no longer accepts 0.5: 0.5 is not an integer; only fractions show it`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestForeign holds that a document which is another thing than a schema is
// refused, not taken for one that accepts everything.
func TestForeign(t *testing.T) {
	for doc, foreign := range map[string]string{
		`{"tools":[{"name":"x","inputSchema":{}}]}`:                      "tools",
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`:                 "jsonrpc",
		`{"name":"x","description":"d","inputSchema":{"type":"object"}}`: "inputSchema",
		`{"description":"d","parameters":{"type":"object"},"title":"t"}`: "parameters",
		`{"name":"x","input_schema":{}}`:                                 "input_schema",
		`{"foo":1}`:                                                      "foo",
		`{}`:                                                             "",
		`true`:                                                           "",
		`{"description":"anything","x-order":1}`:                         "",
		`{"$schema":"https://json-schema.org/draft/2020-12/schema","foo":true}`: "",
		`{"foo":1,"minimum":3}`:                     "",
		`{"definitions":{"a":{}},"foo":1}`:          "",
		`{"id":"http://example.com/a","title":"t"}`: "",
	} {
		for _, pair := range [][2]string{{doc, `{"type":"string"}`}, {`{"const":1.5}`, doc}} {
			r := CheckBytes(context.Background(), []byte(pair[0]), []byte(pair[1]), Options{})
			refused := r.Reason == ReasonInvalid && strings.Contains(r.Detail, fmt.Sprintf("%q is none", foreign))
			if refused != (foreign != "") {
				t.Errorf("%s: %s %s %s", pair, r.Verdict, r.Reason, r.Detail)
			}
		}
	}
}
