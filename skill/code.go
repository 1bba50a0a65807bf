package skill

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// otherCode are the files of languages that are not read, but may call what a
// skill imports.
var otherCode = map[string]bool{
	".rb": true, ".rs": true, ".java": true, ".kt": true, ".swift": true, ".php": true, ".ps1": true, ".lua": true, ".cs": true,
	".c": true, ".cc": true, ".cpp": true, ".pl": true, ".r": true, ".ex": true, ".exs": true, ".scala": true, ".dart": true, ".vue": true, ".svelte": true,
}

// prose are the files beside the code that tell an agent what to call.
var prose = map[string]bool{".md": true, ".txt": true, ".yaml": true, ".yml": true}

// A codeFile is a file in the folder of a skill that may say what the skill
// calls.
type codeFile struct {
	path  string
	lang  code.Language // None for prose and languages that are not read
	skill *Skill

	source    *File
	err       error
	mentioned []string // imported tools that it names; of code, exported ones too
	facts     *code.Facts
	links     []resolve.Link
}

// readCode reads the code in the folders of skills, in parallel. Files that
// cannot matter by the words in them are not parsed, and not kept.
func (ws *Workspace) readCode(fsys fs.FS, opts Options) {
	ws.readBodies()
	list := ws.codeFiles()
	platform := ws.platformFiles()
	ws.code = map[*Skill]map[string]bool{}
	if len(list)+len(platform) == 0 {
		return
	}
	ws.links = ws.resolver(fsys, opts.Code.PythonRoots)
	if opts.Code.Unread {
		return
	}
	ws.readPlatform(platform)
	Parallel(len(list), func(i int) {
		f := list[i]
		f.source, f.err = ws.files.Read(f.path)
		if f.err == nil {
			f.read(ws)
			f.source.Release(f.source.FrontmatterSize())
		}
	})
	for _, f := range list {
		if !prose[strings.ToLower(path.Ext(f.path))] && ws.code[f.skill] == nil {
			ws.code[f.skill] = map[string]bool{}
		}
		if s := ws.source(f); s != nil {
			ws.files.Put(s.File)
			ws.sources = append(ws.sources, s)
		}
	}
	for _, f := range list {
		for _, tool := range f.mentioned {
			if ws.code[f.skill] != nil {
				ws.code[f.skill][tool] = true
			}
		}
	}
}

// resolver returns a resolver of the workspace's modules, and fills in the owners
// of folders as it knows them.
func (ws *Workspace) resolver(fsys fs.FS, pythonRoots []string) *resolve.Resolver {
	ws.owners = map[*Skill]*resolve.Owner{}
	folders := map[string]*resolve.Owner{}
	for dir, s := range ws.skillFolders() {
		if folders[dir] = nil; s != nil {
			if ws.owners[s] == nil {
				ws.owners[s] = &resolve.Owner{ID: s.ID.Text, Dir: s.Dir}
			}
			folders[dir] = ws.owners[s]
		}
	}
	return resolve.New(resolve.Inputs{
		Tree: ws.Tree, Owners: folders, PythonRoots: slices.Clone(pythonRoots),
		Read:  func(p string) ([]byte, error) { return readCapped(fsys, p, maxManifest) },
		Facts: ws.factsAt,
	})
}

// factsAt returns the Facts of a file, nil when it cannot be read.
func (ws *Workspace) factsAt(p string) *code.Facts {
	f, err := ws.files.Read(p)
	if err != nil {
		return nil
	}
	return ws.reader.FactsOf(f)
}

// codeFiles returns the files in the folders of skills, but for those of
// folded copies.
func (ws *Workspace) codeFiles() []*codeFile {
	var list []*codeFile
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
		if s == nil || prose[ext] && !s.ImportsTools() {
			continue
		}
		if !slices.ContainsFunc(copies, func(dir string) bool { return tree.Holds(dir, e.Path) }) {
			list = append(list, &codeFile{path: e.Path, lang: lang, skill: s})
		}
	}
	return list
}

// read finds what a file mentions, and its Facts if it may refer to another
// skill.
func (f *codeFile) read(ws *Workspace) {
	var tools []string
	for _, imp := range f.skill.Imports {
		for _, tool := range imp.Tools {
			tools = append(tools, tool.Text)
		}
	}
	if !prose[strings.ToLower(path.Ext(f.path))] {
		for i := range f.skill.Exports {
			tools = append(tools, f.skill.Exports[i].Name.Text)
		}
	}
	if len(tools) > 0 {
		f.mentioned = *toolsMentioned.Of(f.source, &askedTools{f.path, tools})
	}
	if f.lang == code.None {
		return
	}
	own := ws.owners[f.skill]
	if ws.matters(f.source, f.skill) {
		f.facts = ws.reader.FactsOf(f.source)
		f.links = ws.links.Links(f.path, own, f.facts)
	}
}

// An askedTools asks which of some tools a file names.
type askedTools struct {
	Path  string
	Tools []string
}

var toolsMentioned = document.Question[askedTools, []string]{Name: "tools mentioned", Find: func(asked *askedTools, src []byte) *[]string {
	found := code.Mentioned(asked.Path, src, asked.Tools)
	return &found
}}

// matters reports whether a source of a skill may refer to another one, or
// register a tool of its contract, or has permissions to keep to.
func (ws *Workspace) matters(f *File, s *Skill) bool {
	outline := ws.reader.OutlineOf(f)
	return ws.links.Matters(f.Path, ws.owners[s], outline, f.Source) || s.Contracted() && outline.Registers || outline.Activates || s.Package.Permissions() != nil && !outline.Generated
}

// source joins the Facts of a file and what they lead to, nil when there is
// nothing to say of it.
func (ws *Workspace) source(f *codeFile) *Source {
	if f.err != nil {
		if f.lang == code.None {
			return nil
		}
		return &Source{File: f.source, Lang: string(f.lang), Skill: f.skill, Err: &SyntaxError{Msg: tree.Reason(f.err)}}
	}
	if f.facts == nil {
		return nil
	}
	s := ws.join(f.source, f.skill, f.facts, f.links)
	if s.Lang = string(f.lang); s.Err == nil && s.silent() {
		return nil
	}
	return s
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

// readBodies reads what the code of functions exports.
func (ws *Workspace) readBodies() {
	ws.bodies = map[string]*code.Facts{}
	for _, s := range ws.Skills {
		for _, of := range s.Manifests {
			if of.Dialect != Function {
				continue
			}
			for _, name := range manifest.IndexFiles {
				if p, kind := ws.Tree.Resolve(path.Join(path.Dir(of.Path), name)); kind == Regular {
					ws.bodies[p] = ws.factsAt(p)
				}
			}
		}
	}
	maps.DeleteFunc(ws.bodies, func(_ string, f *code.Facts) bool { return f == nil })
}

// MayExport reports whether a function's code, an index file beside its
// manifest, gives others a name, or may do so.
func (ws *Workspace) MayExport(p, name string) bool {
	return ws.bodies[p] == nil || ws.bodies[p].MayExport(name)
}

// Sources returns the code that was read, sorted by path.
func (ws *Workspace) Sources() []*Source { return ws.sources }

// HasCode reports whether a skill's folder holds any code.
func (ws *Workspace) HasCode(s *Skill) bool { return ws.code[s] != nil }

// CodeMentions reports whether the code of a skill names a tool of its
// contract, in whatever way; comments do not count.
func (ws *Workspace) CodeMentions(s *Skill, tool string) bool {
	return ws.code[s] != nil && ws.code[s][tool]
}

// Mentions reports whether a skill names a tool that it imports, in whatever
// way: in its code or a file beside it, or in its text. Comments do not count.
func (ws *Workspace) Mentions(s *Skill, tool string) bool {
	if ws.CodeMentions(s, tool) {
		return true
	}
	return slices.ContainsFunc(s.Manifests, func(m *Manifest) bool {
		src := m.Source()
		return slices.ContainsFunc(m.Text().Runs, func(run document.Run) bool {
			return run.End <= len(src) && len(code.Mentioned("", src[run.Start:run.End], []string{tool})) > 0
		})
	})
}
