package schema

import (
	"context"
	"strings"
)

// Side is the role of a schema in the contract of a tool.
type Side uint8

// The sides. What a consumer may send must stay accepted; what a provider may return must stay expected.
const (
	Input  Side = iota // compatible when old ⊆ new
	Output             // compatible when new ⊆ old
)

// Break is one independent reason why a new schema does not keep what an old one promised.
type Break struct {
	Witness  *Value // Input: accepted by old, refused by new. Output: allowed by new, refused by old
	Path     string // JSON pointer of the part of the witness at fault
	Key      string // the keyword that refuses it, of new (Input) or old (Output)
	Name     string // the member that is missing or unknown, if that is the fault
	Old, New string // JSON pointers of what speaks of that part in both documents
	Message  string // a sentence: "status" no longer accepts "csv": "csv" is not one of "json", "xml"
}

// Comparison of two revisions of a schema in a contract.
type Comparison struct {
	// Verdict of the reading asked for: Subschema when the new revision keeps the old promise, Not with Breaks.
	Verdict Verdict
	Breaks  []Break // independent of each other, at most MaxBreaks
	All     bool    // Breaks are all there are
	Reason  Reason  // of an Unknown verdict
	Detail  string  // likewise
	// Strict is the verdict of the strict reading, with its first break when that is Not. When Verdict is Subschema and
	// Strict is Not, only who sends undeclared names can notice.
	Strict      Verdict
	StrictBreak *Break
	// Older is, with Subschema, a break for who reads a document without $schema as draft-07; see Result.Older.
	Older *Break
	// Grown tells whether the new revision accepts (Input) or promises (Output) anything that the old one did not:
	// Not means it did, Subschema that it did not.
	Grown Verdict
}

// Compare asks whether a revised schema keeps the promise of the old one, by the side of the contract it is on. With o.Model Declared, undeclared names do not count as a promise where the sender's schema is
// silent about them.
func Compare(ctx context.Context, old, new *Schema, side Side, o Options) Comparison {
	sender, receiver := old, new
	if side == Output {
		sender, receiver = new, old
	}
	var c Comparison
	breaks, rest := CheckAll(ctx, sender, receiver, o)
	c.Verdict, c.Reason, c.Detail = rest.Verdict, rest.Reason, rest.Detail
	c.All = rest.Verdict == Subschema
	if len(breaks) > 0 {
		c.Verdict, c.Reason, c.Detail = Not, "", ""
	}
	for _, r := range breaks {
		c.Breaks = append(c.Breaks, newBreak(r, side))
	}
	if c.Verdict == Subschema && rest.Older != nil {
		b := newBreak(*rest.Older, side)
		c.Older = &b
	}
	c.Strict = c.Verdict
	if o.Model == Declared && c.Verdict != Not {
		o := o
		o.Model = Strict
		r := Check(ctx, sender, receiver, o)
		c.Strict = r.Verdict
		if r.Verdict == Not {
			b := newBreak(r, side)
			c.StrictBreak = &b
		}
	} else if len(c.Breaks) > 0 {
		c.StrictBreak = &c.Breaks[0]
	}
	o.Model = Strict
	c.Grown = Check(ctx, receiver, sender, o).Verdict
	return c
}

func newBreak(r Result, side Side) Break {
	b := Break{Witness: r.Witness, Path: r.Path, Key: r.Key, Name: r.Name, Old: r.A, New: r.B}
	if side == Output {
		b.Old, b.New = r.B, r.A
	}
	path := r.Path
	missing := r.Key == "required" || r.Key == "dependentRequired" || r.Key == "dependencies" && r.Name != ""
	if missing {
		path += "/" + escapePointer(r.Name)
	}
	what := "the value"
	if path != "" {
		what = `"` + pointerUnescaper.Replace(strings.ReplaceAll(path[1:], "/", ".")) + `"`
	}
	unknown := r.Key == "additionalProperties" || r.Key == "unevaluatedProperties" || r.Key == ""
	part := brief(at(r.Witness, r.Path))
	switch {
	case missing && side == Input:
		b.Message = what + " is required now"
	case missing:
		b.Message = what + " may be missing now"
	case unknown && side == Input:
		b.Message = what + " is no longer accepted"
	case unknown:
		b.Message = what + " may be there now"
	case side == Input:
		b.Message = what + " no longer accepts " + part + ": " + r.Detail
	default:
		b.Message = what + " may now be " + part + ": " + r.Detail
	}
	if r.Only != "" && !strings.HasSuffix(b.Message, r.Detail) {
		b.Message += "; only " + r.Only + " show it"
	}
	return b
}
