package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skilllint/skilllint/internal/git"
	"github.com/skilllint/skilllint/internal/hosts"
)

// A tracking is what git tracks in the workspace. Git is asked when a
// .gitignore names something that is there.
type tracking struct {
	root  string
	once  sync.Once
	plain bool            // there is no repository
	all   map[string]bool // files, and the folders that they are in
	sum   string          // a digest of it, "" when git was not asked
	used  atomic.Bool     // by a run, which then depends on it
}

// has reports whether git tracks a file, or one below a folder. Where there is no
// repository, as in an archive of one, what hosts load counts as tracked.
func (t *tracking) has(name string) bool {
	t.used.Store(true)
	t.once.Do(t.ask)
	return t.all[name] || t.plain && hosts.OfProjects(name)
}

func (t *tracking) ask() {
	t.sum, t.all = "none", map[string]bool{}
	repo, err := git.Find(t.root)
	if errors.Is(err, fs.ErrNotExist) {
		t.plain, t.sum = true, "plain"
	}
	if err != nil {
		return
	}
	defer repo.Close()
	files, err := repo.Tracked(context.Background(), t.root)
	if err != nil {
		return
	}
	digest := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(digest, "%q\n", file)
		for p := file; p != "." && !t.all[p]; p = path.Dir(p) {
			t.all[p] = true
		}
	}
	t.sum = hex.EncodeToString(digest.Sum(nil)[:16])
}
