package skill

import (
	"go/token"
	"maps"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
)

// A Workspace is a tree of files as the rules see it. It is complete when
// Load returns it and is never changed afterwards.
type Workspace struct {
	Fset      *token.FileSet
	Tree      *Tree
	Skills    []*Skill    // sorted by path of their first manifest
	Manifests []*Manifest // of skills and others, sorted by path
	Index     *contract.Index

	// Problems are what could not be read. Category is the rule that speaks
	// of it: manifest-syntax, duplicate-key, dangling-symlink.
	Problems []analysis.Diagnostic

	files map[string]*File
	owner map[*contract.Contract]*Skill

	onceFacts sync.Map // memo keys to values that rules share, see Memo
}

// A Skill is one folder's skill: what its manifests promise and need, and
// what its code does.
type Skill struct {
	contract.Contract
	Dir       string // the folder, relative to the root, "." for the root itself
	Manifests []*Manifest
	Scope     string   // the folder in which its open-standard name is unique: a plugin's, else the parent
	Copies    []string // paths of byte-identical manifests in other agents' folders
}

// Manifest returns the file that gives the skill its identity.
func (s *Skill) Manifest() *Manifest { return s.Manifests[0] }

// Unreadable reports that the skill's manifest could not be read, so that
// nothing is known of it but its folder's name.
func (s *Skill) Unreadable() bool { return s.Manifest().Root == nil }

// File returns a file that was read, nil for any other path.
func (ws *Workspace) File(path string) *File { return ws.files[path] }

// Files returns all files that were read, sorted by path.
func (ws *Workspace) Files() []*File {
	return Memo(ws, "files", func() []*File {
		return slices.SortedFunc(maps.Values(ws.files), func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	})
}

// FileAt returns the file that holds a position.
func (ws *Workspace) FileAt(pos token.Pos) *File {
	if tok := ws.Fset.File(pos); tok != nil {
		return ws.files[tok.Name()]
	}
	return nil
}

// Owner returns the skill that a contract of the workspace belongs to.
func (ws *Workspace) Owner(c *contract.Contract) *Skill { return ws.owner[c] }

// Memo returns what make returns, computed once for this workspace and key:
// for facts that several rules need. It is safe for concurrent use.
func Memo[T any](ws *Workspace, key string, compute func() T) T {
	once, _ := ws.onceFacts.LoadOrStore(key, sync.OnceValue(func() any { return compute() }))
	return once.(func() any)().(T)
}
