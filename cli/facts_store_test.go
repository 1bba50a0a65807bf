package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/skilllint/skilllint/internal/growth"
	"github.com/skilllint/skilllint/skill"
)

var testProgram = sha256.Sum256([]byte("program"))

func factsKey(i int) skill.FactsKey {
	return skill.FactsKey{Kind: fmt.Sprintf("kind %d x.md", i%3), Sum: [16]byte{byte(i), byte(i >> 8)}}
}

func factsOf(i int) string { return fmt.Sprintf("facts of %d", i) }

// keep keeps facts of the numbers from one to another, as one run would.
func keep(dir string, from, to int) {
	s := openFacts(dir, testProgram)
	for i := from; i < to; i++ {
		s.Keep(factsKey(i), []byte(factsOf(i)))
	}
	s.Close()
}

// found counts the numbers below n whose facts are found, and fails where others are.
func found(t *testing.T, dir string, n int, program [sha256.Size]byte) (count int) {
	t.Helper()
	s := openFacts(dir, program)
	defer s.Close()
	for i := range n {
		switch facts := string(s.Find(factsKey(i))); facts {
		case factsOf(i):
			count++
		case "":
		default:
			t.Errorf("of %d: %q", i, facts)
		}
	}
	return count
}

func TestFactsStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "facts")
	keep(dir, 0, 100)
	keep(dir, 100, 200)
	if n := found(t, dir, 300, testProgram); n != 200 {
		t.Errorf("facts of %d contents were found, expected 200", n)
	}
	if n := found(t, dir, 300, sha256.Sum256([]byte("another"))); n != 0 {
		t.Errorf("another program found facts of %d contents, expected none", n)
	}
}

// TestFactsStoreMerges puts many small segments together and loses nothing.
func TestFactsStoreMerges(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 * manySegments {
		keep(dir, i, i+1)
	}
	if n := len(cacheFiles(dir, "")); n > manySegments+1 {
		t.Errorf("%d segments, expected at most %d", n, manySegments+1)
	}
	if n := found(t, dir, 3*manySegments, testProgram); n != 3*manySegments {
		t.Errorf("facts of %d contents were found, expected %d", n, 3*manySegments)
	}
}

// TestSegmentGrowth keeps and finds facts of contents whose sums begin alike.
func TestSegmentGrowth(t *testing.T) {
	growth.Twice(t, 800, func(n int) func() {
		dir := t.TempDir()
		key := func(i int) skill.FactsKey {
			return skill.FactsKey{Kind: "x.md", Sum: [16]byte{2: byte(i), 3: byte(i >> 8)}}
		}
		return func() {
			s := openFacts(dir, testProgram)
			for i := range n {
				s.Keep(key(i), []byte(factsOf(i)))
			}
			s.Close()
			s = openFacts(dir, testProgram)
			defer s.Close()
			for i := range n {
				if facts := string(s.Find(key(i))); facts != factsOf(i) {
					t.Fatalf("of %d: %q", i, facts)
				}
			}
		}
	})
}

func TestFactsStoreInParallel(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 4 {
				found(t, dir, 320, testProgram)
				keep(dir, 40*i+10*n, 40*i+10*(n+1))
			}
		})
	}
	group.Wait()
	if n := found(t, dir, 320, testProgram); n != 320 {
		t.Errorf("facts of %d contents were found, expected 320", n)
	}
}

// TestFactsStoreDamaged changes each byte: what is found is right or nothing.
func TestFactsStoreDamaged(t *testing.T) {
	dir := t.TempDir()
	keep(dir, 0, 20)
	file := cacheFiles(dir, "")[0].path
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x55
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if n := found(t, dir, 20, testProgram); n == 20 {
			t.Errorf("byte %d was changed, and nothing noticed it", at)
		}
		if err := os.WriteFile(file, whole[:at], 0o600); err != nil {
			t.Fatal(err)
		}
		if n := found(t, dir, 20, testProgram); n != 0 {
			t.Errorf("of the first %d bytes facts of %d contents were taken", at, n)
		}
	}
}

func TestCacheOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders have no mode")
	}
	dir := filepath.Join(t.TempDir(), "cache")
	if !private(dir) {
		t.Error("a folder of one's own is not trusted")
	}
	for _, mode := range []os.FileMode{0o777, 0o770, 0o702} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		if private(dir) {
			t.Errorf("a folder of mode %o is trusted", mode)
		}
	}
}

// FuzzSegment opens any segment and any entry of the cache whose sums are
// right: nothing outside of its bytes is read or promised.
func FuzzSegment(f *testing.F) {
	dir := f.TempDir()
	keep(dir, 0, 3)
	for _, file := range cacheFiles(dir, "") {
		text, err := os.ReadFile(file.path)
		if err != nil {
			f.Fatal(err)
		}
		begin := binary.LittleEndian.Uint64(text[len(text)-footerSize:])
		f.Add(text[:begin], text[begin:len(text)-footerSize])
	}
	f.Fuzz(func(t *testing.T, facts, index []byte) {
		dir := t.TempDir()
		text := slices.Concat(facts, index)
		text = binary.LittleEndian.AppendUint64(text, uint64(len(facts)))
		text = binary.LittleEndian.AppendUint32(text, crc32.Checksum(index, castagnoli))
		check := binary.LittleEndian.AppendUint32(nil, crc32.Checksum(index, castagnoli))
		for name, text := range map[string][]byte{"segment": text, "entry": slices.Concat(check, index)} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s := openFacts(dir, testProgram)
		defer s.Close()
		for _, seg := range s.segments {
			for key := range seg.keys {
				if at, ok := seg.find(key); ok && (at.Offset < 0 || at.Size < 0 || at.Offset+int64(at.Size) > int64(len(facts))) {
					t.Fatalf("%d bytes at %d of %d", at.Size, at.Offset, len(facts))
				}
				s.Find(key)
			}
		}
		readChecked(filepath.Join(dir, "entry"), &cacheEntry{})
		readChecked(filepath.Join(dir, "entry"), &lookTable{})
	})
}
