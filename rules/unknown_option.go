package rules

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code/argparse"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// UnknownOption reports options of commands in a skill's texts that the script does not have.
var UnknownOption = &lint.Rule{
	Name: "unknown-option", Group: "A", Severity: lint.Warning, Local: true,
	Doc: `A command of a skill has an option that its script does not know.

The script ends at once, with "unrecognized arguments". Judged are commands in SKILL.md and the texts below it that run a Python script of the skill with options (` + "`--name`" + `), in a block of code or a
code span. The script reads its command line by one parser of argparse, whose options are all literal; a script that passes arguments on, has subcommands, or reads ` + "`sys.argv`" + ` by itself is left alone.`,
	Sources: []lint.Source{{URL: "https://docs.python.org/3/library/argparse.html#partial-parsing", Level: "must", Read: "2026-11-23", At: "https://github.com/python/cpython/pull/126921/files"}},
	Run:     unknownOptions,
}

func unknownOptions(p *lint.Pass) {
	type of struct{ dir, script string }
	var found batches[of]
	type asked struct {
		of
		option string
	}
	seen := map[asked]bool{}
	spellers := map[*argparse.Options]*lint.Speller{}
	for _, t := range skillTexts(p) {
		for _, run := range t.Prose().Scripts {
			if len(run.Options) == 0 || path.Ext(run.Path) != ".py" {
				continue
			}
			scripts := scriptsOf(p, t, run)
			at := of{t.skill.Dir, run.Path}
			unknown := slices.DeleteFunc(slices.Clone(run.Options), func(option document.Option) bool {
				return seen[asked{at, option.Name}] || anyOption.MatchString(option.Name) || len(scripts) == 0 ||
					slices.ContainsFunc(scripts, func(known *argparse.Options) bool { return known.Takes(option.Name) })
			})
			if len(unknown) == 0 || excusedOption(p, t, run) {
				continue
			}
			known := scripts[0]
			if spellers[known] == nil {
				spellers[known] = lint.NewSpeller(known.Long)
			}
			for _, option := range unknown {
				if seen[asked{at, option.Name}] {
					continue // twice in one command
				}
				seen[asked{at, option.Name}] = true
				d := lint.Span(t.Pos(option.Start), t.Pos(option.End), "%s has no option %s", run.Path, option.Name)
				if near, ok := spellers[known].Nearest(option.Name); ok && likely(option.Name, near) {
					d.Message += fmt.Sprintf(" (did you mean %s?)", near)
				} else if len(known.Long) > 0 {
					d.Message += ", expected one of " + list(known.Long)
				}
				d.Message += ": the command fails"
				found.add(at, d)
			}
		}
	}
	for _, at := range found.causes {
		p.Folding(gathered("option that it does not have", "options that it does not have")).Report(found.of[at]...)
	}
}

// scriptsOf are the options of the scripts that a command may run; none where one was not read.
func scriptsOf(p *lint.Pass, t skillText, run document.Script) (scripts []*argparse.Options) {
	places := placesOf(t, run.Path)
	if run.Own {
		places = []string{path.Join(t.skill.Dir, run.Path)}
	}
	for _, place := range places {
		real, kind := p.Tree.Resolve(place)
		if kind == skill.Absent {
			continue
		}
		file := p.File(real)
		if file == nil {
			return nil
		}
		scripts = append(scripts, argparse.Of(file))
	}
	return scripts
}

// excusedOption reports whether a command need not run as it is written, or not the script
// that it seems to.
func excusedOption(p *lint.Pass, t skillText, run document.Script) bool {
	src, text := t.Source(), t.Text()
	if src == nil || text.Doubtful >= 0 && run.Start > text.Doubtful || t.below && teaches(t) || fromElsewhere(t) {
		return true
	}
	line, start := lineAt(src, run.Start)
	before, code := line[:run.Start-start], []byte(line)
	if block, in := blockAt(text, run.Start); in {
		if !shellLanguages[strings.ToLower(block.Lang)] || noCommand.MatchString(strings.TrimSpace(before)) {
			return true
		}
		code = src[block.Start:block.End]
	} else if strings.Count(before, "`")%2 == 0 {
		return true
	}
	for _, m := range goesInto.FindAllSubmatch(code, -1) {
		if path.Base(string(m[1])) != path.Base(t.skill.Dir) {
			return true
		}
	}
	above, _ := lineAt(src, max(0, start-1))
	return wrongWay.MatchString(above) || tellsOfAnotherTime(t.File, run.Start) || otherMachine.MatchString(strings.TrimSpace(before)) || !run.Own && (inClone(t, src[:run.Start]) || ofOther(p, t, string(src[max(0, start-nearby):run.End]), run.Path))
}

// goesInto matches a command that changes the folder.
var goesInto = regexp.MustCompile(`\b(?:cd|pushd) "?([^\s"&|;]+)`)

// anyOption matches an option that stands for any.
var anyOption = regexp.MustCompile(`^--(?:(?:other|more|your|some|my)-)?(?:options?|flags?|arg(?:ument)?s?|param(?:eter)?s?|foo|bar|xxx)$`)
