package sources

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/skilllint/skilllint/internal/limit"
)

// Bounds of the contents of one source.
const (
	maxFiles   = 20_000
	maxContent = 64 << 20 // bytes of all files
	maxFile    = 4 << 20  // bytes of one
)

// A Store holds contents of sources under their digests, in a folder of the user's cache.
type Store struct{ dir string }

// NewStore returns the store in a folder, which is made when something is put into it.
func NewStore(dir string) *Store { return &Store{dir} }

// mirrors is the folder for the mirrors of a remote.
func (s *Store) mirrors(url string) string {
	sum := sha256.Sum256([]byte(url))
	return filepath.Join(s.dir, "mirrors", hex.EncodeToString(sum[:16]))
}

func (s *Store) file(digest string) string {
	return filepath.Join(s.dir, "contents", strings.TrimPrefix(digest, "sha256:")+".zip")
}

// Put keeps those files of a tree that want says matter, and returns their digest. The
// same files have the same digest. Links are not followed. large are files that are left
// out for their size.
func (s *Store) Put(tree fs.FS, want func(path string) bool) (digest string, large []string, err error) {
	content, large, err := pack(tree, want)
	if err != nil {
		return "", nil, err
	}
	digest, err = s.keep(content)
	return digest, large, err
}

// keep writes an archive under its digest.
func (s *Store) keep(content []byte) (digest string, err error) {
	sum := sha256.Sum256(content)
	digest = "sha256:" + hex.EncodeToString(sum[:])
	name := s.file(digest)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "put-*")
	if err != nil {
		return "", err
	}
	_, err = temp.Write(content)
	if err := errors.Join(err, temp.Close()); err != nil {
		os.Remove(temp.Name())
		return "", err
	}
	return digest, os.Rename(temp.Name(), name) // two processes that put the same write the same
}

// pack writes files as an uncompressed archive, in the order of their paths, without times.
func pack(tree fs.FS, want func(path string) bool) (content []byte, large []string, err error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	files := 0
	err = fs.WalkDir(tree, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && p != "." && path.Base(p) == ".git" {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() || !want(p) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		switch {
		case info.Size() > maxFile:
			large = append(large, p) // no manifest is that large
			return nil
		case files > maxFiles, int64(b.Len())+info.Size() > maxContent:
			return fmt.Errorf("it holds more than %d manifests, or more than %d MiB of them: name a folder of it", maxFiles, maxContent>>20)
		}
		src, err := fs.ReadFile(tree, p)
		if err != nil {
			return err
		}
		return add(z, p, src)
	})
	err = errors.Join(err, z.Close()) // which writes the index
	return b.Bytes(), large, err
}

// packOne writes an archive of one file.
func packOne(name string, src []byte) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := errors.Join(add(z, name, src), z.Close())
	return b.Bytes(), err
}

func add(z *zip.Writer, name string, src []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err == nil {
		_, err = w.Write(src)
	}
	return err
}

// ErrAbsent says that the store lacks contents.
var ErrAbsent = errors.New("not in the cache")

// Open returns contents as a file system. The error is ErrAbsent when they are not there,
// another when they are not what the digest says.
func (s *Store) Open(digest string) (fs.FS, error) {
	content, err := limit.ReadFile(s.file(digest), maxContent+(16<<20))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrAbsent
	}
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(content); "sha256:"+hex.EncodeToString(sum[:]) != digest {
		return nil, fmt.Errorf("the cache holds other contents for %s: remove %s", digest, s.file(digest))
	}
	return zip.NewReader(bytes.NewReader(content), int64(len(content)))
}
