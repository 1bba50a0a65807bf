package schema

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// toolInput is an ordinary tool schema of n properties.
func toolInput(n int, extra string) string {
	var props []string
	for i := range n {
		props = append(props, []string{
			`"p%d":{"type":"string","description":"what to look for","minLength":1}`,
			`"p%d":{"type":"integer","minimum":0,"maximum":100}`,
			`"p%d":{"enum":["json","csv","xml"]}`,
			`"p%d":{"type":"array","items":{"type":"string"},"maxItems":10}`,
			`"p%d":{"type":"object","properties":{"x":{"type":"number"}},"required":["x"]}`,
			`"p%d":{"type":"boolean","default":false}`,
			`"p%d":{"type":["string","null"],"pattern":"^[a-z]+$"}`,
		}[i%7])
		props[i] = fmt.Sprintf(props[i], i)
	}
	return `{"type":"object","properties":{` + strings.Join(props, ",") + extra + `},"required":["p0","p1"],"additionalProperties":false}`
}

func enumOf(n int) string {
	var parts []string
	for i := range n {
		parts = append(parts, fmt.Sprintf(`"v%d"`, i))
	}
	return `{"enum":[` + strings.Join(parts, ",") + `]}`
}

func tagged(n int, last string) string {
	var parts []string
	for i := range n {
		t := `"integer"`
		if i == n-1 {
			t = last
		}
		parts = append(parts, fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":"k%d"},"v":{"type":%s}},"required":["kind","v"]}`, i, t))
	}
	return `{"oneOf":[` + strings.Join(parts, ",") + `]}`
}

// values are the values of a typed data format: atoms, tagged objects, dictionaries and lists of values.
func values(n int, atom string) string {
	var parts []string
	for i := range n {
		parts = append(parts, fmt.Sprintf(`{"type":"object","properties":{"_kind":{"enum":["k%d"]},"val":{"$ref":"#/definitions/atom"}},"required":["_kind"],"additionalProperties":false}`, i))
	}
	return `{"$schema":"http://json-schema.org/draft-07/schema#","oneOf":[{"type":"string"},{"$ref":"#/definitions/dict"},{"type":"array","items":{"$ref":"#"}},` + strings.Join(parts, ",") + `],
		"definitions":{"atom":` + atom + `,"dict":{"type":"object","properties":{"_kind":{"enum":["dict"]}},"patternProperties":{"^[a-z]":{"$ref":"#"}},"additionalProperties":false}}}`
}

// oneMember is a choice of n closed objects with one optional member each: {} fits all of them.
func oneMember(n int, first string) string {
	parts := []string{`{"properties":{"m":` + first + `},"additionalProperties":false}`}
	for i := range n {
		parts = append(parts, fmt.Sprintf(`{"properties":{"m%d":{"type":"string"}},"additionalProperties":false}`, i))
	}
	return `{"type":"object","oneOf":[` + strings.Join(parts, ",") + `]}`
}

var benchmarks = []struct {
	name, a, b string
	want       Verdict
	steps      int // of Check, the same on every machine; -1: the business of package regex
}{
	{"Equal", toolInput(7, ""), " " + toolInput(7, ""), Subschema, 0},
	{"Respelled", toolInput(7, ""), strings.NewReplacer(`"minimum":0`, `"minimum":0.0`, `"boolean"`, `["boolean"]`, `"enum":["json","csv","xml"]`, `"enum":["xml","csv","json"]`).Replace(toolInput(7, "")), Subschema, 19},
	{"Flat7AddProperty", toolInput(7, ""), toolInput(7, `,"limit":{"type":"integer"}`), Subschema, 20},
	{"Flat20AddProperty", toolInput(20, ""), toolInput(20, `,"limit":{"type":"integer"}`), Subschema, 46},
	{"Flat7Narrowed", toolInput(7, ""), strings.Replace(toolInput(7, ""), `"maximum":100`, `"maximum":50`, 1), Not, 34},
	{"Enum10", enumOf(10), enumOf(9), Not, 3},
	{"Enum10000", enumOf(10000), enumOf(9999), Not, 3},
	{"Enum10000Pattern", enumOf(10000), `{"pattern":"^v[0-9]+$"}`, Subschema, 10004},
	{"Recursive", `{"type":"object","properties":{"v":{"type":"integer"},"next":{"$ref":"#"}}}`, `{"type":"object","properties":{"v":{"type":"number"},"next":{"$ref":"#"}}}`, Subschema, 29},
	{"Tagged50", tagged(50, `"integer"`), tagged(50, `"number"`), Subschema, 305},
	{"Tagged300Not", tagged(300, `"number"`), tagged(300, `"integer"`), Not, 3027},
	{"TypedValues", values(15, `{"type":"integer"}`), values(15, `{"type":["integer","string"]}`), Subschema, 1490},
	{"OneMember", oneMember(23, `{"type":"integer"}`), oneMember(23, `{"type":"number"}`), Subschema, 4140},
	{"Regex", `{"type":"string","pattern":"^[a-z]{1,63}(\\.[a-z]{2,10})+$"}`, `{"type":"string","pattern":"^[a-z.]*$","minLength":3}`, Subschema, -1},
}

func BenchmarkCheckBytes(b *testing.B) {
	for _, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var r Result
			for b.Loop() {
				r = CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
			}
			if r.Verdict != c.want {
				b.Fatalf("%s: %+v", c.name, r)
			}
			b.ReportMetric(float64(r.Steps), "steps")
		})
	}
}

func BenchmarkCheckParsed(b *testing.B) {
	for _, c := range benchmarks {
		b.Run(c.name, func(b *testing.B) {
			x, err := Parse([]byte(c.a))
			if err != nil {
				b.Fatal(err)
			}
			y, err := Parse([]byte(c.b))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				Check(context.Background(), x, y, Options{})
			}
		})
	}
}

// TestSteps: the number of steps of a question is the same on every machine; a change is worth a look.
func TestSteps(t *testing.T) {
	for _, c := range benchmarks {
		r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
		if r.Verdict != c.want || c.steps >= 0 && r.Steps != c.steps {
			t.Errorf("%s: %s after %d steps, not %s after %d", c.name, r.Verdict, r.Steps, c.want, c.steps)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	text := []byte(toolInput(7, ""))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkValid(b *testing.B) {
	s, err := Parse([]byte(toolInput(7, "")))
	if err != nil {
		b.Fatal(err)
	}
	v := mustValue(b, `{"p0":"zodiac","p1":7,"p2":"csv","p3":["a","b"],"p4":{"x":1.5},"p5":true,"p6":"abc"}`)
	b.ReportAllocs()
	for b.Loop() {
		if !s.Valid(v) {
			b.Fatal("refused")
		}
	}
}
