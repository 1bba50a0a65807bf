package document

import (
	"encoding/json"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// A Kind is the JSON kind of a Node.
type Kind uint8

const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
	Unknown // computed by code; never in a manifest
)

func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object", "unknown"}[k]
}

// A Node is one value of a manifest, whether it was written in YAML or JSON.
// It keeps what the author wrote: order, duplicate keys, and the text of
// numbers. The methods accept a nil Node, which stands for an absent value.
type Node struct {
	Kind Kind
	// Plain says that a scalar was written without quotes, so that YAML
	// chose its kind: 1.10 is the number 1.1.
	Plain bool
	// Text is a string's decoded text, or the literal of another scalar.
	Text     string
	Pos, End token.Pos
	Members  []Member
}

// A Member is an element of a List (Key is nil) or an entry of a Map.
type Member struct{ Key, Value *Node }

// Get returns the value of a map's key, the first if it was written twice.
func (n *Node) Get(key string) *Node {
	_, v := n.Entry(key)
	return v
}

// Entry returns the key and value of a map's entry, or nils.
func (n *Node) Entry(key string) (k, v *Node) {
	if n == nil || n.Kind != Map {
		return nil, nil
	}
	for _, m := range n.Members {
		if m.Key.Text == key {
			return m.Key, m.Value
		}
	}
	return nil, nil
}

// Items returns the elements of a list, none for anything else.
func (n *Node) Items() []Member {
	if n == nil || n.Kind != List {
		return nil
	}
	return n.Members
}

// Entries returns the entries of a map, none for anything else.
func (n *Node) Entries() []Member {
	if n == nil || n.Kind != Map {
		return nil
	}
	return n.Members
}

// Values are the values at a path of keys, of which "*" is any.
func (n *Node) Values(keys ...string) []*Node {
	if len(keys) == 0 {
		return []*Node{n}
	}
	var values []*Node
	for _, e := range n.Entries() {
		if keys[0] == "*" || keys[0] == e.Key.Text {
			values = append(values, e.Value.Values(keys[1:]...)...)
		}
	}
	return values
}

// All returns the values at a path of keys; "*" stands for every element of
// a list.
func (n *Node) All(path ...string) []*Node {
	if n == nil {
		return nil
	}
	if len(path) == 0 {
		return []*Node{n}
	}
	if path[0] != "*" {
		return n.Get(path[0]).All(path[1:]...)
	}
	var all []*Node
	for _, item := range n.Items() {
		all = append(all, item.Value.All(path[1:]...)...)
	}
	return all
}

// Str returns the text of a string, "" for anything else.
func (n *Node) Str() string {
	if n == nil || n.Kind != String {
		return ""
	}
	return n.Text
}

// True reports whether the value is the boolean true.
func (n *Node) True() bool { return n != nil && n.Kind == Bool && strings.EqualFold(n.Text, "true") }

// Is reports whether the value is there and of that kind.
func (n *Node) Is(k Kind) bool { return n != nil && n.Kind == k }

// JSON returns the value as compact JSON. Of a key written twice the first
// counts; numbers that JSON cannot write (hexadecimal, .inf) become decimal
// ones or null.
func (n *Node) JSON() []byte { return n.appendJSON(nil) }

func (n *Node) appendJSON(b []byte) []byte {
	if n == nil {
		return append(b, "null"...)
	}
	switch n.Kind {
	case Bool:
		return strconv.AppendBool(b, n.True())
	case Number:
		return append(b, n.number()...)
	case String:
		return appendQuoted(b, n.Text)
	case List:
		b = append(b, '[')
		for i, m := range n.Members {
			if i > 0 {
				b = append(b, ',')
			}
			b = m.Value.appendJSON(b)
		}
		return append(b, ']')
	case Map:
		b = append(b, '{')
		seen := make(map[string]bool, len(n.Members))
		for _, m := range n.Members {
			if seen[m.Key.Text] {
				continue
			}
			if len(seen) > 0 {
				b = append(b, ',')
			}
			seen[m.Key.Text] = true
			b = append(appendQuoted(b, m.Key.Text), ':')
			b = m.Value.appendJSON(b)
		}
		return append(b, '}')
	}
	return append(b, "null"...)
}

func appendQuoted(b []byte, s string) []byte {
	q, _ := json.Marshal(s) // cannot fail for a string
	return append(b, q...)
}

// number returns the JSON literal of a Number.
func (n *Node) number() string {
	if json.Valid([]byte(n.Text)) {
		return n.Text
	}
	text := strings.ReplaceAll(n.Text, "_", "")
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return strconv.FormatInt(i, 10)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return "null"
}

// Value returns the value as package json decodes it: nil, bool,
// json.Number, string, []any or map[string]any.
func (n *Node) Value() any {
	if n == nil {
		return nil
	}
	switch n.Kind {
	case Bool:
		return n.True()
	case Number:
		if lit := n.number(); lit != "null" {
			return json.Number(lit)
		}
		return nil
	case String:
		return n.Text
	case List:
		list := make([]any, len(n.Members))
		for i, m := range n.Members {
			list[i] = m.Value.Value()
		}
		return list
	case Map:
		object := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			if _, again := object[m.Key.Text]; !again {
				object[m.Key.Text] = m.Value.Value()
			}
		}
		return object
	}
	return nil
}

// Find returns the value at a JSON pointer (RFC 6901), or the nearest
// enclosing one, and the key that names it when it is a map's value.
func (n *Node) Find(pointer string) (key, value *Node) {
	value = n
	for pointer != "" {
		var step string
		step, pointer, _ = strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
		if pointer != "" {
			pointer = "/" + pointer
		}
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		k, v := value.step(step)
		if v == nil {
			return key, value
		}
		key, value = k, v
	}
	return key, value
}

func (n *Node) step(s string) (key, value *Node) {
	if n.Kind == List {
		if i, err := strconv.Atoi(s); err == nil && i >= 0 && i < len(n.Members) {
			return nil, n.Members[i].Value
		}
		return nil, nil
	}
	return n.Entry(s)
}

// At returns where the value at a JSON pointer stands: the first half of a
// contract.Document, with JSON the second.
func (n *Node) At(pointer string) (pos, end token.Pos) {
	_, v := n.Find(pointer)
	return v.Pos, v.End
}

// MoveTo gives a value and all in it one place.
func (n *Node) MoveTo(pos, end token.Pos) {
	n.Pos, n.End = pos, end
	for _, m := range n.Members {
		if m.Key != nil {
			m.Key.Pos, m.Key.End = pos, end
		}
		m.Value.MoveTo(pos, end)
	}
}
