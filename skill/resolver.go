package skill

import (
	"io/fs"
	"path"
	"sync"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/source/ecmascript"
	"github.com/skilllint/skilllint/internal/source/python"
)

// A resolver knows where the names of modules lead in one workspace. It is
// safe for concurrent use.
type resolver struct {
	ws          *Workspace
	fsys        fs.FS
	patterns    []code.CallPattern
	scanner     *code.Scanner
	around      func() *surroundings
	lastNames   map[string]bool // the last name of each pattern
	pythonRoots []string
	goModules   []goModule
	allPackages []*npmPackage
	npmPackages map[string]*npmPackage // by name: those in folders of skills

	stems map[string]bool // names of folders and of Python's modules, with '_' for '-'
	found sync.Map        // moduleName → foundModule: what pyModule found

	mu        sync.Mutex
	modules   map[string]*sharedFile
	tsConfigs map[string]*tsConfig // by folder; nil where there is none
}

// A sharedFile is code outside of the skill that is being read, of which it
// matters what it passes on.
type sharedFile struct {
	*File
	python     *python.File
	ecmascript *ecmascript.File
}

func newResolver(ws *Workspace, fsys fs.FS, opts Options) *resolver {
	r := &resolver{ws: ws, fsys: fsys, lastNames: map[string]bool{}, modules: map[string]*sharedFile{}, tsConfigs: map[string]*tsConfig{}, stems: map[string]bool{}}
	calls := opts.Code.Calls
	if calls == nil {
		calls = code.DefaultCalls
	}
	for _, c := range calls {
		if p, err := code.ParseCall(c); err == nil { // the configuration has said what is wrong
			r.patterns = append(r.patterns, p)
			r.lastNames[p.Callee[len(p.Callee)-1]] = true
		}
	}
	r.scanner = code.NewScanner(r.patterns)
	r.around = sync.OnceValue(func() *surroundings { return findSurroundings(ws) })
	for _, root := range opts.Code.PythonRoots {
		r.pythonRoots = append(r.pythonRoots, path.Clean(root))
	}
	for _, e := range ws.Tree.Entries() {
		if ext := path.Ext(e.Path); e.Kind != Regular || ext == ".py" || ext == ".pyi" {
			r.stems[stem(path.Base(e.Path))] = true
		}
		if e.Kind != Regular {
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
	return r
}

// sharedModule reads a file of Python or ECMAScript, once; nil when it
// cannot be read.
func (r *resolver) sharedModule(p string) *sharedFile {
	r.mu.Lock()
	defer r.mu.Unlock()
	if m, known := r.modules[p]; known {
		return m
	}
	r.modules[p] = nil
	file, err := r.ws.codeFile(r.fsys, p)
	if err != nil {
		return nil
	}
	src := file.Src
	m := &sharedFile{File: file}
	if lang, ok := ecmascript.LanguageOf(p); ok {
		m.ecmascript = ecmascript.Parse(lang, src)
	} else {
		m.python = python.Parse(src)
	}
	r.modules[p] = m
	return m
}

// wordByte are the bytes of words: letters, digits, '_', all of other scripts.
var wordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()
