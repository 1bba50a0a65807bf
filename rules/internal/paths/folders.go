package paths

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SkillFolder returns the innermost folder of a skill that holds a path.
func SkillFolder(p *lint.Pass, f string) string {
	dirs := SkillFolders(p)
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

// SkillFolders are the folders that hold a SKILL.md.
func SkillFolders(p *lint.Pass) map[string]bool {
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

// BelowSkill reports whether a skill's folder is below that of another.
func BelowSkill(p *lint.Pass, s *skill.Skill) bool {
	dirs := SkillFolders(p)
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

// IsResource reports whether a file stands in one of the folders of resources.
func IsResource(s *skill.Skill, f string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(f, s.Dir), "/"), "/")
	return slices.Contains(resources, first)
}

// IsTemplate reports whether a path goes through a folder of what is copied
// elsewhere, where its links then lead.
func IsTemplate(p string) bool {
	for _, part := range strings.Split(strings.ToLower(path.Dir(p)), "/") {
		switch part {
		case "template", "templates", "assets", "asset", "boilerplate", "boilerplates", "scaffold", "scaffolds", "example", "examples", "sample", "samples", "evals", "node_modules", "vendor":
			return true
		}
	}
	return strings.Contains(strings.ToLower(path.Base(p)), "template")
}

// IsExample reports whether a path goes through a folder of examples.
func IsExample(p string) bool {
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

// IsRecord reports whether record matches a name: those of few files may, and all are asked.
func IsRecord(name string) bool {
	return (strings.Contains(name, "19") || strings.Contains(name, "20") || strings.Contains(name, "log.") || strings.Contains(name, "update") || strings.HasPrefix(name, "migration")) && record.MatchString(name)
}

// chronicle matches the name of a file that tells of the past, with the version,
// the year or the language that it is for: CHANGELOG.md, release-notes-2.1.md.
var chronicle = regexp.MustCompile(`^(?:change[-_]?logs?|changes|history|news|releases|release[-_]?notes?|road[-_]?maps?|what'?s[-_]?new|brainstorm(?:ing)?|retrospectives?|post[-_]?mortems?)(?:[-_.]v?\d[\w.-]*|[-_.][a-z]{2}(?:[-_][a-z]{2,4})?)?\.\w+$`)

// phase matches the name of a folder with what was thought before something was built: 02-design.
var phase = regexp.MustCompile(`^\d+[-_.](?:plans?|designs?|analysis|reports?|specs?|proposals?)$`)

// Instructions are the pages at the root of a repository that agents are given with every task.
var Instructions = []string{"AGENTS.md", "CLAUDE.md", "GEMINI.md"}

// Historical reports whether a file tells of the past. What the folder of its skill
// is called, and those around, says nothing of that.
func Historical(p *lint.Pass, file string) bool {
	file = strings.TrimPrefix(file, SkillFolder(p, file)+"/")
	base := strings.ToLower(path.Base(file))
	if strings.IndexByte("chnrwbp", base[0]) >= 0 && chronicle.MatchString(base) || IsRecord(base) {
		return true
	}
	for _, part := range strings.Split(strings.ToLower(path.Dir(file)), "/") {
		if part != "" && part[0] <= '9' && (phase.MatchString(part) || IsRecord(part)) {
			return true
		}
		if strings.HasPrefix(strings.TrimLeft(part, "_"), "deprecated") {
			return true
		}
		switch part {
		case "archive", "archives", "archived", "changelog", "changelogs", "releases", "plans", "proposals", "retros", "postmortems", "status", "sessions", "trackers", "reports", "runs", "logs", "logging", "evidence", "transcripts", "_dev":
			return true
		}
	}
	return false
}

// BuiltFolder matches paths of what is built or installed first.
var BuiltFolder = regexp.MustCompile(`(^|/)(dist|build|out|bin|target|node_modules|\.venv|venv|\.cache)/`)

// IsDesign reports whether a text outside of the skills says what is to be built, or why
// something was: no agent follows it.
func IsDesign(p *lint.Pass, file string) bool {
	return SkillFolder(p, file) == "" && (plan.MatchString(path.Base(file)) || slices.ContainsFunc(strings.Split(strings.ToLower(path.Dir(file)), "/"), func(folder string) bool {
		switch strings.TrimSuffix(folder, "s") {
		case "design", "spec", "rfc", "adr", "decision", "proposal", "plan", "patch", "roadmap", "research":
			return true
		}
		return false
	}))
}

// plan matches the names of texts on what is to be built, or on what was found: IMPLEMENTATION_PLAN_HOOKS.md, EVALUATION.md.
var plan = regexp.MustCompile(`(?i)^(?:[a-z\d]+[-_])*(?:implementation|migration|refactor(?:ing)?|rollout|development|project)[-_]plan(?:[-_.]|$)|^(?:[a-z\d]+[-_])*(?:evaluation|audit|assessment)(?:[-_.]|$)`)

// IsTest reports whether code tests other code, by its path.
func IsTest(p string) bool {
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch dir {
		case "test", "tests", "__tests__", "testing", "testdata", "fixtures":
			return true
		}
	}
	base := path.Base(p)
	return strings.HasPrefix(base, "test_") || strings.HasPrefix(base, "test-") || strings.Contains(base, "_test.") || strings.Contains(base, "-test.") || strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || base == "conftest.py"
}
