package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"os"
	"sort"
	"strings"
	"sync/atomic"

	"github.com/skilllint/skilllint/internal/pack"
	"github.com/skilllint/skilllint/skill"
)

// maxFactsBytes bounds what the cache keeps of facts, all segments together.
const maxFactsBytes = 512 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A segment is facts of one run, and where those of a key stand.
type segment struct {
	file    *os.File
	size    int64
	facts   int64          // of the size
	names   []string       // of kinds
	kinds   map[string]int // by name
	entries string
	heads   [1<<16 + 1]int32 // the first entry whose sum begins with two bytes, or with more
	used    atomic.Bool
}

// An entryKey is the sum of a content, and the number of a kind.
type entryKey [16 + 2]byte

func entryKeyOf(sum [16]byte, kind int) (k entryKey) {
	copy(k[:], sum[:])
	binary.LittleEndian.PutUint16(k[16:], uint16(kind))
	return k
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
	Entries string // of entrySize each: an entryKey, then the stored; sorted
}

const (
	entrySize  = len(entryKey{}) + 8 + 4 + 4
	footerSize = 8 + 4 // where the index begins, and its CRC-32C
)

// readIndex reads what a segment has, false for one that is broken or another program's.
func (seg *segment) readIndex(program [sha256.Size]byte) bool {
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
	if pack.Read(text, &index, 1) != nil || !bytes.Equal(index.Program, program[:]) {
		return false
	}
	seg.facts, seg.entries, seg.names, seg.kinds = int64(begin), index.Entries, index.Kinds, map[string]int{}
	for i, kind := range index.Kinds {
		seg.kinds[kind] = i
	}
	next := 0
	for i := range int32(len(seg.entries) / entrySize) {
		for head := headOf(seg.entries[i*int32(entrySize):]); next <= head; next++ {
			seg.heads[next] = i
		}
	}
	for ; next < len(seg.heads); next++ {
		seg.heads[next] = int32(len(seg.entries) / entrySize)
	}
	return true
}

// headOf is the first two bytes of a sum, as a number.
func headOf(sum string) int { return int(sum[0])<<8 | int(sum[1]) }

// find returns where the facts of a key stand.
func (seg *segment) find(key skill.FactsKey) (at stored, ok bool) {
	kind, ok := seg.kinds[key.Kind]
	if !ok {
		return at, false
	}
	k := entryKeyOf(key.Sum, kind)
	head := headOf(string(k[:]))
	first := int(seg.heads[head])
	i, ok := sort.Find(int(seg.heads[head+1])-first, func(i int) int {
		return strings.Compare(string(k[:]), seg.entries[(first+i)*entrySize:][:len(k)])
	})
	if !ok {
		return at, false
	}
	e := []byte(seg.entries[(first+i)*entrySize+len(k):][:entrySize-len(k)])
	at = stored{int64(binary.LittleEndian.Uint64(e)), int(binary.LittleEndian.Uint32(e[8:])), binary.LittleEndian.Uint32(e[12:])}
	return at, at.Offset >= 0 && at.Offset <= seg.facts-int64(at.Size)
}

// keys yields the keys of what is in the segment.
func (seg *segment) keys(yield func(key skill.FactsKey) bool) {
	for at := 0; at+entrySize <= len(seg.entries); at += entrySize {
		k := entryKey([]byte(seg.entries[at:][:len(entryKey{})]))
		if kind := int(binary.LittleEndian.Uint16(k[16:])); kind < len(seg.names) && !yield(skill.FactsKey{Kind: seg.names[kind], Sum: [16]byte(k[:16])}) {
			return
		}
	}
}

// read returns facts of the segment, nil when they are broken.
func (seg *segment) read(at stored) []byte {
	facts := make([]byte, at.Size)
	if _, err := seg.file.ReadAt(facts, at.Offset); err != nil || crc32.Checksum(facts, castagnoli) != at.Check {
		return nil
	}
	return facts
}
