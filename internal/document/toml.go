package document

import (
	"bytes"
	"errors"
	"go/token"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxTOML bounds the lines with keys and tables of a TOML document: what keeps
// them apart takes time that is quadratic in their number.
const maxTOML = 5_000

// ParseTOML reads a TOML document into a Map. base is the position of src[0].
// Dates and times become strings.
func ParseTOML(src []byte, base token.Pos) (n *Node, err error) {
	r := &tomlReader{base: base, members: map[tomlMember]*Node{}}
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			n, err = nil, syntax
		}
	}()
	root := r.document(src)
	var valid map[string]any // the tree alone does not tell where the syntax ends, and what is defined twice
	if err := toml.Unmarshal(src, &valid); err != nil {
		return nil, tomlError(src, err)
	}
	return root, nil
}

func tomlError(src []byte, err error) error {
	at := 0
	var e *toml.DecodeError
	if errors.As(err, &e) {
		row, column := e.Position()
		for ; row > 1; row-- {
			at += bytes.IndexByte(src[at:], '\n') + 1
		}
		at = min(at+column-1, len(src))
	}
	width, says := 1, strings.TrimPrefix(err.Error(), "toml: ")
	if strings.HasPrefix(says, "invalid escape character") {
		if at > 0 && src[min(at, len(src)-1)] != '\\' {
			at-- // it is said to be at what stands behind the backslash, but in a text of several lines
		}
		width = 2
		says = `TOML has no such escape in a text in double quotes: write \\ for a backslash, or put the text in single quotes (''')`
	}
	return &SyntaxError{at, min(at+width, len(src)), says}
}

// tomlReader leaves by a panic with a *SyntaxError, which ParseTOML recovers.
type tomlReader struct {
	unstable.Parser
	base    token.Pos
	members map[tomlMember]*Node
}

// A tomlMember is a key of a table.
type tomlMember struct {
	table *Node
	key   string
}

// add adds a key and its value to a table.
func (r *tomlReader) add(table, key, value *Node) {
	table.Members = append(table.Members, Member{Key: key, Value: value})
	if _, again := r.members[tomlMember{table, key.Text}]; !again {
		r.members[tomlMember{table, key.Text}] = value
	}
}

func (r *tomlReader) document(src []byte) *Node {
	r.Reset(src)
	root := &Node{Kind: Map, Pos: r.base, End: r.base + token.Pos(len(src))}
	table, depth := root, 0
	for n := 0; r.NextExpression(); n++ {
		if n == maxTOML {
			panic(&SyntaxError{0, 0, "the file holds more than 5000 keys and tables and was not read"})
		}
		switch e := r.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, depth = r.table(root, e.Key(), e.Kind == unstable.ArrayTable)
		case unstable.KeyValue:
			r.set(table, e, depth)
		}
	}
	return root
}

func (r *tomlReader) span(raw unstable.Range) (pos, end token.Pos) {
	return r.base + token.Pos(raw.Offset), r.base + token.Pos(raw.Offset+raw.Length)
}

func (r *tomlReader) key(n *unstable.Node, depth int) *Node {
	pos, end := r.span(n.Raw)
	if depth > maxDepth {
		panic(&SyntaxError{int(n.Raw.Offset), int(n.Raw.Offset + n.Raw.Length), "nested deeper than 256 levels"})
	}
	return &Node{Kind: String, Text: string(n.Data), Pos: pos, End: end}
}

// table returns the table that a dotted key names, and how deep it is; of an
// array of tables the last, or with array a new one. What is not there is made.
func (r *tomlReader) table(n *Node, keys unstable.Iterator, array bool) (*Node, int) {
	depth := 0
	for keys.Next() {
		depth++
		key := r.key(keys.Node(), depth)
		inner := r.members[tomlMember{n, key.Text}]
		if inner == nil {
			inner = &Node{Kind: Map, Pos: key.Pos, End: key.End}
			if array && keys.IsLast() {
				inner.Kind = List
			}
			r.add(n, key, inner)
		}
		if array && keys.IsLast() {
			inner.Members = append(inner.Members, Member{Value: &Node{Kind: Map, Pos: key.Pos, End: key.End}})
		}
		if inner.Is(List) && len(inner.Members) > 0 {
			inner = inner.Members[len(inner.Members)-1].Value
		}
		n = inner
	}
	return n, depth
}

// set adds a key and its value to a table.
func (r *tomlReader) set(table *Node, e *unstable.Node, depth int) {
	_, end := r.span(e.Raw)
	keys := e.Key()
	for keys.Next() {
		depth++
		key := r.key(keys.Node(), depth)
		inner := r.members[tomlMember{table, key.Text}]
		switch {
		case keys.IsLast():
			inner = r.value(e.Value(), key.End, end, depth)
			r.add(table, key, inner)
		case inner == nil:
			inner = &Node{Kind: Map, Pos: key.Pos, End: key.End}
			r.add(table, key, inner)
		}
		table = inner
	}
}

var tomlKinds = map[unstable.Kind]Kind{
	unstable.Bool: Bool, unstable.Integer: Number, unstable.Float: Number, unstable.Array: List, unstable.InlineTable: Map,
}

// value reads a value. Arrays and inline tables have no range of their own: they
// are given that of what holds them.
func (r *tomlReader) value(v *unstable.Node, pos, end token.Pos, depth int) *Node {
	n := &Node{Kind: String, Text: string(v.Data), Pos: pos, End: end, Plain: v.Kind != unstable.String}
	if kind, ok := tomlKinds[v.Kind]; ok {
		n.Kind = kind
	}
	if depth > maxDepth {
		panic(&SyntaxError{int(pos - r.base), int(end - r.base), "nested deeper than 256 levels"})
	}
	switch children := v.Children(); v.Kind {
	case unstable.Array:
		for children.Next() {
			n.Members = append(n.Members, Member{Value: r.value(children.Node(), pos, end, depth+1)})
		}
	case unstable.InlineTable:
		n.Text = ""
		for children.Next() {
			r.set(n, children.Node(), depth)
		}
	default:
		if v.Raw.Length > 0 {
			n.Pos, n.End = r.span(v.Raw)
		}
	}
	return n
}
