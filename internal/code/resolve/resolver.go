// Package resolve answers what the names in code mean in one workspace: which
// file a module is, and whose folder a path leads to. It is one place for all
// languages.
//
// It reads no source of a skill: what they say are code.Facts. It does NOT
// judge what it finds.
package resolve

import (
	"path"
	"sync"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/tree"
)

// Inputs are all that answers depend on.
type Inputs struct {
	Tree *tree.Tree
	// Owners are the skills by their folders, nil where several share one.
	Owners map[string]*Owner
	// PythonRoots are folders in which absolute imports of Python begin, besides
	// those that are found.
	PythonRoots []string
	// Read reads a configuration of modules: a go.mod, package.json or
	// tsconfig.json.
	Read func(p string) ([]byte, error)
	// Facts returns those of a module of the tree, nil when it cannot be read.
	// It may be called by several goroutines at once.
	Facts func(p string) *code.Facts
}

// A Resolver knows where names lead. It is safe for concurrent use.
type Resolver struct {
	Inputs
	goModules   []goModule
	allPackages []*npmPackage
	npmPackages map[string]*npmPackage // by name: those in folders of skills
	stems       map[string]bool        // names of folders and of Python's modules, with '_' for '-'
	around      *surroundings

	found     sync.Map // moduleName → foundModule: what pyModule and esModule found
	mu        sync.Mutex
	tsConfigs map[string]*tsConfig // by folder; nil where there is none
	tsFiles   map[string]*tsConfig // by file
}

// New returns a Resolver. It reads the configurations of modules.
func New(in Inputs) *Resolver {
	r := &Resolver{Inputs: in, stems: map[string]bool{}, tsConfigs: map[string]*tsConfig{}, tsFiles: map[string]*tsConfig{}}
	for i, root := range r.PythonRoots {
		r.PythonRoots[i] = path.Clean(root)
	}
	for _, e := range r.Tree.Entries() {
		if ext := path.Ext(e.Path); e.Kind != tree.Regular || ext == ".py" || ext == ".pyi" {
			r.stems[stem(path.Base(e.Path))] = true
		}
		if e.Kind != tree.Regular {
			continue
		}
		switch path.Base(e.Path) {
		case "go.mod":
			r.addGoModule(e.Path)
		case "package.json":
			r.addPackage(e.Path)
		}
	}
	r.findWorkspaces()
	r.around = r.findSurroundings()
	return r
}

// A moduleName is a name of a module as the modules of a folder see it.
type moduleName struct{ dir, name string }

type foundModule struct {
	target string
	weak   bool
}
