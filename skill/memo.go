package skill

import (
	"sync"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/schema"
)

// A Memo is a value that several rules need, computed at most once for each
// workspace. It is declared as a package variable, which is its identity.
type Memo[T any] struct{ by MemoBy[struct{}, T] }

// Of returns the value for a workspace; compute runs at the first call. It is
// safe for concurrent use; compute must not ask for the same value.
func (m *Memo[T]) Of(ws *Workspace, compute func() T) T { return m.by.Of(ws, struct{}{}, compute) }

// A MemoBy is a Memo for each key, such as the path of a file.
type MemoBy[K comparable, T any] struct{ _ byte } // a size, so that each has an address of its own

// Forget drops the values that rules share. One that is asked for again is computed again:
// of a workspace that is kept when the rules have run, few are.
func (ws *Workspace) Forget() { ws.memos.Clear() }

type memoKey[K comparable, T any] struct {
	memo *MemoBy[K, T]
	key  K
}

// Of returns the value for a workspace and a key.
func (m *MemoBy[K, T]) Of(ws *Workspace, key K, compute func() T) T {
	at := memoKey[K, T]{m, key}
	if once, ok := ws.memos.Load(at); ok {
		return once.(func() T)()
	}
	once, _ := ws.memos.LoadOrStore(at, sync.OnceValue(compute))
	return once.(func() T)()
}

type parsedSchema struct {
	*schema.Schema
	err error
}

var (
	schemas     MemoBy[contract.Document, parsedSchema]
	schemaTexts MemoBy[string, parsedSchema]
)

// Schema parses a JSON Schema, once for all tools that have the same. The error is
// schema.Parse's.
func (ws *Workspace) Schema(doc contract.Document) (*schema.Schema, error) {
	of := schemas.Of(ws, doc, func() parsedSchema { return ws.schemaText(doc.JSON()) })
	return of.Schema, of.err
}

// SchemaText is Schema of one that stands in no manifest.
func (ws *Workspace) SchemaText(text []byte) (*schema.Schema, error) {
	of := ws.schemaText(text)
	return of.Schema, of.err
}

func (ws *Workspace) schemaText(text []byte) parsedSchema {
	return schemaTexts.Of(ws, string(text), func() parsedSchema {
		s, err := schema.Parse(text)
		return parsedSchema{s, err}
	})
}
