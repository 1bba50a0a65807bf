package schema

import (
	"context"
	"strings"
	"testing"
)

// TestWitnessesThatAreSent: a number that many programs cannot hold, or an empty text, is no witness where another
// exists; where only such numbers exist, the result says so.
func TestWitnessesThatAreSent(t *testing.T) {
	const zod = `{"type":"object","properties":{"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}}}`
	for _, c := range []struct {
		a, b    string
		witness string
		beyond  bool
	}{
		{`{"type":"object","properties":{"n":{"type":"integer"}}}`, zod, `{"n":-9007199254740992}`, true},
		{`{"type":"object","properties":{"n":{"type":"number"}}}`, zod, `{"n":0.5}`, false},
		{`{"type":"object","properties":{"n":{"type":"integer"},"s":{"type":"string"}}}`,
			`{"type":"object","properties":{"n":{"type":"integer","maximum":9007199254740991},"s":{"minLength":3}}}`, `{"s":"a"}`, false},
		{`{"type":"integer","minimum":9007199254740993}`, `{"type":"string"}`, `9007199254740993`, true},
		{`{"minimum":9007199254740993}`, `{"type":"string"}`, `null`, false},
		{`{"type":["string","integer"]}`, `{"enum":["a","b"]}`, `"text"`, false},
		{`true`, `{"enum":["a","b"]}`, `"text"`, false},
		{`{"type":"string"}`, `{"minLength":1}`, `""`, false},
		{`{"type":"object","properties":{"s":{"type":"string"}},"required":["s"]}`, `{"maxProperties":0}`, `{"s":"text"}`, false},
	} {
		r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
		if r.Verdict != Not || r.Beyond != c.beyond || strings.Contains(r.Detail, "only numbers beyond") != c.beyond {
			t.Errorf("%s in %s: %s %s %v: %s", c.a, c.b, r.Verdict, r.Reason, r.Beyond, r.Detail)
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
