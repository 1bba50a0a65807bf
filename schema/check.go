package schema

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"
)

// Verdict answers: is every value of A a value of B?
type Verdict uint8

// The verdicts. The zero Verdict is Unknown, so that a forgotten case can neither pass nor fail anything.
const (
	Unknown   Verdict = iota
	Subschema         // proved
	Not               // refuted by a confirmed witness
)

var verdictNames = [...]string{"unknown", "subschema", "not"}

func (v Verdict) String() string { return verdictNames[v] }

// Model is how an object schema that declares properties and is silent about further ones is read.
type Model uint8

const (
	// Strict reads it as JSON Schema does: anything else is allowed.
	Strict Model = iota
	// Declared reads it, on the sender's side (A), as allowing no further names: who writes to a contract sends what
	// the contract names. additionalProperties, unevaluatedProperties, enum or const at that place keep their meaning,
	// and names that match patternProperties stay.
	Declared
)

// Options of Check. The zero Options are the defaults.
type Options struct {
	Model         Model
	AssertFormats bool          // take format as an assertion, not an annotation
	Fuel          int           // steps; 0 means DefaultFuel
	Deadline      time.Duration // second line behind Fuel; 0 means DefaultDeadline
}

const (
	// DefaultFuel bounds one question to a fraction of a second.
	DefaultFuel = 300_000
	// DefaultDeadline is far beyond what DefaultFuel takes, so that a busy machine has the verdicts of an idle one.
	DefaultDeadline = 30 * time.Second
)

// Result of Check.
type Result struct {
	Verdict Verdict
	Witness *Value // with Not: A accepts it, B refuses it, as two validators confirm
	Path    string // with Not: JSON pointer of the part of the witness at fault
	A, B    string // with Not: JSON pointers of what speaks of that part in A, of the keyword that refuses it in B
	Key     string // with Not: that keyword of B, such as "enum"; "" for a false schema
	Name    string // with Not: the member that is missing, unknown or misnamed, if that is the fault
	Detail  string // with Not: a fact about that part; with Unknown: what stood in the way
	Reason  Reason // with Unknown
	Steps   int    // of the search; the same on every machine

	// Only is, with Not, what every witness of this break holds that hardly anybody sends, such as "empty texts"; "" when
	// there are others, or that is not known.
	Only string

	// Older is, with Subschema, the break that validators find which read a document without $schema as draft-07: it has
	// "dependencies", which 2020-12 dropped.
	Older *Result
	Notes []string // how documents without $schema were read, where that is not plain

	fault fault // with Not: what to leave out to find the next break
}

// Check decides whether every value that a accepts is accepted by b. It never guesses: Subschema is proved, Not comes
// with a confirmed witness, and everything else is Unknown with a reason. The same question has the same answer and
// the same witness on every machine, unless the reason is ReasonTime.
func Check(ctx context.Context, a, b *Schema, o Options) Result {
	q := newQuestion(ctx, a, b, o)
	defer q.cancel()
	if a.sound() && b.sound() && a.sameAs(b) {
		return q.noted(Result{Verdict: Subschema})
	}
	return q.noted(q.ask())
}

// MaxBreaks is how many independent breaks CheckAll looks for.
const MaxBreaks = 10

// CheckAll finds all independent breaks: after each it leaves out what the break stands on and asks again. The breaks
// are results with verdict Not, at most MaxBreaks. rest is the verdict on what remains: Subschema when the breaks are
// all there are, Not when there are more of them, Unknown when that is not known.
func CheckAll(ctx context.Context, a, b *Schema, o Options) (breaks []Result, rest Result) {
	r := Check(ctx, a, b, o)
	q := newQuestion(ctx, a, b, o)
	q.muted = map[fault]bool{}
	defer q.cancel()
	for r.Verdict == Not && len(breaks) < MaxBreaks && !q.muted[r.fault] {
		breaks = append(breaks, r)
		q.muted[r.fault] = true
		r = q.ask()
	}
	return breaks, r
}

// CheckBytes is Check for documents that are not parsed yet. A document that is no usable schema gives Unknown.
func CheckBytes(ctx context.Context, a, b []byte, o Options) Result {
	var p Parser
	sa, err := p.Parse(a)
	if sa == nil {
		return Result{Reason: err.(Faults)[0].Reason, Detail: "A: " + err.Error()}
	}
	if name := sa.foreign(); name != "" {
		return Result{Reason: ReasonInvalid, Detail: "A: " + fmt.Sprintf(foreignDetail, name)}
	}
	if bytes.Equal(a, b) {
		return Check(ctx, sa, sa, o)
	}
	sb, err := p.Parse(b)
	if sb == nil {
		return Result{Reason: err.(Faults)[0].Reason, Detail: "B: " + err.Error()}
	}
	if name := sb.foreign(); name != "" {
		return Result{Reason: ReasonInvalid, Detail: "B: " + fmt.Sprintf(foreignDetail, name)}
	}
	return Check(ctx, sa, sb, o)
}

const foreignDetail = "no member is a keyword of JSON Schema that says anything, and %q is none at all: the schema of a tool is what stands at its inputSchema or parameters"

// foreign returns a name by which a document is another thing than a schema: it
// has members that are no keywords, and no keyword but annotations. "" when it
// is a schema. A name with "x-" is an extension of one.
func (s *Schema) foreign() string {
	found := ""
	for _, name := range s.value.names {
		switch {
		case annotations[name] || name == "id" || strings.HasPrefix(name, "x-"):
		case keywords[name] != nil || strings.HasPrefix(name, "$"):
			return ""
		case found == "":
			found = name
		}
	}
	return found
}

// sound reports that nothing in the schema keeps it from having a meaning.
func (s *Schema) sound() bool { return len(s.faults) == 0 }

// question is one pair of schemas, with the options and the time to answer.
type question struct {
	ctx     context.Context
	cancel  context.CancelFunc
	a, b    *Schema
	o       Options
	muted   map[fault]bool // keywords of b that are left out: their breaks are known already
	unusual unusual        // values of a that are left out

	excerpts bool // the other validator is asked about the member at fault alone
}

func newQuestion(ctx context.Context, a, b *Schema, o Options) *question {
	if o.Fuel == 0 {
		o.Fuel = DefaultFuel
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	q := &question{a: a, b: b, o: o}
	q.ctx, q.cancel = context.WithTimeout(ctx, o.Deadline)
	return q
}

// once answers the question, the unusual values of a left out.
func (q *question) once() Result {
	for _, s := range [...]*Schema{q.a, q.b} {
		for _, f := range s.faults {
			if f.Reason == ReasonVocabulary {
				return Result{Reason: f.Reason, Detail: f.Error()}
			}
		}
	}
	t := newTable()
	defer t.free()
	var sides [2]form
	for i, s := range [...]*Schema{q.a, q.b} {
		tr := &translator{t: t, s: s, side: [...]string{"a", "b"}[i], formats: q.o.AssertFormats, memo: map[trKey]form{}, active: map[trKey]int{}}
		r := strict
		if i == 0 && q.o.Model == Declared {
			r = declared
		}
		if i == 1 {
			tr.muted = q.muted
		} else {
			tr.unusual = q.unusual
		}
		sides[i] = tr.schema(r)
		if tr.failed != "" {
			return Result{Reason: tr.failed, Detail: s.faultText(tr.failed)}
		}
	}
	e := newEngine(q.ctx, t, q.o.Fuel)
	o, v := e.inhabit(t.and(sides[0], not(sides[1])))
	if o == empty {
		return Result{Verdict: Subschema, Steps: e.used}
	}
	if o == stuck {
		if v = q.guess(); v == nil {
			return Result{Reason: e.reason, Detail: reasonTexts[e.reason], Steps: e.used}
		}
	}
	return q.refute(v, e.used)
}

const maxWitness = 1 << 18 // longest witness, as JSON

// refute turns a value found by the search into a verdict: shrunk, confirmed, explained.
func (q *question) refute(v *Value, steps int) Result {
	if v.huge() {
		return Result{Reason: ReasonNumber, Detail: reasonTexts[ReasonNumber], Steps: steps}
	}
	if ok, _ := q.splits(v); !ok {
		return Result{Reason: ReasonConfirm, Detail: "the evaluator does not confirm " + brief(v), Steps: steps}
	}
	v = q.shrink(v)
	if len(v.appendJSON(nil)) > maxWitness {
		r := q.explain(v, steps)
		return Result{Reason: ReasonWitness, Detail: reasonTexts[ReasonWitness] + ": " + r.Detail, Steps: steps}
	}
	r := q.explain(v, steps)
	if r.Verdict != Not {
		return r
	}
	if detail := q.confirm(r); detail != "" {
		return Result{Reason: ReasonConfirm, Detail: detail, Steps: steps}
	}
	return q.plausible(r)
}

func (s *Schema) faultText(r Reason) string {
	for _, f := range s.faults {
		if f.Reason == r {
			return f.Error()
		}
	}
	return reasonTexts[r]
}

var reasonTexts = map[Reason]string{
	ReasonRemote:  "a reference leads out of the given documents",
	ReasonCycle:   "a schema applies itself to the same value",
	ReasonRegex:   "a pattern is outside of what is decided",
	ReasonFormat:  "an asserted format is outside of what is decided",
	ReasonDynamic: "there are too many dynamic scopes",
	ReasonUneval:  "too many conditions decide what is evaluated",
	ReasonFuel:    "the step budget is used up",
	ReasonTime:    "the deadline passed",
	ReasonNumber:  "a number is larger than is computed with",
	ReasonWitness: "a counterexample would be too large to write",
}
