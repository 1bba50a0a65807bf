package skill

import (
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/source/ecmascript"
	"github.com/skilllint/skilllint/internal/source/python"
)

// A resolver knows where the names of modules lead in one workspace. It is
// safe for concurrent use.
type resolver struct {
	ws          *Workspace
	fsys        fs.FS
	patterns    []CallPattern
	lastNames   map[string]bool // the last name of each pattern
	pythonRoots []string
	goModules   []goModule
	allPackages []*npmPackage
	npmPackages map[string]*npmPackage // by name: those in folders of skills

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
	r := &resolver{ws: ws, fsys: fsys, lastNames: map[string]bool{}, modules: map[string]*sharedFile{}, tsConfigs: map[string]*tsConfig{}}
	calls := opts.Code.Calls
	if calls == nil {
		calls = DefaultCalls
	}
	for _, c := range calls {
		if p, err := ParseCall(c); err == nil { // the configuration has said what is wrong
			r.patterns = append(r.patterns, p)
			r.lastNames[p.Callee[len(p.Callee)-1]] = true
		}
	}
	for _, root := range opts.Code.PythonRoots {
		r.pythonRoots = append(r.pythonRoots, path.Clean(root))
	}
	for _, e := range ws.Tree.Entries() {
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

// words are what a file has to name to matter: a word, and the one skill that
// it is about; nil for a word that matters in every skill.
type words map[string]*Skill

// interestingWords are the names of skills, as they stand in paths and
// modules, and the first names of calls of tools.
func (r *resolver) interestingWords() words {
	w := words{}
	for _, s := range r.ws.Skills {
		if ownsFolder(s) {
			w.add(s.ID.Text, s)
			if base := path.Base(s.Dir); base != "." {
				w.add(base, s)
			}
		}
	}
	for _, p := range r.patterns {
		for _, word := range p.firstWords() {
			w.add(word, nil)
		}
	}
	for _, name := range []string{"skillId", "skill_id", "SKILL_ID", "skillID", "SkillID", "skillName", "skill_name", "skill_key", "skillKey", "skillDefinitionId", "skill_definition_id", "skillPackageId", "skill_package_id", "cacheKey", "cache_key", "tmp"} {
		w.add(name, nil)
	}
	for _, m := range r.goModules {
		w.add(path.Base(m.name), r.ws.SkillAt(m.dir))
	}
	for name, p := range r.npmPackages {
		w.add(path.Base(name), r.ws.SkillAt(p.dir))
	}
	r.sharedWords(w)
	return w
}

// sharedWords adds what may lead into a skill under another name: shared
// modules, aliases of configurations, symbolic links.
func (r *resolver) sharedWords(w words) {
	for _, e := range r.ws.Tree.Entries() {
		switch base := path.Base(e.Path); {
		case e.Kind == Symlink:
			w.add(base, nil)
		case e.Kind == Regular && (base == "tsconfig.json" || base == "jsconfig.json"):
			if c := r.tsConfig(path.Dir(e.Path)); c != nil {
				for _, alias := range c.paths {
					w.add(alias.pattern, nil)
				}
			}
		case e.Kind == Regular && r.passesOn(e.Path) && r.ws.SkillAt(e.Path) == nil:
			name := strings.TrimSuffix(base, path.Ext(base))
			if name == "__init__" || name == "index" {
				name = path.Base(path.Dir(e.Path))
			}
			w.add(name, nil)
		}
	}
}

// passesOn reports whether a file's names may be imported from elsewhere.
func (r *resolver) passesOn(p string) bool {
	lang := languageOf(p)
	return lang != nil && (lang.name == "python" || lang.name == "javascript" || lang.name == "typescript")
}

// add adds the spellings of a name: its longest word each.
func (w words) add(name string, s *Skill) {
	for _, spelling := range []string{name, strings.ReplaceAll(name, "-", "_"), strings.ReplaceAll(name, "_", "-")} {
		longest := ""
		for _, word := range strings.FieldsFunc(spelling, func(c rune) bool { return c < 0x80 && !wordByte[byte(c)] }) {
			if len(word) > len(longest) {
				longest = word
			}
		}
		if longest == "" {
			continue
		}
		if other, known := w[longest]; known && other != s {
			s = nil
		}
		w[longest] = s
	}
}

// wordByte are the bytes of words: letters, digits, '_', all of other scripts.
var wordByte = func() (t [256]bool) {
	for c := range t {
		t[c] = c == '_' || c == '$' || c >= 0x80 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	return t
}()

// in reports whether a source of a skill has a word that matters to it. A
// source with letters that are written as escapes always matters.
func (w words) in(src []byte, own *Skill) bool {
	for i := 0; i < len(src); {
		if c := src[i]; !wordByte[c] {
			if c == '\\' && i+1 < len(src) && (src[i+1] == 'x' || src[i+1] == 'u' || src[i+1] == 'U' || src[i+1] == 'N' || src[i+1] >= '0' && src[i+1] <= '7') {
				return true
			}
			i++
			continue
		}
		from := i
		for i < len(src) && wordByte[src[i]] {
			i++
		}
		if s, known := w[string(src[from:i])]; known && (s == nil || s != own) {
			return true
		}
	}
	return false
}
