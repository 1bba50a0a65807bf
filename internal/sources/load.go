package sources

import (
	"errors"
	"fmt"
	"go/token"
	"io/fs"

	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/skill"
)

// An Unlocked error says that a source can't be taken from lock and store.
type Unlocked struct {
	Name, Reason string
	Locked       bool // the lock knows it, and the store lacks its contents
}

// Error names the command that mends it.
func (e *Unlocked) Error() string {
	option := ""
	if e.Locked {
		option = "--locked "
	}
	return fmt.Sprintf("source %q %s: run skilllint sources update %s%s", e.Name, e.Reason, option, e.Name)
}

// Find returns the lock's entries of the sources, in their order. The error is *Unlocked.
func Find(list []Source, lock *Lock) ([]Locked, error) {
	var all []Locked
	named := lock.Named()
	for _, s := range list {
		l := named[s.Name]
		switch {
		case l == nil:
			return nil, &Unlocked{Name: s.Name, Reason: "is not in " + LockName}
		case l.Source != s:
			return nil, &Unlocked{Name: s.Name, Reason: "was changed since " + LockName + " was written"}
		}
		all = append(all, *l)
	}
	return all, nil
}

// Load reads the contents of locked sources as workspaces, in their order, from the store alone.
func Load(fset *token.FileSet, locked []Locked, store *Store) ([]*skill.Workspace, error) {
	all := make([]*skill.Workspace, len(locked))
	errs := make([]error, len(locked))
	skill.Parallel(len(locked), func(i int) {
		var content fs.FS
		if content, errs[i] = store.Open(locked[i].Digest); errs[i] == nil {
			all[i], errs[i] = skill.Load(fset, content, skill.Options{Origin: locked[i].Revision(), Code: skill.CodeOptions{Unread: true}})
		}
		if errors.Is(errs[i], ErrAbsent) {
			errs[i] = &Unlocked{locked[i].Name, "is " + ErrAbsent.Error(), true}
		}
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Wanted reports whether a file of a source may say something about contracts.
func Wanted(path string) bool {
	for _, d := range manifest.Dialects {
		if d.Files(path) {
			return true
		}
	}
	return false
}
