// Package audittest holds the tests that each audit.Store has to pass. It is for authors
// of stores, and is used by the tests of the stores beside it.
package audittest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

var ctx = context.Background()

// Run tests the stores that open gives, each with an empty log.
func Run(t *testing.T, open func(t *testing.T) audit.Store) {
	for name, test := range map[string]func(*harness){
		"rows come back as written":       asWritten,
		"concurrent callers":              concurrent,
		"invalid records":                 invalid,
		"ended contexts":                  endedContext,
		"close ends open calls":           closeEnds,
		"hostile text":                    hostile,
		"segments follow each other":      rotation,
		"two writers have their segments": twoWriters,
	} {
		t.Run(name, func(t *testing.T) { test(&harness{T: t, store: open(t)}) })
	}
}

type harness struct {
	*testing.T
	store audit.Store
}

func (h *harness) writer(o audit.Options) *audit.Writer {
	h.Helper()
	w, err := audit.New(ctx, h.store, o)
	h.ok(err)
	h.Cleanup(func() { w.Close() })
	return w
}

func (h *harness) ok(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// rows gives the rows of calls, after a check of the log.
func (h *harness) rows() (rows []audit.Row) {
	h.Helper()
	report, err := audit.Check(ctx, h.store)
	h.ok(err)
	for _, f := range report.Faults {
		h.Errorf("fault: %v", f)
	}
	for row, err := range audit.Rows(ctx, h.store) {
		h.ok(err)
		if row.Kind != audit.Begin && row.Kind != audit.Seal {
			rows = append(rows, row)
		}
	}
	return rows
}

func asWritten(h *harness) {
	key := audit.Key{1, 2, 3}
	intent := audit.Record{
		Time:   time.Date(2026, 3, 14, 15, 9, 26, 535_897_932, time.FixedZone("", 3600)),
		CallID: "call-1", ParentCallID: "call-0", RootCallID: "call-0", Depth: 1,
		Org: "acme", User: "alice", Session: "s-7", Agent: "planner",
		Consumer: "jungastro", ConsumerVersion: "1.4.0", Provider: "zodiac", ProviderVersion: "2.0.1",
		Tool: "calculate_zodiac", Definition: strings.Repeat("ab", 32), Decision: "allow",
		Quota: audit.Quota{Key: "{4:acme}", Remaining: 0}, Args: key.Digest([]byte(`{"year":1990}`)), TraceID: "4bf92f35",
	}
	outcome := intent
	outcome.Time = time.Time{}
	outcome.Attempts, outcome.Duration, outcome.Result = 2, 1500*time.Microsecond, key.Digest([]byte(`{"sign":"aries"}`))
	denial := audit.Record{CallID: "call-2", Org: "acme", Decision: "deny", Code: "rate_limited"}

	w := h.writer(audit.Options{})
	before := time.Now()
	h.ok(w.Intent(ctx, intent))
	h.ok(w.Outcome(ctx, outcome))
	h.ok(w.Denial(ctx, denial))
	if live := h.rows(); len(live) != 3 {
		h.Fatalf("%d rows are on record before Close, want 3", len(live))
	}
	h.ok(w.Close())
	rows := h.rows()
	if len(rows) != 3 {
		h.Fatalf("%d rows, want 3", len(rows))
	}
	for i, want := range []audit.Record{intent, outcome, denial} {
		want.Kind = []audit.Kind{audit.Intent, audit.Outcome, audit.Denial}[i]
		got := rows[i].Record
		if want.Time.IsZero() {
			if got.Time.Before(before) || got.Time.After(time.Now()) {
				h.Errorf("row %d is of %v", i, got.Time)
			}
			want.Time = got.Time
		}
		want.Time = want.Time.UTC()
		if got != want {
			h.Errorf("row %d is\n%+v, want\n%+v", i, got, want)
		}
	}
	report, err := audit.Check(ctx, h.store)
	h.ok(err)
	if len(report.Segments) != 1 || !report.Segments[0].Sealed || report.Segments[0].Rows != 5 || len(report.Open) != 0 {
		h.Errorf("report %+v, want one sealed segment of 5 rows", report)
	}
}

func concurrent(h *harness) {
	w := h.writer(audit.Options{})
	const callers, calls = 32, 10
	var wg sync.WaitGroup
	for i := range callers {
		wg.Go(func() {
			for j := range calls {
				id := fmt.Sprint(i, "/", j)
				if err := w.Denial(ctx, audit.Record{CallID: "denied " + id}); err != nil {
					h.Error(err)
				}
				if err := w.Intent(ctx, audit.Record{CallID: id}); err != nil {
					h.Error(err)
				}
				if err := w.Outcome(ctx, audit.Record{CallID: id}); err != nil {
					h.Error(err)
				}
			}
		})
	}
	wg.Wait()
	h.ok(w.Close())
	seen := map[string]int{}
	for _, r := range h.rows() {
		seen[string(r.Kind)+r.CallID]++
		if r.Kind == audit.Outcome && seen["intent"+r.CallID] != 1 {
			h.Errorf("the outcome of %s stands before its intent", r.CallID)
		}
	}
	if len(seen) != 3*callers*calls {
		h.Errorf("%d rows, want %d", len(seen), 3*callers*calls)
	}
}

func invalid(h *harness) {
	w := h.writer(audit.Options{})
	want := func(what string, err error) {
		h.Helper()
		if !errors.Is(err, audit.ErrInvalid) {
			h.Errorf("%s: %v, want ErrInvalid", what, err)
		}
	}
	want("no call id", w.Intent(ctx, audit.Record{}))
	want("a call id of 300 bytes", w.Intent(ctx, audit.Record{CallID: strings.Repeat("x", 300)}))
	want("a record of 70 kB", w.Denial(ctx, audit.Record{CallID: "a", Agent: strings.Repeat("x", 70_000)}))
	want("an outcome without intent", w.Outcome(ctx, audit.Record{CallID: "a"}))
	h.ok(w.Intent(ctx, audit.Record{CallID: "a"}))
	want("a second intent", w.Intent(ctx, audit.Record{CallID: "a"}))
	h.ok(w.Outcome(ctx, audit.Record{CallID: "a"}))
	want("a second outcome", w.Outcome(ctx, audit.Record{CallID: "a"}))
	h.ok(w.Close())
	if rows := h.rows(); len(rows) != 2 {
		h.Errorf("%d rows, want the intent and the outcome", len(rows))
	}
}

func endedContext(h *harness) {
	w := h.writer(audit.Options{})
	h.ok(w.Intent(ctx, audit.Record{CallID: "a"}))
	ended, cancel := context.WithCancel(ctx)
	cancel()
	h.ok(w.Outcome(ended, audit.Record{CallID: "a"}))
	for i := range 50 {
		err := w.Intent(ended, audit.Record{CallID: fmt.Sprint(i)})
		if err != nil && (!errors.Is(err, audit.ErrUnavailable) || !errors.Is(err, context.Canceled)) {
			h.Errorf("intent: %v, want ErrUnavailable and context.Canceled", err)
		}
		if err == nil {
			h.ok(w.Outcome(ctx, audit.Record{CallID: fmt.Sprint(i), Code: "dispatched"}))
		}
	}
	h.ok(w.Close())
	outcomes := map[string]string{}
	for _, r := range h.rows() {
		if r.Kind == audit.Outcome {
			outcomes[r.CallID] = r.Code
		}
	}
	for _, r := range h.rows() {
		if code, ok := outcomes[r.CallID]; !ok || code == audit.CodeUnknown {
			h.Errorf("call %s has an intent and outcome %q", r.CallID, code)
		}
	}
}

func closeEnds(h *harness) {
	w := h.writer(audit.Options{})
	h.ok(w.Intent(ctx, audit.Record{CallID: "a"}))
	h.ok(w.Intent(ctx, audit.Record{CallID: "b"}))
	h.ok(w.Outcome(ctx, audit.Record{CallID: "a"}))
	if report, err := audit.Check(ctx, h.store); err != nil || !slices.Equal(report.Open, []string{"b"}) {
		h.Errorf("open calls %v, %v; want b", report.Open, err)
	}
	h.ok(w.Close())
	h.ok(w.Close())
	rows := h.rows()
	if last := rows[len(rows)-1]; len(rows) != 4 || last.CallID != "b" || last.Kind != audit.Outcome || last.Code != audit.CodeUnknown {
		h.Errorf("%d rows, the last is %+v; want b's outcome unknown", len(rows), last)
	}
	for _, err := range []error{w.Intent(ctx, audit.Record{CallID: "c"}), w.Denial(ctx, audit.Record{CallID: "c"}), w.Outcome(ctx, audit.Record{CallID: "b"})} {
		if !errors.Is(err, audit.ErrUnavailable) {
			h.Errorf("after Close: %v, want ErrUnavailable", err)
		}
	}
}

func hostile(h *harness) {
	texts := []string{"a\x00b", "\xff\xfe", "\"}\n{\"", "\u2028\u2029", "<script>&amp;", `","hash":"`, strings.Repeat("é", 2000), "'; DROP TABLE audit; --", "\x1b[2J", "🦋"}
	w := h.writer(audit.Options{})
	for i, text := range texts {
		id := fmt.Sprint(i) + text[:min(len(text), 20)]
		h.ok(w.Intent(ctx, audit.Record{CallID: id, Org: text, User: text, Consumer: text, Provider: text, Tool: text, Code: text}))
		h.ok(w.Outcome(ctx, audit.Record{CallID: id}))
	}
	h.ok(w.Close())
	rows := h.rows()
	if len(rows) != 2*len(texts) {
		h.Fatalf("%d rows, want %d", len(rows), 2*len(texts))
	}
	for i, text := range texts {
		if got, want := rows[2*i].Tool, strings.ToValidUTF8(text, "\ufffd"); got != want && text != "\xff\xfe" {
			h.Errorf("%q came back as %q", text, got)
		}
	}
}

func rotation(h *harness) {
	w := h.writer(audit.Options{SegmentBytes: 4000})
	h.ok(w.Intent(ctx, audit.Record{CallID: "long"}))
	for i := range 50 {
		h.ok(w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i)}))
	}
	h.ok(w.Outcome(ctx, audit.Record{CallID: "long"}))
	h.ok(w.Close())
	if rows := h.rows(); len(rows) != 52 {
		h.Errorf("%d rows, want 52", len(rows))
	}
	report, err := audit.Check(ctx, h.store)
	h.ok(err)
	if len(report.Segments) < 3 || len(report.Open) != 0 || len(report.Missing) != 0 {
		h.Errorf("report %+v, want several segments and no open call", report)
	}
	for _, s := range report.Segments {
		if !s.Sealed {
			h.Errorf("segment %s is not sealed", s.ID)
		}
	}
}

func twoWriters(h *harness) {
	a, b := h.writer(audit.Options{}), h.writer(audit.Options{})
	h.ok(a.Intent(ctx, audit.Record{CallID: "a"}))
	h.ok(b.Intent(ctx, audit.Record{CallID: "b"}))
	h.ok(a.Outcome(ctx, audit.Record{CallID: "a"}))
	h.ok(b.Outcome(ctx, audit.Record{CallID: "b"}))
	h.ok(a.Close())
	h.ok(b.Close())
	for _, r := range h.rows() {
		if r.Code == audit.CodeUnknown {
			h.Errorf("one writer ended the other's call %s", r.CallID)
		}
	}
}
