package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// A query is a place that a client asks about, in the last verdict.
type query struct {
	*placer
	*skill.File
	offset int
}

// verdictOn waits for the first verdict on a file's workspace, and returns the
// last; nil for a file that no root has.
func (s *server) verdictOn(ctx context.Context, uri string) (last *snapshot, rel string) {
	path, ok := pathOf(uri)
	if !ok {
		return nil, ""
	}
	r := s.rootOf(realPath(path))
	if r == nil {
		return nil, ""
	}
	select {
	case <-ctx.Done():
		return nil, ""
	case <-r.first:
	}
	if last = r.last.Load(); last == nil || last.Workspace == nil {
		return nil, ""
	}
	rel, _ = r.rel(realPath(path))
	return last, rel
}

// ask finds what a client asks about; nil for a file that no root has, and for
// a place that is being edited.
func (s *server) ask(ctx context.Context, uri string, at Position) *query {
	last, rel := s.verdictOn(ctx, uri)
	if last == nil {
		return nil
	}
	f := last.File(rel)
	if f == nil {
		return nil
	}
	q := &query{placer: s.placer(last), File: f}
	judged, now := q.text(f), q.document(rel)
	if judged == nil {
		return nil
	}
	if now == nil || now.text == judged {
		q.offset = judged.offset(at)
		return q
	}
	var ok bool
	q.offset, ok = moved(now.src, judged.src, now.offset(at))
	if !ok {
		return nil
	}
	return q
}

// named finds the symbol that a client asks about.
func (s *server) named(ctx context.Context, p positionParams) (q *query, o occurrence, ok bool) {
	if q = s.ask(ctx, p.TextDocument.URI, p.Position); q != nil {
		o, ok = q.at(q.File, q.offset)
	}
	return q, o, ok
}

// definition goes to where a name is defined.
func (s *server) definition(ctx context.Context, p positionParams) (any, error) {
	q, o, ok := s.named(ctx, p)
	if !ok {
		return nil, nil
	}
	return q.definitions(o), nil
}

// definitions are the places that define a symbol: of a file its beginning, of
// a skill without a name the beginning of its manifest.
func (q *query) definitions(o occurrence) []Location {
	switch {
	case o.path != "":
		to := o.path
		if e, ok := q.Tree.Lookup(to); ok && e.Kind == skill.Dir {
			if in := q.Workspace.In(to); len(in) > 0 {
				to = in[0].Manifest().Path
			}
		}
		return []Location{{URI: q.uri(to)}}
	case o.skill != nil && o.tool == "" && !o.skill.ID.Pos.IsValid():
		return []Location{{URI: q.uri(o.skill.Manifest().Path)}}
	}
	return q.locations(slices.DeleteFunc(slices.Clone(q.symbols().of[o.symbol]), func(o occurrence) bool { return !o.defines }))
}

func (q *query) locations(list []occurrence) []Location {
	places := []Location{}
	for _, o := range list {
		if r, ok := q.span(o.file, o.from, o.to); ok {
			places = append(places, Location{q.uri(o.file.Path), r})
		}
	}
	return places
}

// all are the occurrences of a symbol. Those of a file and of a skill are links
// too.
func (n *snapshot) all(sym symbol) []occurrence {
	list := slices.Clone(n.symbols().of[sym])
	switch {
	case sym.path != "":
		list = append(list, n.linksTo(sym.path)...)
	case sym.skill != nil && sym.tool == "":
		list = append(list, n.linksTo(sym.skill.Manifest().Path)...)
	}
	slices.SortStableFunc(list, func(a, b occurrence) int {
		return cmp.Or(strings.Compare(a.file.Path, b.file.Path), a.from-b.from)
	})
	return list
}

// references lists where a symbol is named.
func (s *server) references(ctx context.Context, p referenceParams) (any, error) {
	q, o, ok := s.named(ctx, p.positionParams)
	if !ok {
		return nil, nil
	}
	list := slices.DeleteFunc(q.all(o.symbol), func(o occurrence) bool { return o.defines && !p.Context.IncludeDeclaration })
	return q.locations(list), nil
}

// highlight marks the places of a symbol in one document.
func (s *server) highlight(ctx context.Context, p positionParams) (any, error) {
	q, o, ok := s.named(ctx, p)
	if !ok {
		return nil, nil
	}
	marks := []map[string]Range{}
	for _, at := range q.locations(slices.DeleteFunc(q.all(o.symbol), func(o occurrence) bool { return o.file != q.File })) {
		marks = append(marks, map[string]Range{"range": at.Range})
	}
	return marks, nil
}
