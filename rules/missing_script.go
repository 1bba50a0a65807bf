package rules

import (
	"bytes"
	"fmt"
	"iter"
	"path"
	"regexp"
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

// runs matches a command that runs a script of the skill's own folder; group
// 1 is the folder when a variable names it, group 2 the script.
var runs = regexp.MustCompile("(?:^|[\\s`$(;&|])(?:python3?|bash|sh|zsh|node|deno run|bun run|bun|uv run|npx tsx|tsx|ruby|perl|pwsh|source)(?: -[A-Za-z][\\w-]*)* +\"?((?:\\$\\{?CLAUDE_SKILL_DIR\\}?|\\{baseDir\\})/)?(?:\\./)?((?:[\\w.-]+/)*[\\w.-]+\\.(?:py|sh|js|mjs|cjs|ts|rb|pl|ps1))\\b")

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
		for from := range scriptLines(m.Src, m.Body) {
			line, _, _ := bytes.Cut(m.Src[from:], []byte("\n"))
			for _, at := range runs.FindAllSubmatchIndex(line, -1) {
				script, own := string(line[at[4]:at[5]]), at[2] >= 0
				if seen[script] || !own && (scripts != skill.Dir || !strings.HasPrefix(script, "scripts/")) || !absent(p, s, script, own) {
					continue
				}
				seen[script] = true
				d := lint.Span(m.Pos(from+at[4]), m.Pos(from+at[5]), "the skill tells the agent to run %q, which does not exist", script)
				if near, ok := nearPath(p, s.Dir, script); ok {
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
}

// scriptLines are where the lines of a text begin that may run a script.
func scriptLines(src []byte, body int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := body; at < len(src); {
			next := len(src)
			for _, word := range []string{"scripts/", "SKILL_DIR", "{baseDir}"} {
				if i := bytes.Index(src[at:next], []byte(word)); i >= 0 {
					next = at + i
				}
			}
			if next == len(src) || !yield(max(body, bytes.LastIndexByte(src[:next], '\n')+1)) {
				return
			}
			end := bytes.IndexByte(src[next:], '\n')
			if end < 0 {
				return
			}
			at = next + end + 1
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
