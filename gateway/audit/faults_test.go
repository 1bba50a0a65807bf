package audit_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

var ctx = context.Background()

func newWriter(t testing.TB, s audit.Store, o audit.Options) *audit.Writer {
	t.Helper()
	w, err := audit.New(ctx, s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

// settle starts the log once more, so that what failed is completed, and gives its rows
// after a check that all is well.
func settle(t *testing.T, dir string) (rows []audit.Row) {
	t.Helper()
	w := newWriter(t, files(t, dir), audit.Options{})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := audit.Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Faults {
		t.Errorf("fault: %v", f)
	}
	for _, s := range report.Segments {
		if !s.Sealed {
			t.Errorf("segment %s is not sealed", s.ID)
		}
	}
	if len(report.Open) > 0 {
		t.Errorf("open calls: %v", report.Open)
	}
	for row, err := range audit.Rows(ctx, files(t, dir)) {
		if err != nil {
			t.Fatal(err)
		}
		if row.CallID != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

func find(rows []audit.Row, kind audit.Kind, id string) (codes []string) {
	for _, r := range rows {
		if r.Kind == kind && r.CallID == id {
			codes = append(codes, r.Code)
		}
	}
	return codes
}

// A disk takes so many bytes, and then half of a write.
type disk struct {
	sync.Mutex
	room int
}

type diskFile struct {
	audit.File
	disk *disk
}

func (f diskFile) Write(b []byte) (int, error) {
	f.disk.Lock()
	defer f.disk.Unlock()
	n := min(len(b), f.disk.room)
	f.disk.room -= n
	n, err := f.File.Write(b[:n])
	if err == nil && n < len(b) {
		err = syscall.ENOSPC
	}
	return n, err
}

func TestDiskFull(t *testing.T) {
	dir := t.TempDir()
	store := files(t, dir)
	d := &disk{room: 20_000}
	store.Wrap(func(_ string, f audit.File) audit.File { return diskFile{f, d} })
	testFull(t, dir, store, func() { d.Lock(); d.room = 1 << 30; d.Unlock() })
}

// testFull fills the disk under a store, makes room again, and tests that nothing that was
// acknowledged is lost, that nothing is acknowledged in between, and that it heals.
func testFull(t *testing.T, dir string, store audit.Store, makeRoom func()) {
	w := newWriter(t, store, audit.Options{Timeout: 2 * time.Second})
	if err := w.Intent(ctx, audit.Record{CallID: "early"}); err != nil {
		t.Fatal(err)
	}
	var acked []string
	failures := 0
	for i := 0; failures < 20; i++ {
		id := fmt.Sprint(i)
		err := w.Intent(ctx, audit.Record{CallID: id, Agent: strings.Repeat("x", 100)})
		switch {
		case err == nil && failures > 0:
			t.Fatalf("intent %d is acknowledged by a full disk", i)
		case err == nil:
			acked = append(acked, id)
		case errors.Is(err, audit.ErrUnavailable) && errors.Is(err, syscall.ENOSPC):
			failures++
			time.Sleep(20 * time.Millisecond) // some of them are real attempts
		default:
			t.Fatalf("intent %d: %v; want ErrUnavailable and ENOSPC", i, err)
		}
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")); len(names) != 1 {
		t.Errorf("failed attempts left files: %v", names)
	}
	ended := make(chan error, 1)
	go func() { ended <- w.Outcome(ctx, audit.Record{CallID: "early", Code: "done"}) }()
	time.Sleep(50 * time.Millisecond)
	makeRoom()
	if err := <-ended; err != nil {
		t.Errorf("an outcome waited for room: %v", err)
	}
	if err := w.Intent(ctx, audit.Record{CallID: "late"}); err != nil {
		t.Errorf("with room again: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	rows := settle(t, dir)
	for _, id := range append(acked, "early", "late") {
		if len(find(rows, audit.Intent, id)) != 1 {
			t.Errorf("intent %s is lost", id)
		}
	}
	if codes := find(rows, audit.Outcome, "early"); !slices.Equal(codes, []string{"done"}) {
		t.Errorf("the early call has the outcomes %q", codes)
	}
	for _, id := range acked {
		if codes := find(rows, audit.Outcome, id); !slices.Equal(codes, []string{audit.CodeUnknown}) {
			t.Errorf("call %s has the outcomes %q, want unknown", id, codes)
		}
	}
}

// A syncFile fails to sync when it is told so, and counts.
type syncFile struct {
	audit.File
	fail   *bool
	failed *int
}

func (f syncFile) Sync() error {
	if *f.failed > 0 {
		*f.failed++
		return nil // as systems do that have thrown the pages away
	}
	if *f.fail {
		*f.failed = 1
		return syscall.EIO
	}
	return f.File.Sync()
}

// TestSyncFails: a failed sync is not tried again; the segment is left, and what it held
// and nobody was told of is not taken for dispatched.
func TestSyncFails(t *testing.T) {
	dir := t.TempDir()
	store := files(t, dir)
	var fail bool
	failures := map[string]*int{}
	store.Wrap(func(path string, f audit.File) audit.File {
		failures[path] = new(int)
		return syncFile{f, &fail, failures[path]}
	})
	w := newWriter(t, store, audit.Options{})
	if err := w.Intent(ctx, audit.Record{CallID: "a"}); err != nil {
		t.Fatal(err)
	}
	fail = true
	if err := w.Intent(ctx, audit.Record{CallID: "b"}); !errors.Is(err, syscall.EIO) || !errors.Is(err, audit.ErrUnavailable) {
		t.Errorf("%v, want ErrUnavailable and EIO", err)
	}
	fail = false
	if err := w.Intent(ctx, audit.Record{CallID: "c"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Outcome(ctx, audit.Record{CallID: "a", Code: "done"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for path, n := range failures {
		if *n > 1 {
			t.Errorf("%s was synced %d times after a sync had failed", path, *n-1)
		}
	}
	rows := settle(t, dir)
	for id, want := range map[string]string{"a": "done", "b": audit.CodeNotDispatched, "c": audit.CodeUnknown} {
		if codes := find(rows, audit.Outcome, id); !slices.Equal(codes, []string{want}) {
			t.Errorf("call %s has the outcomes %q, want %q", id, codes, want)
		}
	}
}

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
	w := newWriter(t, g, audit.Options{Timeout: 100 * time.Millisecond})
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
