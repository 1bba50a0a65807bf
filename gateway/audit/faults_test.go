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
