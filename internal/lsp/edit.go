package lsp

import (
	"slices"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/skill"
)

type destination = document.Destination

// A workspaceEdit collects changes of documents in the form that the client
// takes.
type workspaceEdit struct {
	*placer
	versioned bool // the client checks versions, and renames files
	order     []string
	edits     map[string][]TextEdit // by URI
	versions  map[string]*int
	renames   []fileRename
	created   []map[string]any
}

// A TextEdit replaces a range of a document.
type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

type fileRename struct {
	Kind   string `json:"kind"`
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

func (s *server) newEdit(p *placer) *workspaceEdit {
	return &workspaceEdit{placer: p, versioned: s.client.Workspace.WorkspaceEdit.DocumentChanges, edits: map[string][]TextEdit{}, versions: map[string]*int{}}
}

// canRename reports whether the client renames files as part of an edit.
func (s *server) canRename() bool {
	w := s.client.Workspace.WorkspaceEdit
	return w.DocumentChanges && slices.Contains(w.ResourceOperations, "rename")
}

// replace changes some bytes of a file as it was judged; false when they are
// being edited.
func (e *workspaceEdit) replace(f *skill.File, from, to int, text string) bool {
	r, ok := e.span(f, from, to)
	if !ok {
		return false
	}
	uri := e.uri(f.Path)
	if _, known := e.edits[uri]; !known {
		e.order = append(e.order, uri)
		if doc := e.document(f.Path); doc != nil {
			e.versions[uri] = &doc.version
		}
	}
	e.edits[uri] = append(e.edits[uri], TextEdit{r, text})
	return true
}

// canCreate reports whether the client creates files as part of an edit.
func (s *server) canCreate() bool {
	w := s.client.Workspace.WorkspaceEdit
	return w.DocumentChanges && slices.Contains(w.ResourceOperations, "create")
}

// create makes a file with a text.
func (e *workspaceEdit) create(rel, text string) {
	uri := e.uri(rel)
	e.created = append(e.created, map[string]any{"kind": "create", "uri": uri, "options": map[string]any{"ignoreIfExists": true}})
	e.order = append(e.order, uri)
	e.edits[uri] = []TextEdit{{NewText: text}}
}

// result is the edit as the protocol has it.
func (e *workspaceEdit) result() any {
	if !e.versioned {
		return map[string]any{"changes": e.edits}
	}
	changes := []any{}
	for _, c := range e.created {
		changes = append(changes, c)
	}
	for _, uri := range e.order {
		changes = append(changes, map[string]any{"textDocument": map[string]any{"uri": uri, "version": e.versions[uri]}, "edits": e.edits[uri]})
	}
	for _, r := range e.renames {
		changes = append(changes, r)
	}
	return map[string]any{"documentChanges": changes}
}
