package template

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

var textFilters = []*Filter{
	{
		Name: "upper", Takes: String, Doc: "The text in upper case.", Result: "string",
		Examples: []Example{{`{{ input | upper }}`, `"é a"`, `"É A"`}},
		typeOf:   gives(String), eval: onText(strings.ToUpper),
	},
	{
		Name: "lower", Takes: String, Doc: "The text in lower case.", Result: "string",
		Examples: []Example{{`{{ input | lower }}`, `"É A"`, `"é a"`}},
		typeOf:   gives(String), eval: onText(strings.ToLower),
	},
	{
		Name: "trim", Takes: String, Doc: "The text without white space (Unicode's) at both ends.", Result: "string",
		Examples: []Example{{`{{ input | trim }}`, `" a b\n"`, `"a b"`}},
		typeOf:   gives(String), eval: onText(strings.TrimSpace),
	},
	{
		Name: "split", Takes: String, Params: []Param{{Name: "separator", Kind: StringParam}},
		Doc: "The parts of the text between separators; an empty separator splits it into characters (code points).", Result: "array of strings",
		Examples: []Example{{`{{ input | split: ',' }}`, `"a,b,,c"`, `["a", "b", "", "c"]`}, {`{{ input | split: '' }}`, `"añ"`, `["a", "ñ"]`}},
		typeOf:   func(*checker, *Call, *Type, [maxParams]*Type) *Type { return ArrayType(kindType(String)) },
		eval: func(e *evaluator, v any, args [maxParams]any) (any, error) {
			s, sep := v.(string), args[0].(string)
			if err := e.spend(len(s)); err != nil {
				return nil, err
			}
			n := strings.Count(s, sep) + 1
			if err := e.spendArray(n, 1); err != nil {
				return nil, err
			}
			out := make([]any, 0, n)
			for _, part := range strings.Split(s, sep) {
				out = append(out, part)
			}
			return out, nil
		},
	},
}

// onText makes an evaluation of a function that at most triples its text.
func onText(change func(string) string) func(*evaluator, any, [maxParams]any) (any, error) {
	return func(e *evaluator, v any, _ [maxParams]any) (any, error) {
		s := v.(string)
		if err := e.spend(len(s)); err != nil {
			return nil, err
		}
		if s = change(s); len(s) > e.limits.Output {
			return nil, e.tooLong()
		}
		return s, nil
	}
}

var valueFilters = []*Filter{
	{
		Name: "default", Takes: anyKind, Params: []Param{{Name: "value", Kind: ValueParam}},
		Doc: "The value itself, or the argument when it is missing or null.", Result: "the input's type without null, or the argument's",
		Examples: []Example{
			{`{{ input.lang | default: 'en' }}`, `{}`, `"en"`},
			{`{{ input.lang | default: 'en' }}`, `{"lang": null}`, `"en"`},
			{`{{ input.lang | default: 'en' }}`, `{"lang": ""}`, `""`},
		},
		takesMissing: true,
		typeOf: func(_ *checker, _ *Call, in *Type, args [maxParams]*Type) *Type {
			if in.unknown {
				return unknownType
			}
			if !in.optional && in.Kinds()&Null == 0 {
				return in
			}
			if in = in.present().restrict(anyKind &^ Null); len(in.alts) == 0 {
				return args[0]
			}
			return union(in, args[0])
		},
		eval: func(_ *evaluator, v any, args [maxParams]any) (any, error) {
			if v == nil || v == Missing {
				return args[0], nil
			}
			return v, nil
		},
	},
	{
		Name: "json", Takes: anyKind, Doc: "The value as compact JSON with sorted keys.", Result: "string",
		Examples: []Example{{`{{ input | json }}`, `{"b": [1, 2.50], "a": "x"}`, `"{\"a\":\"x\",\"b\":[1,2.50]}"`}, {`{{ input | json }}`, `"x"`, `"\"x\""`}},
		typeOf:   gives(String),
		eval: func(e *evaluator, v any, _ [maxParams]any) (any, error) {
			b, err := e.appendJSON(nil, v, false, 0)
			return string(b), err
		},
	},
	{
		Name: "string", Takes: anyKind, Doc: "The value as it stands in mixed text: a string as it is, everything else as JSON.", Result: "string",
		Examples: []Example{{`{{ input | string }}`, `12.5`, `"12.5"`}, {`{{ input | string }}`, `"x"`, `"x"`}},
		typeOf:   gives(String),
		eval: func(e *evaluator, v any, _ [maxParams]any) (any, error) {
			if s, ok := v.(string); ok {
				return s, nil
			}
			b, err := e.appendText(nil, v)
			return string(b), err
		},
	},
	{
		Name: "number", Takes: numeric | String, Doc: "The number that a text tells, as JSON writes it; white space around it is allowed. A number stays as it is.", Result: "number",
		Examples: []Example{{`{{ input | number }}`, `" 2.5 "`, `2.5`}, {`{{ input | number }}`, `3`, `3`}},
		typeOf:   typeOfNumber(Number),
		eval:     func(e *evaluator, v any, _ [maxParams]any) (any, error) { return e.number(v) },
	},
	{
		Name: "integer", Takes: numeric | String, Doc: "The number as number has it, without its fraction.", Result: "integer",
		Examples: []Example{{`{{ input | integer }}`, `-2.75`, `-2`}, {`{{ input | integer }}`, `"1e3"`, `1000`}},
		typeOf:   typeOfNumber(Integer),
		eval: func(e *evaluator, v any, _ [maxParams]any) (any, error) {
			v, err := e.number(v)
			if err != nil {
				return nil, err
			}
			if text, _ := numberText(v); strings.ContainsAny(text, ".eE") {
				v = json.Number(parseDecimal(text).truncated().String())
			}
			return v, nil
		},
	},
}

// number reads a text as a number.
func (e *evaluator) number(v any) (any, error) {
	s, ok := v.(string)
	if !ok {
		return v, nil
	}
	if err := e.spend(len(s)); err != nil {
		return nil, err
	}
	if text := strings.TrimSpace(s); isJSONNumber(text) {
		return json.Number(text), nil
	}
	return nil, valueError("%q is not a number", shorten(strings.ToValidUTF8(s, string(utf8.RuneError))))
}

// numericText is what number and integer read.
var numericText = FromSchema(map[string]any{"anyOf": []any{
	map[string]any{"type": "number"},
	map[string]any{"type": "string", "pattern": `^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\s*$`},
}})

func typeOfNumber(kind Kind) func(*checker, *Call, *Type, [maxParams]*Type) *Type {
	return func(c *checker, call *Call, in *Type, _ [maxParams]*Type) *Type {
		if in.Kinds()&String != 0 && !in.unknown {
			c.mayFail(call.NameSpan, in.present(), numericText, "%q reads a number, and not every text tells one", call.Name)
			return kindType(kind)
		}
		if !in.unknown && in.Kinds() == Integer {
			return kindType(Integer)
		}
		return kindType(kind)
	}
}
