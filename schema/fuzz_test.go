package schema

import (
	"bytes"
	"context"
	"testing"
	"time"
)

// FuzzCheck splits its input at line ends into two schemas and a value. Whatever they are: no panic, an end within the
// fuel, and no proof that the value refutes. A value found by the search is never refused by the evaluator.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{
		"{\"type\":\"integer\"}\n{\"type\":\"number\"}\n1",
		"{\"minLength\":1}\n{\"pattern\":\".+\"}\n\"\\n\"",
		"{\"properties\":{\"a\":{\"$ref\":\"#\"}}}\n{\"required\":[\"a\"]}\n{}",
		"{\"oneOf\":[{\"type\":\"string\"},{\"maxLength\":5}]}\nfalse\n\"abcdef\"",
		"{\"unevaluatedProperties\":false,\"anyOf\":[{\"properties\":{\"a\":true}},{\"properties\":{\"b\":true}}]}\n{\"maxProperties\":1}\n{\"a\":1,\"b\":2}",
		"{\"contains\":{\"const\":1},\"maxContains\":2,\"uniqueItems\":true}\n{\"minItems\":1}\n[1]",
		"{\"if\":{\"properties\":{\"k\":{\"const\":1}}},\"then\":{\"required\":[\"x\"]}}\n{\"dependentRequired\":{\"k\":[\"x\"]}}\n{\"k\":2}",
		"{\"$dynamicRef\":\"#n\",\"$defs\":{\"n\":{\"$dynamicAnchor\":\"n\",\"items\":{\"$dynamicRef\":\"#n\"}}}}\n{\"type\":\"array\"}\n[]",
		"{\"$schema\":\"http://json-schema.org/draft-04/schema\",\"minimum\":1,\"exclusiveMinimum\":true}\n{\"multipleOf\":0.1}\n1.05",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		parts := bytes.SplitN(in, []byte("\n"), 3)
		if len(parts) < 3 {
			return
		}
		a, _ := Parse(parts[0])
		b, _ := Parse(parts[1])
		if a == nil || b == nil {
			return
		}
		o := Options{Fuel: 20_000, Deadline: 10 * time.Second}
		r := Check(context.Background(), a, b, o)
		if r.Reason == ReasonTime {
			t.Fatal("the clock ended what fuel should have")
		}
		v, err := ParseValue(parts[2])
		if err != nil || v.size() > 1000 {
			return
		}
		ea, eb := evaluator{schema: a}, evaluator{schema: b}
		if ea.root(v) && !eb.root(v) && !ea.unknown && !eb.unknown && r.Verdict == Subschema {
			t.Fatalf("subschema, but %s", v)
		}
		if len(a.Validate(v)) == 0 != a.Valid(v) {
			t.Fatal("Valid and Validate disagree")
		}
	})
}
