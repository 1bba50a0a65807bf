package skill

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/code"
)

// CodeOptions say how the code of skills is to be read.
type CodeOptions struct {
	// PythonRoots are folders in which absolute imports of Python begin,
	// besides those that are found.
	PythonRoots []string
	// Calls are patterns of calls through a registry or gateway, as
	// "ToolRegistry.execute(name, args, ctx)". The parameter called name, tool
	// or tool_name is the tool, the one called args, arguments, input or params
	// what it is called with. nil means code.DefaultCalls.
	Calls []string
	// Unread leaves the code unread, for a tool that brings sources of its own.
	Unread bool
}

// otherCode are the files of languages that are not read, but may call what a
// skill imports.
var otherCode = map[string]bool{
	".rb": true, ".rs": true, ".java": true, ".kt": true, ".swift": true, ".php": true, ".ps1": true, ".lua": true, ".cs": true,
	".c": true, ".cc": true, ".cpp": true, ".pl": true, ".r": true, ".ex": true, ".exs": true, ".scala": true, ".dart": true, ".vue": true, ".svelte": true,
}

// prose are the files beside the code that tell an agent what to call.
var prose = map[string]bool{".md": true, ".txt": true, ".yaml": true, ".yml": true}

func importsTools(s *Skill) bool {
	return slices.ContainsFunc(s.Imports, func(imp contract.Import) bool { return len(imp.Tools) > 0 })
}

// readCode reads the code in the folders of skills, in parallel. Files that
// cannot matter by the words in them are not parsed, and not kept.
func (ws *Workspace) readCode(fsys fs.FS, opts Options) {
	type candidate struct {
		path  string
		lang  code.Language
		skill *Skill
	}
	var list []candidate
	copies := ws.copiedFolders()
	for _, e := range ws.Tree.Entries() {
		if e.Kind != Regular {
			continue
		}
		lang := code.LanguageOf(e.Path)
		ext := strings.ToLower(path.Ext(e.Path))
		if lang == code.None && !otherCode[ext] && !(prose[ext] && ws.ManifestAt(e.Path) == nil) {
			continue
		}
		s := ws.SkillAt(e.Path)
		if s == nil || prose[ext] && !importsTools(s) {
			continue
		}
		if !slices.ContainsFunc(copies, func(dir string) bool { return inFolder(e.Path, dir) }) {
			list = append(list, candidate{e.Path, lang, s})
		}
	}
	ws.code = map[*Skill]map[string]bool{}
	if len(list) == 0 {
		return
	}
	r := newResolver(ws, fsys, opts)
	ws.resolver = r
	if opts.Code.Unread {
		return
	}
	sources := make([]*Source, len(list))
	mentioned := make([][]string, len(list))
	Parallel(len(list), func(i int) {
		c := list[i]
		file, err := ws.codeFile(fsys, c.path)
		if err != nil {
			if c.lang != code.None {
				sources[i] = &Source{File: file, Lang: string(c.lang), Skill: c.skill, Err: &SyntaxError{Msg: reason(err)}}
			}
			return
		}
		for _, imp := range c.skill.Imports {
			for _, tool := range imp.Tools {
				if code.Mentions(file.Src, tool.Text) {
					mentioned[i] = append(mentioned[i], tool.Text)
				}
			}
		}
		if c.lang == code.None || !r.matters(c.path, c.lang, file.Src, c.skill) {
			return
		}
		x := r.extract(file, c.lang, c.skill)
		if len(x.refs) > 0 || x.err != nil {
			sources[i] = &Source{File: file, Lang: string(c.lang), Skill: c.skill, Refs: x.refs, Err: x.err}
		}
	})
	for i, c := range list {
		if !prose[strings.ToLower(path.Ext(c.path))] && ws.code[c.skill] == nil {
			ws.code[c.skill] = map[string]bool{}
		}
		if s := sources[i]; s != nil {
			ws.files[s.Path] = s.File
			ws.sources = append(ws.sources, s)
		}
	}
	for i, c := range list {
		if facts := ws.code[c.skill]; facts != nil {
			for _, tool := range mentioned[i] {
				facts[tool] = true
			}
		}
	}
	for _, m := range r.modules {
		if m != nil && (ws.files[m.Path] == nil || ws.files[m.Path].Src == nil) {
			ws.files[m.Path] = m.File
		}
	}
}

// codeFile reads a file, unless its text is there already.
func (ws *Workspace) codeFile(fsys fs.FS, p string) (*File, error) {
	known := ws.files[p]
	if known != nil && known.Src != nil {
		return known, nil
	}
	src, err := readCapped(fsys, p, maxFile)
	if err != nil && known != nil {
		return known, err
	}
	return ws.addFile(p, src), err
}

// copiedFolders are those of skills that were folded into another one.
func (ws *Workspace) copiedFolders() []string {
	var dirs []string
	for _, s := range ws.Skills {
		for _, p := range s.Copies {
			dirs = append(dirs, path.Dir(p))
		}
	}
	return dirs
}
