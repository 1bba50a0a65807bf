package schema

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

func repeat(n int, sep string, f func(i int) string) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = f(i)
	}
	return strings.Join(parts, sep)
}

func nest(n int, open, inner, close string) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(close, n)
}

// TestHostileInputs: each ends soon, with the verdict that the input has, or the reason why there is none.
func TestHostileInputs(t *testing.T) {
	choices := func(same bool) string {
		return `{"type":"object","allOf":[` + repeat(25, ",", func(i int) string {
			p := "p"
			if !same {
				p = fmt.Sprintf("p%d", i)
			}
			return fmt.Sprintf(`{"anyOf":[{"properties":{"%s":{"type":"integer","not":{"const":%d}}}},{"properties":{"%s":{"type":"string","not":{"const":"%d"}}}}]}`, p, i, p, i)
		}) + `]}`
	}
	union := func(n int, t string) string {
		return `{"type":"object","properties":{` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`"p%d":{"type":%s}`, i, t) }) + `}}`
	}
	all := func(n int, last string) string {
		return union(n-1, `"string"`)[:len(union(n-1, `"string"`))-2] + fmt.Sprintf(`,"last":{"type":%q}},"required":["last",`, last) + repeat(n-1, ",", func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]}`
	}
	overlapping := func(extra string) string {
		return `{"oneOf":[` + repeat(60, ",", func(i int) string {
			return fmt.Sprintf(`{"type":"object","properties":{"p%d":{"minimum":%d},"p%d":{"maximum":%d}}%s}`, i, i, (i+7)%60, i+3, extra)
		}) + `]}`
	}
	objects := func(n int) string {
		return `{"enum":[` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`{"a":{"b":[%d,{"c":"x"}]}}`, i) }) + `]}`
	}
	chain := func(n int, last string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`"d%d":{"$ref":"#/$defs/d%d"}`, i, i+1) }) + fmt.Sprintf(`,"d%d":%s}}`, n, last)
	}
	laughs := func(last string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + repeat(60, ",", func(i int) string {
			return fmt.Sprintf(`"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]}`, i, i+1, i+1)
		}) + `,"d60":` + last + `}}`
	}
	mutual := func(leaf string) string {
		return `{"$ref":"#/$defs/d0","$defs":{` + repeat(200, ",", func(i int) string {
			return fmt.Sprintf(`"d%d":{"type":"object","properties":{"v":{"type":"%s"},"l":{"$ref":"#/$defs/d%d"}},"additionalProperties":{"$ref":"#/$defs/d%d"}}`, i, leaf, (i+1)%200, (i*7+3)%200)
		}) + `}}`
	}
	tree := func(leaf string) string {
		return `{"type":"object","properties":{"v":{"type":"` + leaf + `"},"kids":{"type":"array","items":{"$ref":"#"}}},"patternProperties":{"^x-":{"$ref":"#"}}}`
	}
	patterned := func(n int, tail string) string {
		return `{"type":"object","patternProperties":{` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`"%c.*%c":{"minimum":%d}`, 'a'+i%26, 'a'+i/26, i) }) + `}` + tail + `}`
	}
	primes := []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173}
	divisors := `{"type":"integer","allOf":[` + repeat(40, ",", func(i int) string { return fmt.Sprintf(`{"multipleOf":%d}`, primes[i]) }) + `]}`
	uneval := func(disjoint bool) string {
		return `{"type":"object","anyOf":[` + repeat(12, ",", func(i int) string {
			if disjoint {
				return fmt.Sprintf(`{"properties":{"k":{"const":%d},"n%d":true},"required":["k"]}`, i, i)
			}
			return fmt.Sprintf(`{"properties":{"n%d":true},"required":["n%d"]}`, i, i)
		}) + `],"unevaluatedProperties":false}`
	}
	cellular := `{"anyOf":[` + repeat(30, ",", func(i int) string {
		return fmt.Sprintf(`{"patternProperties":{"%c.*x":true},"required":["%c"]}`, 'a'+i, 'a'+i)
	}) + `],"unevaluatedProperties":false}`
	const d2020 = `"$schema":"https://json-schema.org/draft/2020-12/schema",`
	for _, c := range []struct {
		name, a, b string
		want       string // a verdict, or a reason, or several
	}{
		{"2^25 combinations on one property", choices(true), union(1, `["integer","string"]`), "subschema not fuel"},
		{"2^25 combinations on 25 properties", choices(false), strings.Replace(union(25, `["integer","string"]`), "p0", "q0", 1), "not subschema"},
		{"2^25 combinations on 25 properties, included", choices(false), union(25, `["integer","string"]`), "subschema"},
		{"300 tagged objects, one changed", tagged(300, `"number"`), tagged(300, `"integer"`), "not"},
		{"300 tagged objects, one widened", tagged(300, `"integer"`), tagged(300, `"number"`), "subschema"},
		{"1,000 tagged objects", tagged(1000, `"integer"`), tagged(1000, `"number"`), "subschema"},
		{"400 overlapping alternatives", `{"oneOf":[` + repeat(400, ",", func(i int) string { return fmt.Sprintf(`{"minimum":%d}`, i) }) + `]}`, `{"type":"string"}`, "fuel not"},
		{"60 overlapping objects", overlapping(""), overlapping(`,"minProperties":0,"maxProperties":30`), "fuel not subschema"},
		{"10,000 strings, one missing", enumOf(10000), enumOf(9999), "not"},
		{"10,000 strings, one more", enumOf(9999), enumOf(10000), "subschema"},
		{"10,000 strings against a pattern", enumOf(10000), `{"pattern":"^v[0-9]+$"}`, "subschema"},
		{"10,000 strings against string", enumOf(10000), `{"type":"string"}`, "subschema"},
		{"20,000 deep objects", objects(19999), objects(20000), "subschema"},
		{"20,000 deep objects, one missing", objects(20000), objects(19999), "not"},
		{"reference to itself", `{"$ref":"#"}`, `true`, "ref-cycle"},
		{"anyOf itself", `{"anyOf":[{"$ref":"#"},{"type":"string"}]}`, `{}`, "ref-cycle"},
		{"not itself", `{"not":{"$ref":"#"}}`, `{}`, "ref-cycle"},
		{"mutual", `{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/b"}]},"b":{"if":{"$ref":"#/$defs/a"}}}}`, `{}`, "ref-cycle"},
		{"recursive tree, wider leaf", tree("integer"), tree("number"), "subschema"},
		{"recursive tree, narrower leaf", tree("number"), tree("integer"), "not"},
		{"list of lists", `{"type":"array","items":{"$ref":"#"}}`, `{"type":"array","items":{"type":"array","items":{"$ref":"#"}}}`, "subschema"},
		{"200 mutual definitions", mutual("integer"), mutual("number"), "subschema"},
		{"200 mutual definitions, narrower", mutual("number"), mutual("integer"), "not"},
		{"no base case", `{"type":"object","properties":{"next":{"$ref":"#"}},"required":["next"]}`, `false`, "subschema"},
		{"no base case, mutual", `{"$ref":"#/$defs/a","$defs":{"a":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/b"}},"b":{"type":"object","required":["x"],"properties":{"x":{"$ref":"#/$defs/a"}}}}}`, `false`, "subschema"},
		{"450 nested properties", nest(450, `{"properties":{"a":`, `{"type":"integer"}`, `}}`), nest(450, `{"properties":{"a":`, `{"type":"number"}`, `}}`), "subschema fuel"},
		{"5,000 nested properties", nest(5000, `{"properties":{"a":`, `{"type":"integer"}`, `}}`), `true`, "invalid-schema"},
		{"5,000 nested not", nest(5000, `{"not":`, `{}`, `}`), `true`, "invalid-schema"},
		{"900 nested not", nest(900, `{"not":`, `{"type":"string"}`, `}`), `{"type":"string"}`, "subschema"},
		{"10,000 nested arrays", nest(10000, `[`, ``, `]`), `true`, "invalid-schema"},
		{"20,000 definitions in a chain", chain(20000, `{"type":"integer"}`), chain(20000, `{"type":"number"}`), "subschema"},
		{"20,000 definitions in a chain, narrower", chain(20000, `{"type":"number"}`), chain(20000, `{"type":"integer"}`), "not"},
		{"billion laughs", laughs(`{"type":"integer"}`), laughs(`{"type":"number"}`), "subschema"},
		{"billion laughs, narrower", laughs(`{"type":"number"}`), laughs(`{"type":"integer"}`), "unconfirmed"},
		{"maxLength 1e9", `{"type":"string","maxLength":1e9}`, `{"type":"string","maxLength":1000000001}`, "subschema"},
		{"maxLength 1e9, shorter", `{"type":"string","maxLength":1000000001}`, `{"type":"string","maxLength":1e9}`, "witness-too-large"},
		{"minItems 2^31", `{"type":"array","minItems":2147483648}`, `{"type":"array","minItems":2147483647}`, "subschema"},
		{"minItems 2^31, more", `{"type":"array","minItems":2147483647}`, `{"type":"array","minItems":2147483648}`, "witness-too-large"},
		{"minItems 2^31 of integers", `{"type":"array","minItems":2147483648,"items":{"type":"integer"}}`, `{"items":{"type":"number"}}`, "subschema"},
		{"minProperties 1e6", `{"type":"object","minProperties":1e6}`, `{"type":"object","minProperties":1000001}`, "witness-too-large fuel"},
		{"minProperties 1e6 of a closed object", `{"type":"object","minProperties":1e6,"properties":{"a":{}},"additionalProperties":false}`, `false`, "subschema"},
		{"minLength 1e300", `{"type":"string","minLength":1e300}`, `{"type":"string","minLength":1e299}`, "subschema witness-too-large"},
		{"multipleOf 1e-300", `{"multipleOf":1e-300,"maximum":1e300}`, `{"multipleOf":1e-300,"maximum":2e300}`, "subschema"},
		{"multipleOf 1e-300, smaller", `{"multipleOf":1e-300,"maximum":2e300,"type":"number"}`, `{"maximum":1e300}`, "not unconfirmed"},
		{"40 primes", divisors, `{"multipleOf":30}`, "subschema"},
		{"40 primes, one more", divisors, `{"multipleOf":179}`, "not"},
		{"literal of 100,000 digits", `{"minimum":` + strings.Repeat("9", 100000) + `}`, `{"minimum":1}`, "number-too-large"},
		{"1e9999999", `{"minimum":1e9999999}`, `{"minimum":1}`, "number-too-large"},
		{"1e9999999 as a value", `{"const":1e9999999}`, `{"multipleOf":3,"minimum":1}`, "number-too-large"},
		{"1e9999999 as a value, included", `{"const":1e9999999}`, `{"multipleOf":2,"minimum":1e300}`, "subschema"},
		{"1e9999999 beside", `{"enum":[1e9999999,1]}`, `{"minimum":2}`, "unconfirmed"},
		{"nested stars", `{"pattern":"^(a+)+$"}`, `{"pattern":"^(a|aa)*$"}`, "subschema"},
		{"nested stars, not", `{"type":"string","pattern":"^(a|aa)*b"}`, `{"pattern":"(x+x+)+y"}`, "not"},
		{"everything", `{"type":"string"}`, `{"pattern":"^(.*)*"}`, "subschema"},
		{"2^20 states", `{"pattern":"^(a|b)*a(a|b){20}$"}`, `{"pattern":"^(a|b)*a(a|b){19}$"}`, "fuel not"},
		{"2^20 states, equal", `{"pattern":"^(a|b)*a(a|b){20}$"}`, `{"pattern":"^(a|b)*a(a|b){20}$","title":"x"}`, "subschema"},
		{"counted", `{"type":"string","pattern":"^.{0,5000}$"}`, `{"maxLength":5000}`, "subschema fuel"},
		{"counted cubes", `{"type":"string","pattern":"^(((a{100}){100}){100})$"}`, `{"type":"string"}`, "subschema"},
		{"4,500 required properties", all(4500, "number"), all(4500, "integer"), "not"},
		{"200 overlapping patterns", patterned(200, ""), patterned(200, `,"additionalProperties":true`), "subschema"},
		{"200 overlapping patterns, closed", patterned(199, ""), patterned(200, ""), "not fuel"},
		{"unevaluated, overlapping", "{" + d2020 + uneval(false)[1:], "{" + d2020 + uneval(false)[1:len(uneval(false))-1] + `,"title":"x","minProperties":1}`, "subschema"},
		{"unevaluated, overlapping patterns", "{" + d2020 + cellular[1:], `{"maxProperties":0}`, "unevaluated-budget"},
		{"unevaluated, disjoint", "{" + d2020 + uneval(true)[1:], `{"properties":{"n20":false},"required":["k"]}`, "subschema"},
		{"duplicate keys", `{"type":"string","type":"integer"}`, `true`, "invalid-schema"},
		{"byte order mark", "\xef\xbb\xbf{}", `true`, "subschema"},
		{"byte order mark, later", "{\xef\xbb\xbf}", `true`, "invalid-schema"},
		{"invalid UTF-8", "{\"title\":\"\xff\"}", `true`, "invalid-schema"},
		{"lone surrogate", `{"pattern":"\ud800"}`, `true`, "invalid-schema"},
		{"remote", `{"$ref":"http://example.com/x.json"}`, `{"type":"string"}`, "remote-ref"},
		{"file", `{"$ref":"file:///etc/passwd"}`, `{"type":"string"}`, "remote-ref"},
		{"outside", `{"$ref":"../../etc/passwd"}`, `{"type":"string"}`, "remote-ref"},
		{"remote on both sides", `{"properties":{"a":{"$ref":"https://example.com/x.json"}},"minProperties":2}`, `{"properties":{"a":{"$ref":"https://example.com/x.json"}}}`, "subschema"},
		{"keywords as property names", `{"properties":{"$ref":{"type":"string"},"$id":{"const":1},"enum":{"type":"integer"}}}`, `{"properties":{"$ref":{"type":"string"},"$id":{"type":"integer"},"enum":{"type":"number"}}}`, "subschema"},
		{"schemas as data", `{"enum":[{"$id":"x","$anchor":"a","$ref":"#nowhere"}],"default":{"$ref":"#nowhere"}}`, `{"type":"object"}`, "subschema"},
		{"backreference on both sides", `{"type":"string","pattern":"(a)\\1","minLength":2}`, `{"pattern":"(a)\\1"}`, "subschema"},
		{"backreference", `{"type":"string","pattern":"^(a|b)\\1$"}`, `{"maxLength":2}`, "regex"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			r := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{Deadline: 10 * time.Minute}) // steps end it, however slow the machine is
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			got := r.Verdict.String()
			if r.Verdict == Unknown {
				got = string(r.Reason)
			}
			ok := false
			for _, w := range strings.Fields(c.want) {
				ok = ok || w == got
			}
			detail := r.Detail
			if len(detail) > 200 {
				detail = detail[:200]
			}
			t.Logf("%s after %d steps, %v, %d MB: %s", got, r.Steps, took, (after.TotalAlloc-before.TotalAlloc)>>20, detail)
			if !ok {
				t.Errorf("%s (%s), expected %s", got, detail, c.want)
			}
		})
	}
}

// TestBudgets: what ends a question early is said, and more of it never turns an answer round.
func TestBudgets(t *testing.T) {
	hard := `{"oneOf":[` + repeat(60, ",", func(i int) string {
		return fmt.Sprintf(`{"type":"object","properties":{"p%d":{"minimum":%d},"p%d":{"maximum":%d}}}`, i, i, (i+7)%60, i+3)
	}) + `]}`
	easier := strings.Replace(hard, `"type":"object"`, `"type":"object","maxProperties":30`, -1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := CheckBytes(ctx, []byte(hard), []byte(easier), Options{}); r.Verdict != Unknown || r.Reason != ReasonTime {
		t.Errorf("cancelled: %s %s", r.Verdict, r.Reason)
	}
	if r := CheckBytes(context.Background(), []byte(hard), []byte(easier), Options{Deadline: time.Nanosecond}); r.Reason != ReasonTime {
		t.Errorf("no time: %s %s", r.Verdict, r.Reason)
	}
	for fuel := 1; fuel < 100; fuel++ {
		r := CheckBytes(context.Background(), []byte(`{"type":"object","properties":{"a":{"type":"integer"}}}`), []byte(`{"properties":{"a":{"multipleOf":0.5}},"maxProperties":7}`), Options{Fuel: fuel})
		if r.Verdict == Subschema || r.Verdict == Unknown && r.Reason != ReasonFuel {
			t.Errorf("fuel %d: %s %s", fuel, r.Verdict, r.Reason)
		}
	}
}
