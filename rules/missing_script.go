package rules

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// MissingScript reports scripts that a skill tells the agent to run and that
// are not in the skill's folder.
var MissingScript = &lint.Rule{
	Name: "missing-script", Formerly: "broken-link", Group: "A", Severity: lint.Error, Local: true,
	Doc: `A script that the skill tells the agent to run does not exist.

The agent stops there. Judged are commands such as ` + "`python scripts/x.py`" + ` in SKILL.md and the texts below it that something leads to, and paths below ` + "`${CLAUDE_SKILL_DIR}`" + `
or ` + "`{baseDir}`" + `. In a skill that has no folder ` + "`scripts/`" + `, and in the texts below SKILL.md, they are a warning. Commands that are for the user's own project are not judged: other paths beside
them lead to folders that the skill lacks, or the block is a configuration.

These findings were part of ` + "`broken-link`" + ` once: a suppression or a severity of that name counts for this rule too, until the next
major version.`,
	Sources: []lint.Source{rated("should", specification)},
	Run:     missingScript,
}

func missingScript(p *lint.Pass) {
	found := map[*skill.Skill][]analysis.Diagnostic{}
	seen := map[string]bool{}
	for _, t := range skillTexts(p) {
		_, scripts := p.Tree.Resolve(path.Join(t.skill.Dir, "scripts"))
		for _, run := range t.Prose().Scripts {
			script, own := run.Path, run.Own
			key := t.skill.Dir + "\x00" + script
			if seen[key] || !own && !strings.HasPrefix(script, "scripts/") || !absent(p, t, script, own) ||
				!own && nobodys(t, scripts == skill.Dir) || excused(p, t, run.Start, script, own, scripts == skill.Dir) || fromElsewhere(t) {
				continue
			}
			seen[key] = true
			d := lint.Span(t.Pos(run.Start), t.Pos(run.End), "the skill tells the agent to run %q, which does not exist", script)
			if near, ok := nearPath(p, t.skill.Dir, script); ok {
				d.Message += fmt.Sprintf(" (did you mean %q?)", near)
				d.SuggestedFixes = []analysis.SuggestedFix{{
					Message:   fmt.Sprintf("run %q", near),
					TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte(near)}},
				}}
			}
			if t.below || !own && scripts != skill.Dir { // a text below may tell of another place
				d.Category = "warning"
			}
			found[t.skill] = append(found[t.skill], d)
		}
	}
	for _, s := range p.Skills {
		folding := p.Folding(folded("scripts that do not exist are named"))
		for _, d := range read(p, s, found[s]) {
			if d.Category == "warning" {
				folding.ReportAs(lint.Warning, d)
			} else {
				folding.Report(d)
			}
		}
	}
}

// absent reports whether a script is not in the skill's folder, nor,
// when nothing says that it has to be, where the path may start as well.
func absent(p *lint.Pass, t skillText, script string, own bool) bool {
	if own {
		_, kind := p.Tree.Resolve(path.Join(t.skill.Dir, script))
		return kind == skill.Absent
	}
	return !leadsTo(p, t, script)
}

// excused reports whether a path that does not exist need not: it stands for
// others, is made first, is an example, or is one of the user's project.
func excused(p *lint.Pass, t skillText, at int, target string, own, ships bool) bool {
	src, text := t.Source(), t.Text()
	if src == nil || isPlaceholder(target) || text.Doubtful >= 0 && at > text.Doubtful || elsewhereIn(p, t.skill.Dir, target) {
		return true
	}
	if madeIn(src, target) || shownIn(p, t.File, target) {
		return true
	}
	block, in := blockAt(text, at)
	if own {
		return in && !shellLanguages[strings.ToLower(block.Lang)] // the text of another skill, in an example
	}
	words, start := lineAt(src, at)
	if ofOther(p, t, string(src[max(0, at-nearby):at]), target) || isShared(p, target) || elsewhereSays.MatchString(words) || !in && elsewhereSays.MatchString(around(src, at)) {
		return true
	}
	if !in {
		if t.below && foreignFence(p, t, strings.ReplaceAll(around(src, at), "`", " "), target) {
			return true
		}
		return ofProject.MatchString(words[:at-start]) || !ships && ofProject.MatchString(words)
	}
	if t.below && isExample(src, block.Start) {
		return true
	}
	before := strings.TrimSpace(words[:at-start])
	if exampleWord.MatchString(before) {
		return true
	}
	if above, _ := lineAt(src, max(0, start-1)); wrongWay.MatchString(above) || wrongWay.MatchString(words) {
		return true
	}
	if bytes.HasPrefix(bytes.TrimSpace(src[block.Start:block.End]), []byte("#!")) {
		return true // a script that is written elsewhere, and runs there
	}
	return !shellLanguages[strings.ToLower(block.Lang)] || strings.HasPrefix(before, "#") || strings.HasPrefix(before, "//") || foreignFence(p, t, string(src[block.Start:block.End]), target)
}

// shellLanguages are those of blocks that hold commands.
var shellLanguages = map[string]bool{"": true, "bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true, "powershell": true, "pwsh": true, "ps1": true, "cmd": true, "text": true, "txt": true, "plaintext": true}

// folderWords match the first folder of a relative path in commands.
var folderWords = regexp.MustCompile(`(?:^|[\s"'=(])(?:\./)?([A-Za-z_][\w-]*)/[\w./*-]+`)

// foreignFence reports whether the commands of a block are for another folder
// than the skill's: they name others that it lacks, or go elsewhere first.
func foreignFence(p *lint.Pass, t skillText, code, target string) bool {
	if strings.Contains(code, "cd ") || strings.Contains(code, "git clone") {
		return true
	}
	own, _, _ := strings.Cut(target, "/")
	for _, m := range folderWords.FindAllStringSubmatch(code, -1) {
		if m[1] != own && !leadsTo(p, t, m[1]) && !outputFolders[strings.ToLower(m[1])] {
			return true
		}
	}
	return false
}

// outputFolders are names of folders that a command writes to.
var outputFolders = map[string]bool{"output": true, "outputs": true, "out": true, "results": true, "result": true, "data": true, "input": true, "inputs": true, "tmp": true, "figures": true, "reports": true, "path": true}
