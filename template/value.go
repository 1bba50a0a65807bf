package template

import (
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/wording"
)

// A Kind is a set of the kinds that JSON values have; an integer is a number too.
type Kind uint8

const (
	Null Kind = 1 << iota
	Boolean
	Integer
	Number // with a fraction, or not known to be without
	String
	Array
	Object

	numeric = Integer | Number
	anyKind = Null | Boolean | Integer | Number | String | Array | Object
)

var kindNames = []struct {
	kind Kind
	name string
}{
	{Null, "null"}, {Boolean, "boolean"}, {Integer, "integer"}, {Number, "number"},
	{String, "string"}, {Array, "array"}, {Object, "object"},
}

// name is the word of one kind in JSON Schema.
func (k Kind) name() string {
	for _, n := range kindNames {
		if k == n.kind {
			return n.name
		}
	}
	return "unknown"
}

// String lists the kinds in words, such as "a string or an array".
func (k Kind) String() string {
	if k&Number != 0 {
		k &^= Integer
	}
	var names []string
	for _, n := range kindNames {
		if k&n.kind != 0 {
			names = append(names, wording.WithArticle(n.name))
		}
	}
	return wording.Or(names)
}

// Missing is the value of a path that leads nowhere: an absent member, an index behind
// the end. It is no JSON value: a document leaves the member out, text has nothing in its place.
var Missing any = missing{}

type missing struct{}

// kindOf returns the kind of a JSON value: an Integer when a number has no fraction. It
// is 0 for what is no JSON value.
func kindOf(v any) Kind {
	switch v := v.(type) {
	case nil:
		return Null
	case bool:
		return Boolean
	case string:
		return String
	case []any:
		return Array
	case map[string]any:
		return Object
	case float64:
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			return 0
		case v == math.Trunc(v):
			return Integer
		}
		return Number
	case int, int64, uint64:
		return Integer
	}
	text, ok := numberText(v)
	switch {
	case !ok:
		return 0
	case parseDecimal(text).isInteger():
		return Integer
	}
	return Number
}

// equal is equality of JSON: numbers by value, objects without order; Missing equals null.
func equal(x, y any) bool {
	if x == nil || x == Missing {
		return y == nil || y == Missing
	}
	switch x := x.(type) {
	case bool:
		y, ok := y.(bool)
		return ok && x == y
	case string:
		y, ok := y.(string)
		return ok && x == y
	case []any:
		y, ok := y.([]any)
		return ok && slices.EqualFunc(x, y, equal)
	case map[string]any:
		y, ok := y.(map[string]any)
		return ok && maps.EqualFunc(x, y, equal)
	}
	return kindOf(x)&numeric != 0 && kindOf(y)&numeric != 0 && compareNumbers(x, y) == 0
}

// truthy is the truth of a value in a condition, as JavaScript has
// it: false, null, a missing value, 0 and "" are false, everything else is true.
func truthy(v any) bool {
	switch v := v.(type) {
	case nil, missing:
		return false
	case bool:
		return v
	case string:
		return v != ""
	}
	if text, ok := numberText(v); ok {
		return parseDecimal(text).digits != ""
	}
	return true
}

// member and item are one step down a path; what is not there is Missing.
func member(v any, name string) any {
	if m, ok := v.(map[string]any); ok {
		if v, ok := m[name]; ok {
			return v
		}
	}
	return Missing
}

func item(v any, index int) any {
	if a, ok := v.([]any); ok && index < len(a) {
		return a[index]
	}
	return Missing
}

// walk goes down from v.
func walk(v any, segments []Segment) any {
	for i := range segments {
		if s := &segments[i]; s.IsIndex {
			v = item(v, s.Index)
		} else {
			v = member(v, s.Name)
		}
	}
	return v
}

// appendJSON writes a value as compact JSON with sorted keys. The text is canonical only
// when canonical is set: then numbers that are equal are written alike.
func (e *evaluator) appendJSON(b []byte, v any, canonical bool, depth int) ([]byte, error) {
	start := len(b)
	if depth > maxJSONDepth {
		return b, limitError("a value is nested deeper than %d", maxJSONDepth)
	}
	var err error
	switch v := v.(type) {
	case nil:
		b = append(b, "null"...)
	case bool:
		if v {
			b = append(b, "true"...)
		} else {
			b = append(b, "false"...)
		}
	case string:
		b = appendJSONString(b, v)
	case []any:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = e.appendJSON(b, item, canonical, depth+1); err != nil {
				return b, err
			}
		}
		return append(b, ']'), e.spend(2)
	case map[string]any:
		b = append(b, '{')
		for i, key := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendJSONString(b, key), ':')
			if err := e.spend(len(key) + 3); err != nil {
				return b, err
			}
			if b, err = e.appendJSON(b, v[key], canonical, depth+1); err != nil {
				return b, err
			}
		}
		return append(b, '}'), e.spend(2)
	default:
		text, ok := numberText(v)
		if !ok {
			return b, valueError("a value of the Go type %T is no JSON", v)
		}
		if canonical {
			text = parseDecimal(text).String()
		}
		b = append(b, text...)
	}
	if len(b) > e.limits.Output {
		return b, e.tooLong()
	}
	return b, e.spend(len(b) - start + 1)
}

func appendJSONString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			switch {
			case c == '"' || c == '\\':
				b = append(b, '\\', c)
			case c == '\n':
				b = append(b, `\n`...)
			case c == '\r':
				b = append(b, `\r`...)
			case c == '\t':
				b = append(b, `\t`...)
			case c < 0x20:
				b = append(b, `\u00`...)
				b = append(b, hexDigits[c>>4], hexDigits[c&15])
			default:
				b = append(b, c)
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		b = utf8.AppendRune(b, r)
		i += n
	}
	return append(b, '"')
}
