package document

import (
	"errors"

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
