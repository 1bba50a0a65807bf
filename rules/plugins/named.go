package plugins

import (
	"path"
	"regexp"
	"slices"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// namedAnywhere reports whether a text of the workspace names a file with its folder: it is
// read so.
func namedAnywhere(p *lint.Pass, file string) bool { return anyNamed(p, []string{file}) }

// anyNamed reports whether a text of the workspace names one of some files so, other than they.
func anyNamed(p *lint.Pass, files []string) bool {
	asked := &skilltext.AskedFiles{}
	for _, file := range files {
		asked.Files = append(asked.Files, skilltext.AskedFile{Path: file, Name: path.Join(path.Base(path.Dir(file)), path.Base(file))})
	}
	return slices.ContainsFunc(slices.Concat(p.Files(), p.Docs()), func(text *skill.File) bool {
		return !slices.Contains(files, text.Path) && text.Known() && len(*skilltext.FilesNamed.Of(text, asked)) > 0
	})
}

// manuals are the SKILL.md that a text names, by their folders: "plan" for work/plan/SKILL.md.
var manuals = document.Part[[]string]{Name: "manuals", Find: func(_ string, src []byte) *[]string {
	var folders []string
	if manualName.In(src) {
		for _, m := range manualPath.FindAllSubmatch(src, -1) {
			folders = append(folders, string(m[1]))
		}
	}
	slices.Sort(folders)
	folders = slices.Compact(folders)
	return &folders
}}

var (
	manualName = rare.Of("/SKILL.md")
	manualPath = regexp.MustCompile(`([\w.-]+)/SKILL\.md`)
)

var leadMemo skill.MemoBy[string, map[string][]string] // by the collection

// isLedTo reports whether another text of its collection names a SKILL.md, by its folder's name.
func isLedTo(p *lint.Pass, file string) bool {
	return slices.ContainsFunc(leadingTo(p, file), func(text string) bool { return text != file })
}

// leadingTo are two of the texts of its collection, at most, that name a SKILL.md by its folder's name.
func leadingTo(p *lint.Pass, file string) []string {
	collection := p.Collection(file)
	return leadMemo.Of(p.Whole(), collection, func() map[string][]string {
		of := map[string][]string{} // the first two texts, as one may be the skill's own
		for _, list := range [][]*skill.File{p.Whole().Files(), p.Whole().Docs()} {
			for _, text := range list {
				if p.Collection(text.Path) != collection || !text.Known() || document.IsMarkdown(text.Path) && text.Prose().Manuals == 0 {
					continue
				}
				for _, folder := range *manuals.Of(text) {
					if len(of[folder]) < 2 {
						of[folder] = append(of[folder], text.Path)
					}
				}
			}
		}
		return of
	})[path.Base(path.Dir(file))]
}

// putElsewhere reports whether what lies in a folder for a host is for the projects into which the installer
// beside it puts it.
func putElsewhere(p *lint.Pass, root string) bool {
	return root != "." && slices.ContainsFunc(p.Tree.Children(root), func(e skill.Entry) bool { return paths.IsInstaller(e.Path) })
}
