package ecmascript

import (
	"fmt"
	"path"
	"strings"
	"sync"
)

// A Language is a flavour of the grammar.
type Language uint8

const (
	JavaScript Language = iota // with JSX
	TypeScript                 // without JSX: `<T>x` is a type assertion
	TSX                        // TypeScript with JSX
)

// LanguageOf returns the language that a file's name stands for, and whether
// it is one of this package's.
func LanguageOf(name string) (Language, bool) {
	switch strings.ToLower(path.Ext(name)) {
	case ".js", ".mjs", ".cjs", ".jsx":
		return JavaScript, true
	case ".ts", ".mts", ".cts":
		return TypeScript, true
	case ".tsx":
		return TSX, true
	}
	return 0, false
}

// A File is what a source says. Imports, Exports, Calls and Comments are in
// the order of the source, the other lists in the order of reading.
type File struct {
	Imports  []*Import
	Exports  []*Export
	Calls    []*Call   // by opening parenthesis
	Members  []*Member // each chain once, at its full length or up to a call
	Texts    []Expr    // *Template with substitutions, *Concat
	Assigns  []*Assign // declarations with initialisers, and assignments
	Comments []Comment
	Err      *Error // the first syntax error, or nil

	src      string
	scopes   []scope
	bindings []Binding
	index    func() *index
}

// An Error is a syntax error: what is wrong, and where.
type Error struct {
	Offset int
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// A Comment is a comment with its delimiters; a `#!` line counts as one.
type Comment struct {
	Span
	Block bool // /* … */
}

// Parse reads a source. It never fails: what can't be read is skipped, and the
// first error is noted in File.Err.
func Parse(lang Language, src []byte) *File {
	p := newParser(lang, string(src))
	p.module()
	f := p.file
	f.index = sync.OnceValue(f.buildIndex)
	return f
}

// Source returns the text of a span.
func (f *File) Source(s Span) string { return f.src[s.Start:s.End] }
