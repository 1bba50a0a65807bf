package template

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A generator makes random schemas that say everything, values that conform to them as
// declared, and templates over them.
type generator struct {
	*rand.Rand
	empty bool // arrays may be empty
}

func (g generator) schema(depth int) map[string]any {
	n := 12
	if depth == 0 {
		n = 7
	}
	switch g.IntN(n) {
	case 0:
		return map[string]any{"type": "integer"}
	case 1:
		return map[string]any{"type": "number"}
	case 2:
		return map[string]any{"type": "boolean"}
	case 3:
		return map[string]any{"type": []any{"string", "null"}}
	case 4:
		return map[string]any{"enum": []any{"a", "B ", json.Number("1"), json.Number("2.5"), nil, "12"}[g.IntN(3):][:1+g.IntN(3)]}
	case 5, 6:
		return map[string]any{"type": "string"}
	case 7:
		return map[string]any{"anyOf": []any{g.schema(depth - 1), g.schema(depth - 1)}}
	case 8:
		return map[string]any{"type": "array", "items": g.schema(depth - 1), "minItems": json.Number(fmt.Sprint(g.IntN(2)))}
	case 9:
		return map[string]any{"type": "array", "prefixItems": []any{g.schema(depth - 1), g.schema(depth - 1)}, "items": false, "minItems": json.Number("1")}
	case 10:
		a, b := g.object(depth), g.object(depth)
		for name := range a["properties"].(map[string]any) {
			delete(b["properties"].(map[string]any), name)
		}
		b["required"] = []any{}
		return map[string]any{"allOf": []any{a, b}}
	}
	return g.object(depth)
}

func (g generator) object(depth int) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, name := range []string{"a", "b", "c"} {
		if g.IntN(4) > 0 {
			properties[name] = g.schema(depth - 1)
			if g.IntN(2) == 0 {
				required = append(required, name)
			}
		}
	}
	properties["z"] = map[string]any{"type": "string"}
	return map[string]any{"type": "object", "properties": properties, "required": required}
}

func (g generator) value(schema any) any {
	m := schema.(map[string]any)
	if enum, ok := m["enum"].([]any); ok {
		return enum[g.IntN(len(enum))]
	}
	if anyOf, ok := m["anyOf"].([]any); ok {
		return g.value(anyOf[g.IntN(len(anyOf))])
	}
	if allOf, ok := m["allOf"].([]any); ok {
		all := map[string]any{}
		for _, sub := range allOf {
			for name, v := range g.value(sub).(map[string]any) {
				all[name] = v
			}
		}
		return all
	}
	kind, _ := m["type"].(string)
	if kinds, ok := m["type"].([]any); ok {
		kind = kinds[g.IntN(len(kinds))].(string)
	}
	switch kind {
	case "integer":
		return []any{json.Number("3"), float64(-2), json.Number("1.0")}[g.IntN(3)]
	case "number":
		return []any{json.Number("2.5"), 0.25, json.Number("-1e-2")}[g.IntN(3)]
	case "boolean":
		return g.IntN(2) == 0
	case "string":
		return []string{"", "a", "12", "x,y", "é "}[g.IntN(5)]
	case "array":
		array := []any{}
		if prefix, ok := m["prefixItems"].([]any); ok {
			for _, item := range prefix[:1+g.IntN(2)] {
				array = append(array, g.value(item))
			}
			return array
		}
		least := 1
		if g.empty && m["minItems"] == json.Number("0") {
			least = 0
		}
		for range least + g.IntN(3) {
			array = append(array, g.value(m["items"]))
		}
		return array
	case "object":
		object := map[string]any{}
		for name, property := range m["properties"].(map[string]any) {
			if g.IntN(2) == 0 || strings.Contains(textOf(m["required"]), `"`+name+`"`) {
				object[name] = g.value(property)
			}
		}
		return object
	}
	return nil
}

func (g generator) template() string {
	var b strings.Builder
	b.WriteString("{{ x")
	for range g.IntN(3) {
		b.WriteString([]string{".a", ".b", ".z", "[0]", "[1]"}[g.IntN(5)])
	}
	for range g.IntN(4) {
		b.WriteString(" | " + []string{"map: a", "map: b.a", "map: z", "map: [0]", "join: ','", "first", "last", "size", "default: 'd'", "default: x", "default: 3",
			"json", "upper", "lower", "trim", "slice: 1", "slice: 0, -1", "split: ','", "sort", "sort: a", "uniq", "where: a, 3", "where: z, 'a'", "number",
			"integer", "string", "join: x.a", "slice: x.b"}[g.IntN(28)])
	}
	b.WriteString(" }}")
	return strings.Repeat("t", g.IntN(5)/4) + strings.ReplaceAll(b.String(), "map: [0]", "map: z")
}

// A template without a problem never fails, and its value is of its type; one that may fail
// gives a value of its type when it does not.
func TestTypesAreSound(t *testing.T) {
	checked, sound := 0, 0
	for seed := range uint64(20000) {
		g := generator{rand.New(rand.NewPCG(seed, 1)), true}
		schema := g.schema(3)
		src := g.template()
		env := NewEnv(map[string]*Type{"x": FromSchema(schema)}, nil)
		tm := Parse(src)
		typ, problems := env.Check(tm)
		wrong, mayFail := false, false
		for _, p := range problems {
			wrong = wrong || p.Class != MayFail
			mayFail = mayFail || p.Class == MayFail
		}
		if wrong {
			continue
		}
		checked++
		for range 4 {
			x := g.value(schema)
			v, err := tm.Eval(map[string]any{"x": x}, DefaultLimits)
			switch {
			case err != nil && !mayFail:
				t.Fatalf("seed %d: %s over %s\nof %s\nfails: %v", seed, src, textOf(x), textOf(schema), err)
			case err != nil:
			case v == Missing && !typ.MayBeMissing() && !typ.IsUnknown():
				t.Fatalf("seed %d: %s over %s\nof %s\nis missing, and %s is inferred", seed, src, textOf(x), textOf(schema), typ)
			case v == Missing:
			default:
				if f := (fitting{}); f.value(v, typ.present(), 0) == Unfit {
					t.Fatalf("seed %d: %s over %s\nof %s\nis %s, and %s is inferred", seed, src, textOf(x), textOf(schema), textOf(v), typ)
				}
				sound++
			}
		}
	}
	if checked < 3000 || sound < 5000 {
		t.Errorf("only %d templates and %d values were checked", checked, sound)
	}
}

// What fits is always accepted, what is unfit never.
func TestFitIsSound(t *testing.T) {
	var count [Unfit + 1]int
	for seed := range uint64(20000) {
		g := generator{rand.New(rand.NewPCG(seed, 2)), false}
		source, target := g.schema(2), g.schema(2)
		if seed%4 == 0 {
			target = map[string]any{"anyOf": []any{source, target}}
		}
		env := NewEnv(nil, nil)
		s, u := FromSchema(source), FromSchema(target)
		verdict := env.Fit(s, u)
		count[verdict]++
		for range 4 {
			v := g.value(source)
			if f := (fitting{}); f.value(v, s, 0) == Unfit {
				t.Fatalf("seed %d: %s is not of %s", seed, textOf(v), textOf(source))
			}
			f := fitting{}
			if got := f.value(v, u, 0); verdict == Fits && got == Unfit || verdict == Unfit && got == Fits {
				t.Fatalf("seed %d: %s\nof %s\ninto %s: verdict %d of the types, %d of the value", seed, textOf(v), textOf(source), textOf(target), verdict, got)
			}
		}
	}
	if count[Fits] < 1000 || count[Unfit] < 1000 || count[MayFit] < 1000 {
		t.Errorf("too few of one verdict: %v", count)
	}
}

// A type's schema, read again, is the type.
func TestSchemaRoundTrip(t *testing.T) {
	exactly := 0
	for seed := range uint64(5000) {
		g := generator{rand.New(rand.NewPCG(seed, 3)), true}
		schema := g.schema(3)
		typ, problems := NewEnv(map[string]*Type{"x": FromSchema(schema)}, nil).Check(Parse(g.template()))
		out, exact := typ.Schema()
		if len(problems) > 0 || !exact || len(typ.alts) == 0 {
			continue
		}
		exactly++
		again := FromSchema(out)
		for range 4 {
			x := g.value(schema)
			if again.String() != typ.String() {
				t.Fatalf("seed %d: %s of %s is read again as %s", seed, typ, textOf(x), again)
			}
		}
	}
	if exactly < 500 {
		t.Errorf("only %d schemas are exact", exactly)
	}
}
