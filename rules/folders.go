package rules

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// skillFolder returns the innermost folder of a skill that holds a path.
func skillFolder(p *lint.Pass, f string) string {
	dirs := skillFolders(p)
	for d := tree.Parent(f); ; d = tree.Parent(d) {
		if dirs[d] {
			return d
		}
		if d == "." || d == "/" {
			return ""
		}
	}
}

var foldersOfSkills skill.Memo[map[string]bool]

// skillFolders are the folders that hold a SKILL.md.
func skillFolders(p *lint.Pass) map[string]bool {
	return foldersOfSkills.Of(p.Workspace, func() map[string]bool {
		dirs := map[string]bool{}
		for _, s := range p.Skills {
			if s.Plugin == nil {
				dirs[s.Dir] = true
			}
		}
		return dirs
	})
}

// belowSkill reports whether a skill's folder is below that of another.
func belowSkill(p *lint.Pass, s *skill.Skill) bool {
	dirs := skillFolders(p)
	for d := tree.Parent(s.Dir); d != "."; d = tree.Parent(d) {
		if dirs[d] {
			return true
		}
	}
	return false
}

// resources are the folders of a skill whose files are there to be named
// (agentskills.io/specification).
var resources = []string{"scripts", "references", "assets"}

// resource reports whether a file stands in one of the folders of resources.
func resource(s *skill.Skill, f string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(f, s.Dir), "/"), "/")
	return slices.Contains(resources, first)
}

// isTemplate reports whether a path goes through a folder of what is copied
// elsewhere, where its links then lead.
func isTemplate(p string) bool {
	for _, part := range strings.Split(strings.ToLower(path.Dir(p)), "/") {
		switch part {
		case "template", "templates", "assets", "asset", "boilerplate", "boilerplates", "scaffold", "scaffolds", "example", "examples", "sample", "samples", "evals", "node_modules", "vendor":
			return true
		}
	}
	return strings.Contains(strings.ToLower(path.Base(p)), "template")
}

// exampleFolder reports whether a path goes through a folder of examples.
func exampleFolder(p string) bool {
	for _, part := range strings.Split(p, "/") {
		switch strings.ToLower(part) {
		case "example", "examples", "template", "templates", "test", "tests", "testdata", "fixtures", "evals", "docs", "assets", "references", "archive", "archived", "deprecated":
			return true
		}
	}
	return false
}

// record matches the name of a file that tells of one day or of a course of
// events: analysis-2026-01-18.md, creation-log.md, MIGRATION_NOTES.md.
var record = regexp.MustCompile(`(?:^|[-_.])(?:19|20)\d\d[-_.]?[01]\d[-_.]?[0-3]\d(?:[-_.tT]|$)|[-_](?:19|20)\d\d[-_.][01]\d\.\w+$|[-_](?:log|update|updates)\.\w+$|^migration[-_]notes\.`)

// isRecord reports whether record matches a name: those of few files may, and all are asked.
func isRecord(name string) bool {
	return (strings.Contains(name, "19") || strings.Contains(name, "20") || strings.Contains(name, "log.") || strings.Contains(name, "update") || strings.HasPrefix(name, "migration")) && record.MatchString(name)
}

// chronicle matches the name of a file that tells of the past, with the version,
// the year or the language that it is for: CHANGELOG.md, release-notes-2.1.md.
var chronicle = regexp.MustCompile(`^(?:change[-_]?logs?|changes|history|news|releases|release[-_]?notes?|what'?s[-_]?new|brainstorm(?:ing)?|retrospectives?|post[-_]?mortems?)(?:[-_.]v?\d[\w.-]*|[-_.][a-z]{2}(?:[-_][a-z]{2,4})?)?\.\w+$`)

// phase matches the name of a folder with what was thought before something was built: 02-design.
var phase = regexp.MustCompile(`^\d+[-_.](?:plans?|designs?|analysis|reports?|specs?|proposals?)$`)

// historical reports whether a file tells of the past. What the folder of its skill
// is called, and those around, says nothing of that.
func historical(p *lint.Pass, file string) bool {
	file = strings.TrimPrefix(file, skillFolder(p, file)+"/")
	base := strings.ToLower(path.Base(file))
	if strings.IndexByte("chnrwbp", base[0]) >= 0 && chronicle.MatchString(base) || isRecord(base) {
		return true
	}
	for _, part := range strings.Split(strings.ToLower(path.Dir(file)), "/") {
		if part != "" && part[0] <= '9' && phase.MatchString(part) {
			return true
		}
		switch part {
		case "archive", "archives", "archived", "deprecated", "changelog", "changelogs", "releases", "plans", "proposals", "retros", "postmortems", "status", "sessions", "trackers", "reports", "runs", "logs", "_dev":
			return true
		}
	}
	return false
}

// builtFolder matches paths of what is built or installed first.
var builtFolder = regexp.MustCompile(`(^|/)(dist|build|out|bin|target|node_modules|\.venv|venv|\.cache)/`)

// isDesign reports whether a text outside of the skills says what is to be built, or why
// something was: no agent follows it.
func isDesign(p *lint.Pass, file string) bool {
	return skillFolder(p, file) == "" && slices.ContainsFunc(strings.Split(strings.ToLower(path.Dir(file)), "/"), func(folder string) bool {
		switch strings.TrimSuffix(folder, "s") {
		case "design", "spec", "rfc", "adr", "decision", "proposal", "plan", "patch", "roadmap", "research":
			return true
		}
		return false
	})
}

var besideMemo skill.MemoBy[string, []string]

// maxBeside is how many folders a text names that says where its paths are: one that names
// more is a list of them.
const maxBeside = 8

// foldersBeside are the folders outside of a text's own that it names.
func foldersBeside(p *lint.Pass, t skillText) []string {
	return besideMemo.Of(p.Workspace, t.Path, func() []string {
		var folders []string
		for _, up := range t.Prose().Ups {
			real, kind := p.Tree.Resolve(path.Join(path.Dir(t.Path), up.Path))
			if kind == skill.Dir && !slices.Contains(folders, real) {
				folders = append(folders, real)
			}
			if len(folders) > maxBeside {
				return nil
			}
		}
		return folders
	})
}
