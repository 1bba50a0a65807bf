package rules

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var missingScripts skill.Memo[map[*skill.Skill][]missingPath]

// scriptsMissing are the scripts that skills tell the agent to run, or plugins by a
// variable, and that do not exist, those first of which that is sure.
func scriptsMissing(p *lint.Pass) map[*skill.Skill][]missingPath {
	return missingScripts.Of(p.Workspace, func() map[*skill.Skill][]missingPath {
		found := &deadScripts{Pass: p, seen: map[string]bool{}, of: map[*skill.Skill][]missingPath{}}
		for _, t := range skillTexts(p) {
			found.in(t, false)
		}
		for s, list := range found.of {
			found.of[s] = read(p, s, list)
		}
		for _, t := range pluginTexts(p) {
			before := len(found.of[t.skill])
			found.in(t.skillText, true)
			if list := found.of[t.skill]; t.below && len(list) > before {
				found.of[t.skill] = append(list[:before], read(p, t.from, list[before:])...)
			}
		}
		for _, list := range found.of {
			slices.SortStableFunc(list, func(a, b missingPath) int {
				switch {
				case a.sure == b.sure:
					return 0
				case a.sure:
					return -1
				}
				return 1
			})
		}
		return found.of
	})
}

// deadScripts are the scripts that commands run and that do not exist, by the skill or
// plugin that lacks them.
type deadScripts struct {
	*lint.Pass
	seen map[string]bool
	of   map[*skill.Skill][]missingPath
}

// in judges the commands of a text: those of the plugin, by a variable that names its folder,
// or the others.
func (d *deadScripts) in(t skillText, ofPlugin bool) {
	_, scripts := d.Tree.Resolve(path.Join(t.skill.Dir, "scripts"))
	ships, says := scripts == skill.Dir, "the skill tells the agent to run %q, which does not exist"
	if ofPlugin {
		says = "the text tells the agent to run %q, which the plugin does not have"
	}
	for _, run := range t.Prose().Scripts {
		own := run.Own || run.Plugin
		key := t.skill.Dir + "\x00" + run.Path
		if run.Plugin != ofPlugin || d.seen[key] || !own && !strings.HasPrefix(run.Path, "scripts/") || !absent(d.Pass, t, run.Path, own) ||
			!own && nobodys(t, ships) || ofPlugin && builtFolder.MatchString(run.Path) || run.Direct && !own && !ships ||
			excused(d.Pass, t, run, ships) || fromElsewhere(t) {
			continue
		}
		d.seen[key] = true
		found := lint.Span(t.Pos(run.Start), t.Pos(run.End), says, run.Path)
		if near, ok := nearPath(d.Pass, t.skill.Dir, run.Path); ok {
			found.Message += fmt.Sprintf(" (did you mean %q?)", near)
			found.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   fmt.Sprintf("run %q", near),
				TextEdits: []analysis.TextEdit{{Pos: found.Pos, End: found.End, NewText: []byte(near)}},
			}}
		}
		sure := !t.below && (own || ships) // a text below may tell of another place
		d.of[t.skill] = append(d.of[t.skill], missingPath{Diagnostic: found, path: path.Join(t.skill.Dir, run.Path), sure: sure})
	}
}

// A pluginText is a text as one of its plugin's.
type pluginText struct {
	skillText              // of the plugin
	from      *skill.Skill // of which skill it is, nil for a command or an agent
}

// pluginTexts are the Markdown files of plugins that agents read and that name the plugin's
// folder by a variable. What is about plugins shows commands of others.
func pluginTexts(p *lint.Pass) (list []pluginText) {
	add := func(f *skill.File, from *skill.Skill, below bool) {
		plugin := p.PluginAt(path.Dir(f.Path))
		if plugin == nil || !slices.ContainsFunc(f.Prose().Scripts, func(s document.Script) bool { return s.Plugin }) {
			return
		}
		itself := from != nil && !below // its name says nothing of what it is about
		if !isAboutSkills(pluginName(plugin)) && (itself || !isAboutSkills(path.Base(f.Path))) {
			list = append(list, pluginText{skillText{f, plugin, below}, from})
		}
	}
	for _, c := range p.Components() {
		if (c.Kind == hosts.Command || c.Kind == hosts.Agent) && c.Plugin != "" && document.IsMarkdown(c.Path) {
			add(c.File, nil, false)
		}
	}
	for _, t := range skillTexts(p) {
		if !teaches(t) && p.ComponentAt(t.Path) == nil {
			add(t.File, t.skill, t.below)
		}
	}
	return list
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
func excused(p *lint.Pass, t skillText, run document.Script, ships bool) bool {
	src := t.Source()
	at, target, own := run.Start, run.Path, run.Own || run.Plugin
	if src == nil || isPlaceholder(target) || !run.Plugin && elsewhereIn(p, t.skill.Dir, target) {
		return true
	}
	if ofNothing(p, t.File, at, true) || t.below && inOtherPlace(src, at) || madeIn(src, target) || !own && placedElsewhere(src, target) || !own && inClone(t, src[:at], ships) ||
		!own && (goneInto(t, src, target) || fromRoot(p, t) || !ships && installsFromGit.In(src) && fromGit.Match(src)) {
		return true
	}
	words, start := lineAt(src, at)
	if !own && (ofOther(p, t, string(src[max(0, at-nearby):start+len(words)]), target) || isShared(p, target) || elsewhereSays.MatchString(words)) {
		return true
	}
	text := t.Text() // of the few that are left
	if text.Doubtful >= 0 && at > text.Doubtful || shownIn(p, t.File, target) || !own && (!ships || t.below) && inProject(src, text, at) {
		return true
	}
	block, in := blockAt(text, at)
	if run.Direct && (in && !own && !shells[strings.ToLower(block.Lang)] || !in && !(own && inSpan(src, at))) {
		return true // of a path alone in words rule broken-link speaks
	}
	end := at + len(target)
	if !in {
		end += max(0, strings.IndexByte(words[min(len(words), end-start):], '`')) // of the command
	}
	if own {
		return in && !shellLanguages[strings.ToLower(block.Lang)] || !in && remarks.Excuses(src, at, end) // the text of another skill, in an example
	}
	if !in && elsewhereSays.MatchString(around(src, at)) {
		return true
	}
	if !in {
		if t.below && foreignFence(p, t, strings.ReplaceAll(around(src, at), "`", " "), target) {
			return true
		}
		return ofProject.MatchString(words[:at-start]) || !ships && ofProject.MatchString(strings.ReplaceAll(words[end-start:], target, "")) || remarks.Excuses(src, at, end) || remarks.Elsewhere([]byte(introduction(src, start)))
	}
	if remarks.Elsewhere([]byte(lineAbove(src, block.Start))) {
		return true
	}
	if t.below && isExample(src, block.Start) {
		return true
	}
	before := strings.TrimSpace(words[:at-start])
	if exampleWord.MatchString(before) || otherMachine.MatchString(before) {
		return true
	}
	if above, _ := lineAt(src, max(0, start-1)); remarks.Elsewhere([]byte(above)) || wrongWay.MatchString(above) || wrongWay.MatchString(words) {
		return true
	}
	if bytes.HasPrefix(bytes.TrimSpace(src[block.Start:block.End]), []byte("#!")) {
		return true // a script that is written elsewhere, and runs there
	}
	return !shellLanguages[strings.ToLower(block.Lang)] || noCommand.MatchString(before) || viaFolder.Match(src[block.Start:block.End]) || foreignFence(p, t, string(src[block.Start:block.End]), target)
}

// otherMachine matches the beginning of a command that runs the rest of it in a container
// or on another machine.
var otherMachine = regexp.MustCompile(`^(?:[$>#] )?(?:(?:sudo|time|nohup|env)(?: -\S+)* |\w+=\S* )*(?:docker|docker-compose|podman|kubectl|oc|heroku|fly|flyctl|railway|vagrant|ssh|lxc|wsl) `)

// inClone reports whether the commands of a text are for the clone of another repository
// that it has made before. A skill whose own repository is cloned is used there once it
// was gone into; the commands of one that has scripts are its own, unless the clone was gone into.
func inClone(t skillText, src []byte, ships bool) bool {
	first := cloning.Index(src, 0)
	if first < 0 {
		return false
	}
	for _, m := range clones.FindAllSubmatch(src[max(0, first-1):], -1) {
		switch name := string(m[1]); {
		case bytes.Contains(m[0], []byte("skill")): // an installation
		case bytes.Contains(src, []byte("cd "+name)), !ships && name != path.Base(t.skill.Dir) && name != t.skill.ID.Text:
			return true
		}
	}
	return false
}

var cloning = rare.Of("git clone ")

// clones matches a command that clones a repository, with the name of its folder.
var clones = regexp.MustCompile(`\bgit clone (?:-\S+ (?:\d+ )?)*\S*[/:]([\w.-]+?)(?:\.git)?/?(?:[ \t]+[^\s#&|;]+)?\s`)

var installsFromGit = rare.Of("git+http")

// fromGit matches what installs another repository, and leaves its scripts there.
var fromGit = regexp.MustCompile(`\bpip3? install [^\n]*\bgit\+https?://`)

// goneInto reports whether a block of a text goes into a folder that is not the skill's
// before it names a script: it is that folder's, wherever the text names it.
func goneInto(t skillText, src []byte, target string) bool {
	return slices.ContainsFunc(t.Text().Code, func(b document.Block) bool {
		before, _, named := bytes.Cut(src[b.Start:b.End], []byte(target))
		gone := goesFarInto.FindAllSubmatch(before, -1)
		if !named || len(gone) == 0 {
			return false
		}
		to := path.Base(string(gone[len(gone)-1][1]))
		return to != t.skill.ID.Text && to != path.Base(t.skill.Dir)
	})
}

// goesFarInto matches a command that goes into a folder by a whole path.
var goesFarInto = regexp.MustCompile(`(?m)^\s*cd +["']?((?:~|\$HOME)?/[\w./-]*\w)["']?/?(?:\s|$)`)

// viaFolder matches what stands for the skill's folder in a command: beside it a path without is a project's.
var viaFolder = regexp.MustCompile(`(?i)(?:<[\w ./-]*skill[\w ./-]*>|(?:^|[^$])\{\w*skill\w*\})/scripts/`)

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

// noCommand matches the beginning of a line of a block that is a comment, or in a box that is drawn.
var noCommand = regexp.MustCompile(`^(?:#|//|[│┃║])`)

// inSpan reports whether an offset stands in a code span of its line.
func inSpan(src []byte, at int) bool {
	line, start := lineAt(src, at)
	return strings.Count(line[:at-start], "`")%2 == 1
}

// shells are languages of blocks that hold nothing but commands.
var shells = map[string]bool{"bash": true, "sh": true, "shell": true, "zsh": true, "console": true, "shell-session": true, "terminal": true}

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
