// Package python reads Python source, versions 3.8 to 3.13 and what 3.14 added to the grammar, into a small syntax tree.
//
// [Parse] is a lexer and a recursive-descent parser written for a linter: every node knows its place as byte offsets,
// a file that does not parse is read on from the next statement, and no input makes it panic, recurse without bound or
// take more than linear time. The tree follows the vocabulary of CPython's ast module, with fewer types.
//
// It does NOT compile: scoping errors, misplaced return or await, and a few constructs that CPython refuses after
// parsing are accepted. It does not resolve modules, read encodings other than UTF-8, look up \N{NAME} escapes, or
// normalise identifiers to NFKC.
package python

import "sync"

// Limits that keep trees shallow enough for recursive visitors. The first two are CPython's own.
const (
	MaxBrackets = 200    // open brackets and f-string fields
	MaxIndents  = 100    // nested blocks
	maxDepth    = 1000   // nested operators, lambdas and conditionals
	maxChain    = 10_000 // links of a chain such as a.b().c() or x + y + z
)

// Span is the half-open range [Start, End) of byte offsets into the source that was parsed.
type Span struct{ Start, End int }

// At returns the span itself; it makes every type that embeds Span a [Node].
func (s Span) At() Span { return s }

// Error is the first syntax error of a file. Offset is a byte offset into the source.
type Error struct {
	Offset  int
	Message string
}

func (e *Error) Error() string { return e.Message }

// Comment is one comment, from its # to the end of the line.
type Comment struct {
	Span
	Text string // with the #
}

// File is one parsed source file.
type File struct {
	Span               // the whole source
	Body     []Stmt    // the statements of the module
	Comments []Comment // in source order
	Err      *Error    // the first syntax error, or nil

	once   sync.Once
	module *scope // built once it is asked for
}

// Parse reads src. It never fails: what could not be read is left out, and File.Err says where the first error is.
// A byte-order mark is skipped, and all of \n, \r\n and \r end a line.
func Parse(src []byte) *File {
	p := &parser{lexer: lexer{src: string(src), fresh: true, indents: []int{0}}}
	if len(src) >= 3 && p.src[:3] == "\ufeff" {
		p.pos = 3
	}
	if at := invalidUTF8(p.src); at >= 0 && !declaresEncoding(p.src) {
		p.report(at, "invalid UTF-8")
	}
	p.prevEnd = p.pos
	p.next()
	body := p.statements(tEOF)
	return &File{Span: Span{0, len(src)}, Body: body, Comments: p.comments, Err: p.err}
}
