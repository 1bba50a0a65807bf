package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

// runs writes a log of so many runs, each a sealed segment.
func runs(t *testing.T, n int, o audit.Options) (dir string, segments []string) {
	t.Helper()
	dir = t.TempDir()
	for i := range n {
		w := newWriter(t, files(t, dir), o)
		if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(i), Org: "acme"}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	segments, _ = filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if len(segments) != n {
		t.Fatalf("%d segments, want %d", len(segments), n)
	}
	return dir, segments
}

func name(path string) string { return strings.TrimSuffix(filepath.Base(path), ".jsonl") }

// TestRunsAreChained: a sealed segment that was removed or written anew is found without
// anything kept elsewhere.
func TestRunsAreChained(t *testing.T) {
	t.Run("removed", func(t *testing.T) {
		dir, segments := runs(t, 3, audit.Options{})
		os.Remove(segments[1])
		report, err := audit.Verify(dir)
		want := "segment " + name(segments[1]) + ", row 0: segment is gone, and an older one is there"
		if err != nil || len(report.Faults) != 1 || report.Faults[0].String() != want {
			t.Errorf("%v, %v; want %q", report.Faults, err, want)
		}
		if first := firstTime(t, segments[2]); !report.Since.Equal(first) {
			t.Errorf("since %v, want %v", report.Since, first)
		}
	})
	t.Run("moved away as too old", func(t *testing.T) {
		dir, segments := runs(t, 3, audit.Options{})
		os.Remove(segments[0])
		report, err := audit.Verify(dir)
		if err != nil || len(report.Faults) > 0 || !slices.Equal(report.Missing, []string{name(segments[0])}) {
			t.Errorf("%+v, %v", report, err)
		}
	})
	t.Run("written anew", func(t *testing.T) {
		dir, segments := runs(t, 3, audit.Options{})
		writeLines(t, segments[1], forged(readLines(t, segments[1])))
		report, err := audit.Verify(dir)
		if err != nil || len(report.Faults) != 1 || !strings.Contains(report.Faults[0].String(), "row is another than it was") {
			t.Errorf("%v, %v", report.Faults, err)
		}
	})
}

// forged changes a row, and each hash after it.
func forged(lines [][]byte) [][]byte {
	lines[1] = audit.Rehash(bytes.Replace(lines[1], []byte("acme"), []byte("ecma"), 1))
	for i := 2; i < len(lines); i++ {
		at := bytes.Index(lines[i], []byte(`"prev":"`)) + 8
		copy(lines[i][at:], hashOf(lines[i-1]))
		lines[i] = audit.Rehash(lines[i])
	}
	return lines
}

func firstTime(t *testing.T, path string) time.Time {
	t.Helper()
	for row, err := range audit.Rows(ctx, files(t, filepath.Dir(path))) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Segment == name(path) {
			return row.Time
		}
	}
	t.Fatal("no row")
	return time.Time{}
}

// TestSigned: who writes the newest segment anew, where no other one tells, has no key for it.
func TestSigned(t *testing.T) {
	public, private, _ := ed25519.GenerateKey(nil)
	dir, segments := runs(t, 2, audit.Options{Key: private})
	check := func(key ed25519.PublicKey) audit.Report {
		t.Helper()
		report, err := audit.CheckSigned(ctx, files(t, dir), key)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	if r := check(public); len(r.Faults) > 0 || r.Segments[1].Signed != r.Segments[1].Rows || r.Since.IsZero() {
		t.Errorf("%+v", r)
	}
	other, _, _ := ed25519.GenerateKey(nil)
	if r := check(other); len(r.Faults) == 0 || !r.Since.IsZero() {
		t.Errorf("by another key: %+v", r)
	}
	writeLines(t, segments[1], forged(readLines(t, segments[1])))
	if r := check(nil); len(r.Faults) > 0 {
		t.Errorf("without the key it can't be known: %v", r.Faults)
	}
	if r := check(public); len(r.Faults) == 0 || !strings.Contains(r.Faults[0].Reason, "the signature is not of this key") {
		t.Errorf("%+v", r)
	}
	lines := readLines(t, segments[1])
	last := lines[len(lines)-1]
	at := bytes.Index(last, []byte(`,"signature"`))
	lines[len(lines)-1] = audit.Rehash(slices.Delete(last, at, at+bytes.Index(last[at+14:], []byte(`"`))+15))
	writeLines(t, segments[1], lines)
	if r := check(public); len(r.Faults) == 0 || !strings.Contains(r.Faults[0].Reason, "the segment is not signed") {
		t.Errorf("%+v", r)
	}
}

// TestCheckpoint: a segment that grows is signed while it is open.
func TestCheckpoint(t *testing.T) {
	public, private, _ := ed25519.GenerateKey(nil)
	dir := t.TempDir()
	w := newWriter(t, files(t, dir), audit.Options{Key: private, Checkpoint: 10 * time.Millisecond})
	if err := w.Denial(ctx, audit.Record{CallID: "1"}); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		report, err := audit.CheckSigned(ctx, files(t, dir), public)
		if err != nil || len(report.Faults) > 0 {
			t.Fatalf("%+v, %v", report, err)
		}
		if report.Segments[0].Signed == 3 { // begin, denial, checkpoint
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v", report)
		}
	}
	time.Sleep(50 * time.Millisecond)
	if report, _ := audit.Verify(dir); report.Segments[0].Rows != 3 {
		t.Errorf("an idle segment grew to %d rows", report.Segments[0].Rows)
	}
}

// TestMovedAway: what becomes of the open segment is noticed with the next row, which is
// refused, as are all that follow.
func TestMovedAway(t *testing.T) {
	for what, do := range map[string]func(path string) error{
		"removed":   os.Remove,
		"rotated":   func(path string) error { return os.Rename(path, path+".1") },
		"replaced":  func(path string) error { os.Rename(path, path+".1"); return os.WriteFile(path, nil, 0o600) },
		"shortened": func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			w := newWriter(t, files(t, dir), audit.Options{})
			if err := w.Denial(ctx, audit.Record{CallID: "1"}); err != nil {
				t.Fatal(err)
			}
			segments, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
			if err := do(segments[0]); err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				if err := w.Denial(ctx, audit.Record{CallID: fmt.Sprint(2 + i)}); !errors.Is(err, audit.ErrUnavailable) || !errors.Is(err, audit.ErrTampered) {
					t.Errorf("row %d: %v, want it refused", i, err)
				}
			}
			w.Close()
			report, err := audit.Verify(dir)
			if err != nil || len(report.Faults)+len(report.Missing) == 0 {
				t.Errorf("%+v, %v; want the segment to be missed", report, err)
			}
		})
	}
}
