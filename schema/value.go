package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"unicode/utf8"
)

// Kind is one of the six kinds that partition all JSON values. An integer is a number.
type Kind uint8

// The kinds of RFC 8259.
const (
	Null Kind = iota
	Boolean
	Number
	String
	Array
	Object
	numKinds
)

var kindNames = [numKinds]string{"null", "boolean", "number", "string", "array", "object"}

func (k Kind) String() string { return kindNames[k] }

// Value is an immutable JSON value. Numbers are exact decimals, strings are sequences of code points, and the
// members of an object are ordered by name, so equal values have equal bytes. Make one with ParseValue or ValueOf.
type Value struct {
	kind  Kind
	b     bool
	num   num
	str   string
	names []string // of an object, sorted
	elems []*Value // of an array, or beside names
}

var (
	nullValue   = &Value{kind: Null}
	falseValue  = &Value{kind: Boolean}
	trueValue   = &Value{kind: Boolean, b: true}
	emptyArray  = &Value{kind: Array}
	emptyObject = &Value{kind: Object}
	emptyString = &Value{kind: String}
)

func boolValue(b bool) *Value {
	if b {
		return trueValue
	}
	return falseValue
}
func numValue(n num) *Value        { return &Value{kind: Number, num: n} }
func stringValue(s string) *Value  { return &Value{kind: String, str: s} }
func arrayValue(e []*Value) *Value { return &Value{kind: Array, elems: e} }

// objectValue sorts the members in place.
func objectValue(names []string, elems []*Value) *Value {
	v := &Value{kind: Object, names: names, elems: elems}
	if !sort.StringsAreSorted(names) {
		sort.Sort((*byName)(v))
	}
	return v
}

type byName Value

func (o *byName) Len() int           { return len(o.names) }
func (o *byName) Less(i, j int) bool { return o.names[i] < o.names[j] }
func (o *byName) Swap(i, j int) {
	o.names[i], o.names[j] = o.names[j], o.names[i]
	o.elems[i], o.elems[j] = o.elems[j], o.elems[i]
}

// Kind of the value.
func (v *Value) Kind() Kind { return v.kind }

// get is the member of that name, or nil.
func (v *Value) get(name string) *Value {
	if i, ok := v.find(name); ok {
		return v.elems[i]
	}
	return nil
}

func (v *Value) find(name string) (int, bool) {
	lo, hi := 0, len(v.names)
	for lo < hi {
		m := (lo + hi) / 2
		if v.names[m] < name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, lo < len(v.names) && v.names[lo] == name
}

// equal is JSON Schema's equality: by value, 1 = 1.0, the order of members is irrelevant, strings by code points.
func equal(a, b *Value) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind {
		return false
	}
	switch a.kind {
	case Boolean:
		return a.b == b.b
	case Number:
		return a.num.equal(b.num)
	case String:
		return a.str == b.str
	case Array, Object:
		if len(a.elems) != len(b.elems) {
			return false
		}
		for i := range a.names {
			if a.names[i] != b.names[i] {
				return false
			}
		}
		for i := range a.elems {
			if !equal(a.elems[i], b.elems[i]) {
				return false
			}
		}
	}
	return true
}

// appendJSON writes the canonical form: members sorted, no space, shortest numbers.
func (v *Value) appendJSON(b []byte) []byte {
	switch v.kind {
	case Null:
		return append(b, "null"...)
	case Boolean:
		return strconv.AppendBool(b, v.b)
	case Number:
		return append(b, v.num.String()...)
	case String:
		return appendString(b, v.str)
	case Array:
		b = append(b, '[')
		for i, e := range v.elems {
			if i > 0 {
				b = append(b, ',')
			}
			b = e.appendJSON(b)
		}
		return append(b, ']')
	}
	b = append(b, '{')
	for i, e := range v.elems {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendString(b, v.names[i])
		b = append(b, ':')
		b = e.appendJSON(b)
	}
	return append(b, '}')
}

func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == '\t':
			b = append(b, '\\', 't')
		case c < 0x20 || c == 0x7f:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		case c == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xa8 || s[i+2] == 0xa9):
			b = append(b, '\\', 'u', '2', '0', '2', hex[s[i+2]&15])
			i += 2
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}

// String is the canonical JSON text.
func (v *Value) String() string { return string(v.appendJSON(nil)) }

// MarshalJSON returns the canonical JSON text.
func (v *Value) MarshalJSON() ([]byte, error) { return v.appendJSON(nil), nil }

// size is the number of values inside, itself included.
func (v *Value) size() int {
	n := 1
	for _, e := range v.elems {
		n += e.size()
	}
	return n
}

// huge reports a number inside that jsonschema v6 may take for ever or panic on.
func (v *Value) huge() bool {
	if v.kind == Number {
		return v.num.e > 2000 || v.num.e < -2000 || v.num.big != nil && v.num.big.BitLen() > 7000
	}
	for _, e := range v.elems {
		if e.huge() {
			return true
		}
	}
	return false
}

// ValueOf turns what encoding/json decodes into (nil, bool, float64, json.Number, string, []any, map[string]any), the
// integer types, a *Value, or anything that marshals to JSON, into a Value.
func ValueOf(x any) (*Value, error) { return valueOf(x, 0) }

func valueOf(x any, depth int) (*Value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nesting deeper than %d", maxDepth)
	}
	switch x := x.(type) {
	case nil:
		return nullValue, nil
	case *Value:
		return x, nil
	case bool:
		return boolValue(x), nil
	case string:
		if !utf8.ValidString(x) {
			return nil, fmt.Errorf("a string is not valid UTF-8")
		}
		return stringValue(x), nil
	case json.Number:
		n, ok := parseNum(string(x))
		if !ok {
			return nil, fmt.Errorf("%q is no number", string(x))
		}
		return numValue(n), nil
	case int:
		return numValue(numOf(int64(x))), nil
	case int64:
		return numValue(numOf(x)), nil
	case float64:
		n, ok := parseNum(strconv.FormatFloat(x, 'e', -1, 64))
		if !ok {
			return nil, fmt.Errorf("%v is no JSON number", x)
		}
		return numValue(n), nil
	case []any:
		es := make([]*Value, len(x))
		for i := range x {
			e, err := valueOf(x[i], depth+1)
			if err != nil {
				return nil, err
			}
			es[i] = e
		}
		return arrayValue(es), nil
	case map[string]any:
		names := make([]string, 0, len(x))
		for k := range x {
			names = append(names, k)
		}
		sort.Strings(names)
		es := make([]*Value, len(names))
		for i, k := range names {
			if !utf8.ValidString(k) {
				return nil, fmt.Errorf("a member's name is not valid UTF-8")
			}
			e, err := valueOf(x[k], depth+1)
			if err != nil {
				return nil, err
			}
			es[i] = e
		}
		return objectValue(names, es), nil
	}
	text, err := json.Marshal(x)
	if err != nil {
		return nil, err
	}
	return ParseValue(bytes.TrimSpace(text))
}
