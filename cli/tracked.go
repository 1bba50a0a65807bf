package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/skilllint/skilllint/internal/git"
)

// A tracking is what git tracks in the workspace. Git is asked when a
// .gitignore names something that is there.
type tracking struct {
	root string
	once sync.Once
	all  map[string]bool // files, and the folders that they are in
	sum  string          // a digest of it, "" when git was not asked
}

// has reports whether git tracks a file, or one below a folder.
func (t *tracking) has(name string) bool {
	t.once.Do(t.ask)
	return t.all[name]
}

func (t *tracking) ask() {
	t.sum, t.all = "none", map[string]bool{}
	repo, err := git.Find(t.root)
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
