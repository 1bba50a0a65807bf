package schema

import (
	"context"
	"strings"
	"testing"
)

// TestHowDocumentsWithoutDialectAreRead: a fallback to an older draft is told, and so is a break that only a validator
// of draft-07 finds.
func TestHowDocumentsWithoutDialectAreRead(t *testing.T) {
	const (
		before = `{"type":"object","properties":{"a":{},"b":{}},"dependencies":{"a":["c"]}}`
		after  = `{"type":"object","properties":{"a":{},"b":{}},"dependencies":{"a":["c","b"]}}`
	)
	for _, c := range []struct{ a, b, verdict, note string }{
		{before, after, "subschema", `read as draft-07, which knows "dependencies", A is not below B: {"a":"text","c":"text"} (missing "b", which "a" asks for)`},
		{after, before, "subschema", ""},
		{before, before, "subschema", ""},
		{strings.Replace(before, `{`, `{"$schema":"https://json-schema.org/draft/2020-12/schema",`, 1), after, "subschema", `read as draft-07`},
		{strings.Replace(before, `{`, `{"$schema":"http://json-schema.org/draft-07/schema",`, 1), strings.Replace(after, `{`, `{"$schema":"http://json-schema.org/draft-07/schema",`, 1), "not", ""},
		{before, `{"type":"string"}`, "not", ""},
		{`{"items":[{"type":"string"}]}`, `true`, "subschema", `A has no $schema and is read as draft-07, since as 2020-12 a schema is an object or a boolean, not an array at "/items"`},
		{`true`, `{"minimum":1,"exclusiveMinimum":true}`, "not", `B has no $schema and is read as draft-04, since as 2020-12 "exclusiveMinimum" is not a number at "/exclusiveMinimum"`},
	} {
		r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
		note := strings.Join(r.Notes, "; ")
		if r.Verdict.String() != c.verdict || !strings.Contains(note, c.note) || (c.note == "") != (note == "") {
			t.Errorf("%s in %s: %s %q", c.a, c.b, r.Verdict, note)
		}
	}
	a, _ := Parse([]byte(before))
	b, _ := Parse([]byte(after))
	c := Compare(context.Background(), a, b, Input, Options{Model: Declared})
	if c.Verdict != Subschema || c.Older == nil || c.Older.Name != "b" {
		t.Errorf("%+v", c)
	}
}
