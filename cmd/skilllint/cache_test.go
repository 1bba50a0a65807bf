package main

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// entries are the files of a cache.
func entries(ts *testscript.TestScript, dir string) []string {
	files, err := filepath.Glob(filepath.Join(ts.MkAbs(dir), "*"))
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("the cache is empty")
	}
	return files
}

// tamper replaces the output of all entries, with a checksum that fits.
func tamper(ts *testscript.TestScript, _ bool, args []string) {
	for _, file := range entries(ts, args[0]) {
		entry, ok := readEntry(file)
		if !ok {
			ts.Fatalf("%s is no entry", file)
		}
		entry.Outcome.Stdout = []byte("from the cache\n")
		writeEntry(file, entry)
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

// TestCacheInParallel writes and reads one entry from many goroutines: each
// read sees a whole entry, and the folder keeps its bound.
func TestCacheInParallel(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "entry")
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 50 {
				writeEntry(file, cacheEntry{Stamp: "s", Outcome: outcome{Status: i}})
				if entry, ok := readEntry(file); !ok || entry.Stamp != "s" {
					t.Error("a torn entry")
				}
				writeEntry(filepath.Join(dir, string(rune('a'+i))+string(rune('0'+n))), cacheEntry{})
			}
		})
	}
	group.Wait()
	if list, _ := os.ReadDir(dir); len(list) > maxEntries {
		t.Errorf("%d entries, want at most %d", len(list), maxEntries)
	}
}
