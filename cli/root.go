package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
)

// A place is the root of a workspace, and what of it a command is about.
type place struct {
	dir    string
	only   []string // paths relative to dir that limit what is reported; nil for everything
	passed []string // configurations that stand below dir, on the way to the first path, and do not count
}

// findRoot returns the root of the workspace that the paths are in.
func findRoot(args []string) (at place, err error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	abs := make([]string, len(args))
	for i, a := range args {
		if abs[i], err = filepath.Abs(a); err != nil {
			return at, err
		}
		if _, err = os.Stat(abs[i]); err != nil {
			return at, fmt.Errorf("%s: %w", a, errors.Unwrap(err))
		}
		if abs[i], err = filepath.EvalSymlinks(abs[i]); err != nil {
			return at, err
		}
	}
	start := abs[0]
	if info, err := os.Stat(start); err == nil && !info.IsDir() {
		start = filepath.Dir(start)
	}
	at.dir, at.passed = rootAbove(start, abs)
	for i, a := range abs {
		rel, err := filepath.Rel(at.dir, a)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return at, fmt.Errorf("%s is outside of %s, the root of %s", args[i], at.dir, args[0])
		}
		if rel == "." {
			at.only = nil
			return at, nil
		}
		at.only = append(at.only, filepath.ToSlash(rel))
	}
	return at, nil
}

// rootAbove returns the nearest folder upward with a configuration that is
// trusted, else the git top level, else dir; and the configurations that it
// passed. Below the top of a repository a change can bring one along, so it is
// trusted where somebody names its folder or stands in it.
func rootAbove(dir string, named []string) (root string, passed []string) {
	top, stand := repositoryTop(dir), standing()
	for d := dir; ; d = filepath.Dir(d) {
		file := filepath.Join(d, lint.ConfigName)
		if there(file) {
			if top == "" || !below(d, top) || stand == d || below(stand, d) || slices.Contains(named, d) || slices.Contains(named, file) {
				return d, passed
			}
			passed = append(passed, file)
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if top != "" {
		return top, passed
	}
	return dir, nil
}

// standing is the current folder, "" when it is not known.
func standing() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	return real
}

// below reports whether a folder lies in another.
func below(dir, above string) bool {
	rel, err := filepath.Rel(above, dir)
	return dir != "" && err == nil && rel != "." && filepath.IsLocal(rel)
}

func there(name string) bool {
	_, err := os.Lstat(name)
	return err == nil || !errors.Is(err, fs.ErrNotExist)
}

// repositoryTop is the top of the git repository that a folder is in, "" when
// it is in none.
func repositoryTop(root string) string {
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}
