package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/pack"
	"github.com/skilllint/skilllint/skill"
)

// What the cache keeps of facts, the latest used.
const (
	maxFactsBytes = 512 << 20 // bytes of all segments
	smallSegment  = 4 << 20   // segments below are put together when there are
	manySegments  = 16        // more than this
)

// A factsStore keeps facts in files, its segments: what a run finds is written
// to a new one, and none is ever changed, so that many processes may read and
// write at once. A segment is facts, one behind the other, then its index, then
// where that begins.
type factsStore struct {
	dir     string
	program [sha256.Size]byte // facts of another program are not taken

	segments []*segment
	known    map[skill.FactsKey]factsAt

	mu    sync.Mutex
	temp  *os.File // what is kept in this run; nil before the first
	to    *bufio.Writer
	size  int64
	fresh map[skill.FactsKey]factsAt
}

type segment struct {
	file *os.File
	size int64
	used atomic.Bool
}

// A factsAt is where facts stand in a segment.
type factsAt struct {
	segment *segment
	stored
}

// A stored is facts in a segment; Check is their CRC-32C.
type stored struct {
	Offset int64
	Size   int
	Check  uint32
}

// A segmentIndex tells what is in a segment.
type segmentIndex struct {
	Program []byte
	Kinds   []string
	Entries []byte // of entrySize each: sum, kind, then the stored
}

const (
	entrySize  = 16 + 2 + 8 + 4 + 4
	footerSize = 8 + 4 // where the index begins, and its CRC-32C
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openFacts opens the facts that a program kept in a folder.
func openFacts(dir string, program [sha256.Size]byte) *factsStore {
	_ = os.MkdirAll(dir, 0o700)
	s := &factsStore{dir: dir, program: program, known: map[skill.FactsKey]factsAt{}, fresh: map[skill.FactsKey]factsAt{}}
	for _, f := range cacheFiles(dir, "") {
		if !strings.HasPrefix(filepath.Base(f.path), "new-") {
			s.open(f.path)
		}
	}
	return s
}

func (s *factsStore) open(path string) {
	file, err := limit.Open(path)
	if err != nil {
		return
	}
	seg := &segment{file: file}
	if !s.readIndex(seg) {
		file.Close()
		return
	}
	s.segments = append(s.segments, seg)
}

// readIndex reads what a segment has, false for one that is broken or another program's.
func (s *factsStore) readIndex(seg *segment) bool {
	info, err := seg.file.Stat()
	if err != nil || info.Size() < footerSize || info.Size() > maxFactsBytes {
		return false
	}
	seg.size = info.Size()
	var footer [footerSize]byte
	if _, err := seg.file.ReadAt(footer[:], seg.size-footerSize); err != nil {
		return false
	}
	begin := binary.LittleEndian.Uint64(footer[:])
	if begin > uint64(seg.size-footerSize) {
		return false
	}
	text := make([]byte, seg.size-footerSize-int64(begin))
	if _, err := seg.file.ReadAt(text, int64(begin)); err != nil || crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(footer[8:]) {
		return false
	}
	var index segmentIndex
	if pack.Read(text, &index, 1) != nil || !bytes.Equal(index.Program, s.program[:]) {
		return false
	}
	for e := range slices.Chunk(index.Entries, entrySize) {
		kind := int(binary.LittleEndian.Uint16(e[16:]))
		at := factsAt{seg, stored{int64(binary.LittleEndian.Uint64(e[18:])), int(binary.LittleEndian.Uint32(e[26:])), binary.LittleEndian.Uint32(e[30:])}}
		if kind < len(index.Kinds) && at.Offset >= 0 && at.Offset <= int64(begin)-int64(at.Size) {
			s.known[skill.FactsKey{Kind: index.Kinds[kind], Sum: [16]byte(e[:16])}] = at
		}
	}
	return true
}

// Find returns facts that an earlier run kept, nil when there are none.
func (s *factsStore) Find(key skill.FactsKey) []byte {
	at, ok := s.known[key]
	if !ok {
		return nil
	}
	facts := make([]byte, at.Size)
	if _, err := at.segment.file.ReadAt(facts, at.Offset); err != nil || crc32.Checksum(facts, castagnoli) != at.Check {
		return nil
	}
	at.segment.used.Store(true)
	return facts
}

// Keep keeps facts for later runs. Without room or rights there are none.
func (s *factsStore) Keep(key skill.FactsKey, facts []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, again := s.fresh[key]; again {
		return
	}
	if s.temp == nil {
		temp, err := os.CreateTemp(s.dir, "new-*")
		if err != nil {
			return
		}
		s.temp, s.to = temp, bufio.NewWriterSize(temp, 1<<16)
	}
	s.fresh[key] = factsAt{nil, stored{s.size, len(facts), crc32.Checksum(facts, castagnoli)}}
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
	for key, at := range s.known {
		if slices.Contains(small, at.segment) {
			if facts := s.Find(key); facts != nil {
				s.Keep(key, facts)
			}
		}
	}
}

// write ends the new segment.
func (s *factsStore) write() bool {
	index := segmentIndex{Program: s.program[:]}
	kinds := map[string]int{}
	for key, at := range s.fresh {
		kind, ok := kinds[key.Kind]
		if !ok {
			kind = len(index.Kinds)
			kinds[key.Kind], index.Kinds = kind, append(index.Kinds, key.Kind)
		}
		if kind > 1<<16-1 || at.Offset > maxFactsBytes {
			continue
		}
		e := append(index.Entries, key.Sum[:]...)
		e = binary.LittleEndian.AppendUint16(e, uint16(kind))
		e = binary.LittleEndian.AppendUint64(e, uint64(at.Offset))
		e = binary.LittleEndian.AppendUint32(e, uint32(at.Size))
		index.Entries = binary.LittleEndian.AppendUint32(e, at.Check)
	}
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

// programSum is the SHA-256 of the program itself: what another one found may
// be something else. It is remembered in a folder for the program's stamp.
func programSum(dir string) (sum [sha256.Size]byte, err error) {
	file, err := os.Executable()
	if err != nil {
		return sum, err
	}
	stamp, _ := fileStamp(file, true)
	memo := filepath.Join(dir, "looks", "program")
	if text, err := limit.ReadFile(memo, limit.Line); err == nil && stamp != "" && len(text) == len(stamp)+len(sum) && strings.HasPrefix(string(text), stamp) {
		return [sha256.Size]byte(text[len(stamp):]), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return sum, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return sum, err
	}
	if sum = [sha256.Size]byte(h.Sum(nil)); stamp != "" {
		writeWhole(memo, append([]byte(stamp), sum[:]...))
	}
	return sum, nil
}
