package skill

import (
	"slices"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/code/resolve"
)

// platformFiles returns the code outside of skills, where skills have contracts,
// procedures or packages: what serves them may reach into them.
func (ws *Workspace) platformFiles() []*codeFile {
	if !slices.ContainsFunc(ws.Skills, func(s *Skill) bool {
		return s.Package != nil || s.Manifest().Dialect == Contract || s.Manifest().Dialect == SOP
	}) {
		return nil
	}
	var list []*codeFile
	for _, e := range ws.Tree.Entries() {
		if e.Kind != Regular {
			continue
		}
		switch lang := code.LanguageOf(e.Path); lang {
		case code.Python, code.TypeScript, code.JavaScript, code.Go:
			if ws.SkillAt(e.Path) == nil && !ws.InertAt(e.Path) {
				list = append(list, &codeFile{path: e.Path, lang: lang})
			}
		}
	}
	return list
}

// readPlatform reads what code outside of skills has of them: imports of their
// insides, activations and keys. Paths into skills are how they are loaded.
func (ws *Workspace) readPlatform(list []*codeFile) {
	Parallel(len(list), func(i int) {
		f := list[i]
		if f.source, f.err = ws.files.Read(f.path); f.err != nil {
			return
		}
		if outline := ws.reader.OutlineOf(f.source); outline.Activates || ws.links.Matters(f.path, resolve.Platform, outline, f.source.Source) {
			f.facts = ws.reader.FactsOf(f.source)
			f.links = ws.links.Links(f.path, resolve.Platform, f.facts)
		}
		f.source.Release(f.source.FrontmatterSize())
	})
	for _, f := range list {
		if f.facts == nil {
			continue
		}
		all := ws.join(f.source, nil, f.facts, f.links)
		s := &Source{File: all.File, Lang: string(f.lang), Imports: all.Imports, Activated: all.Activated, Keys: all.Keys}
		if !s.silent() {
			ws.files.Put(s.File)
			ws.platform = append(ws.platform, s)
		}
	}
}

// Platform returns the code outside of skills that imports the inside of one,
// activates one or has keys of one, sorted by path. It is read where skills have
// contracts, procedures or packages.
func (ws *Workspace) Platform() []*Source { return ws.platform }
