package regex

import "fmt"

// SyntaxError says that a pattern is no ECMA-262 regular expression.
type SyntaxError struct {
	Offset int    // in bytes from the start of the pattern
	Msg    string // a fact, lower case, without full stop
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.Msg) }

// UnsupportedError says that a pattern is valid, or may be, but denotes no language that this package can represent.
type UnsupportedError struct{ Reason string }

func (e *UnsupportedError) Error() string { return e.Reason }

type op uint8

const (
	opSet   op = iota
	opSeq      // subs in order; none: the empty string
	opAlt      // one of subs; none: nothing
	opRep      // subs[0], min to max times
	opStart    // ^
	opEnd      // $
	opWord     // \b, negated \B
	opLook     // subs[0] as lookaround
)

// unbounded is the max of an open repetition or length.
const unbounded = int64(1) << 53

// tree is the syntax tree of a pattern. Groups leave no trace, and lazy quantifiers are those that they match alike.
type tree struct {
	op       op
	set      set // opSet
	subs     []*tree
	min, max int64 // opRep
	negative bool  // opWord, opLook
	behind   bool  // opLook
}
