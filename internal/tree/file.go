package tree

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/skilllint/skilllint/internal/limit"
)

// MaxFile is how many bytes of a file are read: a whole manifest with its
// text; a marketplace of 10,000 plugins.
const MaxFile = limit.File

// TooLarge says that a file was not read because of its size.
type TooLarge int

func (e TooLarge) Error() string {
	return fmt.Sprintf("the file is larger than %d MiB and was not read", int(e)>>20)
}

// A Summed file system knows what some files hold without reading them: the
// first half of the SHA-256 of all their bytes, and how many there are.
type Summed interface {
	Sum(name string) (sum [16]byte, size int, ok bool)
}

// SumOf returns what a file system knows of a file.
func SumOf(fsys fs.FS, name string) (sum [16]byte, size int, ok bool) {
	if s, summed := fsys.(Summed); summed {
		return s.Sum(name)
	}
	return sum, 0, false
}

// A Summing file digests what is read of it, as Summed says. whole says that
// all was read.
type Summing interface {
	Sum() (sum [16]byte, whole bool)
}

// ReadFile reads a file of at most limit bytes.
func ReadFile(fsys fs.FS, path string, limit int) ([]byte, error) {
	src, _, err := ReadInto(fsys, path, limit, nil)
	return src, err
}

// ReadInto reads a file of at most limit bytes into a buffer, or a larger one
// when it does not fit. sum is that of the bytes when the file knows it, else nil.
func ReadInto(fsys fs.FS, path string, limit int, buf []byte) (src []byte, sum *[16]byte, err error) {
	f, err := fsys.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if src, err = readAll(f, limit, buf); err != nil {
		return src, nil, err
	}
	if s, sums := f.(Summing); sums {
		if of, whole := s.Sum(); whole {
			sum = &of
		}
	}
	return src, sum, nil
}

func readAll(f fs.File, limit int, buf []byte) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is no regular file")
	}
	if info.Size() > int64(limit) {
		return nil, TooLarge(limit)
	}
	size := int(info.Size()) + 1
	if cap(buf) < size {
		buf = make([]byte, size)
	}
	buf = buf[:size]
	n, err := io.ReadFull(f, buf)
	for err == nil { // it grew while it was read
		if len(buf) > limit {
			return nil, TooLarge(limit)
		}
		var more int
		buf = append(buf, make([]byte, len(buf))...)
		more, err = io.ReadFull(f, buf[n:])
		n += more
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return buf[:n], err
}

// Reason strips the path from an error of package fs: the finding has it.
func Reason(err error) string {
	if errors.Is(err, fs.ErrInvalid) {
		return "its name is not UTF-8"
	}
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
