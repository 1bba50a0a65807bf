package lsp

import (
	"go/token"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// data is what a file holds as keys and values, and the JSON Schema of its
// dialect; nils for a file without any.
func (n *snapshot) data(path string) (root, schema *skill.Node) {
	if f := n.File(path); path == lint.ConfigName && f != nil {
		return f.Read().Root, document.MustParse(lint.ConfigSchema)
	}
	m := n.ManifestAt(path)
	if m == nil || m.Dialect.Schema == nil {
		return nil, nil
	}
	return m.Root, document.MustParse(m.Dialect.Schema)
}

// pathTo returns the keys from the root of a document to the innermost key or
// value at a position, "*" for an element of a list, and the key itself when
// the position is on one.
func pathTo(n *skill.Node, at token.Pos) (path []string, key *skill.Node) {
	for n != nil {
		var next *skill.Node
		for _, m := range n.Members {
			switch {
			case m.Key != nil && m.Key.Pos <= at && at <= m.Key.End:
				return append(path, m.Key.Text), m.Key
			case m.Value != nil && m.Value.Pos <= at && at <= m.Value.End:
				step := "*"
				if m.Key != nil {
					step = m.Key.Text
				}
				path, next = append(path, step), m.Value
			}
		}
		n = next
	}
	return path, nil
}

// maxSchemas bounds how many schemas say something about one value: a schema
// may refer to itself.
const maxSchemas = 64

// schemasAt returns the schemas that a schema has for the value at a path.
func schemasAt(root *skill.Node, path []string) []*skill.Node {
	list := spread(root, []*skill.Node{root})
	for _, step := range path {
		var next []*skill.Node
		for _, s := range list {
			switch property := s.Get("properties").Get(step); {
			case step == "*":
				next = append(next, s.Get("items"))
			case property != nil:
				next = append(next, property)
			default:
				next = append(next, s.Get("additionalProperties"))
			}
		}
		list = spread(root, next)
	}
	return list
}

// spread adds to schemas those that they refer to or are made of.
func spread(root *skill.Node, list []*skill.Node) []*skill.Node {
	var all []*skill.Node
	for len(list) > 0 && len(all) < maxSchemas {
		s := list[0]
		list = list[1:]
		if !s.Is(skill.Map) {
			continue
		}
		all = append(all, s)
		if ref, ok := strings.CutPrefix(s.Get("$ref").Str(), "#"); ok {
			_, to := root.Find(ref)
			list = append(list, to)
		}
		for _, key := range []string{"allOf", "anyOf", "oneOf"} {
			for _, item := range s.Get(key).Items() {
				list = append(list, item.Value)
			}
		}
	}
	return all
}

// describe returns what schemas say about a value: the first description.
func describe(list []*skill.Node) string {
	for _, s := range list {
		if text := s.Get("description").Str(); text != "" {
			return text
		}
	}
	return ""
}

// allowed returns the values that schemas list for a value.
func values(list []*skill.Node) []string {
	var all []string
	for _, s := range list {
		for _, item := range s.Get("enum").Items() {
			all = append(all, item.Value.Text)
		}
		if c := s.Get("const"); c != nil {
			all = append(all, c.Text)
		}
		if s.Get("type").Str() == "boolean" {
			all = append(all, "true", "false")
		}
	}
	return all
}
