package template

import "unicode/utf8"

var arrayFilters = []*Filter{
	{
		Name: "map", Takes: Array, Params: []Param{{Name: "field", Kind: FieldParam}},
		Doc: "The field of each item; items without it are left out.", Result: "array of the field's type",
		Examples: []Example{
			{`{{ input | map: name }}`, `[{"name": "a"}, {"name": "b"}, {}]`, `["a", "b"]`},
			{`{{ input | map: author.name }}`, `[{"author": {"name": "Ada"}}]`, `["Ada"]`},
			{`{{ input | map: 'full name' }}`, `[{"full name": "Ada"}]`, `["Ada"]`},
		},
		typeOf: func(c *checker, call *Call, in *Type, _ [maxParams]*Type) *Type {
			return ArrayType(c.field(call, in))
		},
		eval: func(e *evaluator, v any, args [maxParams]any) (any, error) {
			in, field := v.([]any), args[0].(*Path)
			if err := e.spendArray(len(in), len(field.Segments)); err != nil {
				return nil, err
			}
			out := make([]any, 0, len(in))
			for _, item := range in {
				if m := walk(item, field.Segments); m != Missing {
					out = append(out, m)
				}
			}
			return out, nil
		},
	},
	{
		Name: "where", Takes: Array, Params: []Param{{Name: "field", Kind: FieldParam}, {Name: "value", Kind: ValueParam}},
		Doc: "The items of which the field equals the value.", Result: "array of the same items",
		Examples: []Example{
			{`{{ input | where: level, 'high' | map: id }}`, `[{"id": 1, "level": "high"}, {"id": 2, "level": "low"}]`, `[1]`},
			{`{{ input | where: done, true | size }}`, `[{"done": true}, {"done": false}, {}]`, `1`},
		},
		typeOf: func(c *checker, call *Call, in *Type, args [maxParams]*Type) *Type {
			field := c.field(call, in)
			if value := args[1]; value != nil && !field.unknown && !value.unknown && !mayEqual(field, value) {
				c.never(call.Args[1].Range(), shorten(call.fieldName()), field, value)
			}
			return c.itemsOf(in)
		},
		eval: func(e *evaluator, v any, args [maxParams]any) (any, error) {
			in, field := v.([]any), args[0].(*Path)
			if err := e.spendArray(len(in), len(field.Segments)); err != nil {
				return nil, err
			}
			out := []any{}
			for _, item := range in {
				if equal(walk(item, field.Segments), args[1]) {
					out = append(out, item)
				}
			}
			return out, nil
		},
	},
	{
		Name: "sort", Takes: Array, Params: []Param{{Name: "field", Kind: FieldParam, Optional: true}},
		Doc:      "The items in rising order, of themselves or of a field: numbers by value, strings by code point. Equal ones keep their order, items without the field come last.",
		Result:   "array of the same items",
		Examples: []Example{{`{{ input | sort }}`, `[10, 9, 1.5]`, `[1.5, 9, 10]`}, {`{{ input | sort: n | map: n }}`, `[{"n": 2}, {}, {"n": 1}]`, `[1, 2]`}},
		typeOf:   typeOfSort,
		eval:     evalSort,
	},
	{
		Name: "uniq", Takes: Array,
		Doc: "The items without those that equal an earlier one.", Result: "array of the same items",
		Examples: []Example{{`{{ input | uniq }}`, `["a", "b", "a", 1, 1.0]`, `["a", "b", 1]`}},
		typeOf:   func(c *checker, _ *Call, in *Type, _ [maxParams]*Type) *Type { return c.itemsOf(in) },
		eval: func(e *evaluator, v any, _ [maxParams]any) (any, error) {
			in := v.([]any)
			if err := e.spendArray(len(in), 1); err != nil {
				return nil, err
			}
			seen := make(map[string]bool, len(in))
			out := make([]any, 0, len(in))
			var key []byte
			for _, item := range in {
				var err error
				if key, err = e.appendJSON(key[:0], item, true, 0); err != nil {
					return nil, err
				}
				if !seen[string(key)] {
					seen[string(key)] = true
					out = append(out, item)
				}
			}
			return out, nil
		},
	},
	{
		Name: "first", Takes: Array,
		Doc: "The first item; missing when there is none.", Result: "the item's type",
		Examples: []Example{{`{{ input | first }}`, `["a", "b"]`, `"a"`}, {`{{ input | first | default: 'none' }}`, `[]`, `"none"`}},
		typeOf: func(_ *checker, _ *Call, in *Type, _ [maxParams]*Type) *Type {
			if t := in.item(0); t != nil {
				return t
			}
			return (&Type{}).Optional()
		},
		eval: func(_ *evaluator, v any, _ [maxParams]any) (any, error) { return item(v, 0), nil },
	},
	{
		Name: "last", Takes: Array,
		Doc: "The last item; missing when there is none.", Result: "the item's type",
		Examples: []Example{{`{{ input | last }}`, `["a", "b"]`, `"b"`}},
		typeOf: func(_ *checker, _ *Call, in *Type, _ [maxParams]*Type) *Type {
			for _, a := range in.alts {
				if a.min == 0 {
					return in.items().Optional()
				}
			}
			return in.items()
		},
		eval: func(_ *evaluator, v any, _ [maxParams]any) (any, error) {
			if in := v.([]any); len(in) > 0 {
				return in[len(in)-1], nil
			}
			return Missing, nil
		},
	},
	{
		Name: "join", Takes: Array, Params: []Param{{Name: "separator", Kind: StringParam}},
		Doc: "The items as text, with the separator between them.", Result: "string",
		Examples: []Example{{`{{ input | join: ', ' }}`, `["a", 1, {"b": true}]`, `"a, 1, {\"b\":true}"`}, {`{{ input | join: '\n' }}`, `["a", "b"]`, `"a\nb"`}},
		typeOf:   gives(String),
		eval: func(e *evaluator, v any, args [maxParams]any) (any, error) {
			var b []byte
			for i, item := range v.([]any) {
				var err error
				if i > 0 {
					if b, err = e.appendText(b, args[0]); err != nil {
						return nil, err
					}
				}
				if b, err = e.appendText(b, item); err != nil {
					return nil, err
				}
			}
			return string(b), nil
		},
	},
	{
		Name: "size", Takes: Array | String | Object,
		Doc: "How many items, characters (code points) or members there are.", Result: "integer",
		Examples: []Example{{`{{ input | size }}`, `["a", "b"]`, `2`}, {`{{ input | size }}`, `"héé"`, `3`}, {`{{ input | size }}`, `{"a": 1}`, `1`}},
		typeOf:   gives(Integer),
		eval: func(e *evaluator, v any, _ [maxParams]any) (any, error) {
			switch v := v.(type) {
			case string:
				return numberInt(utf8.RuneCountInString(v)), e.spend(len(v))
			case []any:
				return numberInt(len(v)), nil
			}
			return numberInt(len(v.(map[string]any))), nil
		},
	},
	{
		Name: "slice", Takes: Array | String, Params: []Param{{Name: "start", Kind: IntegerParam}, {Name: "end", Kind: IntegerParam, Optional: true}},
		Doc:    "The items or characters (code points) from start to before end, which is the end of all when it is not given. Negative ones count from the end; behind the end there is nothing.",
		Result: "string, or array of the same items",
		Examples: []Example{
			{`{{ input | slice: 0, 2 }}`, `["a", "b", "c"]`, `["a", "b"]`},
			{`{{ input | slice: -2 }}`, `"hello"`, `"lo"`},
			{`{{ input | slice: 1, -1 }}`, `"hello"`, `"ell"`},
		},
		typeOf: func(c *checker, _ *Call, in *Type, _ [maxParams]*Type) *Type {
			if in.unknown {
				return unknownType
			}
			var types []*Type
			if in.Kinds()&String != 0 {
				types = append(types, kindType(String))
			}
			if in.Kinds()&Array != 0 {
				types = append(types, c.itemsOf(in.restrict(Array)))
			}
			return union(types...)
		},
		eval: evalSlice,
	},
}

// itemSize is the bytes that an item of an array counts for.
const itemSize = 16

// spendArray charges for an array of n items that is made, with steps for each.
func (e *evaluator) spendArray(n, steps int) error {
	if n*itemSize > e.limits.Output {
		return e.tooLong()
	}
	return e.spend(n * itemSize * max(steps, 1))
}

// itemsOf is an array of any number of the items that in has.
func (c *checker) itemsOf(in *Type) *Type { return ArrayType(in.items()) }

func (call *Call) fieldName() string {
	if field, err := fieldOf(call.Args[0]); err == nil {
		return field.String()
	}
	return ""
}

// field is the type of the member of the items that the first argument names.
func (c *checker) field(call *Call, in *Type) *Type {
	field, err := fieldOf(call.Args[0])
	items := in.items()
	if err != nil || items.unknown {
		return unknownType
	}
	if len(items.alts) == 0 {
		return items // arrays that are always empty
	}
	if first := field.Segments[0]; !first.IsIndex && items.Kinds()&Object == 0 {
		c.report(Mismatch, field.Span, "%q takes an array of objects, and this is %s", call.Name, in)
		return unknownType
	}
	return c.walk(items, field, 0)
}
