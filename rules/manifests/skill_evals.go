package manifests

import (
	"fmt"
	"path"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// SkillEvals reports what keeps a skill's evaluations from being run.
var SkillEvals = &lint.Rule{
	Name: "skill-evals", Group: "L", Severity: lint.Warning, Authors: true,
	Doc: `An evaluation of a skill cannot be run, or is not one of this skill.

` + "`evals/evals.json`" + ` beside a SKILL.md lists what the skill is tried with: ` + "`skill_name`" + ` is the name that the SKILL.md has, and each entry of ` + "`evals`" + ` has a ` + "`prompt`" + `, an ` + "`id`" + ` of its own,
after which the folder of its results is named, and ` + "`files`" + ` that begin in the skill's folder. Judged is a file that has a list ` + "`evals`" + `; others of that name are left to the programs that they are for.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		for _, c := range p.Components() {
			if evals := c.Root.Get("evals"); c.Kind == hosts.Evals && evals.Is(skill.List) {
				dir := c.Readers[0].Root
				evaluatedSkill(p, dir, c.Root.Get("skill_name"))
				evaluations(p, dir, evals)
			}
		}
	},
}

// evaluatedSkill reports the name of another skill than the one around the file.
func evaluatedSkill(p *lint.Pass, dir string, name *skill.Node) {
	own := p.SkillAt(dir)
	if own == nil || own.ID.Text == "" || !name.Is(skill.String) || name.Text == own.ID.Text || name.Text == path.Base(dir) {
		return
	}
	d := lint.Span(name.Pos, name.End, "skill_name is %s, but the skill here is %s", messages.Cited(name.Text), messages.Cited(own.ID.Text))
	d.Related = []analysis.RelatedInformation{{Pos: own.ID.Pos, End: own.ID.End, Message: "the skill's name"}}
	p.Report(d)
}

// evaluations reports entries without a prompt, with the id of another one, and with files
// that are not there: each fault once a file.
func evaluations(p *lint.Pass, dir string, evals *skill.Node) {
	var unasked, repeated, lost []analysis.Diagnostic
	seen := map[string]*skill.Node{}
	for _, item := range evals.Items() {
		one := item.Value
		if prompt := one.Get("prompt"); !one.Is(skill.Map) || !prompt.Is(skill.String) || prompt.Text == "" {
			unasked = append(unasked, lint.Span(one.Pos, one.Pos, "this evaluation has no prompt: expected a text that the model is asked"))
			continue
		}
		if id := one.Get("id"); id.Is(skill.String) || id.Is(skill.Number) {
			if first := seen[id.Text]; first != nil {
				d := lint.Span(id.Pos, id.End, "id %s stands twice: the results of one evaluation replace those of the other", messages.Cited(id.Text))
				d.Related = []analysis.RelatedInformation{{Pos: first.Pos, End: first.End, Message: "the other one"}}
				repeated = append(repeated, d)
			} else {
				seen[id.Text] = id
			}
		}
		for _, file := range one.Get("files").Items() {
			if d, is := lostInput(p, dir, file.Value); is {
				lost = append(lost, d)
			}
		}
	}
	p.Folding(folding.Gathered("evaluation has none", "evaluations have none")).Report(unasked...)
	p.Folding(folding.Gathered("id stands twice", "ids stand twice")).Report(repeated...)
	p.Folding(folding.Gathered("file does not exist", "files do not exist")).Report(lost...)
}

// lostInput says that a file which an evaluation begins with is not there.
func lostInput(p *lint.Pass, dir string, file *skill.Node) (d analysis.Diagnostic, is bool) {
	target, ok := paths.LocalTarget(file.Str())
	if !ok || !isAbsent(p, path.Join(dir, target)) || p.Tree.Ignored(path.Join(dir, target)) {
		return d, false
	}
	d = lint.Span(file.Pos, file.End, "the file %s does not exist: paths begin in the skill's folder", messages.Cited(file.Text))
	if inside := path.Join("evals", target); !isAbsent(p, path.Join(dir, inside)) {
		d.Message += fmt.Sprintf(" (did you mean %q?)", inside)
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   fmt.Sprintf("write %q", inside),
			TextEdits: []analysis.TextEdit{{Pos: file.Pos, End: file.End, NewText: []byte(strconv.Quote(inside))}},
		}}
	}
	return d, true
}

// isAbsent reports whether it is known that there is nothing at a path.
func isAbsent(p *lint.Pass, at string) bool {
	_, kind := p.Tree.Resolve(at)
	return kind == skill.Absent
}
