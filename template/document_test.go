package template

import (
	"strings"
	"testing"
)

// lengths is a hook that knows minLength and maximum, as a real one knows all of JSON Schema.
func lengths(schema, value any) []Problem {
	m, _ := schema.(map[string]any)
	text, _ := numberText(m["minLength"])
	if s, ok := value.(string); ok && text != "" && len(s) < len(text) {
		return []Problem{{Message: "too short"}}
	}
	most, _ := numberText(m["maximum"])
	if n, ok := numberText(value); ok && most != "" && parseDecimal(n).compare(parseDecimal(most)) > 0 {
		return []Problem{{Message: "more than " + most}}
	}
	return nil
}

func TestCheckDocument(t *testing.T) {
	target := `{"type": "object", "required": ["query"], "properties": {
		"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 50}, "ratio": {"type": "number"},
		"mode": {"enum": ["fast", "slow"]}, "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
		"opts": {"type": "object", "properties": {"deep": {"type": "boolean"}}, "required": ["deep"]}, "any": {}, "free": {"type": "object"},
		"people": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "integer"}}}},
		"what": {"oneOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": false}, {"properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}]},
		"filled": {"type": "string", "default": "x"}}}`
	for _, tt := range []struct {
		doc  string
		want []string
	}{
		{`{"query": "{{input.topic}}", "ratio": "{{input.count}}", "any": "{{input.price}}", "free": {"x": "{{input.any}}"}}`, nil},
		{`{"query": "{{input.count}} cats", "tags": ["a", "{{input.topic}}"], "opts": {"deep": true}, "mode": "fast", "limit": 50}`, nil},
		{`{"query": "q", "what": {"a": "{{ input.topic }}"}}`, []string{`may-fail /what 0-0: an object may not fit: more than its kind is expected`}},
		{`{"query": "q", "what": {"a": "{{ input.topic }}", "b": "x"}}`, []string{`mismatch /what 0-0: `}},
		{`{"query": "q", "what": {}}`, []string{`mismatch /what 0-0: `}},
		{`{}`, []string{`absent  0-0: "query" is required, and nothing gives it`}},
		{`{"query": "{{input.lang}}"}`, []string{`may-fail /query 0-14: "query" is required, and input.lang may be missing`}},
		{`{"query": "q", "limits": 3}`, []string{`undeclared /limits 0-0: "limits" is not declared: expected any, filled, free, limit, mode, opts, people, query, ratio, tags or what`}},
		{`{"query": "{{input.tags}}"}`, []string{`mismatch /query 0-14: input.tags is an array of strings, and a string is expected`}},
		{`{"query": "q", "limit": "{{input.price}}"}`, []string{`mismatch /limit 0-15: input.price is a number, and an integer is expected`}},
		{`{"query": "q", "limit": " {{input.count}}"}`, []string{`mismatch /limit 0-16: the text is a string, and an integer is expected`}},
		{`{"query": "q", "limit": "{{input.count}}", "mode": "{{input.level}}"}`, []string{`may-fail /limit 0-15: input.count is an integer, which may not fit: more than its kind is expected`, `mismatch /mode 0-15: input.level is "low" or "high", and "fast" or "slow" is expected`}},
		{`{"query": "q", "mode": "{{input.topic}}"}`, []string{`may-fail /mode 0-15: input.topic is a string, which may not fit "fast" or "slow"`}},
		{`{"query": "q", "people": "{{input.people}}"}`, []string{`mismatch /people 0-16: input.people: each item: "name" is a string, and an integer is expected`}},
		{`{"query": 3, "limit": 51, "mode": "fats", "tags": [], "ratio": "x"}`, []string{
			`mismatch /limit 0-0: more than 50`, `mismatch /mode 0-4: "fats" is not accepted: expected "fast" or "slow"`,
			`mismatch /query 0-0: 3 is not accepted: expected a string`, `mismatch /ratio 0-1: "x" is not accepted: expected a number`, `mismatch /tags 0-0: 0 items are written, and at least 1 are expected`}},
		{`{"query": "q", "tags": ["{{input.count}}"], "opts": {"deep": "{{input.topic}}", "deeper": 1}, "free": 3}`, []string{
			`mismatch /free 0-0: 3 is not accepted: expected an object`, `mismatch /opts/deep 0-15: input.topic is a string, and a boolean is expected`,
			`undeclared /opts/deeper 0-0: "deeper" is not declared: expected deep`, `mismatch /tags/0 0-15: input.count is an integer, and a string is expected`}},
		{`{"query": {"a": "{{input.nope}}"}, "opts": ["{{input.topic}}"]}`, []string{
			`mismatch /opts 0-0: an array is written, and an object is expected`, `mismatch /query 0-0: an object is written, and a string is expected`, `reference /query/a 8-12: "nope" is not a field of input`}},
		{`{"query": "{{input.topic | nope}}", "a/b~": "{{"}`, []string{`undeclared /a~1b~0 0-0: "a/b~" is not declared`, `syntax /a~1b~0 0-2: template is not closed`, `reference /query 16-20: "nope" is not a filter`}},
	} {
		env := testEnv(t)
		env.Validate = lengths
		_, problems := env.CheckDocument(Compile(decode(t, tt.doc)), FromInput(decode(t, target)))
		got := describeProblems(problems)
		for i, p := range got {
			if i >= len(tt.want) || !strings.HasPrefix(p, tt.want[i]) {
				t.Errorf("%s:\n got problem %d: %s", tt.doc, i, p)
			}
		}
		for i := len(got); i < len(tt.want); i++ {
			t.Errorf("%s:\nmissing problem: %s", tt.doc, tt.want[i])
		}
	}
}

func describeProblems(problems []Problem) []string {
	var got []string
	for _, p := range problems {
		got = append(got, p.Class.String()+" "+p.Pointer+" "+string(numberInt(p.Start))+"-"+string(numberInt(p.End))+": "+p.Message)
	}
	return got
}

// The composite of the documentation, with the schemas of the skills that it calls.
func TestSeedPipeline(t *testing.T) {
	schema := func(s string) any { return decode(t, s) }
	search := schema(`{"type": "object", "properties": {"results": {"type": "array", "items": {"type": "object", "properties": {
		"snippet": {"type": "string"}, "score": {"type": "number"}, "path": {"type": "string"}}}}}}`)
	searchInput := schema(`{"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "number", "default": 5}}, "required": ["query"]}`)
	summarizeInput := schema(`{"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}`)
	summarize := schema(`{"type": "object", "properties": {"summary": {"type": "string"}}}`)
	env := NewEnv(map[string]*Type{"input": FromInput(schema(`{"type": "object", "properties": {"topic": {"type": "string"}}, "required": ["topic"]}`))},
		[]Step{{Name: "search", Output: FromSchema(search)}, {Name: "summarize", Output: FromSchema(summarize)}})
	documents := []struct {
		env    *Env
		doc    string
		target *Type
	}{
		{env.At(0), `{"query": "{{input.topic}}", "limit": 10}`, FromInput(searchInput)},
		{env.At(1), `{"text": "{{steps.search.results | map: snippet | join: '\\n\\n'}}"}`, FromInput(summarizeInput)},
		{env, `{"summary": "{{steps.summarize.summary}}", "sources": "{{steps.search.results}}"}`,
			FromSchema(schema(`{"type": "object", "properties": {"summary": {"type": "string"}, "sources": {"type": "array"}}}`))},
	}
	for _, d := range documents {
		_, problems := d.env.CheckDocument(Compile(decode(t, d.doc)), d.target)
		for _, p := range problems {
			if p.Class != MayFail { // the seed declares no output as required
				t.Errorf("%s: %s", d.doc, p.Message)
			}
		}
	}
	v, err := Compile(decode(t, documents[1].doc)).Eval(decode(t, `{"steps": {"search": {"results": [{"snippet": "a"}, {"snippet": "b"}]}}}`).(map[string]any), DefaultLimits)
	if err != nil || v.(map[string]any)["text"] != "a\n\nb" {
		t.Errorf("got %v, %v", v, err)
	}
}

func TestCheckFit(t *testing.T) {
	env := NewEnv(nil, nil)
	source := FromSchema(decode(t, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`))
	for target, want := range map[string]string{
		`{"properties": {"a": {"type": "string"}}, "required": ["a"]}`: "",
		`{"properties": {"a": {"type": "number"}}, "required": ["a"]}`: `mismatch  0-0: step "x": "a" is a string, and a number is expected`,
		`{"properties": {"b": {"type": "number"}}, "required": ["b"]}`: `mismatch  0-0: step "x" is an object without "b", and one with "b" is expected`,
		`{"properties": {"a": {"type": "string", "minLength": 1}}}`:    `may-fail  0-0: step "x" is an object, which may not fit: more than its kind is expected`,
	} {
		got := strings.Join(describeProblems(env.CheckFit(`step "x"`, source, FromSchema(decode(t, target)))), "; ")
		if got != want {
			t.Errorf("%s: got %q, want %q", target, got, want)
		}
	}
}

func TestCompileHostile(t *testing.T) {
	deep := any("{{ x }}")
	for range 100000 {
		deep = []any{deep}
	}
	d := Compile(deep)
	if _, problems := NewEnv(nil, nil).CheckDocument(d, Unknown()); len(problems) != 1 || problems[0].Message != "the value is nested deeper than 256" {
		t.Errorf("got %v", problems)
	}
	if _, err := d.Eval(nil, DefaultLimits); err == nil {
		t.Error("a value that is too deep is evaluated")
	}
}

func TestDocumentTemplates(t *testing.T) {
	d := Compile(decode(t, `{"b": ["{{x}}", 3, {"c/d": "text"}], "a": "{{y}}"}`))
	var got []string
	for pointer, tm := range d.Templates() {
		got = append(got, pointer+" "+tm.Source)
	}
	if s := strings.Join(got, "; "); s != "/a {{y}}; /b/0 {{x}}; /b/2/c~1d text" {
		t.Errorf("got %s", s)
	}
	for range d.Templates() {
		break
	}
}
