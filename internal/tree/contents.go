package tree

import (
	"crypto/sha256"
	"hash"
	"hash/maphash"
	"io"
	"io/fs"
	"sync"
)

// Contents know what the files of a tree hold, from one reading of it to the next: by
// stamps, which are other ones when a file may have changed. The zero value knows
// nothing.
type Contents struct {
	mu    sync.Mutex
	known map[uint64]content // by path
}

// A content is what a file of a stamp holds. Of stamps and paths there are hashes of
// the process.
type content struct {
	stamp uint64
	sum   [16]byte
	size  int
}

var seed = maphash.MakeSeed()

// Over returns the files of a disk, as Summed files of which Contents are known, and
// become known when they are read to the end. stamp is asked before a file is opened;
// "" is of no use.
func (c *Contents) Over(disk *Disk, stamp func(path string) string) fs.FS {
	return &summedDisk{disk, c, stamp}
}

type summedDisk struct {
	*Disk
	contents *Contents
	stamp    func(path string) string
}

// Sum returns what a file holds, when it is known without reading it.
func (d *summedDisk) Sum(name string) (sum [16]byte, size int, ok bool) {
	path := maphash.String(seed, name)
	d.contents.mu.Lock()
	was, known := d.contents.known[path]
	d.contents.mu.Unlock()
	if !known {
		return sum, 0, false
	}
	stamp := d.stamp(name)
	return was.sum, was.size, stamp != "" && maphash.String(seed, stamp) == was.stamp
}

// Open digests what will be read of a file.
func (d *summedDisk) Open(name string) (fs.File, error) {
	stamp := d.stamp(name) // before it is read: a change meanwhile has a later one
	f, err := d.Disk.Open(name)
	if err != nil {
		return nil, err
	}
	return &summedFile{SummingFile: NewSumming(f), disk: d, name: name, stamp: stamp}, nil
}

// A SummingFile is a file that is Summing.
type SummingFile struct {
	fs.File
	Size int64 // of what was read
	sum  hash.Hash
	end  bool
}

// NewSumming digests what will be read of a file.
func NewSumming(f fs.File) *SummingFile { return &SummingFile{File: f, sum: sha256.New()} }

func (f *SummingFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.sum.Write(p[:n])
	f.Size += int64(n)
	f.end = f.end || err == io.EOF
	return n, err
}

// Sum is the first half of the SHA-256 of what was read; whole says that it was read
// to its end.
func (f *SummingFile) Sum() (sum [16]byte, whole bool) { return [16]byte(f.sum.Sum(nil)), f.end }

type summedFile struct {
	*SummingFile
	disk  *summedDisk
	name  string
	stamp string
}

// Close makes the contents known of a file that was read to its end.
func (f *summedFile) Close() error {
	if sum, whole := f.Sum(); whole && f.stamp != "" {
		c := f.disk.contents
		c.mu.Lock()
		if c.known == nil {
			c.known = map[uint64]content{}
		}
		c.known[maphash.String(seed, f.name)] = content{maphash.String(seed, f.stamp), sum, int(f.Size)}
		c.mu.Unlock()
	}
	return f.File.Close()
}
