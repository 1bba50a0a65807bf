package audit_test

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

// A gate holds writes up while it is closed.
type gate struct {
	audit.Store
	mu      sync.Mutex
	waiting chan struct{} // gets one for each write that is held up
}

type gatedSegment struct {
	audit.Segment
	gate *gate
}

func (g *gate) Create(ctx context.Context, id string) (audit.Segment, error) {
	s, err := g.Store.Create(ctx, id)
	return gatedSegment{s, g}, err
}

func (s gatedSegment) Append(ctx context.Context, entries []audit.Entry) error {
	if !s.gate.mu.TryLock() {
		s.gate.waiting <- struct{}{}
		s.gate.mu.Lock()
	}
	defer s.gate.mu.Unlock()
	return s.Segment.Append(ctx, entries)
}

// TestSlowStore: callers wait, then are refused, and what was refused is not in the log as
// a call that was made. Outcomes are never given up.
func TestSlowStore(t *testing.T) {
	dir := t.TempDir()
	g := &gate{Store: files(t, dir), waiting: make(chan struct{}, 100)}
	w := newWriter(t, g, audit.Options{Timeout: time.Second})
	for i := range 10 {
		if err := w.Intent(ctx, audit.Record{CallID: fmt.Sprint("open", i)}); err != nil {
			t.Fatal(err)
		}
	}
	g.mu.Lock()
	var wg sync.WaitGroup
	refuse := func(what string, err error, took time.Duration) {
		if !errors.Is(err, audit.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) && !strings.Contains(err.Error(), "in time") {
			t.Errorf("%s: %v, want ErrUnavailable", what, err)
		}
		if took > 5*time.Second {
			t.Errorf("%s was refused after %v", what, took)
		}
	}
	timed := func(what string, f func() error) {
		wg.Go(func() {
			start := time.Now()
			refuse(what, f(), time.Since(start))
		})
	}
	timed("an intent in the store", func() error { return w.Intent(ctx, audit.Record{CallID: "taken"}) })
	<-g.waiting
	for i := range 20 {
		timed("an intent in line", func() error { return w.Intent(ctx, audit.Record{CallID: fmt.Sprint("line", i)}) })
	}
	for i := range 10 { // for which there is always room
		timed("an outcome", func() error { return w.Outcome(ctx, audit.Record{CallID: fmt.Sprint("open", i), Code: "done"}) })
	}
	timed("a denial", func() error { return w.Denial(ctx, audit.Record{CallID: "denied"}) })
	short, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	timed("an intent with a deadline", func() error { return w.Intent(short, audit.Record{CallID: "short"}) })
	wg.Wait()
	g.mu.Unlock()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rows := settle(t, dir)
	for _, r := range rows {
		if strings.HasPrefix(r.CallID, "line") || r.CallID == "short" {
			t.Errorf("%s of %s was refused and is on record", r.Kind, r.CallID)
		}
	}
	if codes := find(rows, audit.Outcome, "taken"); !slices.Equal(codes, []string{audit.CodeNotDispatched}) {
		t.Errorf("the intent that was written too late has the outcomes %q, want not_dispatched", codes)
	}
	if len(find(rows, audit.Denial, "denied")) != 1 {
		t.Error("a denial that waited too long is not on record")
	}
	for i := range 10 {
		if codes := find(rows, audit.Outcome, fmt.Sprint("open", i)); !slices.Equal(codes, []string{"done"}) {
			t.Errorf("call open%d has the outcomes %q, want done", i, codes)
		}
	}
}

// TestFlood: what waits is bounded, even if more is denied than the store takes.
func TestFlood(t *testing.T) {
	dir := t.TempDir()
	g := &gate{Store: files(t, dir), waiting: make(chan struct{}, 100)}
	w := newWriter(t, g, audit.Options{Timeout: 200 * time.Millisecond})
	g.mu.Lock()
	var wg sync.WaitGroup
	const flood = 6000
	for i := range flood {
		wg.Go(func() {
			if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i)}); !errors.Is(err, audit.ErrUnavailable) {
				t.Errorf("denial %d: %v, want ErrUnavailable", i, err)
			}
		})
	}
	wg.Wait()
	g.mu.Unlock()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if n := len(settle(t, dir)); n < 4096 || n >= flood {
		t.Errorf("%d denials of %d are on record", n, flood)
	}
}
