package schema

import (
	"context"
	"strings"
	"testing"
)

// TestWitnessesThatAreSent: a number that many programs cannot hold, a fraction, a number below 1, an empty text or an
// empty list is no witness where another exists; where only such values exist, the result says so.
func TestWitnessesThatAreSent(t *testing.T) {
	const zod = `{"type":"object","properties":{"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}}`
	for _, c := range []struct {
		a, b    string
		witness string
		only    string
	}{
		{`{"type":"object","properties":{"n":{"type":"integer"}}}`, zod, `{"n":-9007199254740992}`, "numbers beyond ±(2^53-1)"},
		{`{"type":"object","properties":{"n":{"type":"number"}}}`, zod, `{"n":0.5}`, "fractions"},
		{`{"type":"object","properties":{"n":{"type":"integer"},"s":{"type":"string"}}}`,
			`{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740991},"s":{"minLength":3}}}`, `{"s":"a"}`, ""},
		{`{"type":"integer","minimum":9007199254740993}`, `{"type":"string"}`, `9007199254740993`, "numbers beyond ±(2^53-1)"},
		{`{"minimum":9007199254740993}`, `{"type":"string"}`, `true`, ""},
		{`{"type":["string","integer"]}`, `{"enum":["a","b"]}`, `"text"`, ""},
		{`true`, `{"enum":["a","b"]}`, `"text"`, ""},
		{`{"type":"string"}`, `{"minLength":1}`, `""`, "empty texts"},
		{`{"type":"string"}`, `{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`, `""`, "empty texts"},
		{`{"enum":["","a"]}`, `{"enum":["a"]}`, `""`, ""},
		{`{"type":"number"}`, `{"type":"number","minimum":1}`, `0`, "numbers below 1"},
		{`{"type":"number"}`, `{"type":"number","minimum":2}`, `1`, ""},
		{`{"type":"number","minimum":1}`, `{"type":"integer","minimum":1}`, `1.5`, "fractions"},
		{`{"type":"number"}`, `{"type":"integer","minimum":1}`, `0`, "numbers below 1"},
		{`{"type":"number"}`, `{"type":"string"}`, `1`, ""},
		{`{"type":"array"}`, `{"type":"array","minItems":1}`, `[]`, "empty lists"},
		{`{"type":"array"}`, `{"type":"array","minItems":2}`, `["text"]`, ""},
		{`{"type":"object"}`, `{"properties":{"n":{"type":"string"}}}`, `{"n":1}`, ""},
		{`{"type":"object","properties":{"n":{"type":"number"}},"required":["n"]}`, `{"required":["m"]}`, `{"n":1}`, ""},
		{`{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}`, `{"maxProperties":0}`, `{"s":"text"}`, ""},
	} {
		r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
		if r.Verdict != Not || r.Only != c.only || strings.Contains(r.Detail, "; only ") != (c.only != "") {
			t.Errorf("%s in %s: %s %s %q: %s", c.a, c.b, r.Verdict, r.Reason, r.Only, r.Detail)
		} else if got := r.Witness.String(); got != c.witness {
			t.Errorf("%s in %s: %s, not %s", c.a, c.b, got, c.witness)
		}
	}
	old, _ := Parse([]byte(`{"type":"object","properties":{"n":{"type":"integer"}}}`))
	new, _ := Parse([]byte(zod))
	c := Compare(context.Background(), old, new, Input, Options{})
	if len(c.Breaks) != 2 || !strings.Contains(c.Breaks[0].Message, "only numbers beyond ±(2^53-1) show it") {
		t.Errorf("%+v", c.Breaks)
	}
}
