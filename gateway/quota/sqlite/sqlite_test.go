package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway/quota"
	"github.com/skilllint/skilllint/gateway/quota/quotatest"
	"github.com/skilllint/skilllint/gateway/quota/sqlite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t testing.TB, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	quotatest.Run(t, func(t *testing.T) quota.Store { return open(t, filepath.Join(t.TempDir(), "quota.db")) }, quotatest.Fake())
}

func TestAgainstModel(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "quota.db"))
	quotatest.Model(t, func(*testing.T) quota.Store { return s }, 10)
}

func TestRace(t *testing.T) {
	quotatest.Race(t, func() string { return filepath.Join(t.TempDir(), "quota.db") },
		func(path string) (quota.Store, error) { return sqlite.Open(context.Background(), path) },
		func(int) time.Duration { return 0 })
}

// TestOddPaths: a path is a path, not a URI.
func TestOddPaths(t *testing.T) {
	for _, name := range []string{"a b?mode=memory.db", "50%41.db", "#1.db", "数据.db"} {
		path := filepath.Join(t.TempDir(), name)
		limit := quota.Limit{N: 1, Window: quota.Calendar(quota.Month, nil)}
		for i := range 2 {
			d, err := open(t, path).Reserve(context.Background(), quota.Key{}, limit, fmt.Sprint(i), time.Now())
			if err != nil || d.Allowed != (i == 0) {
				t.Errorf("%s: call %d: %+v, %v", name, i, d, err)
			}
		}
		if m, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.db")); len(m) != 1 || m[0] != path {
			t.Errorf("%s is written as %v", path, m)
		}
	}
}

// TestLocked: while another process holds the database, a call waits as long as its
// context says, and is denied.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quota.db")
	s := open(t, path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(context.Background(), `BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	limit := quota.Limit{N: 1, Window: quota.Calendar(quota.Month, nil)}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if d, err := s.Reserve(ctx, quota.Key{}, limit, "a", time.Now()); !errors.Is(err, quota.ErrUnavailable) || d.Allowed {
		t.Errorf("locked: %+v, %v; want ErrUnavailable", d, err)
	}
	if _, err := conn.ExecContext(context.Background(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Reserve(context.Background(), quota.Key{}, limit, "a", time.Now()); err != nil || !d.Allowed {
		t.Errorf("unlocked: %+v, %v", d, err)
	}
}

// TestForgets: what has expired leaves the database.
func TestForgets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "quota.db")
	s := open(t, path)
	limit := quota.Limit{N: 1, Window: quota.Calendar(quota.Second, nil)}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 2048 {
		now = now.Add(time.Minute)
		if _, err := s.Reserve(context.Background(), quota.Key{User: fmt.Sprint(i)}, limit, "id", now); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, table := range []string{"quota_call", "quota_window"} {
		var n int
		if err := db.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n > 20 {
			t.Errorf("%s has %d rows, %v; want those of the last minutes", table, n, err)
		}
	}
}

func BenchmarkReserve(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "quota.db"))
	limit := quota.Limit{N: 1 << 40, Window: quota.Calendar(quota.Month, nil)}
	var n atomic.Int64
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Reserve(context.Background(), quota.Key{}, limit, fmt.Sprint(n.Add(1)), time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}

func TestAfterAJump(t *testing.T) {
	quotatest.Jumped(t, func(t *testing.T) quota.Store { return open(t, filepath.Join(t.TempDir(), "quota.db")) })
}
