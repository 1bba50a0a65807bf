package texts

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/code/argparse"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UnknownOption reports options of commands in a skill's texts that the script does not have.
var UnknownOption = &lint.Rule{
	Name: "unknown-option", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A command of a skill has an option or a subcommand that its script does not know.

The script ends at once, with "unrecognized arguments" or "invalid choice". Judged are commands in SKILL.md and the texts below it that run a Python script of the skill with options (` + "`--name`" + `) or,
right behind the script, with a subcommand, in a block of code or a code span. The script reads its command line by argparse, and all options are literal, or all names of subcommands; a script that passes arguments on,
or reads ` + "`sys.argv`" + ` by itself, is left alone.`,
	Sources: []lint.Source{
		{URL: "https://docs.python.org/3/library/argparse.html#partial-parsing", Level: "must", Read: "2026-11-23", At: "https://github.com/python/cpython/pull/126921/files"},
		{URL: "https://docs.python.org/3/library/argparse.html#sub-commands", Level: "must", Read: "2026-11-23"},
	},
	Run: unknownOptions,
}

func unknownOptions(p *lint.Pass) {
	u := &unknownWords{Pass: p, seen: map[unknownWord]bool{}, spellers: map[*argparse.Options][2]*lint.Speller{}}
	for _, t := range skilltext.Pages(p) {
		for _, run := range t.Prose().Scripts {
			if path.Ext(run.Path) == ".py" && len(run.Options)+len(run.First.Name) > 0 {
				u.command(t, run)
			}
		}
	}
	for _, at := range u.found.Causes {
		tell := folding.Gathered("option that it does not have", "options that it does not have")
		if at.what == subcommand {
			tell = folding.Gathered("subcommand that it does not have", "subcommands that it does not have")
		}
		p.Folding(tell).Report(u.found.Of[at]...)
	}
}

// unknownWords are the options and subcommands of commands that scripts do not have.
type unknownWords struct {
	*lint.Pass
	found    folding.Batches[unknownCause]
	seen     map[unknownWord]bool
	spellers map[*argparse.Options][2]*lint.Speller // of options, and of subcommands
}

// An unknownWord is a word that a script does not know, and where the script is.
type unknownWord struct{ dir, script, word string }

// An unknownCause is what a script does not have: options, or subcommands.
type unknownCause struct{ dir, script, what string }

// option and subcommand are what a word may be.
const (
	option     = "option"
	subcommand = "subcommand"
)

// command judges one command. Where the script does not have the subcommand, nothing is
// said of its options.
func (u *unknownWords) command(t skilltext.Page, run document.Script) {
	scripts := scriptsOf(u.Pass, t, run)
	if len(scripts) == 0 {
		return
	}
	var unknown []document.Option
	what := option
	if run.First.Name != "" && !anyWord.MatchString(run.First.Name) && !slices.ContainsFunc(scripts, func(script *skill.File) bool { return argparse.Runs(script, run.First.Name) }) {
		what, unknown = subcommand, []document.Option{run.First}
	} else {
		unknown = slices.DeleteFunc(slices.Clone(run.Options), func(option document.Option) bool {
			return anyOption.MatchString(option.Name) || slices.ContainsFunc(scripts, func(script *skill.File) bool { return argparse.Takes(script, option.Name) })
		})
	}
	unknown = slices.DeleteFunc(unknown, func(word document.Option) bool { return u.seen[unknownWord{t.Skill.Dir, run.Path, word.Name}] })
	unknown = slices.DeleteFunc(unknown, func(word document.Option) bool {
		return slices.ContainsFunc(scripts, func(script *skill.File) bool { return takenBefore(u.Pass, script, word.Name) })
	})
	if len(unknown) == 0 || excusedOption(u.Pass, t, run) || t.Below && unread(u.Pass, t.Skill, map[string]bool{t.Path: true})[t.Path] {
		return
	}
	for _, word := range unknown {
		if at := (unknownWord{t.Skill.Dir, run.Path, word.Name}); !u.seen[at] { // else twice in one command
			u.seen[at] = true
			u.found.Add(unknownCause{t.Skill.Dir, run.Path, what}, u.told(t, run, what, word, argparse.Of(scripts[0])))
		}
	}
}

// takenBefore reports whether a module beside a script, which names it, has a word and works on the command line itself: it may
// take the word out before the script reads the rest.
func takenBefore(p *lint.Pass, script *skill.File, word string) bool {
	return slices.ContainsFunc(p.Tree.Children(path.Dir(script.Path)), func(e skill.Entry) bool {
		module, is := strings.CutSuffix(path.Base(e.Path), ".py")
		if !is || e.Path == script.Path || !bytes.Contains(script.Source(), []byte("import "+module)) && !bytes.Contains(script.Source(), []byte("from "+module)) {
			return false
		}
		f := p.File(e.Path)
		return f != nil && f.Known() && bytes.Contains(f.Source(), []byte("sys.argv")) && bytes.Contains(f.Source(), []byte(word))
	})
}

// told is the finding of a word.
func (u *unknownWords) told(t skilltext.Page, run document.Script, what string, word document.Option, known *argparse.Options) analysis.Diagnostic {
	if u.spellers[known][0] == nil {
		u.spellers[known] = [2]*lint.Speller{lint.NewSpeller(known.Long), lint.NewSpeller(known.Commands)}
	}
	speller, expected, shown := u.spellers[known][0], known.Long, word.Name
	if what == subcommand {
		speller, expected, shown = u.spellers[known][1], known.Commands, fmt.Sprintf("%q", word.Name)
	}
	d := lint.Span(t.Pos(word.Start), t.Pos(word.End), "%s has no %s %s", run.Path, what, shown)
	if name := strings.TrimLeft(word.Name, "-"); what == option && slices.Contains(known.Commands, name) {
		d.Message += fmt.Sprintf(" (did you mean the subcommand %q?)", name)
	} else if near, ok := speller.Nearest(word.Name); ok && (what == subcommand || spelling.Likely(word.Name, near)) {
		if what == subcommand {
			near = fmt.Sprintf("%q", near)
		}
		d.Message += fmt.Sprintf(" (did you mean %s?)", near)
	} else if len(expected) > 0 {
		d.Message += ", expected one of " + messages.List(expected)
	}
	d.Message += ": the command fails"
	return d
}

// scriptsOf are the scripts that a command may run; none where one was not read.
func scriptsOf(p *lint.Pass, t skilltext.Page, run document.Script) (scripts []*skill.File) {
	places := skilltext.PlacesOf(t, run.Path)
	if run.Own {
		places = slices.Values([]string{path.Join(t.Skill.Dir, run.Path)})
	} else if run.Plugin {
		plugin := p.PluginAt(path.Dir(t.Path))
		if plugin == nil {
			return nil
		}
		places = slices.Values([]string{path.Join(plugin.Dir, run.Path)})
	}
	for place := range places {
		real, kind := p.Tree.Resolve(place)
		if kind == skill.Absent {
			continue
		}
		file := p.File(real)
		if file == nil {
			return nil
		}
		scripts = append(scripts, file)
	}
	return scripts
}

// excusedOption reports whether a command need not run as it is written, or not the script
// that it seems to.
func excusedOption(p *lint.Pass, t skilltext.Page, run document.Script) bool {
	src, text := t.Source(), t.Text()
	if src == nil || text.Unsure(run.Start) || t.Below && teaches(t) || skilltext.FromElsewhere(t) {
		return true
	}
	line, start := skilltext.LineAt(src, run.Start)
	before, code := line[:run.Start-start], []byte(line)
	if block, in := skilltext.BlockAt(text, run.Start); in {
		if !shellLanguages[strings.ToLower(block.Lang)] || noCommand.MatchString(strings.TrimSpace(before)) {
			return true
		}
		code = src[block.Start:block.End]
	} else if strings.Count(before, "`")%2 == 0 {
		return true
	}
	if !runsItself(commandBefore(src, run.Start)) {
		return true
	}
	for _, m := range goesInto.FindAllSubmatch(code, -1) {
		if path.Base(string(m[1])) != path.Base(t.Skill.Dir) {
			return true
		}
	}
	above, _ := skilltext.LineAt(src, max(0, start-1))
	return skilltext.WrongWay.MatchString(above) || skilltext.TellsOfAnotherTime(t.File, run.Start) || otherMachine.MatchString(strings.TrimSpace(before)) || !run.Own && !run.Plugin && (inClone(t, src[:run.Start], false) || ofOther(p, t, string(src[max(0, start-nearby):run.End]), run.Path))
}

// commandBefore is what stands before a script on its line, and on those above that backslashes
// join to it.
func commandBefore(src []byte, at int) string {
	line, start := skilltext.LineAt(src, at)
	before := line[:at-start]
	for start > 0 {
		line, start = skilltext.LineAt(src, start-1)
		above, joined := strings.CutSuffix(strings.TrimRight(line, "\r"), `\`)
		if !joined {
			break
		}
		before = above + " " + before
	}
	return before
}

// runsItself reports whether the command that words in front of a script begin runs it: of what
// another program hands on (hf jobs uv run x.py --flavor …) it may take the options itself.
func runsItself(before string) bool {
	command := before[strings.LastIndexAny(before, "`;&|(")+1:]
	for _, word := range strings.Fields(command) {
		switch {
		case strings.Trim(word, "$>%#!-*+") == "", assigned.MatchString(word), handsOn[word]:
		default:
			return interpreter.MatchString(word)
		}
	}
	return true
}

// assigned matches a variable that is set for one command, or the number of a step.
var assigned = regexp.MustCompile(`^(?:[A-Za-z_]\w*=.*|\d+[.)])$`)

// handsOn are the programs that run another one with all that stands behind it.
var handsOn = map[string]bool{"sudo": true, "time": true, "exec": true, "nohup": true, "env": true, "then": true, "do": true, "else": true, "if": true, "while": true}

// interpreter matches a program that a script is given to, and the script's own path.
var interpreter = regexp.MustCompile(`^(?:.*/)?(?:python[\d.]*|py|bash|sh|zsh|node|deno|bun|bunx|uv|npx|tsx|ruby|perl|pwsh|source|poetry|pipenv|pdm|hatch|rye|conda|mamba|timeout)$|[/{}.$"]`)

// goesInto matches a command that changes the folder.
var goesInto = regexp.MustCompile(`\b(?:cd|pushd) "?([^\s"&|;]+)`)

// anyWord matches what stands for any subcommand, and a word of a sentence that goes on
// behind a script.
var anyWord = regexp.MustCompile(`^(?:(?:sub)?-?(?:command|cmd)|action|mode|operation|task|arg(?:ument)?s?|options?|flags?|input|output|file|path|x|foo|bar|and|or|to|for|with|in|on|from|if|when|then|is|as|by|via|using|after|before|can|will|that|which|does|first|again|at|once|here|manually|directly|instead|without|against|into|per|the|a|an|your)$`)

// anyOption matches an option that stands for any.
var anyOption = regexp.MustCompile(`^--(?:(?:other|more|your|some|my)-)?(?:options?|flags?|arg(?:ument)?s?|param(?:eter)?s?|foo|bar|xxx)$`)
