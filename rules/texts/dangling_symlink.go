package texts

import (
	"path"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DanglingSymlink reports symbolic links to manifests and folders that do not exist.
var DanglingSymlink = &lint.Rule{
	Name: "dangling-symlink", Group: "W", Severity: lint.Error,
	Doc: `A SKILL.md, or the folder of a skill, is a symbolic link to what does not exist, or a manifest of any dialect one that leads out of the workspace.

The skill exists on its author's machine only. Commit the target, or make the link relative and right. Links of one folder
are one finding. In the folder of skills of an agent that is not known it is a warning, and so are pages elsewhere, which may be procedures.`,
	Sources: []lint.Source{sources.ClaudeSkills},
	Run: func(p *lint.Pass) {
		byFolder := map[string][]analysis.Diagnostic{}
		var folders []string
		for _, problem := range p.Problems {
			if problem.Kind == skill.DanglingLink {
				dir := path.Dir(p.FileAt(problem.Pos).Path)
				if byFolder[dir] == nil {
					folders = append(folders, dir)
				}
				byFolder[dir] = append(byFolder[dir], problem.Diagnostic)
			}
		}
		for _, dir := range folders {
			severity := lint.Error
			if standing.HiddenFolder(dir) == "" && arePages(p, dir, byFolder[dir]) || standing.IsCollection(dir) && standing.HiddenFolder(dir) != "" && !hosts.OfProjects(dir) {
				severity = lint.Warning // nobody is known to look there
			}
			p.Folding(folding.Folded("links beside it that lead nowhere")).ReportAs(severity, byFolder[dir]...)
		}
	},
}

// arePages reports whether links are pages that are no skills and lie in no folder of skills or of
// a plugin.
func arePages(p *lint.Pass, dir string, links []analysis.Diagnostic) bool {
	return !standing.IsCollection(dir) && p.PluginAt(dir) == nil && !slices.ContainsFunc(links, func(d analysis.Diagnostic) bool {
		file := p.FileAt(d.Pos).Path
		return !document.IsMarkdown(file) || standing.IsSkillMD(file)
	})
}
