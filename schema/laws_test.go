package schema

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
)

func ask(t testing.TB, a, b string, o Options) Result {
	t.Helper()
	r := CheckBytes(context.Background(), []byte(a), []byte(b), o)
	if r.Reason == ReasonInvalid {
		t.Fatalf("%s\n%s\n%s", r.Detail, a, b)
	}
	return r
}

// TestSpelling: differences that are only spelling prove both ways.
func TestSpelling(t *testing.T) {
	d := func(d Dialect, body string) string { return `{"$schema":"` + dialectURIs[d] + `",` + body + `}` }
	for _, c := range []struct{ name, a, b string }{
		{"order", `{"type":["string","null"],"required":["a","b"],"enum":[1,2]}`, `{"enum":[2,1],"required":["b","a"],"type":["null","string"]}`},
		{"single type", `{"type":"string"}`, `{"type":["string"]}`},
		{"const and enum", `{"const":"x"}`, `{"enum":["x"]}`},
		{"nothing said", `{"type":"object"}`, `{"type":"object","additionalProperties":true,"properties":{},"minProperties":0,"required":[]}`},
		{"nothing said of strings", `{"type":"string"}`, `{"type":"string","minLength":0,"pattern":""}`},
		{"nothing said of arrays", `{"type":"array"}`, `{"type":"array","items":{},"minItems":0,"uniqueItems":false}`},
		{"numbers", `{"minimum":1,"multipleOf":1}`, `{"minimum":1.0,"multipleOf":10e-1}`},
		{"integer", `{"type":"integer"}`, `{"type":"number","multipleOf":1}`},
		{"integer beside number", `{"type":["integer","number"]}`, `{"type":"number"}`},
		{"draft-04 exclusive bound", d(Draft4, `"minimum":1,"exclusiveMinimum":true`), d(Draft7, `"exclusiveMinimum":1`)},
		{"definitions", d(Draft7, `"properties":{"a":{"$ref":"#/definitions/x"}},"definitions":{"x":{"type":"string"}}`), d(Draft2020, `"properties":{"a":{"$ref":"#/$defs/y"}},"$defs":{"y":{"type":"string"}}`)},
		{"reference inlined", `{"properties":{"a":{"$ref":"#/$defs/y"}},"$defs":{"y":{"type":"string"}}}`, `{"properties":{"a":{"type":"string"}}}`},
		{"nested single", `{"allOf":[{"anyOf":[{"oneOf":[{"type":"string"}]}]}]}`, `{"type":"string"}`},
		{"allOf flat", `{"allOf":[{"type":"object"},{"required":["a"]}]}`, `{"type":"object","required":["a"]}`},
		{"disjoint oneOf", `{"oneOf":[{"type":"string"},{"type":"null"}]}`, `{"anyOf":[{"type":"null"},{"type":"string"}]}`},
		{"union of types", `{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":["string","null"]}`},
		{"tuples", d(Draft7, `"items":[{"type":"string"}],"additionalItems":{"type":"null"}`), d(Draft2020, `"prefixItems":[{"type":"string"}],"items":{"type":"null"}`)},
		{"dependencies", d(Draft7, `"dependencies":{"a":["b"],"c":{"minProperties":3}}`), d(Draft2020, `"dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"minProperties":3}}`)},
		{"recursion under another name", `{"type":"array","items":{"$ref":"#"}}`, `{"$ref":"#/$defs/l","$defs":{"l":{"type":"array","items":{"$ref":"#/$defs/l"}}}}`},
		{"range and enum", `{"type":"integer","minimum":1,"maximum":3}`, `{"enum":[1,2,3]}`},
		{"booleans", `{"type":"boolean"}`, `{"enum":[true,false]}`},
		{"empty string", `{"type":"string","maxLength":0}`, `{"type":"string","pattern":"^$"}`},
		{"one key required", `{"type":"object","properties":{"a":{}},"additionalProperties":false,"minProperties":1}`, `{"type":"object","properties":{"a":{}},"additionalProperties":false,"required":["a"]}`},
		{"if and anyOf", `{"if":{"type":"string"},"then":{"minLength":1},"else":{"type":"null"}}`, `{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}`},
		{"unevaluated and additional", `{"type":"object","allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"type":"object","properties":{"a":true},"additionalProperties":false}`},
	} {
		for _, p := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			if r := ask(t, p[0], p[1], Options{}); r.Verdict != Subschema {
				t.Errorf("%s: %s %s of %s in %s: %s", c.name, r.Verdict, r.Witness, p[0], p[1], r.Detail)
			}
		}
	}
}

// TestDigest: schemas that differ in spelling have one digest, others have not.
func TestDigest(t *testing.T) {
	texts := []string{
		`{"type":"object","properties":{"a":{"enum":["x","y"]},"n":{"type":"array","items":{"$ref":"#"}}},"required":["a","b"]}`,
		`{"required":["b","a"],"allOf":[{"type":["object"]}],"properties":{"n":{"$ref":"#/$defs/l"},"a":{"enum":["y","x"]}},"$defs":{"l":{"type":"array","items":{"$ref":"#"}}}}`,
		`{"type":"object","properties":{"a":{"enum":["x","y"]},"n":{"type":"array","items":{"$ref":"#/properties/n"}}},"required":["a","b"]}`,
		`{"type":"object","properties":{"a":{"enum":["x","z"]},"n":{"type":"array","items":{"$ref":"#"}}},"required":["a","b"]}`,
		`{"type":"object","properties":{"a":{"type":"string","format":"date"}}}`,
		`{"type":"object","properties":{"a":{"type":"string","format":"time"}}}`,
	}
	var ds []digest
	for _, text := range texts {
		ds = append(ds, mustParse(t, text).identity())
	}
	for i := range ds {
		for j := range i {
			if ds[i] == (digest{}) || (ds[i] == ds[j]) != (i == 1 && j == 0) {
				t.Errorf("%d and %d: %x %x", i, j, ds[i], ds[j])
			}
		}
	}
}

// TestTraps are pairs that other checkers get wrong.
func TestTraps(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want Verdict
		w    string
	}{
		{`{"type":"string","minLength":1}`, `{"pattern":".+"}`, Not, `"\n"`},
		{`{"type":"string"}`, `{"pattern":"[a-z]*"}`, Subschema, ""},
		{`{"oneOf":[{"type":"string"}]}`, `{"oneOf":[{"type":"string"},{"maxLength":5}]}`, Not, `"text"`},
		{`{"multipleOf":3}`, `{"multipleOf":0.3}`, Subschema, ""},
		{`{"type":"array","items":{"type":"number"},"contains":{"type":"string"}}`, `false`, Subschema, ""},
		{`{"const":1,"type":"string"}`, `false`, Subschema, ""},
		{`{"type":"object"}`, `{"properties":{"a":{"type":"string"}}}`, Not, `{"a":1}`},
		{`{"type":"array","items":{"type":"boolean"},"minItems":3,"uniqueItems":true}`, `false`, Subschema, ""},
		{`{"type":"object","propertyNames":{"enum":["a","b"]},"minProperties":3}`, `false`, Subschema, ""},
		{`{"type":"object","required":["a","b"],"maxProperties":1}`, `false`, Subschema, ""},
		{`{"type":"integer","multipleOf":7,"minimum":1,"maximum":6}`, `false`, Subschema, ""},
		{`{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`,
			`{"properties":{"x-id":{"type":"number"}},"additionalProperties":{"type":["string","integer"]}}`, Subschema, ""},
		{`{"type":"object","properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`,
			`{"properties":{"x-id":{"type":"number"}},"additionalProperties":{"type":["string"]}}`, Not, `{"x-":1}`},
		{`{"type":"array","items":[{"type":"string"}],"$schema":"http://json-schema.org/draft-07/schema#"}`, `{"minItems":1}`, Not, `[]`},
		{`{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}`, `false`, Subschema, ""},
	} {
		r := ask(t, c.a, c.b, Options{})
		if r.Verdict != c.want || c.w != "" && r.Witness.String() != c.w {
			t.Errorf("%s %s, expected %s %s: %s\n%s\n%s", r.Verdict, r.Witness, c.want, c.w, r.Detail, c.a, c.b)
		}
	}
}

// TestLaws checks what must hold between verdicts, on random schemas.
func TestLaws(t *testing.T) {
	ctx := context.Background()
	from, to := seeds(t, 300)
	for seed := from; seed < to; seed++ {
		g := &generator{r: rand.New(rand.NewPCG(uint64(seed), 99)), depth: 2, draft: Draft4 + Dialect(seed%5)}
		a, b, c := g.schema(), g.schema(), g.schema()
		if a[0] != '{' || b[0] != '{' || c[0] != '{' || strings.Contains(a+b+c, `Ref":`) || strings.Contains(a+b+c, "$ref") {
			continue // a reference to the root would mean something else in each combination
		}
		root := `{"$schema":"` + dialectURIs[g.draft] + `",`
		in := func(key, body string) string { return root + `"` + key + `":` + body + `}` }
		all := func(x ...string) string { return in("allOf", list(x)) }
		parse := func(text string) *Schema {
			s, err := Parse([]byte(text))
			if s == nil {
				t.Fatalf("seed %d: %v in %s", seed, err, text)
			}
			return s
		}
		check := func(x, y string) Verdict {
			r := Check(ctx, parse(x), parse(y), Options{})
			if r.Reason == ReasonConfirm {
				t.Errorf("seed %d: %s\n%s\n%s", seed, r.Detail, x, y)
			}
			return r.Verdict
		}
		agree := func(what string, x, y Verdict) {
			if x != y && x != Unknown && y != Unknown {
				t.Errorf("seed %d: %s: %s and %s\n%s\n%s\n%s", seed, what, x, y, a, b, c)
			}
		}
		A, B, C := all(a), all(b), all(c)
		if len(parse(A).faults) > 0 || len(parse(B).faults) > 0 || len(parse(C).faults) > 0 {
			continue
		}
		agree("A in A", check(A, in("title", `"x","allOf":`+list([]string{a}))), Subschema)
		agree("A and B in A", check(all(a, b), A), Subschema)
		agree("A in A or B", check(A, in("anyOf", list([]string{a, b}))), Subschema)
		agree("double negation", check(A, in("not", `{"not":`+a+`}`)), Subschema)
		agree("double negation back", check(in("not", `{"not":`+a+`}`), A), Subschema)
		ab, bc, ac := check(A, B), check(B, C), check(A, C)
		agree("A and not B empty", ab, check(all(a, `{"not":`+b+`}`), in("not", "{}")))
		agree("contraposition", ab, check(in("not", b), in("not", a)))
		if ab == Subschema {
			agree("elements", check(in("items", a), in("items", b)), Subschema)
			agree("properties", check(in("properties", `{"p":`+a+`}`), in("properties", `{"p":`+b+`}`)), Subschema)
			if bc == Subschema {
				agree("transitivity", ac, Subschema)
			}
			if ac == Not {
				agree("transitivity", bc, Not)
			}
		}
		sa, sb := parse(A), parse(B)
		switch d := Check(ctx, sa, sb, Options{Model: Declared}).Verdict; {
		case ab == Subschema:
			agree("declared", d, Subschema)
		case d == Not:
			agree("declared", ab, Not)
		}
		breaks, rest := CheckAll(ctx, sa, sb, Options{})
		if len(breaks) > 0 && ab != Not || len(breaks) == 0 && ab == Not || rest.Reason == ReasonConfirm {
			t.Errorf("seed %d: %d breaks, then %s %s, for %s\n%s\n%s", seed, len(breaks), rest.Verdict, rest.Detail, ab, a, b)
		}
		for _, r := range breaks {
			if !sa.Valid(r.Witness) || sb.Valid(r.Witness) {
				t.Errorf("seed %d: %s is no witness\n%s\n%s", seed, r.Witness, a, b)
			}
			if at(r.Witness, r.Path) == nil {
				t.Errorf("seed %d: %q leads nowhere in %s", seed, r.Path, r.Witness)
			}
			for side, p := range map[*Schema]string{sa: r.A, sb: r.B} {
				if at(side.value, p) == nil {
					t.Errorf("seed %d: %q leads nowhere in %s", seed, p, side.value)
				}
			}
		}
		small := Check(ctx, parse(A), parse(B), Options{Fuel: 20})
		agree("fuel", small.Verdict, ab)
	}
}

func list(xs []string) string {
	out := "["
	for i, x := range xs {
		if i > 0 {
			out += ","
		}
		out += x
	}
	return out + "]"
}
