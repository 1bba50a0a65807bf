package vendors

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Value is a JSON value that keeps the order of its members. A schema is rewritten
// in place, on a clone.
type Value struct {
	kind    kind
	text    string // a scalar as JSON text; a string decoded
	members []member
}

type kind uint8

const (
	scalar kind = iota // null, true, false, a number
	text
	list
	object
)

type member struct {
	key   string // of an object
	value *Value
}

// errNoObject is returned for a schema that is no object.
var errNoObject = errors.New("the schema is no JSON object")

// maxDepth is how many values may stand in one another, as in the proof.
const maxDepth = 1000

// parse reads one JSON object.
func parse(doc []byte) (*Value, error) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	v, err := read(d, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more than one JSON value")
	}
	if v.kind != object {
		return nil, errNoObject
	}
	return v, nil
}

func read(d *json.Decoder, depth int) (*Value, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("the schema is nested deeper than %d", maxDepth)
	}
	switch t := t.(type) {
	case json.Delim:
		v := &Value{kind: object}
		if t == '[' {
			v.kind = list
		}
		for d.More() {
			var m member
			if v.kind == object {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				m.key = key.(string)
			}
			if m.value, err = read(d, depth+1); err != nil {
				return nil, err
			}
			v.members = append(v.members, m)
		}
		_, err := d.Token()
		return v, err
	case string:
		return &Value{kind: text, text: t}, nil
	case nil:
		return &Value{text: "null"}, nil
	}
	return &Value{text: fmt.Sprint(t)}, nil
}

func stringValue(s string) *Value { return &Value{kind: text, text: s} }

func boolValue(b bool) *Value { return &Value{text: strconv.FormatBool(b)} }

func listOf(vs ...*Value) *Value {
	l := &Value{kind: list}
	for _, v := range vs {
		l.members = append(l.members, member{value: v})
	}
	return l
}

// JSON returns the value as compact JSON.
func (v *Value) JSON() []byte { return v.append(nil) }

func (v *Value) append(b []byte) []byte {
	switch v.kind {
	case scalar:
		return append(b, v.text...)
	case text:
		return appendString(b, v.text)
	}
	open, end := byte('{'), byte('}')
	if v.kind == list {
		open, end = '[', ']'
	}
	b = append(b, open)
	for i, m := range v.members {
		if i > 0 {
			b = append(b, ',')
		}
		if v.kind == object {
			b = append(appendString(b, m.key), ':')
		}
		b = m.value.append(b)
	}
	return append(b, end)
}

func appendString(b []byte, s string) []byte {
	var quoted bytes.Buffer
	e := json.NewEncoder(&quoted)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always can be encoded
	return append(b, bytes.TrimSuffix(quoted.Bytes(), []byte("\n"))...)
}

// clone returns a deep copy.
func (v *Value) clone() *Value {
	if v == nil {
		return nil
	}
	c := *v
	c.members = make([]member, len(v.members))
	for i, m := range v.members {
		c.members[i] = member{m.key, m.value.clone()}
	}
	return &c
}

// get returns the value of a key, nil when it is not there or v is no object.
func (v *Value) get(key string) *Value {
	if v == nil || v.kind != object {
		return nil
	}
	for _, m := range v.members {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

func (v *Value) has(key string) bool { return v.get(key) != nil }

// set gives a key a value, at its place or at the end.
func (v *Value) set(key string, value *Value) {
	for i, m := range v.members {
		if m.key == key {
			v.members[i].value = value
			return
		}
	}
	v.members = append(v.members, member{key, value})
}

func (v *Value) remove(key string) {
	v.members = slices.DeleteFunc(v.members, func(m member) bool { return m.key == key })
}

// items returns the elements of a list.
func (v *Value) items() []*Value {
	if v == nil || v.kind != list {
		return nil
	}
	var all []*Value
	for _, m := range v.members {
		all = append(all, m.value)
	}
	return all
}

// entries returns the members of an object.
func (v *Value) entries() []member {
	if v == nil || v.kind != object {
		return nil
	}
	return v.members
}

// str returns the text of a string.
func (v *Value) str() (string, bool) {
	if v == nil || v.kind != text {
		return "", false
	}
	return v.text, true
}

// is reports whether the value is this scalar: "true", "null", "1".
func (v *Value) is(literal string) bool { return v != nil && v.kind == scalar && v.text == literal }

// number returns an integer.
func (v *Value) number() (int64, bool) {
	if v == nil || v.kind != scalar {
		return 0, false
	}
	n, err := strconv.ParseInt(v.text, 10, 64)
	return n, err == nil
}

// types returns what the keyword type of a schema lists.
func (v *Value) types() []string {
	t := v.get("type")
	if s, ok := t.str(); ok {
		return []string{s}
	}
	var all []string
	for _, item := range t.items() {
		if s, ok := item.str(); ok {
			all = append(all, s)
		}
	}
	return all
}

// at returns the value that a JSON pointer (RFC 6901) names, or nil.
func (v *Value) at(pointer string) *Value {
	for _, part := range strings.Split(pointer, "/")[1:] {
		part = strings.NewReplacer("~1", "/", "~0", "~").Replace(part)
		if v != nil && v.kind == list {
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v.members) {
				return nil
			}
			v = v.members[i].value
			continue
		}
		v = v.get(part)
	}
	return v
}

// step appends a part to a JSON pointer.
func step(pointer, part string) string {
	return pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(part)
}
