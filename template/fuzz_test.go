package template

import (
	"reflect"
	"testing"
)

var fuzzSeeds = []string{
	"", "text", "{{input.topic}}", "{{steps.search.results | map: snippet | join: '\\n\\n'}}", "a {{ x[0].y-z }} b {{ 'it\\'s' | default: \"}}\" }}",
	"{{", "{{ x {{ y }}", "{{ x | slice: -1, 2.5e3 }}", "{{ '\\ud83d\\ude00' }}", "{{{x}}}", "{{ x | where: a, null | sort: a.b }}", "{{ x['a'] }}", "{{ 1e999999999 | integer }}",
	"x == 'a' and not (y > 3 or z)", "{{ x | size }} >= 1", "(((", "not not not x",
}

// spans checks that every node lies in the source, and in its parent.
func spans(t *testing.T, within Span, nodes ...interface{ Range() Span }) {
	t.Helper()
	for _, n := range nodes {
		if s := n.Range(); s.Start < within.Start || s.End > within.End || s.Start >= s.End {
			t.Fatalf("%T at %v is not within %v", n, s, within)
		}
	}
}

func pipeSpans(t *testing.T, within Span, p *Pipe) {
	spans(t, within, p)
	operandSpans(t, p.Span, p.Head)
	for _, c := range p.Calls {
		spans(t, p.Span, c)
		spans(t, c.Span, c.NameSpan)
		for _, a := range c.Args {
			operandSpans(t, c.Span, a)
		}
	}
}

func operandSpans(t *testing.T, within Span, o Operand) {
	spans(t, within, o)
	if p, ok := o.(*Path); ok {
		for _, s := range p.Segments {
			spans(t, p.Span, s)
		}
	}
}

func problemSpans(t *testing.T, src string, problems []Problem) {
	for _, p := range problems {
		if p.Start < 0 || p.Start > p.End || p.End > len(src) || p.Message == "" {
			t.Fatalf("%q: problem %+v", src, p)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		tm := Parse(src)
		problemSpans(t, src, tm.Problems)
		end := 0
		for _, p := range tm.Parts {
			if p.Start != end || p.End <= p.Start {
				t.Fatalf("%q: part %v begins not at %d", src, p.Span, end)
			}
			end = p.End
			if p.Pipe != nil {
				pipeSpans(t, p.Span, p.Pipe)
			}
		}
		if end != len(src) {
			t.Fatalf("%q: the parts end at %d", src, end)
		}
		if len(tm.Problems) > 0 {
			return
		}
		canonical := tm.String()
		again := Parse(canonical)
		if len(again.Problems) > 0 || again.String() != canonical || len(again.Parts) != len(tm.Parts) {
			t.Fatalf("%q is printed as %q, and read again as %q %v", src, canonical, again, again.Problems)
		}
		for i := range tm.Parts {
			if (tm.Parts[i].Pipe == nil) != (again.Parts[i].Pipe == nil) {
				t.Fatalf("%q: part %d differs in %q", src, i, canonical)
			}
		}
	})
}

func FuzzParseCondition(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	env := NewEnv(map[string]*Type{"x": Unknown(), "y": FromSchema(map[string]any{"type": "string"})}, nil)
	f.Fuzz(func(t *testing.T, src string) {
		c := ParseCondition(src)
		problemSpans(t, src, c.Problems)
		if (c.Expr == nil) != (len(c.Problems) == 1) {
			t.Fatalf("%q: %v %v", src, c.Expr, c.Problems)
		}
		problemSpans(t, src, env.CheckCondition(c))
		v, err := c.Eval(map[string]any{"x": 3.0, "y": "a"}, foldLimits)
		if c.Expr == nil {
			return
		}
		again := ParseCondition(c.String())
		if len(again.Problems) > 0 || again.String() != c.String() {
			t.Fatalf("%q is printed as %q, and read again as %q %v", src, c, again, again.Problems)
		}
		if w, err2 := again.Eval(map[string]any{"x": 3.0, "y": "a"}, foldLimits); v != w || (err == nil) != (err2 == nil) {
			t.Fatalf("%q is %v %v, and %q is %v %v", src, v, err, c, w, err2)
		}
	})
}

// Whatever the template and the values, evaluation ends with a value or an *EvalError, twice the same.
func FuzzEval(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s, `{"a": [1, "2", null], "y-z": {"b": 1e400}}`)
		f.Add(s, `["x", {"a": "b"}, 2.50]`)
	}
	f.Fuzz(func(t *testing.T, src, data string) {
		var x any
		if v, ok := decodeFuzz(data); ok {
			x = v
		}
		values := map[string]any{"x": x, "input": x, "steps": map[string]any{"search": x}}
		tm := Parse(src)
		limits := Limits{Output: 1 << 12, Work: 1 << 16}
		v, err := tm.Eval(values, limits)
		w, err2 := tm.Eval(values, limits)
		if !reflect.DeepEqual(v, w) || (err == nil) != (err2 == nil) {
			t.Fatalf("%q: %v %v, then %v %v", src, v, err, w, err2)
		}
		if _, ok := err.(*EvalError); err != nil && !ok {
			t.Fatalf("%q: error %T", src, err)
		}
		env := NewEnv(map[string]*Type{"x": LiteralType(x)}, []Step{{Name: "search", Output: LiteralType(x)}})
		typ, problems := env.Check(tm)
		problemSpans(t, src, problems)
		if err == nil && v != Missing && len(problems) == 0 {
			if f := (fitting{}); f.value(v, typ, 0) == Unfit {
				t.Fatalf("%q is %s, and %s is inferred", src, textOf(v), typ)
			}
		}
	})
}

// FuzzFromSchema reads any JSON as a schema: the types end, and so do questions about them.
func FuzzFromSchema(f *testing.F) {
	f.Add(inputSchema)
	f.Add(`{"allOf": [{"$ref": "#"}, {"properties": {"a": {"$ref": "#"}}}]}`)
	f.Add(`{"type": ["array", "null"], "items": [{"const": {"a": [1]}}], "additionalItems": {"nullable": true}}`)
	f.Fuzz(func(t *testing.T, src string) {
		schema, ok := decodeFuzz(src)
		if !ok {
			return
		}
		typ := FromSchema(schema)
		env := NewEnv(map[string]*Type{"x": typ}, nil)
		env.Check(Parse("{{ x.a.a[0].a | first | map: a | sort | default: x }}"))
		env.CheckDocument(Compile(schema), typ)
		_ = typ.String()
		if v := env.Fit(typ, typ); v == Unfit && len(typ.alts) > 0 {
			t.Fatalf("%s does not fit itself", src)
		}
		typ.Schema()
	})
}
