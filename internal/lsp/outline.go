package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

// The kinds of a symbol that the protocol has for ours.
const (
	kindModule   = 2
	kindFunction = 12
)

type documentSymbol struct {
	Name      string           `json:"name"`
	Detail    string           `json:"detail,omitempty"`
	Kind      int              `json:"kind"`
	Range     Range            `json:"range"`
	Selection Range            `json:"selectionRange"`
	Children  []documentSymbol `json:"children,omitempty"`
}

// outline lists the skills that a manifest describes, with their tools.
func (s *server) outline(ctx context.Context, p documentParams) (any, error) {
	q := s.ask(ctx, p.TextDocument.URI, Position{})
	list := []documentSymbol{}
	if q == nil {
		return list, nil
	}
	for _, sk := range q.Skills {
		if !slices.ContainsFunc(sk.Manifests, func(m *skill.Manifest) bool { return m.Path == q.Path }) {
			continue
		}
		whole, ok := q.span(q.File, 0, q.Size)
		if !ok {
			continue
		}
		item := documentSymbol{Name: cmp.Or(sk.ID.Text, sk.Dir), Detail: sk.Version.Text, Kind: kindModule, Range: whole, Selection: Range{whole.Start, whole.Start}}
		if at, ok := q.named(sk.ID); ok {
			item.Selection = at
		}
		for _, t := range sk.Exports {
			at, ok := q.named(t.Name)
			entry, whole := q.named(contract.Name{Pos: t.Pos, End: t.End})
			if ok && whole && t.Name.Text != "" && at != item.Selection {
				item.Children = append(item.Children, documentSymbol{Name: t.Name.Text, Kind: kindFunction, Range: entry, Selection: at})
			}
		}
		list = append(list, item)
	}
	return list, nil
}

// named is where a name stands in the document that is asked about.
func (q *query) named(name contract.Name) (Range, bool) {
	if q.FileAt(name.Pos) != q.File {
		return Range{}, false
	}
	return q.span(q.File, q.Offset(name.Pos), q.Offset(name.End))
}

// maxSymbols bounds how many symbols a search answers with: editors ask again
// with every letter.
const maxSymbols = 256

// search finds skills and tools by a part of their names.
func (s *server) search(_ context.Context, p searchParams) (any, error) {
	list := []map[string]any{}
	wanted := strings.ToLower(p.Query)
	for _, snap := range s.snapshots() {
		if snap.Workspace == nil {
			continue
		}
		at := s.placer(snap)
		add := func(name contract.Name, kind int, container string) {
			if len(list) < maxSymbols && strings.Contains(strings.ToLower(name.Text), wanted) {
				if place, ok := at.location(name.Pos, name.End); ok {
					list = append(list, map[string]any{"name": name.Text, "kind": kind, "location": place, "containerName": container})
				}
			}
		}
		for _, sk := range snap.Skills {
			add(sk.ID, kindModule, sk.Dir)
			for _, t := range sk.Exports {
				if t.Name.Pos != sk.ID.Pos {
					add(t.Name, kindFunction, sk.ID.Text)
				}
			}
		}
	}
	return list, nil
}

// documentLinks are the links of a Markdown file to files of the workspace.
func (s *server) documentLinks(ctx context.Context, p documentParams) (any, error) {
	q := s.ask(ctx, p.TextDocument.URI, Position{})
	list := []map[string]any{}
	if q == nil {
		return list, nil
	}
	for _, l := range q.links(q.File) {
		if r, ok := q.span(q.File, l.from, l.to); ok {
			list = append(list, map[string]any{"range": r, "target": q.uri(l.path)})
		}
	}
	return list, nil
}

type selectionRange struct {
	Range  Range           `json:"range"`
	Parent *selectionRange `json:"parent,omitempty"`
}

// selections are the values around places, from the innermost out: of a
// schema in a manifest its keywords, properties and branches.
func (s *server) selections(ctx context.Context, p selectionParams) (any, error) {
	list := []*selectionRange{}
	for _, at := range p.Positions {
		innermost := &selectionRange{Range: Range{at, at}}
		if q := s.ask(ctx, p.TextDocument.URI, at); q != nil {
			root, _ := q.data(q.Path)
			innermost = q.around(root, innermost)
		}
		list = append(list, innermost)
	}
	return list, nil
}

// around chains the ranges of the values that hold a place.
func (q *query) around(n *skill.Node, innermost *selectionRange) *selectionRange {
	at := q.Pos(q.offset)
	var outer *selectionRange
	push := func(from, to *skill.Node) bool {
		if from == nil || to == nil || at < from.Pos || at > to.End {
			return false
		}
		if r, ok := q.span(q.File, q.Offset(from.Pos), q.Offset(to.End)); ok && (outer == nil || outer.Range != r) {
			outer = &selectionRange{r, outer}
		}
		return true
	}
	for inside := push(n, n); inside; {
		inside = false
		for _, m := range n.Members {
			if m.Key == nil {
				inside = push(m.Value, m.Value)
			} else if inside = push(m.Key, m.Value); inside && at <= m.Key.End {
				push(m.Key, m.Key)
				return outer
			} else if inside {
				inside = push(m.Value, m.Value)
			}
			if inside {
				n = m.Value
				break
			}
		}
	}
	if outer == nil {
		return innermost
	}
	return outer
}
