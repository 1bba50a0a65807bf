package rules

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var missingScripts skill.Memo[map[*skill.Skill][]missingPath]

// scriptsMissing are the scripts that skills tell the agent to run and that do not
// exist, those first of which that is sure.
func scriptsMissing(p *lint.Pass) map[*skill.Skill][]missingPath {
	return missingScripts.Of(p.Workspace, func() map[*skill.Skill][]missingPath {
		found := map[*skill.Skill][]missingPath{}
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
				sure := !t.below && (own || scripts == skill.Dir) // a text below may tell of another place
				found[t.skill] = append(found[t.skill], missingPath{Diagnostic: d, path: path.Join(t.skill.Dir, script), sure: sure})
			}
		}
		for s, list := range found {
			list = read(p, s, list)
			slices.SortStableFunc(list, func(a, b missingPath) int {
				switch {
				case a.sure == b.sure:
					return 0
				case a.sure:
					return -1
				}
				return 1
			})
			found[s] = list
		}
		return found
	})
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
	if ofNothing(p, t.File, at) || t.below && inOtherPlace(src, at) || madeIn(src, target) || shownIn(p, t.File, target) || !own && placedElsewhere(src, target) || !own && !ships && (inClone(t, src[:at]) || inProject(src, text, at)) {
		return true
	}
	block, in := blockAt(text, at)
	if own {
		return in && !shellLanguages[strings.ToLower(block.Lang)] // the text of another skill, in an example
	}
	words, start := lineAt(src, at)
	if ofOther(p, t, string(src[max(0, at-nearby):start+len(words)]), target) || isShared(p, target) || elsewhereSays.MatchString(words) || !in && elsewhereSays.MatchString(around(src, at)) {
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
	if exampleWord.MatchString(before) || otherMachine.MatchString(before) {
		return true
	}
	if above, _ := lineAt(src, max(0, start-1)); wrongWay.MatchString(above) || wrongWay.MatchString(words) {
		return true
	}
	if bytes.HasPrefix(bytes.TrimSpace(src[block.Start:block.End]), []byte("#!")) {
		return true // a script that is written elsewhere, and runs there
	}
	return !shellLanguages[strings.ToLower(block.Lang)] || noCommand.MatchString(before) || foreignFence(p, t, string(src[block.Start:block.End]), target)
}

// otherMachine matches the beginning of a command that runs the rest of it in a container
// or on another machine.
var otherMachine = regexp.MustCompile(`^(?:[$>#] )?(?:(?:sudo|time|nohup|env)(?: -\S+)* |\w+=\S* )*(?:docker|docker-compose|podman|kubectl|oc|heroku|fly|flyctl|railway|vagrant|ssh|lxc|wsl) `)

// inClone reports whether the commands of a text are for the clone of another repository
// that it has made before. A skill whose own repository is cloned is used there once it
// was gone into.
func inClone(t skillText, src []byte) bool {
	for _, m := range clones.FindAllSubmatch(src, -1) {
		switch name := string(m[1]); {
		case bytes.Contains(m[0], []byte("skill")): // an installation
		case bytes.Contains(src, []byte("cd "+name)), name != path.Base(t.skill.Dir) && name != t.skill.ID.Text:
			return true
		}
	}
	return false
}

// clones matches a command that clones a repository, with the name of its folder.
var clones = regexp.MustCompile(`\bgit clone (?:-\S+ (?:\d+ )?)*\S*[/:]([\w.-]+?)(?:\.git)?/?(?:[ \t]+[^\s#&|;]+)?\s`)

// inProject reports whether what stands beside a command runs in the user's project.
func inProject(src []byte, text *skill.Text, at int) bool {
	if block, in := blockAt(text, at); in {
		first, _, _ := bytes.Cut(src[block.Start:block.End], []byte("\n"))
		return ofProjectTool.Match(src[block.Start:block.End]) || comment.Match(first) && exampleWord.Match(first)
	}
	return ofProjectTool.MatchString(around(src, at))
}

// ofProjectTool matches commands that work in a project alone: they add what its developers
// need, run its tests and tasks, or what follows with its environment.
var ofProjectTool = regexp.MustCompile("(?m)(?:^|[\\s`|(&;])(?:(?:npm|pnpm|yarn|bun) (?:(?:install|i|add) (?:-D|-d|--save-dev|--dev)\\b|run\\b|test\\b)|pytest\\b|(?:dotenv|dotenvx|env-cmd|cross-env)\\b[^\\n]* )")

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

// noCommand matches the beginning of a line of a block that is a comment, or in a box that is drawn.
var noCommand = regexp.MustCompile(`^(?:#|//|[│┃║])`)

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
