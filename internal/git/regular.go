package git

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/skilllint/skilllint/internal/limit"
)

// regular returns an error for what git would open and wait for, or read without an end: a named pipe or a
// device among the files of a repository, behind a link too, or a reference that is longer than a name can be.
func (r *Repository) regular() error {
	files := []string{filepath.Join(r.gitDir, "HEAD"), filepath.Join(r.gitDir, "index"), r.configFile()}
	for _, name := range []string{"packed-refs", "shallow", "objects/info/alternates", "objects/info/commit-graph"} {
		files = append(files, filepath.Join(r.common, filepath.FromSlash(name)))
	}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
			return irregular(file)
		}
	}
	l := look{seen: map[string]bool{}}
	var errs []error
	for _, dir := range []string{r.gitDir, r.common} {
		errs = append(errs, l.references(dir), l.below(filepath.Join(dir, "refs"), limit.Line),
			l.below(filepath.Join(dir, "logs"), 0), l.below(filepath.Join(dir, "reftable"), 0))
	}
	for _, err := range append(errs, l.objects(filepath.Join(r.common, "objects"))) {
		if err != nil {
			return err
		}
	}
	return nil
}

// configFile is the repository's configuration.
func (r *Repository) configFile() string { return filepath.Join(r.common, "config") }

func irregular(file string) error { return &Error{Msg: file + " is no regular file"} }

// A look goes through folders of git, each once.
type look struct {
	seen  map[string]bool
	files int
}

// references looks at what stands for a commit next to HEAD, by its capital letters.
func (l *look) references(dir string) error {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if name := e.Name(); strings.ToUpper(name) == name {
			if err := l.file(filepath.Join(dir, name), e, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// objects looks at a folder of objects, and at those from which it borrows.
func (l *look) objects(dir string) error {
	again := l.seen[resolved(dir)]
	if err := l.below(dir, 0); again || err != nil {
		return err
	}
	file := filepath.Join(dir, "info", "alternates")
	text, err := limit.ReadFile(file, limit.Line)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return &Error{Msg: err.Error()}
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if quoted, err := strconv.Unquote(line); err == nil {
			line = quoted
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if err := l.objects(within(dir, line)); err != nil {
			return err
		}
	}
	return nil
}

// below looks at all files below a folder. Each has at most most bytes, or any number where that is 0.
func (l *look) below(dir string, most int64) error {
	dir = resolved(dir)
	if info, err := os.Stat(dir); err != nil || !info.IsDir() || l.seen[dir] {
		return nil // git opens no file there
	}
	l.seen[dir] = true
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if err := l.file(filepath.Join(dir, e.Name()), e, most); err != nil {
			return err
		}
	}
	return nil
}

// file looks at an entry of a folder.
func (l *look) file(name string, e fs.DirEntry, most int64) error {
	if l.files++; l.files > maxFiles {
		return &Error{Msg: fmt.Sprintf("git keeps more than %d files", maxFiles), Remedy: "git gc packs them"}
	}
	kind := e.Type()
	if kind.IsRegular() && most == 0 {
		return nil
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil // a link to nothing
	case info.IsDir():
		return l.below(name, most)
	case !info.Mode().IsRegular():
		return irregular(name)
	case most > 0 && info.Size() > most:
		return &Error{Msg: name + " is " + limit.TooLarge(most).Error()}
	}
	return nil
}

// resolved is a path without links, as it is where it leads nowhere.
func resolved(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
