package template

// Span is a range of bytes, [Start, End), of the decoded string that was parsed.
type Span struct{ Start, End int }

// Range returns the span itself; nodes embed Span and so have it too.
func (s Span) Range() Span { return s }

// Class says which kind of fault a Problem is; each rule reads its own classes.
type Class uint8

const (
	// Syntax: the text is no template (pipeline-syntax).
	Syntax Class = iota + 1
	// Reference: an unknown name, field, step or filter, or a step that has not run yet (pipeline-reference).
	Reference
	// Mismatch: a filter's argument or a value of which no kind fits (pipeline-type).
	Mismatch
	// Absent: a required member that nothing gives (pipeline-input, pipeline-output).
	Absent
	// Undeclared: a member that the target does not declare (pipeline-input, pipeline-output).
	Undeclared
	// Cycle: steps of a pipeline that wait for each other (dependency-cycle).
	Cycle
	// Form: what the JSON Schema of skill.json refuses (manifest-schema).
	Form
	// MayFail: a value of which some kinds fit and others may not (pipeline-may-fail).
	MayFail
)

func (c Class) String() string {
	switch c {
	case Syntax:
		return "syntax"
	case Reference:
		return "reference"
	case Mismatch:
		return "mismatch"
	case Absent:
		return "absent"
	case Undeclared:
		return "undeclared"
	case Cycle:
		return "cycle"
	case Form:
		return "form"
	case MayFail:
		return "may-fail"
	}
	return "unknown"
}

// A Problem is one fault of a template, a condition or a document.
type Problem struct {
	Class Class
	// Pointer is the JSON Pointer of the value in the document that was checked; "" is
	// the whole document, and a lone template or condition.
	Pointer string
	// Span is the place in the decoded string at Pointer; empty (0,0) when the fault is
	// of a value that is no template.
	Span
	// Key is set when the fault is the key at Pointer, not the value under it.
	Key     bool
	Message string
	// Name is the word at fault and Known what could stand there, in order: an unknown name, a
	// value outside of an enum. For Absent, Name is the member, and Known is empty.
	Name  string
	Known []string
	// Other is the JSON Pointer of a second place, such as the first of two steps of one name; "" without.
	Other string
	// Source and Target are JSON Schemas, set for MayFail when both are exact: the
	// template fails for the values of Source that Target does not accept.
	Source, Target any
}
