package template

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

const inputSchema = `{"type": "object", "required": ["topic", "count", "price", "level", "tags", "any", "maybe", "pair", "bag"], "properties": {
	"topic": {"type": "string"}, "count": {"type": "integer"}, "price": {"type": "number"},
	"level": {"enum": ["low", "high"]}, "digits": {"enum": ["1", "2"]}, "mixed": {"enum": ["1", "x"]},
	"tags": {"type": "array", "items": {"type": "string"}}, "any": {}, "maybe": {"type": ["string", "null"]},
	"lang": {"type": "string"}, "sort": {"type": "string", "default": "up"},
	"either": {"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}, {"type": "string"}]},
	"node": {"$ref": "#/$defs/node"}, "loop": {"$ref": "#/$defs/loop"}, "far": {"$ref": "https://example.com/x"},
	"pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false, "minItems": 2},
	"bag": {"type": "object"}, "map": {"type": "object", "additionalProperties": {"type": "integer"}},
	"both": {"allOf": [{"type": "object", "properties": {"x": {"type": "integer"}}}, {"properties": {"y": {"type": "string"}}, "required": ["y"]}]},
	"people": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "role": {"enum": ["dev", "ops"]}, "kin": {"type": ["integer", "string"]}}, "required": ["name", "age", "kin"]}}
}, "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}, "v": {"type": "integer"}}, "required": ["next", "v"]}, "loop": {"$ref": "#/$defs/loop"}}}`

func testEnv(t testing.TB) *Env {
	out := func(s string) *Type { return FromSchema(decode(t, s)) }
	return NewEnv(map[string]*Type{"input": FromInput(decode(t, inputSchema))}, []Step{
		{Name: "search", Output: out(`{"properties": {"results": {"type": "array", "items": {"properties": {"snippet": {"type": "string"}, "score": {"type": "number"}}}}, "count": {"type": "number"}}}`)},
		{Name: "maybe", Output: out(`{"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}`), Conditional: true},
		{Name: "later", Output: out(`{}`)},
	}).At(2)
}

func TestCheckType(t *testing.T) {
	env := testEnv(t)
	for src, want := range map[string]string{
		"text":                                    `"text"`,
		"{{ input.topic }}":                       "a string",
		"{{ input.count }} ":                      "a string",
		"{{ input.level }}":                       `"low" or "high"`,
		"{{ input.level | upper }}":               `"LOW" or "HIGH"`,
		"{{ input.level | size }}":                "3 or 4",
		"{{ input.digits | number }}":             "1 or 2, or missing",
		"{{ input.lang }}":                        "a string, or missing",
		"{{ input.sort }}":                        "a string",
		"{{ input.lang | default: 'en' }}":        `a string or "en"`,
		"{{ input.maybe | default: 1 }}":          `a string or 1`,
		"{{ input.maybe }}":                       "null or a string",
		"{{ input.tags }}":                        "an array of strings",
		"{{ input.tags | first }}":                "a string, or missing",
		"{{ input.tags[0] }}":                     "a string, or missing",
		"{{ input.pair[0] }}":                     "a string",
		"{{ input.pair | first }}":                "a string",
		"{{ input.pair | last }}":                 "a string or an integer",
		"{{ input.any }}":                         "unknown",
		"{{ input.any.deep[3].er }}":              "unknown",
		"{{ input.any | upper }}":                 "a string",
		"{{ input.any | map: x }}":                "an array",
		"{{ input.bag.x }}":                       "unknown, or missing",
		"{{ input.far.x }}":                       "unknown, or missing",
		"{{ input.loop.x }}":                      "unknown, or missing",
		"{{ input.map.x }}":                       "an integer, or missing",
		"{{ input.either.a }}":                    "an integer, or missing",
		"{{ input.both.y }}":                      "a string, or missing",
		"{{ input.both.x }}":                      "an integer, or missing",
		"{{ input.node.next.next.v }}":            "an integer, or missing",
		"{{ input.people | map: age | sort }}":    "an array of integers, or missing",
		"{{ input.people | map: role }}":          `an array of ("dev" or "ops"), or missing`,
		"{{ input.topic | split: ',' }}":          "an array of strings",
		"{{ input.tags | join: ',' | size }}":     "an integer",
		"{{ input.price | integer }}":             "an integer",
		"{{ input.count | number }}":              "an integer",
		"{{ steps.search.results }}":              "an array of objects, or missing",
		"{{ steps.search.results | map: score }}": "an array of numbers, or missing",
		"{{ steps.maybe.x }}":                     "a string, or missing",
		"{{ steps }}":                             "unknown",
	} {
		got, problems := env.Check(Parse(src))
		text := got.String()
		if got.MayBeMissing() {
			text += ", or missing"
		}
		if text != want {
			t.Errorf("%s: got %s, want %s", src, text, want)
		}
		for _, p := range problems {
			t.Errorf("%s: unexpected %s: %s", src, p.Class, p.Message)
		}
	}
}

// Each case is a template and what is wrong with it: "class, the text it stands at: message".
func TestCheckProblems(t *testing.T) {
	env := testEnv(t)
	for _, tt := range []struct{ src, want string }{
		{"{{ topic }}", `reference, topic: "topic" is not a known name: input or steps; write text in quotes`},
		{"{{ input.topik }}", `reference, topik: "topik" is not a field of input: it declares any, bag, both, count, digits, either, far, lang, level, loop, map, maybe, …`},
		{"{{ input.topic.x }}", `reference, x: input.topic is a string, which has no fields`},
		{"{{ input.people.name }}", `reference, name: input.people is an array of objects, which has no fields: take one item with [0], or the field of each with "map: name"`},
		{"{{ input.count[0] }}", `reference, [0]: input.count is an integer, which has no items`},
		{"{{ input.pair[2] }}", `reference, [2]: input.pair has no item 2`},
		{"{{ input.both.z }}", `reference, z: "z" is not a field of input.both: it declares x, y`},
		{"{{ steps.serch.results }}", `reference, serch: "serch" is not a step before this one`},
		{"{{ steps.later.x }}", `reference, later: step "later" has not run yet: a step reads only the steps before it`},
		{"{{ steps[0].x }}", `reference, [0]: steps have names, not numbers`},
		{"{{ steps.search.result }}", `reference, result: "result" is not a field of steps.search: it declares count, results`},
		{"{{ steps.search.results | map: snipet }}", `reference, snipet: "snipet" is not a field of an item: it declares score, snippet`},
		{"{{ input.topic | uper }}", `reference, uper: "uper" is not a filter`},
		{"{{ input.topic | default: nope.x }}", `reference, nope: "nope" is not a known name`},
		{"{{ input.tags | join }}", `mismatch, join: "join" lacks its argument "separator": expected "join: separator"`},
		{"{{ input.tags | join: ',', 2 }}", `mismatch, 2: "join" takes no more than 1 argument: expected "join: separator"`},
		{"{{ input.topic | upper: 1 }}", `mismatch, 1: "upper" takes no argument`},
		{"{{ input.tags | join: 3 }}", `mismatch, 3: "join" takes a string as separator, and this is 3`},
		{"{{ input.topic | slice: 1.5 }}", `mismatch, 1.5: "slice" takes an integer as start, and this is 1.5`},
		{"{{ input.people | map: 3 }}", `mismatch, 3: "map" takes the name of a member as field`},
		{"{{ input.count | upper }}", `mismatch, upper: "upper" takes a string, and input.count is an integer`},
		{"{{ input.topic | trim | join: ',' }}", `mismatch, join: "join" takes an array, and input.topic | trim is a string`},
		{"{{ input.tags | map: x }}", `mismatch, x: "map" takes an array of objects, and this is an array of strings`},
		{"{{ input.people | sort }}", `mismatch, sort: "sort" takes numbers or strings, and each of these is an object: name the field to sort by, as in "sort: name"`},
		{"{{ input.people | where: role, 'Dev' }}", `mismatch, 'Dev': role is never equal to "Dev": it is "dev" or "ops"`},
		{"{{ input.people | where: age, '3' }}", `mismatch, '3': age is never equal to "3": it is an integer`},
		{"{{ input.level | number }}", `mismatch, number: "high" is not a number`},
		{"{{ input.maybe | upper }}", `may-fail, upper: "upper" takes a string, and input.maybe may be null or a string`},
		{"{{ input.topic | number }}", `may-fail, number: "number" reads a number, and not every text tells one`},
		{"{{ input.mixed | number }}", `may-fail, number: "x" is not a number`},
		{"{{ input.people | sort: kin }}", `may-fail, kin: "sort" takes numbers or strings, not both, and one of these may be an integer or a string`},
		{"{{ input.tags | join: input.lang }}", `may-fail, input.lang: "join" takes a string as separator, and this may be missing`},
		{"{{ input.x | }}", `syntax, }}: unexpected "}}": expected the name of a filter`},
	} {
		_, problems := env.Check(Parse(tt.src))
		checkClassed(t, tt.src, tt.src, problems, tt.want)
	}
}

func checkClassed(t *testing.T, name, src string, problems []Problem, want string) {
	t.Helper()
	var got []string
	for _, p := range problems {
		got = append(got, p.Class.String()+", "+src[p.Start:p.End]+": "+p.Message)
	}
	if len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("%s\n got %q\nwant %q", name, got, want)
	}
}

func TestCheckKnownNames(t *testing.T) {
	env := testEnv(t)
	for src, want := range map[string]string{
		"{{ inputs.x }}":                         "inputs of input steps",
		"{{ steps.serch }}":                      "serch of maybe search",
		"{{ steps.search.result }}":              "result of count results",
		"{{ input.people | where: role, 'Dev'}}": "Dev of dev ops",
		"{{ input.topic | joi }}":                "joi of default first integer join json last lower map number size slice sort split string trim uniq upper where",
	} {
		_, problems := env.Check(Parse(src))
		if len(problems) != 1 {
			t.Fatalf("%s: %v", src, problems)
		}
		if got := problems[0].Name + " of " + strings.Join(problems[0].Known, " "); got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}

// The prompt of a CLI skill has the root "inputs" and no steps.
func TestCheckPrompt(t *testing.T) {
	inputs := ObjectType(map[string]*Type{"target": FromSchema(map[string]any{"type": "string"}), "limit": FromSchema(map[string]any{"type": "number"}).Optional()})
	env := NewEnv(map[string]*Type{"inputs": inputs}, nil)
	src := "Store in {{inputs.target}} up to {{inputs.limit}}, {{inputs.taget}}, {{steps.a}}"
	_, problems := env.Check(Parse(src))
	var got []string
	for _, p := range problems {
		got = append(got, src[p.Start:p.End]+" of "+strings.Join(p.Known, " "))
	}
	if s := strings.Join(got, "; "); s != "taget of limit target; steps of inputs" {
		t.Errorf("got %s", s)
	}
	var used []string
	for _, p := range Parse(src).Paths() {
		used = append(used, p.String())
	}
	if s := strings.Join(used, " "); s != "inputs.target inputs.limit inputs.taget steps.a" {
		t.Errorf("got paths %s", s)
	}
}

// One environment serves many checks at once.
func TestEnvIsConcurrent(t *testing.T) {
	env := testEnv(t)
	tm := Parse("{{ input.node.next.next.v | default: steps.search.count }}{{ input.nope }}")
	want := fmt.Sprint(env.Check(tm))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			if got := fmt.Sprint(env.At(i).At(2).Check(tm)); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	wait.Wait()
}

func TestCheckMayFailSchemas(t *testing.T) {
	_, problems := testEnv(t).Check(Parse("{{ input.maybe | upper }}"))
	if got := encode(problems[0].Source) + " " + encode(problems[0].Target); got != `{"type":["string","null"]} {"type":"string"}` {
		t.Errorf("got %s", got)
	}
}

func TestCheckCondition(t *testing.T) {
	env := testEnv(t)
	for _, tt := range []struct{ src, want string }{
		{"input.level == 'high' and input.count > 2 or not input.lang", ""},
		{"input.lang == null and input.topic != null", ""},
		{"input.any == 3 and input.any < 'x'", ""},
		{"{{ steps.search.results | size }} > 0", ""},
		{"input.count == 3.0 and input.price == 3", ""},
		{"input.level == 'hihg'", `mismatch, input.level == 'hihg': input.level is never equal to "hihg": it is "low" or "high"`},
		{"input.count != '3'", `mismatch, input.count != '3': input.count is never equal to "3": it is an integer`},
		{"input.count == 2.5", `mismatch, input.count == 2.5: input.count is never equal to 2.5: it is an integer`},
		{"input.topic > 3", `mismatch, input.topic > 3: ">" compares two numbers or two strings, and these are a string and 3`},
		{"input.maybe < 'a'", `may-fail, input.maybe < 'a': "<" compares two numbers or two strings, and these may be null or a string and "a"`},
		{"input.topic == cats", `reference, cats: "cats" is not a known name: input or steps; write text in quotes`},
		{"steps.later.x", `reference, later: step "later" has not run yet`},
		{"input.topic = 1", `syntax, =: unexpected "=": write "=="`},
	} {
		problems := env.CheckCondition(ParseCondition(tt.src))
		if tt.want == "" {
			for _, p := range problems {
				t.Errorf("%s: unexpected %s", tt.src, p.Message)
			}
			continue
		}
		checkClassed(t, tt.src, tt.src, problems, tt.want)
	}
}

// Schemas of real skills say little, and in many ways: none of these templates is wrong.
func TestCheckIsSilent(t *testing.T) {
	for schema, src := range map[string]string{
		`{"type": "object", "properties": {}}`: "{{ x.a }}",
		`{"type": "object", "properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}`:                                              "{{ x.a }}{{ x.b }}",
		`{"type": "object", "properties": {"a": {}}, "required": ["c"]}`:                                                                                         "{{ x.c | map: y }}",
		`{"type": "object", "properties": {"a": {}}, "additionalProperties": {}}`:                                                                                "{{ x.c.d | upper }}",
		`{"type": "object", "properties": {"a": {}}, "patternProperties": {"^x-": {}}}`:                                                                          "{{ x.x-1 }}",
		`{"type": "object", "properties": {"a": {}}, "if": {}, "then": {"properties": {"b": {}}}}`:                                                               "{{ x.b }}",
		`{"allOf": [{"$ref": "#/definitions/a"}, {"type": "object", "properties": {"b": {}}}], "definitions": {"a": {"properties": {"c": {"type": "string"}}}}}`: "{{ x.b }}{{ x.c | upper }}",
		`{"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"type": "array", "items": {"type": "string"}}}}`:                                                       "{{ x | first | upper | default: '' }}",
		`{"oneOf": [{"properties": {"kind": {"const": "a"}, "a": {"type": "string"}}}, {"properties": {"kind": {"const": "b"}}}]}`:                               "{{ x.a }}{{ x.kind }}",
		`{"type": ["object", "null"], "properties": {"a": {"type": "string", "nullable": true}}}`:                                                                "{{ x.a | default: 'none' | upper }}",
		`{"type": "array", "items": [{"type": "string"}], "additionalItems": {"type": "integer"}}`:                                                               "{{ x[0] | upper }}{{ x[3] | default: 0 }}",
		`{"type": "strange", "properties": {"a": {}}}`:                                                                                                           "{{ x.b | sort }}",
		`{"not": {"type": "string"}}`: "{{ x | upper }}",
		`true`:                        "{{ x.y[0].z | map: a | where: b, 'c' | sort: d | join: ',' }}",
	} {
		if _, problems := NewEnv(map[string]*Type{"x": FromSchema(decode(t, schema))}, nil).Check(Parse(src)); len(problems) > 0 {
			t.Errorf("%s of %s: %s", src, schema, problems[0].Message)
		}
	}
}

// An exact schema of a part brings along the definitions that it refers to, and the draft.
func TestSchemaIsWhole(t *testing.T) {
	root := decode(t, `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"a": {"type": "array", "items": {"$ref": "#/definitions/d"}}, "b": {"$ref": "#/properties/a"}, "e": {"type": "array", "items": {"$ref": "#/properties/c"}}, "c": {"type": "string"}},
		"definitions": {"d": {"type": "integer", "minimum": 1}}}`)
	env := NewEnv(map[string]*Type{"x": FromSchema(root)}, nil)
	for src, want := range map[string]string{
		"{{ x.c }}": `{"$schema":"http://json-schema.org/draft-07/schema#","type":"string"}`,
		"{{ x.a }}": `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"d":{"minimum":1,"type":"integer"}},"items":{"$ref":"#/definitions/d"},"type":"array"}`,
		"{{ x.b }}": `{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"d":{"minimum":1,"type":"integer"}},"items":{"$ref":"#/definitions/d"},"type":"array"}`,
		"{{ x.e }}": `inexact`,
	} {
		typ, _ := env.Check(Parse(src))
		schema, exact := typ.present().Schema()
		got := encode(schema)
		if !exact {
			got = "inexact"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}

// A type that no schema said is written as one.
func TestSchemaOfMadeTypes(t *testing.T) {
	str, integer := FromSchema(decode(t, `{"type": "string", "minLength": 2}`)), LiteralType(1)
	for want, typ := range map[string]*Type{
		`{"items":{"minLength":2,"type":"string"},"type":"array"}`:                                                                            ArrayType(str),
		`{"additionalProperties":false,"properties":{"a":{"minLength":2,"type":"string"},"b":{"enum":[1]}},"required":["b"],"type":"object"}`: ObjectType(map[string]*Type{"a": str.Optional(), "b": integer}),
		`{"anyOf":[{"minLength":2,"type":"string"},{"enum":[1]}]}`:                                                                            union(str, integer),
		`{"enum":[[1,null]]}`: LiteralType([]any{1, nil}),
		`false`:               {},
	} {
		if schema, exact := typ.Schema(); !exact || encode(schema) != want {
			t.Errorf("got %s %t, want %s", encode(schema), exact, want)
		}
	}
	if _, exact := ArrayType(Unknown()).Schema(); !exact {
		t.Error("an array of anything is no loss")
	}
	if _, exact := Unknown().Schema(); exact {
		t.Error("the unknown is told exactly")
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		source, target string
		want           Verdict
	}{
		{`{"type": "integer"}`, `{"type": "number"}`, Fits},
		{`{"type": "number"}`, `{"type": "integer"}`, Unfit},
		{`{"enum": [1, 2.0]}`, `{"type": "integer"}`, Fits},
		{`{"enum": [1, 2.5]}`, `{"type": "integer"}`, MayFit},
		{`{"enum": [1.5]}`, `{"type": "integer"}`, Unfit},
		{`{"type": "string"}`, `{"type": "number"}`, Unfit},
		{`{"type": ["string", "number"]}`, `{"type": "integer"}`, Unfit},
		{`{"type": ["string", "number"]}`, `{"type": "string"}`, MayFit},
		{`{"type": "string"}`, `{"type": ["string", "null"]}`, Fits},
		{`{"type": "string"}`, `{"enum": ["a"]}`, MayFit},
		{`{"type": "string"}`, `{"enum": [1]}`, Unfit},
		{`{"enum": ["a"]}`, `{"enum": ["a", "b"]}`, Fits},
		{`{"enum": ["a", "c"]}`, `{"enum": ["a", "b"]}`, MayFit},
		{`{"const": "c"}`, `{"enum": ["a", "b"]}`, Unfit},
		{`{"type": "string"}`, `{"type": "string", "minLength": 1}`, MayFit},
		{`{"type": "string"}`, `{"type": "string", "description": "x", "title": "y"}`, Fits},
		{`{}`, `{"type": "string"}`, Silent},
		{`{"type": "string"}`, `true`, Silent},
		{`{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "number"}}`, Unfit},
		{`{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "string"}}`, Fits},
		{`{"type": "array"}`, `{"type": "array", "items": {"type": "number"}}`, Silent},
		{`{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "prefixItems": [{"type": "string"}], "items": false}`, MayFit},
		{`{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, `{"properties": {"a": {"type": "number"}}}`, Unfit},
		{`{"properties": {"a": {"type": "string"}}}`, `{"properties": {"a": {"type": "number"}}}`, MayFit},
		{`{"properties": {"a": {"type": "string"}}}`, `{"properties": {"a": {"type": "number"}}, "required": ["a"]}`, Unfit},
		{`{"properties": {"a": {"type": "string"}}}`, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, MayFit},
		{`{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, Fits},
		{`{"properties": {"b": {"type": "string"}}}`, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, Unfit},
		{`{"type": "object"}`, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, Silent},
		{`{"properties": {"b": {}}, "required": ["b"]}`, `{"type": "object", "properties": {}, "additionalProperties": false}`, Unfit},
		{`{"properties": {"b": {"type": "string"}}}`, `{"properties": {"a": {"type": "string"}}}`, Fits},
		{`{"type": "object", "additionalProperties": {"type": "string"}}`, `{"type": "object", "additionalProperties": {"type": "number"}}`, MayFit},
		{`{"type": "string", "nullable": true}`, `{"type": "string"}`, MayFit},
		{`{"allOf": [{"type": "array", "items": {"type": ["string", "integer"]}}, {"type": "array", "items": {"type": ["integer", "null"]}}]}`, `{"type": "array", "items": {"type": "integer"}}`, Fits},
		{`{"allOf": [{"type": "array", "prefixItems": [{"type": "string"}]}, {"type": "array", "items": {}}]}`, `{"type": "array", "prefixItems": [{"type": "integer"}]}`, Unfit},
		{`{"const": {"a": [1, "x"]}}`, `{"properties": {"a": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}}, "required": ["a"], "additionalProperties": false}`, Fits},
		{`{"const": {"a": [1, "x"], "b": 1}}`, `{"properties": {"a": {}}, "additionalProperties": false}`, Unfit},
		{`{"const": {"b": 1}}`, `{"properties": {"a": {"type": "string"}}, "required": ["a"]}`, Unfit},
		{`{"const": [1]}`, `{"type": "array", "minItems": 2}`, Unfit},
		{`{"allOf": [{"enum": ["a", "b", 1]}, {"enum": ["b", "c"]}]}`, `{"const": "b"}`, Fits},
		{`{"const": "a"}`, `{"allOf": [{"enum": ["a", "b", 1]}, {"enum": ["b", "c"]}]}`, Unfit},
		{`{"const": 1.5}`, `{"allOf": [{"enum": [1, 1.5]}, {"type": "integer"}]}`, Unfit},
		{`{"type": "string"}`, `{"allOf": [{"type": "string"}]}`, Fits},
		{`{"allOf": [{"type": "string"}, {"minLength": 3}]}`, `{"type": "number"}`, Unfit},
		{`{"type": "string"}`, `{"oneOf": [{"type": "string"}, {"type": "number"}]}`, MayFit},
		{`{"type": "string"}`, `{"anyOf": [{"type": "boolean"}, {"type": "number"}]}`, Unfit},
		{`{"type": "string"}`, `{"allOf": [{"type": "boolean"}, {"type": "number"}]}`, Silent},
		{`{"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}}}`, `{"properties": {"a": {"$ref": "#"}}, "required": ["a"]}`, Silent},
	} {
		env := NewEnv(nil, nil)
		if got := env.Fit(FromSchema(decode(t, tt.source)), FromSchema(decode(t, tt.target))); got != tt.want {
			t.Errorf("%s into %s: got %d, want %d", tt.source, tt.target, got, tt.want)
		}
	}
}

// Types do not grow along a chain of filters.
func TestCheckLongChains(t *testing.T) {
	env := testEnv(t)
	for _, chain := range []string{"default: input.people", "uniq ", "slice: 0", "where: name, 'a'", "sort: name", "default: input.level | default: 3", "map: name | split: ','"} {
		for _, head := range []string{"input.people", "input.pair", "input.either", "'literal'", "input.level"} {
			tm := Parse("{{ " + head + strings.Repeat(" | "+chain, 10000) + " }}")
			typ, problems := env.Check(tm)
			problemSpans(t, tm.Source, problems)
			if len(typ.alts) > maxAlts {
				t.Errorf("%s of %s has %d alternatives", chain, head, len(typ.alts))
			}
		}
	}
}

func TestFromSchemaHostile(t *testing.T) {
	bomb := any(map[string]any{"type": "string"})
	for range 60 {
		bomb = map[string]any{"allOf": []any{bomb, bomb}, "anyOf": []any{bomb, bomb}}
	}
	if got := FromSchema(bomb).String(); got != "a string" {
		t.Errorf("exponential allOf is read as %s", got)
	}
	deep := any(map[string]any{"type": "string"})
	for range 100000 {
		deep = map[string]any{"type": "array", "items": deep}
	}
	env := NewEnv(map[string]*Type{"x": FromSchema(deep)}, nil)
	env.Fit(FromSchema(deep), ArrayType(FromSchema(deep)))
	FromSchema(deep).Schema()
	env.Check(Parse("{{ x" + strings.Repeat("[0]", 50000) + " }}"))

	self := decode(t, `{"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {
		"a": {"properties": {"x": {"$ref": "#"}, "y": {"$ref": "#/$defs/b"}}, "required": ["x"]},
		"b": {"properties": {"x": {"$ref": "#/$defs/a"}, "y": {"$ref": "#"}}, "required": ["x"]}}}`)
	env = NewEnv(map[string]*Type{"x": FromSchema(self)}, nil)
	if _, problems := env.Check(Parse("{{ x" + strings.Repeat(".x.y", 500) + " }}")); len(problems) > 0 {
		t.Errorf("a schema of itself: %v", problems[0].Message)
	}
	env.Fit(FromSchema(self), FromSchema(decode(t, encode(self))))
	for _, s := range []string{`{"type": 3}`, `{"type": ["a"]}`, `{"enum": []}`, `{"enum": 1}`, `{"properties": 1}`, `{"items": 3, "type": "array"}`,
		`{"$ref": 3}`, `{"$ref": "#/a/b"}`, `{"allOf": 1}`, `{"anyOf": [1, null]}`, `{"required": 1, "type": "object"}`, `[]`, `null`, `3`, `{"type": "array", "minItems": "x"}`,
		`{"type": "array", "minItems": 1e99}`, `{"type": "object", "additionalProperties": 3}`} {
		typ := FromSchema(decode(t, s))
		env := NewEnv(map[string]*Type{"x": typ}, nil)
		env.Check(Parse("{{ x.a[0] | first | map: b }}"))
		typ.Schema()
	}
}
