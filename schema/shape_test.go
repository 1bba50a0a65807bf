package schema

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// metaschemaOf is the metaschema of a dialect as a schema.
func metaschemaOf(t testing.TB, d Dialect) *Schema {
	t.Helper()
	s, err := new(Parser).ParseValue(metaschema(dialectURIs[d]))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestShapeAgreesWithMetaschemas: what Parse refuses, the metaschema refuses, and the other way round. Known
// differences: draft-07's enum may be empty or repeat itself (copies of the metaschema disagree), keywords that a
// dialect dropped have no shape, and readOnly and its kin came later to some copies.
func TestShapeAgreesWithMetaschemas(t *testing.T) {
	odd := []string{`null`, `1`, `-1`, `0.5`, `""`, `"x"`, `[]`, `[1]`, `["a"]`, `["a","a"]`, `{}`, `{"a":1}`, `{"a":{}}`, `{"a":["b"]}`, `{"a":[]}`, `true`, `false`, `[{}]`, `[true]`,
		`2.0`, `"string"`, `["string","integer"]`, `[1,1]`, `{"a":true}`, `{"a":"b"}`, `"#"`, `"#/a"`, `"http://x.y/z"`, `"http://x.y/z#a"`, `1e400`}
	var keys []string
	for key := range keywords {
		keys = append(keys, key)
	}
	keys = append(keys, "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "default", "unknown")
	for d := Draft4; d <= Draft2020; d++ {
		meta := metaschemaOf(t, d)
		for _, key := range keys {
			for _, x := range odd {
				text := `{"` + key + `":` + x + `}`
				v := mustValue(t, text)
				s, err := (&Parser{Dialect: d}).ParseValue(v)
				switch {
				case key == "enum" && d == Draft7: // see above
					continue
				case d >= Draft2019 && (key == "dependencies" || key == "$vocabulary"), d == Draft2020 && strings.HasPrefix(key, "$recursive"): // no longer keywords
					continue
				case d <= Draft7 && (key == "readOnly" || key == "writeOnly" || key == "examples"): // later copies of the metaschemas constrain them
					continue
				}
				if want := meta.Valid(v); (s != nil) != want {
					t.Errorf("%s: %s: metaschema accepts = %v, Parse says %v", d, text, want, err)
				}
			}
		}
	}
}

// TestEmbeddedMetaschemas: every metaschema is a schema of its own dialect.
func TestEmbeddedMetaschemas(t *testing.T) {
	for d := Draft4; d <= Draft2020; d++ {
		meta := metaschemaOf(t, d)
		if meta.Dialect() != d || !meta.Valid(meta.value) {
			t.Errorf("%s: %v", d, meta.Validate(meta.value))
		}
	}
}

// TestDetect: documents without $schema are read as 2020-12, else as draft-07, else as draft-04.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		doc     string
		dialect Dialect
		fault   string
	}{
		{`{"type":"object"}`, Draft2020, ""},
		{`{"items":[{"type":"string"}]}`, Draft7, ""},
		{`{"minimum":1,"exclusiveMinimum":true}`, Draft4, ""},
		{`{"$schema":"http://json-schema.org/draft-06/schema#"}`, Draft6, ""},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema"}`, Draft2019, ""},
		{`{"properties":{"a":{"type":"strin"}}}`, Detect, `"strin" is not the name of a type at "/properties/a/type"`},
		{`{"properties":{"a":{"type":"string","required":true}}}`, Detect, `"required" is not a list of names at "/properties/a/required"`},
		{`{"pattern":"(a"}`, Detect, `"(a" is not a regular expression of ECMA-262: offset 0: missing ")" at "/pattern"`},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","exclusiveMinimum":true}`, Detect, `"exclusiveMinimum" is not a number at "/exclusiveMinimum"`},
		{`{"$ref":"#/definitions/x"}`, Draft2020, `"#/definitions/x" leads nowhere at "/$ref"`},
		{`{"items":{"$ref":"other.json"}}`, Draft2020, `"other.json" points out of the document at "/items/$ref"`},
		{`{"$schema":"https://example.com/mine"}`, Draft2020, `"https://example.com/mine" is not a known dialect at "/$schema"`},
	} {
		s, err := Parse([]byte(c.doc))
		got := ""
		if err != nil {
			got = err.Error()
		}
		d := Detect
		if s != nil {
			d = s.Dialect()
		}
		if d != c.dialect || got != c.fault {
			t.Errorf("%s: %s, %s", c.doc, d, got)
		}
	}
}

// TestExactNumbers compares arithmetic on decimals with rationals.
func TestExactNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		s := []string{"", "-"}[r.IntN(2)] + []string{"0", "1", "25", "999999999999999999", "123456789012345678901234567890"}[r.IntN(5)]
		if r.IntN(2) == 0 {
			s += "." + []string{"0", "5", "125", "000000000000000000001"}[r.IntN(4)]
		}
		if r.IntN(2) == 0 {
			s += []string{"e1", "E-3", "e+20", "e-25"}[r.IntN(4)]
		}
		return s
	}
	for range 20000 {
		sx, sy := text(), text()
		x, ok := parseNum(sx)
		y, ok2 := parseNum(sy)
		if !ok || !ok2 {
			t.Fatalf("%s %s", sx, sy)
		}
		if got, want := x.cmp(y), x.rat().Cmp(y.rat()); got != want || x.equal(y) != (want == 0) {
			t.Fatalf("cmp(%s, %s) = %d", sx, sy, got)
		}
		if back, ok := parseNum(x.String()); !ok || !back.equal(x) {
			t.Fatalf("%s is printed as %s", sx, x)
		}
		if got := x.add(y).rat(); got.Cmp(got.Add(x.rat(), y.rat())) != 0 {
			t.Fatalf("%s + %s = %s", sx, sy, got)
		}
		if y.sign() > 0 {
			q := x.rat()
			q.Quo(q, y.rat())
			if got := x.multipleOf(y); got != q.IsInt() {
				t.Fatalf("%s multiple of %s: %v", sx, sy, got)
			}
			if x.sign() > 0 {
				if l := x.lcm(y); !l.multipleOf(x) || !l.multipleOf(y) {
					t.Fatalf("lcm(%s, %s) = %s", sx, sy, l)
				}
			}
		}
	}
	for _, bad := range []string{"", "-", "01", "1.", ".5", "1e", "+1", "0x1", "1e+", "NaN", "1_0"} {
		if _, ok := parseNum(bad); ok {
			t.Errorf("%q is taken for a number", bad)
		}
	}
}

func (n num) rat() *big.Rat {
	r := new(big.Rat).SetInt(n.coef())
	if n.e > 0 {
		return r.Mul(r, new(big.Rat).SetInt(pow10(int(n.e))))
	}
	if n.e < 0 {
		return r.Quo(r, new(big.Rat).SetInt(pow10(int(-n.e))))
	}
	return r
}
