package schema

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/skilllint/skilllint/internal/limit"
)

// Reason says why there is no verdict, or why a document is no usable schema. The texts are stable.
type Reason string

// The reasons.
const (
	ReasonInvalid    Reason = "invalid-schema"     // a metaschema would refuse the document, or it is no JSON
	ReasonUnresolved Reason = "unresolved-ref"     // a reference leads nowhere in the document
	ReasonRemote     Reason = "remote-ref"         // a reference leads out of the given documents
	ReasonCycle      Reason = "ref-cycle"          // a schema applies itself to the same value
	ReasonVocabulary Reason = "vocabulary"         // $schema names a dialect that is not known
	ReasonRegex      Reason = "regex"              // a pattern outside of what is decided
	ReasonFormat     Reason = "format"             // an asserted format outside of what is decided
	ReasonDynamic    Reason = "dynamic-ref"        // too many dynamic scopes
	ReasonUneval     Reason = "unevaluated-budget" // too many conditional evaluations
	ReasonFuel       Reason = "fuel"               // the step budget is used up
	ReasonTime       Reason = "time"               // the deadline or context ended: not reproducible
	ReasonNumber     Reason = "number-too-large"   // a number literal beyond 400 digits or exponent 400
	ReasonWitness    Reason = "witness-too-large"  // a counterexample exists or may exist, too large to write
	ReasonConfirm    Reason = "unconfirmed"        // a counterexample was found and a validator disagrees
)

// Fault is one thing wrong with a schema document.
type Fault struct {
	Reason  Reason
	Pointer string // JSON pointer of the keyword or schema at fault
	Offset  int    // byte offset when the document is no JSON, else -1
	Message string // a fact about the document, such as: "type" is not one of the seven names
}

func (f Fault) Error() string {
	if f.Offset >= 0 {
		return fmt.Sprintf("%s (byte %d)", f.Message, f.Offset)
	}
	return fmt.Sprintf("%s at %q", f.Message, f.Pointer)
}

// Faults is the error of Parse, in the order of the document.
type Faults []Fault

func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "; ")
}

// Schema is a parsed schema document with its references resolved. It is immutable and safe for concurrent use.
type Schema struct {
	root     *node
	nodes    []*node
	value    *Value
	dialect  Dialect
	faults   Faults // of kinds that leave the schema usable
	detected bool   // the dialect is a guess
	fellTo   string // why a document without $schema is not read as 2020-12; "" when it is, or has one
	uneval   bool   // some schema has an unevaluated keyword
	dynamic  bool   // some reference is dynamic

	resources map[string]*Value // further documents, for the confirming validator

	olderOnce sync.Once
	olderRead *Schema

	asked      atomic.Int32 // questions about this schema
	digestOnce sync.Once
	digest     digest

	confirm [2]confirmer
	lately  lately
}

// Dialect that the document's root is read in.
func (s *Schema) Dialect() Dialect { return s.dialect }

// Parser reads schema documents. The zero Parser is ready to use.
type Parser struct {
	// Dialect of documents without $schema.
	Dialect Dialect
	// Resources are further documents that references may lead to, by absolute URI. Nothing is ever fetched.
	Resources map[string]*Value
}

// Parse reads a schema document with the zero Parser.
//
// The error is a Faults. When every fault is about references (remote-ref, unresolved-ref, ref-cycle) or vocabularies,
// the Schema comes with it and can be used: validation and proof answer as far as these places are not reached.
func Parse(doc []byte) (*Schema, error) { return new(Parser).Parse(doc) }

// Parse reads a schema document, which may begin with a byte order mark.
func (p *Parser) Parse(doc []byte) (*Schema, error) {
	if len(doc) > maxText {
		return nil, Faults{{Reason: ReasonInvalid, Offset: -1, Message: fmt.Sprintf("the document is larger than %d bytes", maxText)}}
	}
	text := bytes.TrimPrefix(doc, []byte("\ufeff"))
	v, err := ParseValue(text)
	if err != nil {
		at := err.(*SyntaxError)
		return nil, Faults{{Reason: ReasonInvalid, Offset: len(doc) - len(text) + at.Offset, Message: at.Msg}}
	}
	return p.ParseValue(v)
}

// ParseValue reads a schema that is a JSON value already.
func (p *Parser) ParseValue(v *Value) (*Schema, error) {
	tries := []Dialect{p.Dialect}
	if p.Dialect == Detect {
		tries = []Dialect{Draft2020}
		if v.kind == Object && v.get("$schema") == nil {
			tries = []Dialect{Draft2020, Draft7, Draft4}
		}
	}
	var first *builder
	for _, d := range tries {
		b := &builder{parser: p, schema: &Schema{value: v}, resources: map[string]*resource{}}
		b.document(anonymous, v, meaning{d, allVocabularies})
		if !b.invalid {
			if first != nil {
				b.schema.fellTo = first.faults[0].Error()
			}
			b.schema.detected = len(tries) > 1
			return b.finish()
		}
		if first == nil {
			first = b
		}
	}
	return nil, first.faults
}

const (
	maxText  = limit.Document
	maxNodes = limit.Schemas
)
