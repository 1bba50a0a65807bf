package audit_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skilllint/skilllint/gateway/audit"
)

// TestTmpfsFull fills a real file system, where the test may mount one.
func TestTmpfsFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}()
	testFull(t, dir, files(t, dir), func() {
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=10m"); err != nil {
			t.Error(err)
		}
	})
}

const limitEnv = "AUDIT_FILE_SIZE_LIMIT"

// TestFileSizeLimit writes where the system allows files of 20 kB: each segment ends in
// the middle of a row, and none that was acknowledged is lost.
func TestFileSizeLimit(t *testing.T) {
	if dir := os.Getenv(limitEnv); dir != "" {
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: 20_000, Max: 20_000}
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			t.Fatal(err)
		}
		w := newWriter(t, files(t, dir), audit.Options{})
		for i := range 300 {
			r := audit.Record{CallID: fmt.Sprint(i), Agent: strings.Repeat("x", 100)}
			err := w.Intent(ctx, r)
			switch {
			case err == nil:
				fmt.Printf("intent %d\n", i)
				if err := w.Outcome(ctx, r); err != nil {
					t.Error(err)
				}
				fmt.Printf("outcome %d\n", i)
			case !errors.Is(err, audit.ErrUnavailable):
				t.Error(err)
			}
		}
		return
	}
	dir := t.TempDir()
	child := exec.Command(os.Args[0], "-test.run=^TestFileSizeLimit$", "-test.count=1")
	child.Env = append(os.Environ(), limitEnv+"="+dir)
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	rows := settle(t, dir)
	acked := 0
	for line := range bytes.Lines(out) {
		kind, id, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		if kind == "intent" || kind == "outcome" {
			acked++
			if len(find(rows, audit.Kind(kind), id)) == 0 {
				t.Errorf("%s of call %s is lost", kind, id)
			}
		}
	}
	segments, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	torn, _ := filepath.Glob(filepath.Join(dir, "*.torn"))
	if acked < 500 || len(segments) < 5 || len(torn) == 0 {
		t.Errorf("%d rows, %d segments, %d torn ends: the limit was not met", acked, len(segments), len(torn))
	}
}
