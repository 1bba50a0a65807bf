//go:build linux && hostile

package cli

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A hostile is one input that a stranger may send: files, and what is asked of
// them. It must end with a status of its own accord, say what it should, take
// less than a second of processor time and 256 MB, and touch nothing.
type hostile struct {
	name  string
	files map[string]string
	args  []string // of skilllint, {} is the folder; check without
	want  string   // part of what is printed; "" when nothing need be said

	memory int64 // in kB, where less is allowed than maxHostileMemory
}

// pipe is the text of a file that is a named pipe, to which nobody writes.
const pipe = "|"

const (
	maxHostileTime   = time.Second
	maxHostileMemory = 256 << 10 // in kB, as the system counts
)

// TestHostileList runs the list, by groups.
func TestHostileList(t *testing.T) {
	total := 0
	for _, group := range hostileGroups {
		list := group.list()
		total += len(list)
		t.Run(group.name, func(t *testing.T) {
			for _, h := range list {
				t.Run(h.name, h.run)
			}
		})
	}
	if total < 150 {
		t.Errorf("%d inputs, of which there are to be 150", total)
	}
}

func (h hostile) run(t *testing.T) {
	dir, home := t.TempDir(), t.TempDir()
	for name, text := range h.files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			if err := os.Symlink(target, file); err != nil {
				t.Fatal(err)
			}
		} else if text == pipe {
			if err := syscall.Mkfifo(file, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := slices.Clone(h.args)
	if args == nil {
		args = []string{"check", "--no-cache", "--allow-empty"}
	}
	before := state(t, dir)
	text, code, took, memory := h.once(t, dir, home, args)
	for range 2 { // on a busy machine the same work takes more processor time, at times
		if took <= maxHostileTime {
			break
		}
		text, code, took, memory = h.once(t, dir, home, args)
	}
	t.Logf("status %d, %v, %d MB: %.300s", code, took, memory>>10, text)
	if code < 0 || code > 3 || strings.Contains(text, "internal-error") || strings.Contains(text, "goroutine ") {
		t.Errorf("status %d: %.2000s", code, text)
	}
	if took > maxHostileTime {
		slow := slowness()
		t.Logf("%v of processor time on a machine that is %.1f times slower than usual", took, slow)
		took = time.Duration(float64(took) / slow)
	}
	if took > maxHostileTime || memory > cmp.Or(h.memory, maxHostileMemory) {
		t.Errorf("%v of processor time, %d MB", took, memory>>10)
	}
	if !strings.Contains(text, h.want) {
		t.Errorf("nothing says %q: %.2000s", h.want, text)
	}
	if bad := raw(text); bad != "" {
		t.Errorf("printed raw: %q", bad)
	}
	if after := state(t, dir); after != before {
		t.Error("the folder is another")
	}
	if left, err := os.ReadDir(home); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// slowness is how many times as long as usual the machine takes for the same work
// now, at least 1: neighbours of a virtual machine slow it down for minutes.
func slowness() float64 {
	const usual = 300 * time.Millisecond // on two cores at 2.5 GHz that do nothing else
	var before, after syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &before)
	work := map[uint64]uint64{}
	for i := range uint64(1_000_000) {
		work[i*0x9E3779B97F4A7C15] = i
	}
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	return max(1, float64(after.Utime.Nano()-before.Utime.Nano())/float64(usual))
}

// once runs the command, and returns what it printed, its status, its processor
// time and the most memory that it had, in kB.
func (h hostile) once(t *testing.T, dir, home string, args []string) (text string, code int, took time.Duration, memory int64) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // of a busy machine
	defer cancel()
	cmd := exec.CommandContext(ctx, "skilllint", args...)
	cmd.Dir = dir
	forgetPeak()
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home, "SKILLLINT_CACHE_DIR="+home, "GOMAXPROCS=1") // with one processor the collector keeps pace on a busy machine
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return out.String(), cmd.ProcessState.ExitCode(), took, usage.Maxrss
}

// state is a digest of the names, kinds and contents below a folder.
func state(t *testing.T, dir string) string {
	h := sha256.New()
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %v\n", p, d.Type())
		if d.Type().IsRegular() {
			src, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			h.Write(src)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// forgetPeak makes this process small and forgets how large it was: a process
// begins with the peak of the one that starts it.
func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // older systems go on with the old peak
}
