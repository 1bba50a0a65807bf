package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skilllint/skilllint/skill"
)

// The cache holds whole outcomes. An outcome is a function of the executable,
// the flags, the day, and the stamp of the workspace: the list of its paths
// with the identity of each file (see fileStamp). An entry is one file, named
// after everything but the stamp, that holds the stamp and the outcome behind
// a checksum: whatever is wrong with it, the run is a cold one.
type cacheEntry struct {
	Stamp   string
	Outcome outcome
}

const (
	maxEntries   = 128      // files that the cache keeps, the latest used
	maxEntrySize = 64 << 20 // bytes of an outcome that is worth keeping
)

// cached returns the outcome of an equal run before, or of compute.
func cached(f *checkFlags, out *outputs, s *session, compute func() (outcome, error)) (outcome, error) {
	// What git says of another revision, or somebody types, has no stamp.
	if f.noCache || s.base != nil || s.overlay != nil || os.Getenv("GIT_DIR") != "" {
		return compute()
	}
	file, err := cacheFile(f, out, s)
	if err != nil {
		return compute()
	}
	start := time.Now()
	s.tree = skill.ReadTree(os.DirFS(s.root.Name()), s.in.Config.LoadOptions()) // no link is followed in a listing
	stamp, newest, err := stampOf(s, f)
	if err != nil {
		return compute()
	}
	if entry, ok := readEntry(file); ok && entry.Stamp == stamp {
		now := time.Now()
		_ = os.Chtimes(file, now, now) // keeps the entry from being dropped
		return entry.Outcome, nil
	}
	result, err := compute()
	// A file that changed a moment ago may change again within the resolution
	// of its times, and keep its stamp.
	if err == nil && newest.Before(start.Add(-settled)) {
		writeEntry(file, cacheEntry{stamp, result})
	}
	return result, err
}

// settled is how long a file must have been as it is: longer than the
// resolution of the times of any file system.
const settled = 2 * time.Second

// cacheFile names the entry of a run.
func cacheFile(f *checkFlags, out *outputs, s *session) (string, error) {
	dir := os.Getenv("SKILLLINT_CACHE_DIR")
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(user, "skilllint")
	}
	cwd, err := os.Getwd() // what --output and --baseline are relative to
	if err != nil {
		return "", err
	}
	executable, err := os.Executable()
	if err != nil {
		return "", err
	}
	tool, _, err := fileStamp(executable)
	if err != nil {
		return "", err
	}
	config, err := json.Marshal(s.in.Config)
	if err != nil {
		return "", err
	}
	key := fmt.Sprintf("%q %q %q %q %+v %+v %q %s", version(), tool, cwd, s.root.Name(), *f, *out, s.only, config)
	sum := sha256.Sum256([]byte(key + s.in.Now.UTC().Format(time.DateOnly)))
	return filepath.Join(dir, hex.EncodeToString(sum[:16])), nil
}

// stampOf digests what a run reads, and returns when the last of it changed.
func stampOf(s *session, f *checkFlags) (stamp string, newest time.Time, err error) {
	root := s.root.Name()
	entries := s.tree.Entries()
	stamps := make([]string, len(entries))
	times := make([]time.Time, len(entries))
	ours := map[string]bool{} // reports that the run itself writes
	for _, spec := range f.outputs {
		_, file, _ := strings.Cut(spec, "=")
		if file, err = filepath.Abs(file); err == nil {
			ours[file] = true
		}
	}
	skill.Parallel(len(entries), func(i int) {
		file := filepath.Join(root, filepath.FromSlash(entries[i].Path))
		if kind := entries[i].Kind; (kind == skill.Regular || kind == skill.Pruned) && !ours[file] {
			stamps[i], times[i], _ = fileStamp(file)
		}
	})
	hash := sha256.New()
	var line []byte
	for i, e := range entries {
		line = strconv.AppendQuote(line[:0], e.Path)
		line = strconv.AppendInt(append(line, ' '), int64(e.Kind), 10)
		line = strconv.AppendQuote(append(line, ' '), e.Target)
		if e.Err != nil {
			line = strconv.AppendQuote(append(line, ' '), e.Err.Error())
		}
		line = append(append(append(line, ' '), stamps[i]...), '\n')
		hash.Write(line)
	}
	newest = slices.MaxFunc(append(times, time.Time{}), time.Time.Compare)
	others := gitState(root)
	if f.baseline != "" {
		others = append(others, f.baseline)
	}
	for _, file := range others {
		text, when, err := fileStamp(file)
		if err != nil {
			text = "absent"
		}
		fmt.Fprintf(hash, "%q %s\n", file, text)
		if when.After(newest) {
			newest = when
		}
	}
	return hex.EncodeToString(hash.Sum(nil)), newest, nil
}

// gitState returns the files that say which commit is checked out, and how
// deep the history is: it dates deprecations.
func gitState(root string) []string {
	var dir string
	for top := root; ; top = filepath.Dir(top) {
		dir = filepath.Join(top, ".git")
		if info, err := os.Stat(dir); err == nil {
			if !info.IsDir() { // a worktree or a submodule: "gitdir: PATH"
				text, _ := os.ReadFile(dir)
				path := string(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("gitdir:"))))
				if !filepath.IsAbs(path) {
					path = filepath.Join(top, path)
				}
				dir = path
			}
			break
		}
		if top == filepath.Dir(top) {
			return nil
		}
	}
	common := dir
	if text, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		common = filepath.Join(dir, string(bytes.TrimSpace(text)))
	}
	files := []string{filepath.Join(dir, "HEAD"), filepath.Join(common, "packed-refs"), filepath.Join(common, "shallow")}
	if head, err := os.ReadFile(files[0]); err == nil {
		if ref, ok := bytes.CutPrefix(bytes.TrimSpace(head), []byte("ref: ")); ok {
			files = append(files, filepath.Join(common, filepath.FromSlash(string(ref))))
		}
	}
	// Loose tags: releases are read from them.
	_ = filepath.WalkDir(filepath.Join(common, "refs", "tags"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	return files
}

// readEntry reads a file of the cache; ok says that it is whole.
func readEntry(file string) (entry cacheEntry, ok bool) {
	text, err := os.ReadFile(file)
	if err != nil || len(text) < sha256.Size {
		return entry, false
	}
	sum := sha256.Sum256(text[sha256.Size:])
	if !bytes.Equal(sum[:], text[:sha256.Size]) {
		return entry, false
	}
	return entry, json.Unmarshal(text[sha256.Size:], &entry) == nil
}

// writeEntry writes a file of the cache at one stroke, so that a run beside it
// sees the old one or the new one. Without room or rights there is none.
func writeEntry(file string, entry cacheEntry) {
	text, err := json.Marshal(entry)
	if err != nil || len(text) > maxEntrySize {
		return
	}
	dir := filepath.Dir(file)
	if os.MkdirAll(dir, 0o700) != nil {
		return
	}
	temp, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(text)
	_, err = temp.Write(append(sum[:], text...))
	if closing := temp.Close(); err != nil || closing != nil || os.Rename(temp.Name(), file) != nil {
		os.Remove(temp.Name())
		return
	}
	dropOldest(dir)
}

// dropOldest keeps the cache small.
func dropOldest(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil || len(list) <= maxEntries {
		return
	}
	type aged struct {
		path string
		when time.Time
	}
	var files []aged
	for _, e := range list {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, aged{filepath.Join(dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b aged) int { return cmp.Or(a.when.Compare(b.when), cmp.Compare(a.path, b.path)) })
	for _, f := range files[:max(0, len(files)-maxEntries)] {
		os.Remove(f.path)
	}
}
