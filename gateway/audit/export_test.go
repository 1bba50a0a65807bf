package audit

import (
	"crypto/sha256"
	"io"
	"slices"
)

// A File is what a segment writes to.
type File interface {
	io.WriteCloser
	Sync() error
}

// Wrap has each file that a segment opens pass through wrap.
func (s *Files) Wrap(wrap func(path string, f File) File) {
	s.open = func(path string) (file, error) {
		f, err := openFile(path)
		if err != nil {
			return nil, err
		}
		return wrap(path, f), nil
	}
}

// OpenRaw opens a file as segments do, for benchmarks to compare with.
func OpenRaw(path string) (File, error) { return openFile(path) }

// Rehash gives a line the hash of its bytes.
func Rehash(line []byte) []byte {
	l, h := link{}, sha256.New()
	const tail = len(hashIntro) + len(noHash) + len(hashOutro)
	body := slices.Clone(line[:len(line)-tail])
	h.Write(body)
	return l.hashed(body, h)
}
