package manifests

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
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

` + "`evals/evals.json`" + ` beside a SKILL.md lists what the skill is tried with: ` + "`skill_name`" + ` is the name that the SKILL.md has, or its end, and each entry of ` + "`evals`" + ` has a ` + "`prompt`" + `, an ` + "`id`" + ` of its own,
after which the folder of its results is named, and ` + "`files`" + ` that begin in the skill's folder. Judged is a file that has a list ` + "`evals`" + ` in which one has a ` + "`prompt`" + `, or none has anything else that may be asked; others of that name are left to the programs that they are for.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		inputs := map[string]*evalInputs{} // by the collection
		ofOthers := evalsOfSkills(p)
		for _, c := range p.Components() {
			if evals := c.Root.Get("evals"); c.Kind == hosts.Evals && evals.Is(skill.List) && !inOtherForm(evals) {
				dir := c.Readers[0].Root
				in := p.Collection(dir)
				if inputs[in] == nil {
					inputs[in] = &evalInputs{}
				}
				if name := c.Root.Get("skill_name"); !ofOthers[evalsOf{c.Sum, name.Str()}] { // an installer that renames a skill copies them as they are
					evaluatedSkill(p, dir, name)
				}
				evaluations(p, dir, evals, inputs[in])
			}
		}
		for _, in := range slices.Sorted(maps.Keys(inputs)) {
			inputs[in].report(p)
		}
	},
}

// evalsOf are the evaluations of a skill, by what their file holds and its name.
type evalsOf struct {
	file document.Sum
	name string
}

// evalsOfSkills are the evaluations of all skills.
func evalsOfSkills(p *lint.Pass) map[evalsOf]bool {
	all := map[evalsOf]bool{}
	for _, c := range p.Whole().Components() {
		if c.Kind != hosts.Evals {
			continue
		}
		if own := p.Whole().SkillAt(c.Readers[0].Root); own != nil {
			all[evalsOf{c.Sum, own.ID.Text}] = true
		}
	}
	return all
}

// inOtherForm reports whether no evaluation has a prompt, and each has a text below a key of another program, which may
// be what that one asks: input, scenario.
func inOtherForm(evals *skill.Node) bool {
	for _, item := range evals.Items() {
		asked := slices.ContainsFunc(item.Value.Entries(), func(e skill.Member) bool {
			return e.Value.Is(skill.String) && !slices.Contains(besidePrompt, e.Key.Text)
		})
		if item.Value.Get("prompt") != nil || !asked {
			return false
		}
	}
	return len(evals.Items()) > 0
}

// besidePrompt are keys of an evaluation whose text nobody asks the model.
var besidePrompt = []string{"id", "name", "title", "description", "expected_output", "expected", "category", "type", "notes"}

// evaluatedSkill reports the name of another skill than the one around the file: a note, as no program is known that reads it.
// An installer puts words before the names of skills, and copies their evaluations as they are.
func evaluatedSkill(p *lint.Pass, dir string, name *skill.Node) {
	own := p.SkillAt(dir)
	if own == nil || own.ID.Text == "" || !name.Is(skill.String) || name.Text == own.ID.Text || name.Text == path.Base(dir) || strings.HasSuffix(own.ID.Text, "-"+name.Text) {
		return
	}
	d := lint.Span(name.Pos, name.End, "skill_name is %s, but the skill here is %s", messages.Cited(name.Text), messages.Cited(own.ID.Text))
	d.Related = []analysis.RelatedInformation{{Pos: own.ID.Pos, End: own.ID.End, Message: "the skill's name"}}
	p.ReportAs(lint.Note, d)
}

// evalInputs are the files that the evaluations of a collection begin with.
type evalInputs struct {
	all       int
	described bool // some are in words: all are made before
	lost      []analysis.Diagnostic
}

// report tells of those that do not exist, once: a note where most of many do not, as the program that runs
// the evaluations may make them.
func (in *evalInputs) report(p *lint.Pass) {
	if in.described {
		return
	}
	severity := lint.Warning
	if len(in.lost) > folding.ManyFaults && 2*len(in.lost) > in.all {
		severity = lint.Note
	}
	p.Folding(folding.Gathered("file does not exist", "files do not exist")).ReportAs(severity, in.lost...)
}

// evaluations reports entries without a prompt, and with the id of another one: each fault once a file. It
// adds the files that the evaluations begin with.
func evaluations(p *lint.Pass, dir string, evals *skill.Node, inputs *evalInputs) {
	var unasked, repeated []analysis.Diagnostic
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
			inputs.all++
			inputs.described = inputs.described || inWords.MatchString(file.Value.Str())
			if d, is := lostInput(p, dir, file.Value); is {
				inputs.lost = append(inputs.lost, d)
			}
		}
	}
	if len(unasked) > folding.ManyFaults && len(unasked) == len(evals.Items()) {
		unasked = nil // they are for a program of their own
	}
	p.Folding(folding.Gathered("evaluation has none", "evaluations have none")).Report(unasked...)
	p.Folding(folding.Gathered("id stands twice", "ids stand twice")).Report(repeated...)
}

// lostInput says that a file which an evaluation begins with is not there.
func lostInput(p *lint.Pass, dir string, file *skill.Node) (d analysis.Diagnostic, is bool) {
	target, ok := paths.LocalTarget(file.Str())
	if !ok || !isAbsent(p, path.Join(dir, target)) || p.Tree.Ignored(path.Join(dir, target)) || !isAbsent(p, path.Join(p.Collection(dir), target)) || !isAbsent(p, path.Join(dir, "evals", target)) { // or it begins in the root, or beside the file, for a program that runs there
		return d, false
	}
	d = lint.Span(file.Pos, file.End, "the file %s does not exist: paths begin in the skill's folder", messages.Cited(file.Text))
	return d, true
}

// inWords matches what describes a file rather than naming it: package.json with a "next" dependency.
var inWords = regexp.MustCompile(`"|(?: [^ /.]+){3}`)

// isAbsent reports whether it is known that there is nothing at a path.
func isAbsent(p *lint.Pass, at string) bool {
	_, kind := p.Tree.Resolve(at)
	return kind == skill.Absent
}
