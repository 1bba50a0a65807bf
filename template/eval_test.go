package template

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

// decode reads JSON as the gateway does: numbers stay as they are written.
func decode(t testing.TB, s string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

func encode(v any) string {
	if v == Missing {
		return "missing"
	}
	return textOf(v)
}

const evalData = `{
	"input": {"topic": "cats", "n": 3, "price": 1.50, "big": 123456789012345678901234567890, "none": null, "yes": true,
		"tags": ["b", "a"], "obj": {"b": 1, "a": "<x>"}, "__proto__": "p"},
	"steps": {"search": {"results": [{"snippet": "one", "score": 2}, {"snippet": "two", "score": 10}, {"score": 5}]}}
}`

func TestEval(t *testing.T) {
	data := decode(t, evalData).(map[string]any)
	for _, tt := range []struct{ src, want string }{
		{"plain", `"plain"`},
		{"", `""`},
		{"{{ input.n }}", `3`},
		{"{{ input.tags }}", `["b","a"]`},
		{" {{ input.n }}", `" 3"`},
		{"{{input.topic}}: {{input.n}} {{input.price}} {{input.big}} {{input.yes}} {{input.none}} {{input.obj}} {{input.absent}}.",
			`"cats: 3 1.50 123456789012345678901234567890 true null {\"a\":\"<x>\",\"b\":1} ."`},
		{"{{ steps.search.results | map: snippet | join: '\\n\\n' }}", `"one\n\ntwo"`},
		{"{{ input.__proto__ }}", `"p"`},
		{"{{ steps.__proto__ }}", `missing`},
		{"{{ input.topic.length }}", `missing`},
		{"{{ input.tags[1] }}", `"a"`},
		{"{{ input.tags[2] }}", `missing`},
		{"{{ input.tags.1 }}", `missing`},
		{"{{ nowhere.at.all }}", `missing`},
		{"{{ input.absent | upper | size }}", `missing`},
		{"{{ input.absent | upper | default: input.topic }}", `"cats"`},
		{"{{ input.absent | default: input.absent }}", `missing`},
		{"{{ 'a' | upper }}{{ '{{' }}", `"A{{"`},
		{"{{ steps.search.results | where: score, 10.0 | map: snippet | first }}", `"two"`},
		{"{{ steps.search.results | sort: score | map: score }}", `[2,5,10]`},
		{"{{ steps.search.results | sort: snippet | map: score }}", `[2,10,5]`},
		{"{{ input.n | slice: 0 }}", `error: "slice" takes a string or an array, not an integer`},
		{"{{ input.none | upper }}", `error: "upper" takes a string, not null`},
		{"{{ input.topic | integer }}", `error: "cats" is not a number`},
		{"{{ input.topic | join: 3 }}", `error: "join" takes an array, not a string`},
		{"{{ input.tags | join: 3 }}", `error: "join" takes a string as separator, not an integer`},
		{"{{ input.tags | join: input.absent }}", `error: "join" takes a string as separator, not a missing value`},
		{"{{ input.tags | join }}", `error: "join" lacks its argument "separator": expected "join: separator"`},
		{"{{ input.tags | nope }}", `error: unknown filter "nope"`},
		{"{{ input.tags | map: 3 }}", `error: expected the name of a member`},
		{"{{ input.topic | slice: 99999999999999999999 }}", `""`},
		{"{{ input.topic | slice: -1e99, 1e99 }}", `"cats"`},
		{"{{ input.topic | slice: 3, 1 }}", `""`},
		{"{{ 1e999999999 | integer }}", `1e999999999`},
		{"{{ '-1.50e1' | integer }} {{ 2.0 | integer }}", `"-15 2"`},
		{"{{ -1.5e-999999999 | integer }}", `0`},
		{"{{ '1e999999999' | number | string | size }}", `11`},
		{"{{ broken", `error: template is not closed: expected "}}"`},
	} {
		v, err := Parse(tt.src).Eval(data, DefaultLimits)
		got := encode(v)
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestEvalGoNumbers(t *testing.T) {
	data := map[string]any{"x": []any{1, 2.5, int64(-3), json.Number("4"), 1e21, 1e-7, uint64(5)}}
	for src, want := range map[string]string{
		"{{ x | join: ' ' }}":        `"1 2.5 -3 4 1e+21 1e-07 5"`,
		"{{ x | sort | first }}":     `-3`,
		"{{ x[1] | integer }}":       `2`,
		"{{ x | uniq | size }}":      `7`,
		"{{ x[0] | default: 'no' }}": `1`,
	} {
		v, err := Parse(src).Eval(data, DefaultLimits)
		if err != nil || encode(v) != want {
			t.Errorf("%s: got %s %v, want %s", src, encode(v), err, want)
		}
	}
	if _, err := Parse("{{ x }}!").Eval(map[string]any{"x": struct{}{}}, DefaultLimits); err == nil {
		t.Error("a value that is no JSON is written as text")
	}
}

func TestEvalCondition(t *testing.T) {
	data := decode(t, evalData).(map[string]any)
	for src, want := range map[string]string{
		"input.yes":                             "true",
		"not input.yes":                         "false",
		"input.absent":                          "false",
		"input.none or input.n":                 "true",
		"{{ input.tags | size }} > 1":           "true",
		"input.n == 3.0":                        "true",
		"input.n != '3'":                        "true",
		"input.topic < 'dogs'":                  "true",
		"input.big > 123456789012345678901234":  "true",
		"input.absent == null":                  "true",
		"input.absent < 1":                      "false",
		"input.topic < 1":                       `error: "<" compares two numbers or two strings, not a string and an integer`,
		"input.obj == input.obj":                "true",
		"input.absent and input.topic < 1":      "false",
		"not (input.n > 1 and input.n <= 2)":    "true",
		"input.n >= 3 and input.price < 1.6":    "true",
		"'' or 0 or false or null":              "false",
		"0.0 or -0":                             "false",
		"input.tags == input.tags or 1 == true": "true",
		"-1 < 0 and 0 > -0.5 and -2 < -1.5":     "true",
		"100 > 99 and 1e2 == 100 and 0.1 < 0.2": "true",
	} {
		v, err := ParseCondition(src).Eval(data, DefaultLimits)
		got := "false"
		if v {
			got = "true"
		}
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
	if _, err := ParseCondition("(").Eval(nil, DefaultLimits); err == nil {
		t.Error("a broken condition has a value")
	}
}

func TestEvalErrorPlace(t *testing.T) {
	src := "a {{ input.n }} {{ input.n | string | split: input.n }}"
	_, err := Parse(src).Eval(decode(t, evalData).(map[string]any), DefaultLimits)
	var e *EvalError
	if !errors.As(err, &e) || src[e.Start:e.End] != "input.n" || e.Start < 20 || e.Limit {
		t.Errorf("got %#v", e)
	}
}

func TestEvalLimits(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	deep := any("x")
	for range 20000 {
		deep = []any{deep}
	}
	many := make([]any, 1<<16)
	for i := range many {
		many[i] = long
	}
	data := map[string]any{"x": long, "deep": deep, "many": many}
	for name, src := range map[string]string{
		"output":  strings.Repeat("{{ x }}", 9),
		"join":    "{{ many | join: x }}",
		"json":    "{{ many | json }}",
		"filters": "{{ x " + strings.Repeat("| trim ", 10000) + "}}",
		"split":   "{{ x " + strings.Repeat("| split: '' | join: '' ", 10000) + "}}",
		"deep":    "{{ deep | json }}",
		"uniq":    "{{ many | uniq }}",
	} {
		_, err := Parse(src).Eval(data, DefaultLimits)
		var e *EvalError
		if !errors.As(err, &e) || !e.Limit {
			t.Errorf("%s: got error %v, want a limit", name, err)
		}
	}
}

func TestEvalDocument(t *testing.T) {
	data := decode(t, evalData).(map[string]any)
	d := Compile(decode(t, `{"q": "{{input.topic}}!", "limit": 10, "opts": {"n": "{{input.n}}", "gone": "{{input.absent}}"}, "list": ["{{input.absent}}", "{{input.yes}}", null]}`))
	v, err := d.Eval(data, DefaultLimits)
	want := decode(t, `{"q": "cats!", "limit": 10, "opts": {"n": 3}, "list": [true, null]}`)
	if err != nil || !reflect.DeepEqual(v, want) {
		t.Errorf("got %v %v, want %v", v, err, want)
	}
	_, err = Compile(decode(t, `{"a/b": ["x", "{{input.n | upper}}"]}`)).Eval(data, DefaultLimits)
	var e *EvalError
	if !errors.As(err, &e) || e.Pointer != "/a~1b/1" || e.Span != (Span{12, 17}) {
		t.Errorf("got %#v", e)
	}
}

func decodeFuzz(s string) (any, bool) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	return v, err == nil
}
