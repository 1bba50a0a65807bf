// Package growth holds in tests that twice the input costs twice the work.
package growth

import (
	"bufio"
	"cmp"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	many = 50_000                  // how often a statement runs before anybody would feel it
	size = "SKILLLINT_GROWTH_SIZE" // the variable that asks a process for the work alone
)

// Twice fails a test when work on 2n parts allocates more than three times
// what it does on n. Built with -covermode=atomic, it counts steps too: no
// statement of the covered packages may run that much more often. prepare makes
// the parts, which do not count, and returns the work.
func Twice(t *testing.T, n int, prepare func(n int) (work func())) {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv(size)); err == nil {
		prepare(n)()
		return
	}
	measure(prepare(10)) // what is made once
	once, twice := uint64(0), uint64(0)
	for range 5 { // pools let go of what they hold by chance, under the race detector often
		if once, twice = measure(prepare(n)), measure(prepare(2*n)); twice <= 3*once {
			break
		}
	}
	if twice > 3*once {
		t.Errorf("%d bytes for n, %d for 2n", once, twice)
	}
	if testing.CoverMode() != "atomic" {
		return
	}
	few, more := steps(t, n), steps(t, 2*n)
	for _, at := range slices.SortedFunc(maps.Keys(more), func(a, b string) int { return cmp.Compare(more[b], more[a]) }) {
		if more[at] > many && more[at] > 3*few[at] {
			t.Errorf("%s runs %d times for n, %d for 2n", at, few[at], more[at])
		}
	}
}

// measure returns how many bytes are allocated.
func measure(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// steps returns how often statements run, by their places, in a process of the
// same test that does nothing but the work.
func steps(t *testing.T, n int) map[string]int {
	t.Helper()
	profile := filepath.Join(t.TempDir(), "profile")
	cmd := exec.Command(os.Args[0], "-test.run=^"+strings.ReplaceAll(regexp.QuoteMeta(t.Name()), "/", "$/^")+"$", "-test.coverprofile="+profile)
	cmd.Env = append(os.Environ(), size+"="+strconv.Itoa(n))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(profile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	counts := map[string]int{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) == 3 { // place, statements, count
			counts[fields[0]], _ = strconv.Atoi(fields[2])
		}
	}
	return counts
}
