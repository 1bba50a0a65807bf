package document

import (
	"errors"
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/limit"
)

// maxDepth bounds the nesting of a manifest, in YAML and JSON alike: deeper
// ones are attacks, and whoever walks a Node may recurse.
const maxDepth = limit.Depth

// maxValues bounds how many values a JSON text holds: what is known of each
// takes a hundred times the bytes of a digit.
const maxValues = limit.Values

// A SyntaxError is a place where a file stops being YAML or JSON.
// The offsets are bytes in the file; End is exclusive.
type SyntaxError struct {
	Offset, End int
	Msg         string
}

func (e *SyntaxError) Error() string { return e.Msg }

// SyntaxOf returns the SyntaxError in err, which every reader's error holds.
func SyntaxOf(err error) *SyntaxError {
	var e *SyntaxError
	if !errors.As(err, &e) {
		e = &SyntaxError{Msg: err.Error()}
	}
	return e
}

// A ProblemKind says what is wrong with a file that cannot be read, or not
// without doubt.
type ProblemKind uint8

const (
	Syntax       ProblemKind = iota // it is no text, YAML or JSON, or cannot be opened
	DuplicateKey                    // a map has a key twice
	DanglingLink                    // it is a symbolic link to nothing
	Plain                           // it has no frontmatter where one is expected
	Encoding                        // the text behind its frontmatter is none
	Behind                          // its frontmatter stands behind something else
)

// A Problem is what could not be read, at its place.
type Problem struct {
	Kind ProblemKind
	analysis.Diagnostic
}

// ProblemAt returns a problem between two positions.
func ProblemAt(kind ProblemKind, pos, end token.Pos, format string, args ...any) Problem {
	return Problem{kind, analysis.Diagnostic{Pos: pos, End: end, Message: fmt.Sprintf(format, args...)}}
}
