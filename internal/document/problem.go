package document

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// A ProblemKind says what is wrong with a file that cannot be read, or not
// without doubt.
type ProblemKind uint8

const (
	Syntax       ProblemKind = iota // it is no text, YAML or JSON, or cannot be opened
	DuplicateKey                    // a map has a key twice
	DanglingLink                    // it is a symbolic link to nothing
	Plain                           // it has no frontmatter where one is expected
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
