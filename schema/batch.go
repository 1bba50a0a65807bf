package schema

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
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
}

// Answer is r for a machine.
func (r Result) Answer() Answer {
	a := Answer{Verdict: r.Verdict.String(), Witness: r.Witness, Reason: r.Reason, Detail: r.Detail}
	if r.Verdict == Not {
		a.Path, a.A, a.B = &r.Path, &r.A, &r.B
	}
	return a
}

// maxLine is the longest line of a batch, in bytes: two documents of the greatest size.
const maxLine = 2*maxText + 1<<16

// Batch reads lines {"id", "a", "b"} with two schemas each and writes one Answer a line, in the order read, while it
// reads, with a worker for each processor. A line that is not of that form is answered with unknown and invalid-schema;
// the error is one of reading or writing, or the context's.
func Batch(ctx context.Context, r io.Reader, w io.Writer, o Options) error {
	type job struct {
		line []byte
		out  chan []byte
	}
	workers := runtime.GOMAXPROCS(0)
	jobs := make(chan job)
	order := make(chan job, 4*workers)
	for range workers {
		go func() {
			for j := range jobs {
				j.out <- answerLine(ctx, j.line, o)
			}
		}()
	}
	read := make(chan error, 1)
	stop := make(chan struct{})
	go func() {
		defer close(order)
		defer close(jobs)
		in := bufio.NewScanner(r)
		in.Buffer(make([]byte, 1<<16), maxLine)
		for in.Scan() {
			line := bytes.TrimSpace(in.Bytes())
			if len(line) == 0 {
				continue
			}
			j := job{append([]byte(nil), line...), make(chan []byte, 1)}
			select {
			case order <- j:
			case <-stop:
				return
			}
			select {
			case jobs <- j:
			case <-stop:
				return
			}
		}
		read <- in.Err()
	}()
	defer close(stop)
	out := bufio.NewWriter(w)
	for {
		var j job
		var more bool
		select {
		case j, more = <-order:
		default:
			// Nothing to do yet: let the reader of the output have what there is.
			if err := out.Flush(); err != nil {
				return err
			}
			select {
			case j, more = <-order:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if !more {
			break
		}
		var line []byte
		select {
		case line = <-j.out:
		case <-ctx.Done():
			return ctx.Err()
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return <-read
}

func answerLine(ctx context.Context, line []byte, o Options) []byte {
	var in struct {
		ID json.RawMessage `json:"id"`
		A  json.RawMessage `json:"a"`
		B  json.RawMessage `json:"b"`
	}
	var a Answer
	switch err := json.Unmarshal(line, &in); {
	case err != nil:
		a = Result{Reason: ReasonInvalid, Detail: err.Error()}.Answer()
	case in.A == nil || in.B == nil:
		a = Result{Reason: ReasonInvalid, Detail: fmt.Sprintf("the line has no %q and %q", "a", "b")}.Answer()
	default:
		a = CheckBytes(ctx, in.A, in.B, o).Answer()
	}
	a.ID = in.ID
	text, err := marshalLine(a)
	if err != nil {
		text, _ = marshalLine(Answer{ID: in.ID, Verdict: Unknown.String(), Reason: ReasonInvalid, Detail: err.Error()})
	}
	return text
}

func marshalLine(a Answer) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(a)
	return b.Bytes(), err
}
