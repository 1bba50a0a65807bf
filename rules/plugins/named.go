package plugins

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// namedAnywhere reports whether a text of the workspace names a file with its folder: it is
// read so.
func namedAnywhere(p *lint.Pass, file string) bool {
	asked := &skilltext.AskedFiles{Files: []skilltext.AskedFile{{Path: file, Name: path.Join(path.Base(path.Dir(file)), path.Base(file))}}}
	return slices.ContainsFunc(slices.Concat(p.Files(), p.Docs()), func(text *skill.File) bool {
		return text.Path != file && text.Known() && len(*skilltext.FilesNamed.Of(text, asked)) > 0
	})
}
