package schema

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

// generator writes random schemas over a small vocabulary, so that keywords meet often.
type generator struct {
	r     *rand.Rand
	depth int
	draft Dialect
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *generator) name() string    { return g.pick("a", "b", "c") }
func (g *generator) pattern() string { return g.pick("^a", "b$", "^[ab]$", "a|c", "^.$", "^$", ".") }

func (g *generator) value(depth int) string {
	n := 10
	if depth <= 0 {
		n = 8
	}
	switch g.r.IntN(n) {
	case 0:
		return "null"
	case 1:
		return "true"
	case 2:
		return "false"
	case 3, 4:
		return g.pick("0", "1", "-1", "0.5", "2", "1.0", "3")
	case 5, 6, 7:
		return g.pick(`"a"`, `"b"`, `""`, `"ab"`, `"\n"`)
	case 8:
		var es []string
		for range g.r.IntN(3) {
			es = append(es, g.value(depth-1))
		}
		return "[" + strings.Join(es, ",") + "]"
	}
	var es []string
	for _, name := range []string{"a", "b", "c"} {
		if g.r.IntN(3) == 0 {
			es = append(es, strconv.Quote(name)+":"+g.value(depth-1))
		}
	}
	return "{" + strings.Join(es, ",") + "}"
}

func (g *generator) list(n int, f func() string) string {
	var parts []string
	for range n {
		parts = append(parts, f())
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (g *generator) schema() string {
	if g.depth <= 0 || g.r.IntN(12) == 0 {
		if g.draft >= Draft6 && g.r.IntN(4) == 0 {
			return g.pick("true", "false")
		}
		return g.pick(`{}`, `{"type":"integer"}`, `{"type":"string"}`, `{"enum":[0,"a",null]}`, `{"minimum":1}`, `{"type":["boolean","null"]}`, `{"enum":[`+g.value(1)+`]}`)
	}
	g.depth--
	defer func() { g.depth++ }()
	seen := map[string]bool{}
	var parts []string
	put := func(key, v string) {
		if !seen[key] {
			seen[key] = true
			parts = append(parts, strconv.Quote(key)+":"+v)
		}
	}
	num := func() string { return g.pick("0", "1", "2", "-1", "0.5", "1.5") }
	cnt := func() string { return g.pick("0", "1", "2", "3") }
	if g.r.IntN(2) == 0 {
		put("type", g.pick(`"object"`, `"array"`, `"integer"`, `"number"`, `"string"`, `["object","array"]`, `["string","null"]`, `["integer","boolean"]`))
	}
	for range 1 + g.r.IntN(3) {
		switch g.r.IntN(36) {
		case 0:
			put("enum", "["+g.value(2)+","+g.pick("7", `"zz"`)+"]")
		case 1:
			put("const", g.value(2))
		case 2:
			put("minimum", num())
		case 3:
			put("maximum", num())
		case 4:
			if g.draft > Draft4 {
				put(g.pick("exclusiveMinimum", "exclusiveMaximum"), num())
			} else {
				put("minimum", num())
				put("exclusiveMinimum", g.pick("true", "false"))
			}
		case 5:
			put("multipleOf", g.pick("1", "2", "0.5", "3", "1.5"))
		case 6:
			put(g.pick("minLength", "maxLength"), cnt())
		case 7:
			put("pattern", strconv.Quote(g.pattern()))
			if g.r.IntN(3) == 0 {
				put("format", g.pick(`"date"`, `"ipv4"`, `"unheard-of"`))
			}
		case 8, 9:
			put(g.pick("minItems", "maxItems"), cnt())
		case 10:
			put("uniqueItems", "true")
		case 11, 12:
			put("items", g.schema())
		case 13:
			key := "items"
			if g.draft == Draft2020 {
				key = "prefixItems"
			}
			put(key, g.list(1+g.r.IntN(2), g.schema))
		case 14:
			put("additionalItems", g.schema())
		case 15, 16:
			put("contains", g.schema())
		case 17:
			put(g.pick("minContains", "maxContains"), cnt())
		case 18, 19, 20:
			props := []string{}
			for _, name := range []string{"a", "b", "c"} {
				if g.r.IntN(2) == 0 {
					props = append(props, strconv.Quote(name)+":"+g.schema())
				}
			}
			put("properties", "{"+strings.Join(props, ",")+"}")
		case 21, 22:
			put("required", `["`+g.name()+`"]`)
		case 23:
			put("additionalProperties", g.schema())
		case 24:
			put("patternProperties", "{"+strconv.Quote(g.pattern())+":"+g.schema()+"}")
		case 25:
			put("propertyNames", g.schema())
		case 26:
			put(g.pick("minProperties", "maxProperties"), cnt())
		case 27:
			key := "dependencies"
			if g.draft >= Draft2019 {
				key = "dependentRequired"
			}
			put(key, `{"`+g.name()+`":["`+g.name()+`"]}`)
			if g.draft >= Draft2019 {
				put("dependentSchemas", `{"`+g.name()+`":`+g.schema()+`}`)
			}
		case 28:
			put("not", g.schema())
		case 29:
			put("anyOf", g.list(1+g.r.IntN(3), g.schema))
		case 30:
			put("oneOf", g.list(1+g.r.IntN(3), g.schema))
		case 31:
			put("allOf", g.list(1+g.r.IntN(2), g.schema))
		case 32:
			put("if", g.schema())
			if g.r.IntN(3) > 0 {
				put("then", g.schema())
			}
			if g.r.IntN(3) > 0 {
				put("else", g.schema())
			}
		case 33:
			if g.draft >= Draft2019 {
				put(g.pick("unevaluatedProperties", "unevaluatedItems"), g.pick("false", g.schema()))
			}
			if g.draft <= Draft7 && g.draft >= Draft6 && g.r.IntN(3) == 0 {
				put("$ref", `"#"`)
			}
		case 34:
			put("$ref", strconv.Quote("#/"+g.defs()+"/"+g.pick("x", "y")))
		case 35:
			switch g.draft {
			case Draft2020:
				put("$dynamicRef", `"#d"`)
			case Draft2019:
				put("$recursiveRef", `"#"`)
			}
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g *generator) defs() string {
	if g.draft >= Draft2019 {
		return "$defs"
	}
	return "definitions"
}

// document is a schema with two definitions, one of them a resource of its own with a dynamic anchor.
func (g *generator) document() string {
	s := g.schema()
	if s[0] != '{' {
		return s
	}
	head := `{"$schema":"` + dialectURIs[g.draft] + `",`
	own := func(s, id string) string {
		if s[0] != '{' || g.r.IntN(2) == 0 {
			return s
		}
		return strings.Replace("{"+id+s[1:], ",}", "}", 1)
	}
	switch g.draft {
	case Draft2019:
		head += own("{", `"$recursiveAnchor":true,`)[1:]
		head += `"$defs":{"x":` + own(g.schema(), `"$id":"http://x.y/z","$recursiveAnchor":true,`) + `,"y":` + g.schema() + `},`
	case Draft2020:
		head += own("{", `"$dynamicAnchor":"d",`)[1:]
		head += `"$defs":{"x":` + own(g.schema(), `"$id":"http://x.y/z","$dynamicAnchor":"d",`) + `,"y":` + own(g.schema(), `"$id":"y","$dynamicAnchor":"d",`) + `},`
	default:
		head += `"definitions":{"x":` + g.schema() + `,"y":` + g.schema() + `},`
	}
	return strings.Replace(head+s[1:], ",}", "}", 1)
}

// smallWorld is every value over a few scalars: arrays and objects of up to two of them, and some of those nested.
func smallWorld(t testing.TB) []*Value {
	var out []*Value
	for _, text := range []string{"null", "true", "false", "-1", "0", "0.5", "1", "2", "3", `""`, `"a"`, `"b"`, `"c"`, `"ab"`, `"\n"`} {
		out = append(out, mustValue(t, text))
	}
	scalars := out[:len(out):len(out)]
	few := []*Value{nullValue, scalars[4], scalars[6], scalars[9], scalars[10], falseValue}
	compound := func(elems []*Value) (vs []*Value) {
		vs = append(vs, emptyArray, emptyObject)
		for _, x := range elems {
			vs = append(vs, arrayValue([]*Value{x}))
			for _, name := range []string{"a", "b", "c", "d"} {
				vs = append(vs, objectValue([]string{name}, []*Value{x}))
			}
		}
		return vs
	}
	pairs := func(elems []*Value) (vs []*Value) {
		for _, x := range elems {
			for _, y := range elems {
				vs = append(vs, arrayValue([]*Value{x, y}))
				for _, names := range [][]string{{"a", "b"}, {"a", "c"}, {"b", "c"}, {"a", "d"}} {
					vs = append(vs, objectValue(names, []*Value{x, y}))
				}
			}
		}
		return vs
	}
	one := compound(scalars)
	out = append(out, one...)
	out = append(out, pairs(few)...)
	nested := compound(append(compound(few), pairs(few[1:4])...))
	out = append(out, nested...)
	for _, x := range few {
		for _, y := range few {
			for _, z := range few {
				out = append(out, arrayValue([]*Value{x, y, z}), objectValue([]string{"a", "b", "c"}, []*Value{x, y, z}))
			}
		}
	}
	return out
}

// replaceValue puts x wherever v holds the value old.
func replaceValue(v, old, x *Value) *Value {
	if v == old {
		return x
	}
	for i, e := range v.elems {
		v = with(v, i, replaceValue(e, old, x))
	}
	return v
}

func seeds(t testing.TB, n int) (from, to int) {
	if s := os.Getenv("SCHEMA_SEEDS"); s != "" { // FROM:COUNT, for longer runs
		fmt.Sscanf(s, "%d:%d", &from, &n)
	}
	return from, from + n
}

// TestSmallWorld compares verdicts on random pairs with all values of a small world, and the formula of a schema and
// of its negation with the evaluator.
func TestSmallWorld(t *testing.T) {
	world := smallWorld(t)
	verdicts := map[string]int{}
	from, to := seeds(t, 800)
	for seed := from; seed < to; seed++ {
		g := &generator{r: rand.New(rand.NewPCG(uint64(seed), 7)), depth: 2 + seed%3, draft: Draft4 + Dialect(seed%5)}
		ta := g.document()
		a, err := Parse([]byte(ta))
		if a == nil {
			if strings.Contains(err.Error(), "the anchor") {
				continue
			}
			t.Fatalf("seed %d: %v in %s", seed, err, ta)
		}
		var tb string
		if seed%3 == 0 {
			g.draft = Draft4 + Dialect(seed/5%5)
			tb = g.document()
		} else { // a neighbour: one schema inside replaced
			n := a.nodes[g.r.IntN(len(a.nodes))]
			g.depth = 1
			tb = replaceValue(a.value, n.value, mustValue(t, g.schema())).String()
			if seed%3 == 1 {
				ta, tb = tb, ta
				a, _ = Parse([]byte(ta))
			}
		}
		if a == nil {
			continue
		}
		b, err := Parse([]byte(tb))
		if b == nil && seed%3 > 0 {
			continue // the dialect went with the root
		}
		if b == nil && strings.Contains(err.Error(), "the anchor") {
			continue
		}
		if b == nil {
			t.Fatalf("seed %d: %v in %s", seed, err, tb)
		}
		if len(a.faults)+len(b.faults) > 0 {
			continue
		}
		tab := newTable()
		formats := seed%4 == 0
		valid := func(s *Schema, v *Value) bool { ok, _, _ := s.accepts(v, formats); return ok }
		tr := &translator{t: tab, s: a, formats: formats, memo: map[trKey]form{}, active: map[trKey]int{}}
		fa := tr.schema(strict)
		if tr.failed == "" {
			for _, v := range world {
				if got, want := tab.holds(fa, v), valid(a, v); got != truthOf(want) {
					t.Fatalf("seed %d: formula says %d, evaluator %v of %s\n%s", seed, got, want, v, ta)
				}
				k := tab.spec(fa, v.kind)
				if tab.holds(k, v) != tab.holds(fa, v) || tab.kindsOf(fa)&kinds(v.kind) == 0 && valid(a, v) || tab.kindsOf(not(fa))&kinds(v.kind) == 0 && !valid(a, v) {
					t.Fatalf("seed %d: projection differs on %s\n%s", seed, v, ta)
				}
			}
		}
		r := Check(context.Background(), a, b, Options{AssertFormats: formats})
		verdicts[r.Verdict.String()+" "+string(r.Reason)]++
		switch {
		case r.Reason == ReasonConfirm:
			t.Errorf("seed %d: %s\n%s\n%s", seed, r.Detail, ta, tb)
		case r.Verdict == Subschema:
			for _, v := range world {
				if valid(a, v) && !valid(b, v) {
					t.Errorf("seed %d: subschema, but %s\n%s\n%s", seed, v, ta, tb)
					break
				}
			}
		case r.Verdict == Unknown && testing.Verbose():
			t.Logf("seed %d: %s %s\n%s\n%s", seed, r.Reason, r.Detail, ta, tb)
		}
	}
	t.Log(verdicts)
}
