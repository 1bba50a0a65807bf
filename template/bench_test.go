package template

import "testing"

const typical = "{{steps.search.results | map: snippet | join: '\\n\\n'}}"

func BenchmarkParsePath(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse("{{input.topic}}")
	}
}

func BenchmarkParseTypical(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse(typical)
	}
}

func BenchmarkParseText(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse("a plain string without any template in it")
	}
}

func BenchmarkFromSchema(b *testing.B) {
	schema := decode(b, inputSchema)
	b.ReportAllocs()
	for b.Loop() {
		FromSchema(schema)
	}
}

func BenchmarkCheckTypical(b *testing.B) {
	env, t := testEnv(b), Parse(typical)
	b.ReportAllocs()
	for b.Loop() {
		env.Check(t)
	}
}

func BenchmarkEvalPath(b *testing.B) {
	data, t := decode(b, evalData).(map[string]any), Parse("{{input.topic}}")
	b.ReportAllocs()
	for b.Loop() {
		t.Eval(data, DefaultLimits)
	}
}

func BenchmarkEvalTypical(b *testing.B) {
	data, t := decode(b, evalData).(map[string]any), Parse(typical)
	b.ReportAllocs()
	for b.Loop() {
		t.Eval(data, DefaultLimits)
	}
}

func BenchmarkEvalMixed(b *testing.B) {
	data, t := decode(b, evalData).(map[string]any), Parse("About {{input.topic}}: {{input.n}} of {{input.price}}")
	b.ReportAllocs()
	for b.Loop() {
		t.Eval(data, DefaultLimits)
	}
}
