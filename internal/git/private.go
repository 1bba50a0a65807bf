package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/skilllint/skilllint/internal/limit"
)

// borrow returns the folder and the environment in which git reads the
// objects of the repository, and nothing else of it.
func (r *Repository) borrow() (dir string, env []string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.private == "" {
		if r.private, err = r.makePrivate(); err != nil {
			return "", nil, err
		}
	}
	return r.private, []string{"GIT_DIR=" + r.private, "GIT_OBJECT_DIRECTORY=" + filepath.Join(r.common, "objects")}, nil
}

// made are the folders that open repositories have made, for Discard.
var made struct {
	sync.Mutex
	folders map[string]bool
	over    bool
}

// Discard removes what the open repositories of this process have made. It is
// for a process that a signal ends: nothing can be read from them any more.
func Discard() {
	made.Lock()
	defer made.Unlock()
	made.over = true
	for dir := range made.folders {
		os.RemoveAll(dir)
	}
}

// makePrivate makes an empty repository of the same format. Where a
// shallow clone ends is no object, so it is copied.
func (r *Repository) makePrivate() (string, error) {
	made.Lock()
	defer made.Unlock()
	if made.over {
		return "", errors.New("the process is ending")
	}
	dir, err := tempOutside(r.Top)
	if err != nil {
		return "", err
	}
	if made.folders == nil {
		made.folders = map[string]bool{}
	}
	made.folders[dir] = true
	if err := r.fillPrivate(dir); err != nil {
		delete(made.folders, dir)
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// fillPrivate writes the files of an empty repository.
func (r *Repository) fillPrivate(dir string) error {
	config, err := r.config(context.Background(), dir)
	if err != nil {
		return err
	}
	files := map[string]string{"HEAD": "ref: refs/heads/none\n", "config": config}
	if r.shallow() {
		ends, err := limit.ReadFile(filepath.Join(r.common, "shallow"), limit.Git)
		if err != nil {
			return err
		}
		files["shallow"] = string(ends)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	for _, name := range []string{"objects", "refs"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			return err
		}
	}
	return nil
}

// tempOutside makes a temporary folder, outside of a work tree where it can:
// what is in there is being read.
func tempOutside(top string) (string, error) {
	places := []string{os.TempDir(), "/tmp"}
	if cache, err := os.UserCacheDir(); err == nil {
		places = append(places, cache)
	}
	for _, place := range places {
		real, err := filepath.EvalSymlinks(place)
		if err != nil {
			continue
		}
		if rel, err := filepath.Rel(top, real); err == nil && filepath.IsLocal(rel) {
			continue
		}
		if dir, err := makeTemp(real, "skilllint-git-"); err == nil {
			return dir, nil
		}
	}
	return makeTemp(os.TempDir(), "skilllint-git-")
}

// abandoned is how old a temporary folder is whose process was killed: no run
// takes that long.
const abandoned = 24 * time.Hour

// makeTemp makes a temporary folder in another one, and removes those of its
// kind that processes which were killed have left there. Of other users' it can
// remove none.
func makeTemp(in, prefix string) (string, error) {
	entries, _ := os.ReadDir(in)
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(filepath.Join(in, e.Name()))
		}
	}
	return os.MkdirTemp(in, prefix+"*")
}

// Close removes what was made to read the repository. A nil Repository has
// nothing to remove.
func (r *Repository) Close() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	dir := r.private
	r.private = ""
	if dir == "" {
		return nil
	}
	made.Lock()
	defer made.Unlock()
	delete(made.folders, dir)
	return os.RemoveAll(dir)
}
