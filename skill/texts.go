package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/manifest"
)

// What is read besides manifests is bounded, in bytes: one file, and all of
// them. What is larger is there, but nothing is known of it.
const (
	maxText  = 1 << 20
	maxTexts = 256 << 20
)

// textKinds are the extensions of files that are read as texts in the folders
// of skills.
var textKinds = map[string]bool{
	".md": true, ".markdown": true, ".mdx": true, ".txt": true, ".rst": true, ".py": true, ".sh": true, ".bash": true, ".zsh": true, ".ps1": true,
	".js": true, ".mjs": true, ".cjs": true, ".ts": true, ".tsx": true, ".jsx": true, ".go": true, ".rb": true, ".pl": true, ".php": true, ".lua": true, ".rs": true, ".swift": true,
	".json": true, ".jsonc": true, ".yaml": true, ".yml": true, ".toml": true, ".ini": true, ".cfg": true, ".xml": true, ".html": true, ".css": true, ".svg": true, ".csv": true, ".tsv": true,
	".sql": true, ".tmpl": true, ".template": true, ".j2": true, ".tex": true, "": true,
}

var textLists Memo[[]*File]

// Texts returns the texts that were read in the folders of skills and
// plugins, manifests among them, sorted by path.
func (ws *Workspace) Texts() []*File {
	return textLists.Of(ws, func() []*File {
		folders := ws.textFolders()
		return slices.DeleteFunc(slices.Clone(ws.Files()), func(f *File) bool { return !f.Known() || !folders.hold(f.Path) })
	})
}

// Docs returns the Markdown files outside of skills and plugins, sorted by
// path. They hold no findings but names of skills.
func (ws *Workspace) Docs() []*File { return ws.docs }

// readTexts reads the texts in the folders of skills and plugins, and the
// Markdown of the rest of the tree.
func (ws *Workspace) readTexts(opts Options) {
	folders := ws.textFolders()
	var paths [2][]string // in folders, and the rest
	for _, e := range ws.entries() {
		if e.Kind != Regular || ws.files.At(e.Path) != nil || ws.InertAt(e.Path) {
			continue
		}
		switch kind := strings.ToLower(path.Ext(e.Path)); {
		case textKinds[kind] && folders.hold(e.Path):
			paths[0] = append(paths[0], e.Path)
		case document.IsMarkdown(e.Path):
			paths[1] = append(paths[1], e.Path)
		case folders.hold(e.Path):
			ws.files.Place(e.Path) // there to be spoken of, not to be read
		}
	}
	contracts := slices.ContainsFunc(ws.Manifests, func(m *Manifest) bool { return m.Dialect == Contract })
	budget := maxTexts
	for i, list := range paths {
		files := make([]*File, len(list))
		for from := 0; from < len(list) && budget > 0; from += 1024 {
			batch := list[from:min(len(list), from+1024)]
			Parallel(len(batch), func(j int) { files[from+j] = ws.readText(batch[j], opts, i == 0, contracts) })
			for _, f := range files[from : from+len(batch)] {
				if f != nil {
					budget -= f.Size
				}
			}
		}
		files = slices.DeleteFunc(files, func(f *File) bool { return f == nil })
		if i == 1 {
			ws.docs = files
			continue
		}
		for _, f := range files {
			ws.files.Put(f)
		}
	}
}

// readText reads a text, nil when it is none; inSkill says that an
// agent may read or run it, named that it is asked for names of tools.
func (ws *Workspace) readText(p string, opts Options, inSkill, named bool) *File {
	if opts.Same != nil && opts.Same(p) {
		if f := opts.Today.file(p); f != nil {
			return f
		}
	}
	if f := ws.files.Take(p); f != nil {
		return f
	}
	if f, known := ws.files.Recall(p, maxText); known {
		return f
	}
	loan, err := ws.files.Borrow(p, maxText)
	defer loan.Return()
	if err != nil {
		return nil
	}
	src := loan.Src
	if f := ws.files.TakeAs(p, loan.Sum, len(src)); f != nil {
		return f
	}
	if document.CheckText(src) != nil {
		document.KeepFault(p, src, loan.Sum, ws.opts.Facts)
		return nil
	}
	f := ws.files.NewFile(p, src, loan.Sum)
	f.Prose() // of pages elsewhere the paths are asked for
	if inSkill {
		if named {
			f.Names()
		}
		if code.LanguageOf(p) != code.None && !opts.Code.Unread {
			ws.reader.OutlineOf(f)
		}
	}
	if opts.Facts != nil && manifest.MaySOP(p) {
		manifest.ListsTools.Of(f)
	}
	if (opts.Facts != nil || ws.files.Holds()) && path.Ext(p) == ".py" {
		registryNamed.Of(f)
	}
	f.Release(f.FrontmatterSize())
	return f
}

// A folderSet is a set of folders, each with all below it.
type folderSet map[string]bool

// hold reports whether a file is in one of the folders. Of a skill at the
// root only what skills are made of counts, not the whole repository.
func (s folderSet) hold(p string) bool {
	for d := tree.Parent(p); d != "."; d = tree.Parent(d) {
		if s[d] {
			return true
		}
	}
	if !s["."] {
		return false
	}
	first, _, deep := strings.Cut(p, "/")
	return !deep || first == "scripts" || first == "references" || first == "assets" || first == "commands" || first == "agents"
}

// textFolders are the folders of skills and plugins.
func (ws *Workspace) textFolders() folderSet {
	folders := folderSet{}
	for _, m := range ws.Manifests {
		switch {
		case m.Dialect == PluginManifest:
			folders[path.Dir(path.Dir(m.Path))] = true
		case isSkillMD(m.Path):
			folders[path.Dir(m.Path)] = true
		}
	}
	return folders
}

// configName is the configuration, which is read as a text: findings about
// suppressions stand in it.
const configName = ".skilllint.yaml"
