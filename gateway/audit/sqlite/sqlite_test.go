package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/audittest"
	"github.com/skilllint/skilllint/gateway/audit/sqlite"
)

var ctx = context.Background()

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	audittest.Run(t, func(t *testing.T) audit.Store { return open(t, filepath.Join(t.TempDir(), "audit.db")) })
}

func TestKill(t *testing.T) {
	audittest.Kill(t, func() string { return filepath.Join(t.TempDir(), "audit.db") },
		func(path string) (audit.Store, error) { return sqlite.Open(ctx, path) })
}

// TestFull: a database that may not grow denies, keeps what it acknowledged and what has
// ended meanwhile, and goes on when there is room again.
func TestFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.db")
	store := open(t, path)
	w, err := audit.New(ctx, store, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Intent(ctx, audit.Record{CallID: "early"}); err != nil {
		t.Fatal(err)
	}
	store.LimitPages(t, 30)
	var acked []string
	for i := range 10_000 {
		id := fmt.Sprint(i)
		err := w.Denial(ctx, audit.Record{CallID: id, Agent: strings.Repeat("x", 1000)})
		if err == nil {
			acked = append(acked, id)
			continue
		}
		if !errors.Is(err, audit.ErrUnavailable) || !strings.Contains(err.Error(), "full") {
			t.Fatalf("row %d: %v; want ErrUnavailable and that it is full", i, err)
		}
		break
	}
	if len(acked) == 0 || len(acked) == 10_000 {
		t.Fatalf("%d rows were acknowledged", len(acked))
	}
	short, cancel := context.WithTimeout(ctx, 1)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- w.Outcome(short, audit.Record{CallID: "early", Code: "done"}) }()
	store.LimitPages(t, 1<<30)
	if err := <-ended; err != nil && !errors.Is(err, audit.ErrUnavailable) {
		t.Error(err)
	}
	for i := range 20 {
		if err = w.Intent(ctx, audit.Record{CallID: "late"}); err == nil {
			break
		}
		if i == 19 {
			t.Fatalf("with room again: %v", err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := audit.New(ctx, store, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := sqlite.Verify(ctx, path)
	if err != nil || len(report.Faults) > 0 || len(report.Open) > 0 {
		t.Errorf("%+v, %v; want no fault and no open call", report, err)
	}
	var stored []string
	for row, err := range audit.Rows(ctx, store) {
		if err != nil {
			t.Fatal(err)
		}
		if row.CallID == "early" && row.Kind == audit.Outcome && row.Code != "done" {
			t.Errorf("the call that ended while the database was full has the outcome %q", row.Code)
		}
		stored = append(stored, row.CallID)
	}
	for _, id := range append(acked, "late", "early") {
		if !slices.Contains(stored, id) {
			t.Errorf("row %s is lost", id)
		}
	}
}

// TestTampered: a line that was changed by SQL is found.
func TestTampered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.db")
	w, err := audit.New(ctx, open(t, path), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i), Org: "acme"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`UPDATE audit_row SET line = replace(line, 'acme', 'ecma') WHERE seq = 3`); err != nil {
		t.Fatal(err)
	}
	report, err := sqlite.Verify(ctx, path)
	if err != nil || len(report.Faults) != 1 || report.Faults[0].Row != 3 {
		t.Errorf("%+v, %v; want one fault at row 3", report.Faults, err)
	}
}

// BenchmarkSQLite: ready rows are as many of the same size, by the same statement in one transaction.
func BenchmarkSQLite(b *testing.B) {
	w, err := audit.New(ctx, open(b, filepath.Join(b.TempDir(), "audit.db")), audit.Options{SegmentBytes: 1 << 30})
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	audittest.Compare(b, w, audittest.Ready(b, open(b, filepath.Join(b.TempDir(), "raw.db"))))
}

// TestMovedAway: rows that go missing under the writer, and a database that was moved, are
// noticed with the next row.
func TestMovedAway(t *testing.T) {
	for what, do := range map[string]func(path string) error{
		"moved": func(path string) error { return os.Rename(path, path+".1") },
		"rows deleted": func(path string) error {
			db, err := sql.Open("sqlite", path)
			if err == nil {
				defer db.Close()
				_, err = db.Exec(`DELETE FROM audit_row`)
			}
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "audit.db")
			store, err := sqlite.Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			w, err := audit.New(context.Background(), store, audit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			if err := do(path); err != nil {
				t.Fatal(err)
			}
			if err := w.Denial(context.Background(), audit.Record{CallID: "1"}); !errors.Is(err, audit.ErrTampered) {
				t.Errorf("%v, want it to be noticed", err)
			}
		})
	}
}
