package cli

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skilllint/skilllint/lint"
)

// entries are the runs of a cache.
func entries(ts *testscript.TestScript, dir string) []string {
	var files []string
	for _, f := range cacheFiles(ts.MkAbs(dir), "") {
		files = append(files, f.path)
	}
	if len(files) == 0 {
		ts.Fatalf("the cache is empty")
	}
	return files
}

// tamper replaces the output of all entries, with a checksum that fits.
func tamper(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range entries(ts, args[0]) {
		var entry cacheEntry
		ok := readChecked(file, &entry)
		if !ok {
			ts.Fatalf("%s is no entry", file)
		}
		entry.Outcome.Stdout = []byte("from the cache\n")
		writeChecked(file, &entry)
	}
}

// corrupt changes one byte of all entries.
func corrupt(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range entries(ts, args[0]) {
		text, err := os.ReadFile(file)
		ts.Check(err)
		text[len(text)/2] ^= 1
		ts.Check(os.WriteFile(file, text, 0o600))
	}
}

// TestRunKey: an answer serves the same question of the same day, since removals take effect
// by date.
func TestRunKey(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	morning := time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC)
	key := func(now time.Time, f checkFlags, out outputs, only ...string) string {
		key, err := runKey(&f, &out, &session{root: root, only: only, in: lint.Input{Now: now}})
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	first := key(morning, checkFlags{}, outputs{stdout: "text"})
	if key(morning.Add(22*time.Hour), checkFlags{}, outputs{stdout: "text"}) != first {
		t.Error("another hour is another question")
	}
	for name, other := range map[string]string{
		"another day":    key(morning.Add(24*time.Hour), checkFlags{}, outputs{stdout: "text"}),
		"another flag":   key(morning, checkFlags{maxFindings: 5}, outputs{stdout: "text"}),
		"another format": key(morning, checkFlags{}, outputs{stdout: "json"}),
		"another path":   key(morning, checkFlags{}, outputs{stdout: "text"}, "jung"),
	} {
		if other == first {
			t.Errorf("%s gets the same answer", name)
		}
	}
}

// TestCacheInParallel writes and reads one entry from many goroutines: each
// read sees a whole entry, and the folder keeps its bounds.
func TestCacheInParallel(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "entry")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 50 {
				writeChecked(file, &cacheEntry{Commit: "c", Outcome: outcome{Status: i}})
				var entry cacheEntry
				if !readChecked(file, &entry) || entry.Commit != "c" {
					t.Error("a torn entry")
				}
				key := "key" + string(rune('0'+i))
				writeChecked(filepath.Join(dir, key+"-"+string(rune('0'+n))), &cacheEntry{})
				tidy(dir, key)
			}
		})
	}
	group.Wait()
	if list := cacheFiles(dir, ""); len(list) != 1+8*maxVariants {
		t.Errorf("%d entries, want the one and %d of each of 8 keys", len(list), maxVariants)
	}
}

// TestCacheIsBounded keeps the latest used of many keys.
func TestCacheIsBounded(t *testing.T) {
	dir := t.TempDir()
	for n := range maxEntries + 10 {
		key := string(rune(0x4e00 + n))
		writeChecked(filepath.Join(dir, key), &cacheEntry{})
		tidy(dir, key)
	}
	if list := cacheFiles(dir, ""); len(list) != maxEntries {
		t.Errorf("%d entries, want %d", len(list), maxEntries)
	}
}
