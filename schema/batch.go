package schema

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/skilllint/skilllint/internal/visible"
)

// Answer is the machine-readable form of a Result, as printed by "skilllint subschema".
type Answer struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Verdict string          `json:"verdict"`
	Witness *Value          `json:"witness,omitempty"`
	Path    *string         `json:"path,omitempty"`
	A       *string         `json:"a,omitempty"`
	B       *string         `json:"b,omitempty"`
	Reason  Reason          `json:"reason,omitempty"`
	Detail  string          `json:"detail,omitempty"`
	Notes   []string        `json:"notes,omitempty"`
}

// Answer is r for a machine.
func (r Result) Answer() Answer {
	a := Answer{Verdict: r.Verdict.String(), Witness: r.Witness, Reason: r.Reason, Detail: r.Detail, Notes: r.Notes}
	if r.Verdict == Not {
		a.Path, a.A, a.B = &r.Path, &r.A, &r.B
	}
	return a
}

// maxLine is the longest line of a batch, in bytes: two documents of the greatest size.
const maxLine = 2*maxText + 1<<16

// Tally counts the answers of a batch.
type Tally struct {
	Subschema, Not, Unknown int
	Unreadable              int // lines that are no question, and documents that are no schema; not among Unknown
}

func (t *Tally) add(a Answer) {
	switch {
	case a.Verdict == Subschema.String():
		t.Subschema++
	case a.Verdict == Not.String():
		t.Not++
	case a.Reason == ReasonInvalid:
		t.Unreadable++
	default:
		t.Unknown++
	}
}

// Batch reads lines {"id", "a", "b"} with two schemas each and writes one Answer a line, in the order read, while it
// reads, with a worker for each processor. Blank lines are skipped. A line that is not of that form, or is longer than
// two documents may be, is answered with unknown and invalid-schema; the error is one of reading or writing, or the
// context's.
func Batch(ctx context.Context, r io.Reader, w io.Writer, o Options) (Tally, error) {
	b := &batch{ctx: ctx, o: o, in: bufio.NewReaderSize(r, 1<<16), jobs: make(chan job), stop: make(chan struct{}), done: make(chan error, 1)}
	workers := runtime.GOMAXPROCS(0)
	b.order = make(chan job, 4*workers)
	for range workers {
		go b.work()
	}
	go b.read()
	defer close(b.stop)
	return b.write(bufio.NewWriter(w))
}

// A batch is a run of Batch.
type batch struct {
	ctx   context.Context
	o     Options
	in    *bufio.Reader
	jobs  chan job // for the workers
	order chan job // the same, for the writer
	stop  chan struct{}
	done  chan error // of reading
}

// A job is one line.
type job struct {
	line []byte
	long bool // the line is too long, and only begins so
	out  chan Answer
}

func (b *batch) work() {
	for j := range b.jobs {
		j.out <- answerLine(b.ctx, j, b.o)
	}
}

// read hands out the lines.
func (b *batch) read() {
	defer close(b.order)
	defer close(b.jobs)
	for {
		line, long, err := b.line()
		if err != nil && err != io.EOF {
			b.done <- err
			return
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			j := job{line, long, make(chan Answer, 1)}
			for _, to := range [...]chan job{b.order, b.jobs} {
				select {
				case to <- j:
				case <-b.stop:
					return
				}
			}
		}
		if err == io.EOF {
			b.done <- nil
			return
		}
	}
}

// line returns the next line, or how it begins when it is too long.
func (b *batch) line() (line []byte, long bool, err error) {
	for {
		part, err := b.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		if err != bufio.ErrBufferFull {
			return line, long, err
		}
	}
}

// write writes the answers in order.
func (b *batch) write(out *bufio.Writer) (t Tally, err error) {
	for {
		var j job
		var more bool
		select {
		case j, more = <-b.order:
		default:
			// Nothing to do yet: let the reader of the output have what there is.
			if err := out.Flush(); err != nil {
				return t, err
			}
			select {
			case j, more = <-b.order:
			case <-b.ctx.Done():
				return t, b.ctx.Err()
			}
		}
		if !more {
			break
		}
		var a Answer
		select {
		case a = <-j.out:
		case <-b.ctx.Done():
			return t, b.ctx.Err()
		}
		t.add(a)
		if _, err := out.Write(lineOf(a)); err != nil {
			return t, err
		}
	}
	if err := out.Flush(); err != nil {
		return t, err
	}
	return t, <-b.done
}

func answerLine(ctx context.Context, j job, o Options) (a Answer) {
	unreadable := func(format string, args ...any) Answer {
		return Result{Reason: ReasonInvalid, Detail: "the line " + fmt.Sprintf(format, args...)}.Answer()
	}
	if j.long {
		return unreadable("is longer than %d bytes, two documents of the greatest size", maxLine)
	}
	line := bytes.TrimPrefix(j.line, []byte("\ufeff"))
	var in map[string]json.RawMessage
	if err := json.Unmarshal(line, &in); err != nil || in == nil {
		v, err := ParseValue(line)
		if err != nil {
			return unreadable("is no JSON: %v", err)
		}
		return unreadable("holds %s, expected an object with %q and %q", article(v.Kind()), "a", "b")
	}
	if in["a"] == nil || in["b"] == nil {
		a = unreadable("has no %q and %q", "a", "b")
	} else {
		a = CheckBytes(ctx, in["a"], in["b"], o).Answer()
	}
	a.ID = in["id"]
	return a
}

// lineOf is an answer as a line of JSON.
func lineOf(a Answer) []byte {
	text, err := marshalLine(a)
	if err != nil {
		text, _ = marshalLine(Answer{ID: a.ID, Verdict: Unknown.String(), Reason: ReasonInvalid, Detail: err.Error()})
	}
	return text
}

func marshalLine(a Answer) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(a)
	return visible.JSON(b.Bytes()), err
}
