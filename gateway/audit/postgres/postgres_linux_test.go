package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/audittest"
	"github.com/skilllint/skilllint/gateway/audit/postgres"
)

var ctx = context.Background()

func open(t testing.TB, dsn string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	audittest.Run(t, func(t *testing.T) audit.Store { return open(t, common(t).empty(t)) })
}

func TestKill(t *testing.T) {
	audittest.Kill(t, func() string { return common(t).empty(t) },
		func(dsn string) (audit.Store, error) { return postgres.Open(ctx, dsn) })
}

// TestServerCrash: while the server is gone calls are denied; when it is back the log goes
// on, with every acknowledged row, and with the outcome of a call that ended meanwhile.
func TestServerCrash(t *testing.T) {
	server := common(t)
	dsn := server.empty(t)
	w, err := audit.New(ctx, open(t, dsn), audit.Options{Timeout: 5 * time.Second}) // a busy disk is no crash
	if err != nil {
		t.Fatal(err)
	}
	acked := map[string]bool{}
	if err := w.Intent(ctx, audit.Record{CallID: "early"}); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		acked[fmt.Sprint(i)] = true
	}
	server.stop()
	var calls sync.WaitGroup // which wait together for the server, not one after the other
	unavailable := func(write func() error) {
		calls.Go(func() {
			if err := write(); !errors.Is(err, audit.ErrUnavailable) {
				t.Errorf("without a server: %v, want ErrUnavailable", err)
			}
		})
	}
	for i := range 3 {
		unavailable(func() error { return w.Intent(ctx, audit.Record{CallID: fmt.Sprint("down", i)}) })
	}
	unavailable(func() error { return w.Outcome(ctx, audit.Record{CallID: "early", Code: "done"}) })
	calls.Wait()
	server.start(t)
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if err = w.Intent(ctx, audit.Record{CallID: "late"}); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server is back: %v", err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := audit.New(ctx, open(t, dsn), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
	report, err := postgres.Verify(ctx, dsn)
	if err != nil || len(report.Faults) > 0 || len(report.Open) > 0 {
		t.Errorf("%+v, %v; want no fault and no open call", report, err)
	}
	done := false
	for row, err := range audit.Rows(ctx, open(t, dsn)) {
		if err != nil {
			t.Fatal(err)
		}
		delete(acked, row.CallID)
		done = done || row.CallID == "early" && row.Code == "done"
	}
	if len(acked) > 0 || !done {
		t.Errorf("lost %v; the early call's outcome is on record: %v", acked, done)
	}
}

func TestOpenChecksTheServer(t *testing.T) {
	server := common(t)
	dsn := server.empty(t)
	server.exec(t, `ALTER SYSTEM SET fsync = off`, `SELECT pg_reload_conf()`)
	defer server.exec(t, `ALTER SYSTEM RESET fsync`, `SELECT pg_reload_conf()`)
	var err error
	for range 1000 { // until the server has read its configuration
		var s *postgres.Store
		if s, err = postgres.Open(ctx, dsn); err != nil {
			break
		}
		s.Close()
		time.Sleep(10 * time.Millisecond)
	}
	if err == nil || !strings.Contains(err.Error(), `fsync is "off", want "on"`) {
		t.Errorf("error %v, want one about fsync", err)
	}
}

func TestCommitsAreSynchronous(t *testing.T) {
	s := open(t, common(t).empty(t)+"&synchronous_commit=off")
	if got, err := s.Show(ctx, "synchronous_commit"); err != nil || got != "on" {
		t.Errorf("synchronous_commit is %q, %v; want on", got, err)
	}
}

// BenchmarkPostgres: ready rows are as many of the same size, by the same statement.
func BenchmarkPostgres(b *testing.B) {
	server := common(b)
	w, err := audit.New(ctx, open(b, server.empty(b)), audit.Options{SegmentBytes: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	audittest.Compare(b, w, audittest.Ready(b, open(b, server.empty(b))))
}
