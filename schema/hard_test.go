//go:build unix

package schema

import (
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestDecidedAtSize: pairs that differ in one place are decided, however many such places there are.
func TestDecidedAtSize(t *testing.T) {
	list := func(n int, f func(i int, last bool) string) string {
		return repeat(n, ",", func(i int) string { return f(i, i == n-1) })
	}
	leaf := func(last bool, leaf string) string {
		if last {
			return leaf
		}
		return `{"type":"string"}`
	}
	uneval := func(n int, l string) string {
		return `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","anyOf":[` + list(n, func(i int, last bool) string {
			return fmt.Sprintf(`{"properties":{"n%d":%s},"required":["n%d"]}`, i, leaf(last, l), i)
		}) + `],"unevaluatedProperties":false}`
	}
	patterned := func(n int, l string) string {
		return `{"type":"object","patternProperties":{` + list(n, func(i int, last bool) string {
			return fmt.Sprintf(`"%c.*%c":%s`, 'a'+i%26, 'b'+i/26, leaf(last, l))
		}) + `},"additionalProperties":false}`
	}
	contains := func(n int, l string) string {
		return `{"type":"array","allOf":[` + list(n, func(i int, last bool) string {
			if last {
				return `{"contains":` + l + `}`
			}
			return fmt.Sprintf(`{"contains":{"type":"string","pattern":"^a%d"}}`, i)
		}) + `]}`
	}
	lookaheads := func(n int, l string) string {
		return `{"type":"string","pattern":"^` + repeat(n, "", func(i int) string {
			if i == n-1 {
				return l
			}
			return fmt.Sprintf(`(?=.*%c)`, 0x4e00+i)
		}) + `"}`
	}
	optional := func(n int, l string) string {
		return `{"oneOf":[` + list(n, func(i int, last bool) string {
			return fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":"k%d"},"v%d":%s},"additionalProperties":false}`, i, i, leaf(last, l))
		}) + `]}`
	}
	open := func(n int, l string) string {
		return `{"oneOf":[` + list(n, func(i int, last bool) string {
			return fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":"k%d"},"v%d":%s}}`, i, i, leaf(last, l))
		}) + `]}`
	}
	untagged := func(n int, l string) string {
		return `{"oneOf":[` + list(n, func(i int, last bool) string {
			return fmt.Sprintf(`{"type":"object","properties":{"v%d":%s},"additionalProperties":false}`, i, leaf(last, l))
		}) + `]}`
	}
	half := func(n int, required string) string { // every other branch requires a member
		return `{"oneOf":[` + list(n, func(i int, last bool) string {
			more := ""
			if i%2 == 1 && required != "" {
				more = fmt.Sprintf(`,"required":["%s%d"]`, required, i)
			}
			return fmt.Sprintf(`{"type":"object","properties":{"kind":{"const":"k%d"},"v%d":{"type":"string"},"w%d":{"type":"string"}},"additionalProperties":false%s}`, i, i, i, more)
		}) + `]}`
	}
	const integer, number = `{"type":"integer"}`, `{"type":"number"}`
	for _, c := range []struct {
		name         string
		f            func(int, string) string
		narrow, wide string
		back, there  Verdict
	}{
		{"unevaluatedProperties over anyOf", uneval, integer, number, Not, Subschema},
		{"overlapping patternProperties", patterned, integer, number, Not, Subschema},
		{"contains", contains, integer, number, Not, Subschema},
		{"lookaheads", lookaheads, `(?=.*xyz)`, `(?=.*xy)`, Not, Subschema},
		{"oneOf with optional tags", optional, integer, number, Not, Subschema},
		{"oneOf with optional tags, open", open, integer, number, Not, Not},
		{"oneOf without tags", untagged, integer, number, Not, Subschema},
		{"oneOf with optional tags, required of half", half, "v", "", Not, Subschema},
	} {
		for _, n := range []int{7, 28, 50, 100} {
			for _, way := range []struct {
				a, b string
				want Verdict
			}{{c.narrow, c.wide, c.there}, {c.wide, c.narrow, c.back}} {
				r := CheckBytes(context.Background(), []byte(c.f(n, way.a)), []byte(c.f(n, way.b)), Options{})
				if r.Verdict != way.want {
					t.Errorf("%s, %d: %s %s (%s), not %s", c.name, n, r.Verdict, r.Reason, r.Detail, way.want)
				}
			}
		}
	}
}

// cpu is the processor time of the process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestBoundedCost: a step has a bounded cost, and so have shrinking, confirming and explaining what the search found.
// What is asserted is processor time, several times what it takes: each took more before.
func TestBoundedCost(t *testing.T) {
	many := func(n int) string {
		return `{"type":"object","required":[` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]}`
	}
	props := func(n int, l string) string {
		return `{"type":"object","properties":{` + repeat(n, ",", func(i int) string {
			if i == n-1 {
				return fmt.Sprintf(`"p%d":%s`, i, l)
			}
			return fmt.Sprintf(`"p%d":{"type":"string"}`, i)
		}) + `}}`
	}
	required := func(n int, l string) string {
		return props(n, l)[:len(props(n, l))-1] + `,"required":[` + repeat(n, ",", func(i int) string { return fmt.Sprintf(`"p%d"`, i) }) + `]}`
	}
	sparse := func(n, m int) string {
		return fmt.Sprintf(`{"type":"array","maxItems":%d,"allOf":[`, m) + repeat(n, ",", func(i int) string {
			return fmt.Sprintf(`{"contains":{"enum":[%d,%d,%d]}}`, i, (i*7+1)%n, (i*5+2)%n)
		}) + `]}`
	}
	deep := func(n, w int, l string) string {
		s := l
		for range n {
			s = `{"type":"object","required":["a","b"],"properties":{"a":` + s + `,"b":{"enum":["` + strings.Repeat("x", w) + `"]}}}`
		}
		return s
	}
	const number, integer = `{"type":"number"}`, `{"type":"integer"}`
	for _, c := range []struct{ name, a, b, want string }{
		{"30 contains, 12 places", sparse(30, 12), `{"maxItems":2}`, "not"},
		{"150 contains, 60 places", sparse(150, 60), `{"maxItems":2}`, "not"},
		{"150 contains, 10 places", sparse(150, 10), `{"maxItems":2}`, "subschema"},
		{"150 contains, 24 places", sparse(150, 24), `{"maxItems":2}`, "fuel"},
		{"10,000 required", many(10000), many(10001), "not"},
		{"10,000 required, too many", many(10000), `{"maxProperties":9999}`, "not"},
		{"4,100 properties", props(4100, number), props(4100, integer), "not"},
		{"10,000 properties", props(10000, number), props(10000, integer), "not"},
		{"10,000 required properties", required(10000, number), required(10000, integer), "not"},
		{"10,000 required properties, one more", required(10000, `{"type":"string"}`), required(10001, `{"type":"string"}`), "not"},
		{"830 kB, 400 deep", deep(400, 2000, number), deep(400, 2000, integer), "witness-too-large"},
		{"38 kB, 400 deep", deep(400, 20, number), deep(400, 20, integer), "not"},
	} {
		var r Result
		took := time.Duration(0)
		for range 3 { // on a busy machine the same work takes more, at times
			start := cpu()
			r = CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{Deadline: time.Hour})
			if took = cpu() - start; took <= 1500*time.Millisecond {
				break
			}
		}
		got := r.Verdict.String()
		if r.Verdict == Unknown {
			got = string(r.Reason)
		}
		t.Logf("%s, %d kB: %d steps, %v", c.name, len(c.a)/1000, r.Steps, took)
		if got != c.want || took > 1500*time.Millisecond {
			t.Errorf("%s: %s (%.100s) after %v of processor time, not %s", c.name, got, r.Detail, took, c.want)
		}
	}
}

// TestLookaheadsThatAllDiffer asks about patterns of which each part is narrower than the one at its place.
func TestLookaheadsThatAllDiffer(t *testing.T) {
	text := func(n int, end string) []byte {
		return []byte(`{"type":"string","pattern":"^` + repeat(n, "", func(i int) string { return fmt.Sprintf("(?=.*x%d%s)", i, end) }) + `"}`)
	}
	for _, c := range []struct {
		n           int
		there, back Verdict
	}{{7, Subschema, Not}, {12, Subschema, Not}, {28, Subschema, Not}, {50, Subschema, Not}, {100, Subschema, Not}} {
		narrow, wide := text(c.n, "y"), text(c.n, "")
		if r := CheckBytes(context.Background(), narrow, wide, Options{}); r.Verdict != c.there {
			t.Errorf("%d: %s (%s), not %s", c.n, r.Verdict, r.Detail, c.there)
		}
		if r := CheckBytes(context.Background(), wide, narrow, Options{}); r.Verdict != c.back {
			t.Errorf("%d, the other way: %s (%s), not %s", c.n, r.Verdict, r.Detail, c.back)
		}
	}
}
