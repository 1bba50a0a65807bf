package texts

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

var missingScripts skill.Memo[map[*skill.Skill][]missingPath]

// scriptsMissing are the scripts that skills tell the agent to run, or plugins by a
// variable, and that do not exist, the gravest first.
func scriptsMissing(p *lint.Pass) map[*skill.Skill][]missingPath {
	return missingScripts.Of(p.Workspace, func() map[*skill.Skill][]missingPath {
		found := &deadScripts{Pass: p, seen: map[string]bool{}, of: map[*skill.Skill][]missingPath{}}
		for _, t := range skilltext.Pages(p) {
			found.in(t, false)
		}
		for s, list := range found.of {
			found.of[s] = read(p, s, list)
		}
		for _, t := range pluginTexts(p) {
			before := len(found.of[t.Skill])
			found.in(t.Page, true)
			if list := found.of[t.Skill]; t.Below && len(list) > before {
				found.of[t.Skill] = append(list[:before], read(p, t.from, list[before:])...)
			}
		}
		for _, list := range found.of {
			slices.SortStableFunc(list, func(a, b missingPath) int { return cmp.Compare(b.severity, a.severity) })
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
func (d *deadScripts) in(t skilltext.Page, ofPlugin bool) {
	_, scripts := d.Tree.Resolve(path.Join(t.Skill.Dir, "scripts"))
	ships, says := scripts == skill.Dir, "the skill tells the agent to run %q, which does not exist"
	if ofPlugin {
		says = "the text tells the agent to run %q, which the plugin does not have"
	}
	for _, run := range t.Prose().Scripts {
		own := run.Own || run.Plugin
		key := t.Skill.Dir + "\x00" + run.Path
		if run.Plugin != ofPlugin || d.seen[key] || !own && !strings.HasPrefix(run.Path, "scripts/") || !absent(d.Pass, t, run.Path, own) ||
			!own && nobodys(t, ships) || own && t.Below && isAboutSkills(t.Skill.ID.Text) && !ofPlugin || ofPlugin && paths.BuiltFolder.MatchString(run.Path) || run.Direct && !own && !ships ||
			excused(d.Pass, t, run, ships) || skilltext.FromElsewhere(t) || !own && !ships && projects(d.Pass, t, run) {
			continue
		}
		d.seen[key] = true
		found := lint.Span(t.Pos(run.Start), t.Pos(run.End), says, run.Path)
		if files := filesNamed(d.Pass, t.Skill.Dir, path.Base(run.Path)); !own && !ships && len(files) == 1 {
			found.Message += fmt.Sprintf(": a file of that name is at %q", files[0])
		}
		near := suggest(d.Pass, t, run.Path, &found)
		severity := lint.Error
		switch {
		case !own && !near && (!ships || t.Below):
			severity = lint.Note // it may be one of the reader's project
		case t.Below, !own && !ships:
			severity = lint.Warning // the text may tell of another place
		}
		d.of[t.Skill] = append(d.of[t.Skill], missingPath{Diagnostic: found, path: path.Join(t.Skill.Dir, run.Path), severity: severity})
	}
}

// suggest adds the script that was meant, if any. It offers to run that in the place of the other
// where only case and hyphens differ: another one may do something else.
func suggest(p *lint.Pass, t skilltext.Page, script string, found *analysis.Diagnostic) (any bool) {
	near, any := paths.Near(p, t.Skill.Dir, script)
	if !any {
		return false
	}
	found.Message += fmt.Sprintf(" (did you mean %q?)", near)
	if spelling.SameLetters(near, path.Clean(script)) {
		found.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("run %q", near),
			TextEdits: []analysis.TextEdit{{Pos: found.Pos, End: found.End, NewText: []byte(near)}},
		}}
	}
	return true
}

// A pluginText is a text as one of its plugin's.
type pluginText struct {
	skilltext.Page              // of the plugin
	from           *skill.Skill // of which skill it is, nil for a command or an agent
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
		if !isAboutSkills(pluginset.Name(plugin)) && (itself || !isAboutSkills(path.Base(f.Path))) {
			list = append(list, pluginText{skilltext.Page{File: f, Skill: plugin, Below: below}, from})
		}
	}
	for _, c := range p.Components() {
		if (c.Kind == hosts.Command || c.Kind == hosts.Agent) && c.Plugin != "" && document.IsMarkdown(c.Path) {
			add(c.File, nil, false)
		}
	}
	for _, t := range skilltext.Pages(p) {
		if !teaches(t) && p.ComponentAt(t.Path) == nil {
			add(t.File, t.Skill, t.Below)
		}
	}
	return list
}

// absent reports whether a script is not in the skill's folder, nor,
// when nothing says that it has to be, where the path may start as well.
func absent(p *lint.Pass, t skilltext.Page, script string, own bool) bool {
	if own {
		_, kind := p.Tree.Resolve(path.Join(t.Skill.Dir, script))
		return kind == skill.Absent
	}
	return !skilltext.LeadsTo(p, t, script)
}

// excused reports whether a path that does not exist need not: it stands for
// others, is made first, is an example, or is one of the user's project.
func excused(p *lint.Pass, t skilltext.Page, run document.Script, ships bool) bool {
	src := t.Source()
	at, target, own := run.Start, run.Path, run.Own || run.Plugin
	if src == nil || paths.IsPlaceholder(target) || bytes.Contains(src, []byte(" baseDir}/"+target)) || // of the skill that is named in front of it
		!run.Plugin && paths.ElsewhereIn(p, t.Skill.Dir, target) {
		return true
	}
	if skilltext.OfNothing(t.File, at, true) || t.Below && inOtherPlace(src, at) || madeIn(src, target) || !own && placedElsewhere(src, target) || !own && (inClone(t, src[:at], ships) || !ships && goesWithout(src, target)) ||
		!own && (goneInto(t, src, run, ships) || fromRoot(p, t) || !ships && installsFromGit.In(src) && fromGit.Match(src)) {
		return true
	}
	words, start := skilltext.LineAt(src, at)
	if !own && (ofOther(p, t, string(src[max(0, at-nearby):start+len(words)]), target) || isShared(p, target) || elsewhereSays.MatchString(words)) {
		return true
	}
	if saidOfOther(p, t, src, target) || asksWhether(words[:at-start], path.Base(target)) || !own && checkedAbove(t, src, at, target) || !own && !ships && writesScript.Match(src[max(0, at-reachOfStep):at]) || !own && goesFirst(p, t, words[:at-start], target) || ofAllScripts.MatchString(words[:at-start]) || broughtBefore(src[:at], target) || !own && copiedTo(src[:at], target) || skippedWithout.Match(src[min(len(src), at+len(target)):]) {
		return true
	}
	text := t.Text() // of the few that are left
	if text.Unsure(at) || !own && shownInSkill(p, t, target) || own && shownIn(p, t.File, target) || !own && (ships && !t.Below && amongProjects(p, t, text, at) || (!ships || t.Below) && inProject(src, text, at)) {
		return true
	}
	block, in := skilltext.BlockAt(text, at)
	if run.Direct && (in && !own && !shells[strings.ToLower(block.Lang)] || !in && !(own && inSpan(src, at))) {
		return true // of a path alone in words rule broken-link speaks
	}
	end := at + len(target)
	if !in {
		end += max(0, strings.IndexByte(words[min(len(words), end-start):], '`')) // of the command
	}
	if own {
		return in && !shellLanguages[strings.ToLower(block.Lang)] || isInstalled(p, t.Skill, target) || !in && remarks.Excuses(src, at, end) // the text of another skill, in an example
	}
	if !in && elsewhereSays.MatchString(around(src, at)) {
		return true
	}
	if !in {
		if t.Below && foreignFence(p, t, strings.ReplaceAll(around(src, at), "`", " "), target) {
			return true
		}
		return ofProject.MatchString(words[:at-start]) || !ships && ofProject.MatchString(strings.ReplaceAll(words[end-start:], target, "")) || remarks.Excuses(src, at, end) || remarks.Elsewhere([]byte(skilltext.Introduction(src, start)))
	}
	if above := lineAbove(src, block.Start); remarks.Elsewhere([]byte(above)) || runsProjects.MatchString(above) {
		return true
	}
	if t.Below && isExample(src, block.Start) || isCompared(src, block.Start) {
		return true
	}
	before := strings.TrimSpace(words[:at-start])
	if exampleWord.MatchString(before) || otherMachine.MatchString(before) {
		return true
	}
	if above, _ := skilltext.LineAt(src, max(0, start-1)); remarks.Elsewhere([]byte(above)) || skilltext.WrongWay.MatchString(above) || skilltext.WrongWay.MatchString(words) {
		return true
	}
	if bytes.HasPrefix(bytes.TrimSpace(src[block.Start:block.End]), []byte("#!")) {
		return true // a script that is written elsewhere, and runs there
	}
	return !shellLanguages[strings.ToLower(block.Lang)] || noCommand.MatchString(before) || isAboutSkills(t.Skill.ID.Text) && quoted.MatchString(before) || viaFolder.Match(src[block.Start:block.End]) || foreignFence(p, t, string(src[block.Start:block.End]), target)
}

// runsProjects matches what leads to a command of the reader's project: "run the project's tests".
var runsProjects = regexp.MustCompile(`(?i)\b(?:run|use|call|execute) the (?:project|repo|repository)(?:['’]s)? (?:own )?(?:test|build|lint|check|format|setup)`)

// writesScript matches a step that has the agent write a script, which the next ones run.
var writesScript = regexp.MustCompile(`(?im)^[ \t]*(?:[-*]|\d+[.)])[^\n]*\b(?:write|create|draft|author) (?:(?:a|an|the|your) )?(?:[\w-]+ ){0,2}script\b`)

// reachOfStep is how far behind it such a step counts, in bytes.
const reachOfStep = 600

// skippedWithout matches what stands behind a script that is run where it is there.
var skippedWithout = regexp.MustCompile(`(?i)^(?:[^\n]*\n){1,4}?[ \t>*-]*if (?:the|this|that) (?:script|file) (?:does not|doesn['’]t) exist\b`)

// asksWhether reports whether a command runs a script only where it is there: [ -f x.sh ] && x.sh.
func asksWhether(before, script string) bool {
	m := fileTest.FindStringSubmatch(before)
	return m != nil && path.Base(strings.Trim(m[1], `"'`)) == script
}

// fileTest matches a test of the shell for a file.
var fileTest = regexp.MustCompile(`(?:\[\[? |\btest )-[efrsx] (\S+)`)

// ofAllScripts matches the beginning of a line on what scripts are to be like, with one for any.
var ofAllScripts = regexp.MustCompile(`(?i)^\W*(?:all |the )?scripts (?:should|must|need to|have to)\b|^\W*(?:each|every|any) script\b`)

// otherMachine matches the beginning of a command that runs the rest of it in a container
// or on another machine.
var otherMachine = regexp.MustCompile(`^(?:[$>#] )?(?:(?:sudo|time|nohup|env)(?: -\S+)* |\w+=\S* )*(?:docker|docker-compose|podman|kubectl|oc|heroku|fly|flyctl|railway|vagrant|ssh|lxc|wsl) `)

// viaFolder matches what stands for the skill's folder in a command: beside it a path without is a project's.
var viaFolder = regexp.MustCompile(`(?i)(?:<[\w ./-]*skill[\w ./-]*>|(?:^|[^$])\{\w*skill\w*\})/scripts/`)

// inProject reports whether what stands beside a command runs in the user's project.
func inProject(src []byte, text *skill.Text, at int) bool {
	if block, in := skilltext.BlockAt(text, at); in {
		first, _, _ := bytes.Cut(src[block.Start:block.End], []byte("\n"))
		return ofProjectTool.Match(src[block.Start:block.End]) || comment.Match(first) && exampleWord.Match(first)
	}
	return ofProjectTool.MatchString(around(src, at))
}

// amongProjects reports whether a script is run in a block of commands for the project that the reader works in, in a skill
// that has scripts: another one runs the project's tests and tasks, and none a script that the skill has.
func amongProjects(p *lint.Pass, t skilltext.Page, text *skill.Text, at int) bool {
	block, in := skilltext.BlockAt(text, at)
	if !in {
		return false
	}
	src := t.Source()
	line, from := skilltext.LineAt(src, at)
	others := slices.Concat(src[block.Start:max(block.Start, from)], src[min(from+len(line), block.End):block.End])
	return ofProjectTool.Match(others) && !slices.ContainsFunc(t.Prose().Scripts, func(s document.Script) bool {
		return block.Start <= s.Start && s.End <= block.End && !absent(p, t, s.Path, s.Own || s.Plugin)
	})
}

// ofProjectTool matches commands that work in a project alone: they add what its developers
// need, run its tests and tasks, or what follows with its environment.
var ofProjectTool = regexp.MustCompile("(?m)(?:^|[\\s`|(&;])(?:(?:npm|pnpm|yarn|bun) (?:(?:install|i|add) (?:-D|-d|--save-dev|--dev)\\b|run\\b|test\\b)|pytest\\b|python3? -m (?:unittest|pytest)\\b|(?:dotenv|dotenvx|env-cmd|cross-env)\\b[^\\n]* )")

// noCommand matches the beginning of a line of a block that is a comment, or in a box that is drawn.
var noCommand = regexp.MustCompile(`^(?:#|//|[│┃║])`)

// inSpan reports whether an offset stands in a code span of its line.
func inSpan(src []byte, at int) bool {
	line, start := skilltext.LineAt(src, at)
	return strings.Count(line[:at-start], "`")%2 == 1
}

// broughtBefore reports whether a text before a command lists its script among what a step adds: "The merge adds:".
func broughtBefore(src []byte, target string) bool {
	for at := len(src); ; {
		if at = bytes.LastIndex(src[:at], []byte(target)); at < 0 {
			return false
		}
		_, from := skilltext.LineAt(src, at)
		if addsThese.MatchString(skilltext.Introduction(src, from)) {
			return true
		}
	}
}

// addsThese matches what introduces a list of files that a step adds.
var addsThese = regexp.MustCompile(`(?i)\b(?:this|it|that|which|merge|step|command|branch)\b[^\n]{0,40}\b(?:adds|brings|installs|creates)\b[^\n]*:\s*$`)
