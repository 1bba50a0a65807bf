package manifests

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// A skillsFolder is a folder of skills of a collection, by its name.
type skillsFolder struct{ collection, name string }

var instructedFolders skill.MemoBy[skillsFolder, bool]

// instructed reports whether the instructions for agents of a collection, or a command in a folder of its own, speak of
// pages called SKILL.md, or of a folder of skills.
func instructed(p *lint.Pass, of skillsFolder) bool {
	return instructedFolders.Of(p.Workspace, of, func() bool {
		words := []string{"/SKILL.md"}
		if of.name != "." {
			words = append(words, of.name+"/", of.name+" folder", of.name+" directory")
		}
		pages := slices.Clone(paths.Instructions)
		for _, e := range p.Tree.Children(path.Join(of.collection, "commands")) {
			pages = append(pages, path.Join("commands", path.Base(e.Path)))
		}
		return slices.ContainsFunc(pages, func(name string) bool {
			f := p.File(path.Join(of.collection, name))
			return f != nil && document.IsMarkdown(name) && len(*skilltext.WordsHeld.Of(f, &words)) > 0
		})
	})
}
