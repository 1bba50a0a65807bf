package template

import (
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Document is a JSON value in which every string is a template: the input of a
// pipeline's step, or an outputMapping. Keys are plain text.
type Document struct {
	root  *docNode
	depth bool // the value is nested too deeply to be read
}

type docNode struct {
	pointer  string
	template *Template // of strings
	value    any       // of everything else that is no object or array
	keys     []string  // of objects, sorted
	children []*docNode
	kind     Kind
}

// Compile parses the strings of a value as decoded from JSON.
func Compile(v any) *Document {
	d := &Document{}
	d.root = d.compile(v, "", 0)
	return d
}

func (d *Document) compile(v any, pointer string, depth int) *docNode {
	n := &docNode{pointer: pointer, kind: kindOf(v), value: v}
	if depth > maxDepth*4 {
		d.depth = true
		return n
	}
	switch v := v.(type) {
	case string:
		n.template = Parse(v)
	case []any:
		for i, item := range v {
			n.children = append(n.children, d.compile(item, pointer+"/"+strconv.Itoa(i), depth+1))
		}
	case map[string]any:
		n.keys = slices.Sorted(maps.Keys(v))
		for _, key := range n.keys {
			n.children = append(n.children, d.compile(v[key], pointer+"/"+escapePointer(key), depth+1))
		}
	}
	return n
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(key string) string { return pointerEscapes.Replace(key) }

// Templates yields each string of the document with its JSON Pointer, keys in sorted order.
func (d *Document) Templates() iter.Seq2[string, *Template] {
	return func(yield func(string, *Template) bool) { d.root.templates(yield) }
}

func (n *docNode) templates(yield func(string, *Template) bool) bool {
	if n.template != nil {
		return yield(n.pointer, n.template)
	}
	for _, child := range n.children {
		if !child.templates(yield) {
			return false
		}
	}
	return true
}

// Eval evaluates every template of the document under one budget of work. A member or item whose
// template gives Missing is left out; the value itself may be Missing. Errors are *EvalError with the pointer.
func (d *Document) Eval(data map[string]any, limits Limits) (any, error) {
	if d.depth {
		return nil, limitError("the value is nested deeper than %d", maxDepth*4)
	}
	e := evaluator{data: data, limits: limits}
	return e.document(d.root)
}

func (e *evaluator) document(n *docNode) (any, error) {
	switch {
	case n.template != nil:
		v, err := e.template(n.template)
		if err != nil {
			err.(*EvalError).Pointer = n.pointer
		}
		return v, err
	case n.kind == Object:
		object := make(map[string]any, len(n.children))
		for i, child := range n.children {
			v, err := e.document(child)
			if err != nil {
				return nil, err
			}
			if v != Missing {
				object[n.keys[i]] = v
			}
		}
		return object, nil
	case n.kind == Array:
		array := make([]any, 0, len(n.children))
		for _, child := range n.children {
			v, err := e.document(child)
			if err != nil {
				return nil, err
			}
			if v != Missing {
				array = append(array, v)
			}
		}
		return array, nil
	}
	return n.value, nil
}
