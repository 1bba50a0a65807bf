package rules

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// MissingScript reports scripts that SKILL.md tells the agent to run and that
// are not in the skill's folder.
var MissingScript = &lint.Rule{
	Name: "missing-script", Formerly: "broken-link", Group: "A", Severity: lint.Error,
	Doc: `A script that the skill tells the agent to run does not exist.

The agent stops there. Judged are commands such as ` + "`python scripts/x.py`" + ` in the SKILL.md of a skill that has a folder
` + "`scripts/`" + `, and paths below ` + "`${CLAUDE_SKILL_DIR}`" + ` or ` + "`{baseDir}`" + `. Other paths may be those of the user's own project.

These findings were part of ` + "`broken-link`" + ` once: a suppression or a severity of that name counts for this rule too, until the next
major version.`,
	Sources: []lint.Source{rated("should", specification)},
	Run:     missingScript,
}

// missingScript judges a path without a variable only below scripts/ of a
// skill that ships such a folder. Paths in a plugin's root are often examples,
// and are not judged.
func missingScript(p *lint.Pass) {
	for _, s := range p.Skills {
		m := s.Manifest()
		if s.Plugin != nil || m.Dialect != skill.Standard && m.Dialect != skill.Contract {
			continue
		}
		_, scripts := p.Tree.Resolve(path.Join(s.Dir, "scripts"))
		seen := map[string]bool{}
		for _, run := range m.Prose().Scripts {
			if seen[run.Path] || !run.Own && (scripts != skill.Dir || !strings.HasPrefix(run.Path, "scripts/")) || !absent(p, s, run.Path, run.Own) {
				continue
			}
			seen[run.Path] = true
			d := lint.Span(m.Pos(run.Start), m.Pos(run.End), "the skill tells the agent to run %q, which does not exist", run.Path)
			if near, ok := nearPath(p, s.Dir, run.Path); ok {
				d.Message += fmt.Sprintf(" (did you mean %q?)", near)
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   fmt.Sprintf("run %q", near),
					TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte(near)}},
				}}
			}
			p.Report(d)
		}
	}
}

// absent reports whether a script is not in the skill's folder, nor,
// when nothing says that it has to be, where the path may start as well.
func absent(p *lint.Pass, s *skill.Skill, script string, own bool) bool {
	bases := []string{s.Dir}
	if !own {
		bases = append(bases, ".", path.Dir(path.Dir(s.Dir)))
	}
	for _, base := range bases {
		if _, kind := p.Tree.Resolve(path.Join(base, script)); kind != skill.Absent {
			return false
		}
	}
	return true
}
