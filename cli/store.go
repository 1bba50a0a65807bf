package cli

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
	"github.com/skilllint/skilllint/internal/pack"
	"github.com/skilllint/skilllint/internal/sources"
)

// What the cache keeps, the latest used.
const (
	maxEntries    = 128         // files
	maxVariants   = 4           // entries of one key: of workspaces that differ
	maxEntrySize  = limit.Cache // bytes of a file
	maxCacheBytes = 256 << 20   // bytes of all files
)

// checkSize is that of the CRC-32C before a value, in bytes.
const checkSize = 4

// cacheDir is where the cache is.
func cacheDir() (string, error) {
	if dir := os.Getenv("SKILLLINT_CACHE_DIR"); dir != "" {
		return dir, nil
	}
	user, err := os.UserCacheDir()
	return filepath.Join(user, "skilllint"), err
}

// A cacheFile is a file of the cache.
type cacheFile struct {
	path string
	used time.Time
	size int64
}

// cacheFiles lists the cache's files whose names begin with a key, the latest
// used first.
func cacheFiles(dir, key string) []cacheFile {
	list, _ := os.ReadDir(dir)
	var files []cacheFile
	for _, e := range list {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasPrefix(e.Name(), key) {
			files = append(files, cacheFile{filepath.Join(dir, e.Name()), info.ModTime(), info.Size()})
		}
	}
	slices.SortFunc(files, func(a, b cacheFile) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	return files
}

// readChecked reads a value from a file of the cache; ok says that it is whole.
func readChecked(file string, value any) (ok bool) {
	text, err := limit.ReadFile(file, limit.Cache)
	if err != nil || len(text) < checkSize || crc32.Checksum(text[checkSize:], castagnoli) != binary.LittleEndian.Uint32(text) {
		return false
	}
	return pack.Read(text[checkSize:], value, 1) == nil
}

// writeChecked writes a value as a file of the cache at one stroke, so that a run
// beside it sees the old one or the new one. Without room or rights there is none.
func writeChecked(file string, value any) {
	text := pack.Append(make([]byte, checkSize), value, 1)
	if len(text) > maxEntrySize {
		return
	}
	binary.LittleEndian.PutUint32(text, crc32.Checksum(text[checkSize:], castagnoli))
	writeWhole(file, text)
}

// writeWhole writes a file of the cache at one stroke.
func writeWhole(file string, text []byte) {
	dir := filepath.Dir(file)
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	temp, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return
	}
	_, err = temp.Write(text)
	if closing := temp.Close(); err != nil || closing != nil || os.Rename(temp.Name(), file) != nil {
		os.Remove(temp.Name())
	}
}

// tidy drops what the cache has too much of, after an entry of the key came in.
func tidy(dir, key string) {
	variants := cacheFiles(dir, key)
	for _, f := range variants[min(maxVariants, len(variants)):] {
		os.Remove(f.path)
	}
	bytes := int64(0)
	for i, f := range cacheFiles(dir, "") {
		if bytes += f.size; i >= maxEntries || bytes > maxCacheBytes {
			if err := os.Remove(f.path); err != nil && !os.IsNotExist(err) {
				return
			}
		}
	}
}

func sourceStore() (*sources.Store, error) {
	dir, err := cacheDir()
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	return sources.NewStore(filepath.Join(dir, "sources")), err
}
