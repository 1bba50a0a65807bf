package texts

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DanglingSymlink reports symbolic links to manifests and folders that do not exist.
var DanglingSymlink = &lint.Rule{
	Name: "dangling-symlink", Group: "W", Severity: lint.Error,
	Doc: `A SKILL.md, or the folder of a skill, is a symbolic link to what does not exist, or a manifest of any dialect one that leads out of the workspace.

The skill exists on its author's machine only. Commit the target, or make the link relative and right. Links of one folder
are one finding. In the folder of skills of an agent that is not known, or that nothing shows anybody to load, it is a warning, and so are pages elsewhere, which may be procedures. What git ignores is in no clone; a link to it is a note, and so is one into the home that the repository is. A relative link out of a repository with the files of a home (` + "`.zshrc`, `.gitconfig`, `tmux.conf`" + `), or that is a host's own folder there (` + "`settings.json` beside `agents/`" + `), leads to what else that home has, and is not judged, nor is one into ` + "`node_modules`" + `, which is filled later.`,
	Sources: []lint.Source{sources.ClaudeSkills},
	Run: func(p *lint.Pass) {
		var links folding.Batches[linkPlace]
		for _, problem := range p.Problems {
			if problem.Kind != skill.DanglingLink {
				continue
			}
			file := p.FileAt(problem.Pos).Path
			dir := path.Dir(file)
			if standing.IsSkillMD(file) && dir != "." {
				dir = path.Dir(dir) // the skills of one folder have one cause
			}
			d, ignored := problem.Diagnostic, false
			if e, ok := p.Tree.Lookup(file); ok && !path.IsAbs(e.Target) {
				target := path.Join(path.Dir(file), e.Target)
				if paths.GoesUp(target) && (paths.IsDotfiles(p) || loading.UserFolder(p) != nil) || slices.Contains(strings.Split(target, "/"), "node_modules") {
					continue // what lies beside it in that home is not known, nor what is installed there
				}
				if p.Tree.Ignored(target) {
					ignored = true
					d.Message += "; git ignores it, so it is in no clone"
				}
			}
			if e, ok := p.Tree.Lookup(file); ok && (ofProgram.MatchString(e.Target) || inOwnHome(p, e.Target)) {
				ignored = true // whoever has the program has what it brings, and the home is the repository
			} else if within, is := inWorkspace(p, e.Target); ok && is {
				d.Message = fmt.Sprintf("the symbolic link leads to %s by a path of one machine: make it relative", messages.Cited(within))
			}
			links.Add(linkPlace{dir, ignored}, d)
		}
		for _, at := range links.Causes {
			severity := lint.Error
			switch {
			case at.ignored:
				severity = lint.Note
			case arePages(p, at.dir, links.Of[at]) || standing.IsCollection(at.dir) && standing.HiddenFolder(at.dir) != "" && !hosts.OfProjects(at.dir):
				severity = lint.Warning // nobody is known to look there
			case standing.IsCollection(at.dir) && !slices.ContainsFunc(links.Of[at], func(d analysis.Diagnostic) bool { return p.Claimed(skillOf(p.FileAt(d.Pos).Path)) }):
				severity = lint.Warning // nothing shows who does
			}
			p.Folding(folding.Folded("links beside it that lead nowhere")).ReportAs(severity, links.Of[at]...)
		}
	},
}

// ofProgram matches the place where a program is installed on every machine that has it.
var ofProgram = regexp.MustCompile(`^(?:/Applications/[^/]+\.app/|/opt/|/usr/)`)

// inOwnHome reports whether a link leads into somebody's home, to what lies at that place in the repository: it is that home.
func inOwnHome(p *lint.Pass, target string) bool {
	m := ofHome.FindStringSubmatch(target)
	if m == nil {
		return false
	}
	_, kind := p.Tree.Resolve(m[1])
	return kind == skill.Regular || kind == skill.Dir
}

// inWorkspace is what a link into a home leads to, where its path ends in that of something in the repository: the link was made in
// the folder that the repository was in.
func inWorkspace(p *lint.Pass, target string) (within string, is bool) {
	m := ofHome.FindStringSubmatch(target)
	if m == nil {
		return "", false
	}
	for _, within, is = strings.Cut(m[1], "/"); is && strings.Contains(within, "/"); _, within, is = strings.Cut(within, "/") { // a name alone is another's as well
		if _, kind := p.Tree.Resolve(within); kind == skill.Regular || kind == skill.Dir {
			return within, true
		}
	}
	return "", false
}

// ofHome matches a path into a home, with the rest.
var ofHome = regexp.MustCompile(`^/(?:Users|home)/[^/]+/(.+)$`)

// skillOf is the SKILL.md of a link in a folder of skills.
func skillOf(link string) string {
	if standing.IsSkillMD(link) {
		return link
	}
	return path.Join(link, "SKILL.md")
}

// linkPlace is what links that are told together have in common.
type linkPlace struct {
	dir     string
	ignored bool // git ignores what they lead to, a program brings it, or it is there in the home that the repository is
}

// arePages reports whether links are pages that are no skills and lie in no folder of skills or of
// a plugin, nor where a host looks: .claude/memory.
func arePages(p *lint.Pass, dir string, links []analysis.Diagnostic) bool {
	return !standing.IsCollection(dir) && p.PluginAt(dir) == nil && !slices.ContainsFunc(links, func(d analysis.Diagnostic) bool {
		file := p.FileAt(d.Pos).Path
		loaded := standing.HiddenFolder(dir) != "" && len(hosts.InProject(file, func(name string) bool { _, is := p.Tree.Lookup(name); return is })) > 0
		return !document.IsMarkdown(file) || standing.IsSkillMD(file) || loaded
	})
}
