package texts

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// MissingScript reports scripts that a skill or plugin tells the agent to run and that
// are not in its folder.
var MissingScript = &lint.Rule{
	Name: "missing-script", Formerly: "broken-link", Group: "A", Severity: lint.Error, Local: true, Authors: true,
	Doc: `A script that the skill tells the agent to run does not exist.

The agent stops there. Judged are commands such as ` + "`python scripts/x.py`" + ` in SKILL.md and the texts below it that something leads to, and paths below ` + "`${CLAUDE_SKILL_DIR}`" + `
or ` + "`{baseDir}`" + `, and in the skills, commands and agents of a plugin paths below ` + "`${CLAUDE_PLUGIN_ROOT}`" + `. Where no interpreter stands before the script, a command is what begins a line of a shell's block, or, behind such a variable, a code span with arguments. In the texts below SKILL.md, and in a skill that has no folder ` + "`scripts/`" + `, they are a note where none of nearly that name is there, as the script may be one of its reader's project; behind a variable they are a warning below SKILL.md. Commands that are for the user's own project are not judged: other paths beside
them lead to folders that the skill lacks, or the block is a configuration. Nor are, in a skill without scripts, those beside tools of a project (` + "`npm test`, `dotenv … --`" + `) and behind a ` + "`git clone`" + ` of another
repository, what several skills name and nobody has, a skill of the same name has, or the text names below a project's folder (` + "`{PROJECT_ROOT}/scripts/x.sh`" + `), or the only script of a skill of a single file that it runs in passing and with no Python; nor scripts that lie in a folder beside the skill which the text names.

These findings were part of ` + "`broken-link`" + ` once: a suppression or a severity of that name counts for this rule too, until the next
major version.`,
	Sources: []lint.Source{sources.Rated("should", sources.Specification)},
	Run:     missingScript,
}

func missingScript(p *lint.Pass) {
	var lists []*deadList
	for _, s := range p.Skills {
		if list := scriptsMissing(p)[s]; len(list) > 0 {
			lists = append(lists, &deadList{s.Dir, folding.Folded("scripts that do not exist are named"), list})
		}
	}
	reportMissing(p, lists, func(to *lint.Pass, m missingPath) { to.ReportAs(m.told(p)) })
}
