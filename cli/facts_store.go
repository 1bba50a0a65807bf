package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/pack"
	"github.com/skilllint/skilllint/skill"
)

// What the cache keeps of facts, the latest used.
const (
	maxKinds     = 1<<16 - 1 // of facts
	smallSegment = 4 << 20   // segments below are put together when there are
	manySegments = 16        // more than this
)

// A factsStore keeps facts in files, its segments: what a run finds is written
// to a new one, and none is ever changed, so that many processes may read and
// write at once. A segment is facts, one behind the other, then its index, then
// where that begins.
type factsStore struct {
	dir     string
	program [sha256.Size]byte // facts of another program are not taken

	segments []*segment

	mu    sync.Mutex
	temp  *os.File // what is kept in this run; nil before the first
	to    *bufio.Writer
	size  int64
	kinds map[string]int // of fresh
	fresh map[entryKey]stored
}

// openFacts opens the facts that a program kept in a folder.
func openFacts(dir string, program [sha256.Size]byte) *factsStore {
	_ = os.MkdirAll(dir, 0o700)
	s := &factsStore{dir: dir, program: program, kinds: map[string]int{}, fresh: map[entryKey]stored{}}
	for _, f := range cacheFiles(dir, "") {
		if !strings.HasPrefix(filepath.Base(f.path), "new-") {
			s.open(f.path)
		}
	}
	return s
}

func (s *factsStore) open(path string) {
	file, err := limit.Open(path, maxFactsBytes)
	if err != nil {
		return
	}
	seg := &segment{file: file}
	if !seg.readIndex(s.program) {
		file.Close()
		return
	}
	s.segments = append(s.segments, seg)
}

// Find returns facts that an earlier run kept, nil when there are none.
func (s *factsStore) Find(key skill.FactsKey) []byte {
	for _, seg := range s.segments {
		if at, ok := seg.find(key); ok {
			if facts := seg.read(at); facts != nil {
				seg.used.Store(true)
				return facts
			}
		}
	}
	return nil
}

// Keep keeps facts for later runs. Without room or rights there are none.
func (s *factsStore) Keep(key skill.FactsKey, facts []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind, ok := s.kinds[key.Kind]
	if !ok {
		kind = len(s.kinds)
		s.kinds[key.Kind] = kind
	}
	k := entryKeyOf(key.Sum, kind)
	if _, again := s.fresh[k]; again || kind > maxKinds || s.size > maxFactsBytes {
		return
	}
	if s.temp == nil {
		temp, err := os.CreateTemp(s.dir, "new-*")
		if err != nil {
			return
		}
		s.temp, s.to = temp, bufio.NewWriterSize(temp, 1<<16)
	}
	s.fresh[k] = stored{s.size, len(facts), crc32.Checksum(facts, castagnoli)}
	s.to.Write(facts) // an error stays until Flush
	s.size += int64(len(facts))
}

// Close writes what is new as a segment of its own, at one stroke, and drops
// what the cache has too much of.
func (s *factsStore) Close() {
	if s == nil {
		return
	}
	var merged []*segment
	if small := slices.DeleteFunc(slices.Clone(s.segments), func(seg *segment) bool { return seg.size > smallSegment }); s.temp != nil && len(small) > manySegments {
		merged = small
		s.merge(small)
	}
	if s.temp != nil && !s.write() {
		os.Remove(s.temp.Name())
		merged = nil
	}
	now := time.Now()
	for _, seg := range s.segments {
		if slices.Contains(merged, seg) {
			os.Remove(seg.file.Name())
		} else if seg.used.Load() {
			_ = os.Chtimes(seg.file.Name(), now, now) // keeps it from being dropped
		}
		seg.file.Close()
	}
	size := int64(0)
	for _, f := range cacheFiles(s.dir, "") {
		if size += f.size; size > maxFactsBytes {
			os.Remove(f.path)
		}
	}
}

// merge keeps what is in segments again.
func (s *factsStore) merge(small []*segment) {
	for _, seg := range small {
		for key := range seg.keys {
			if facts := s.Find(key); facts != nil {
				s.Keep(key, facts)
			}
		}
	}
}

// write ends the new segment.
func (s *factsStore) write() bool {
	index := segmentIndex{Program: s.program[:], Kinds: make([]string, len(s.kinds))}
	for kind, i := range s.kinds {
		index.Kinds[i] = kind
	}
	var entries []byte
	for _, k := range slices.SortedFunc(maps.Keys(s.fresh), func(a, b entryKey) int { return bytes.Compare(a[:], b[:]) }) {
		at := s.fresh[k]
		entries = append(entries, k[:]...)
		entries = binary.LittleEndian.AppendUint64(entries, uint64(at.Offset))
		entries = binary.LittleEndian.AppendUint32(entries, uint32(at.Size))
		entries = binary.LittleEndian.AppendUint32(entries, at.Check)
	}
	index.Entries = string(entries)
	text := pack.Append(nil, &index, 1)
	footer := binary.LittleEndian.AppendUint64(nil, uint64(s.size))
	footer = binary.LittleEndian.AppendUint32(footer, crc32.Checksum(text, castagnoli))
	s.to.Write(text)
	s.to.Write(footer)
	err := s.to.Flush()
	if closing := s.temp.Close(); err != nil || closing != nil {
		return false
	}
	name := filepath.Join(s.dir, "facts-"+strings.TrimPrefix(filepath.Base(s.temp.Name()), "new-"))
	return os.Rename(s.temp.Name(), name) == nil
}
