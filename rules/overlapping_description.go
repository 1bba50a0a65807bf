package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// OverlappingDescription reports skills whose descriptions are the same or nearly so.
var OverlappingDescription = &lint.Rule{
	Name: "overlapping-description", Group: "W", Severity: lint.Warning,
	Doc: `Two skills have the same description, or nearly the same.

An agent chooses by the description alone: of two that are the same it takes either. Often one is a forgotten copy. It is a note where no host loads the skills where they lie, nor with a plugin, so that each is chosen by whoever installs it. Nearly
the same descriptions (85 % of their words) are a note, unless one names the other to tell them apart. Compared is what
is installed together: a plugin's skills, those below one folder ` + "`skills/`" + `, those of a collection. Descriptions that differ in just the name of a product are told apart by it; skills
with ` + "`disable-model-invocation`" + ` are not chosen by theirs.`,
	Sources: []lint.Source{rated("should", specification)},
	Run:     overlappingDescription,
}

func overlappingDescription(p *lint.Pass) {
	scopes := map[string][]*described{}
	var names []string
	for _, s := range p.Skills {
		m := s.Manifest()
		text := m.Root.Get("description")
		if m.Dialect != skill.Standard && m.Dialect != skill.Contract || !text.Is(skill.String) || strings.TrimSpace(text.Text) == "" || s.Superseded || exampleFolder(s.Dir) || m.Root.Get("disable-model-invocation").True() {
			continue
		}
		scope := installedTogether(p, s)
		if scopes[scope] == nil {
			names = append(names, scope)
		}
		scopes[scope] = append(scopes[scope], &described{Skill: s, text: text})
	}
	var found overlaps
	for _, name := range names {
		similarDescriptions(&found, distinctDescriptions(p, &found, scopes[name]))
	}
	found.report(p)
}

// Overlaps are the findings by their severity and the two folders that the skills lie in.
type overlaps struct {
	of    map[overlapKind][]analysis.Diagnostic
	kinds []overlapKind
}

type overlapKind struct {
	severity      lint.Severity
	folder, other string
}

// where names the folders in words.
func (k overlapKind) where() string {
	if k.folder == k.other {
		return "this folder"
	}
	return "these two folders"
}

// report reports them: what two folders have in common, one of which repeats the
// other, is one finding, and so are the notes about one folder.
func (o *overlaps) report(p *lint.Pass) {
	for _, kind := range o.kinds {
		list, to := o.of[kind], p
		if kind.folder != kind.other || kind.severity == lint.Note {
			to = p.Folding(folded("pairs of skills in " + kind.where() + " are alike"))
		}
		to.ReportAs(kind.severity, list...)
	}
}

// installedTogether returns the folder that a skill is installed from together
// with others: its plugin's, the nearest that is called skills, or the
// collection's.
func installedTogether(p *lint.Pass, s *skill.Skill) string {
	if plugin := p.PluginAt(s.Dir); plugin != nil && plugin.Dir == s.Scope {
		return plugin.Dir
	}
	collection := p.Collection(s.Dir)
	for d := path.Dir(s.Dir); d != "." && inside(collection, d); d = path.Dir(d) {
		if path.Base(d) == "skills" {
			return d
		}
	}
	return collection
}

// distinctDescriptions reports texts that stand twice, one finding a text, and
// returns the skills with those that do not. Two of one name are told of by
// duplicate-skill, or are never installed together.
func distinctDescriptions(p *lint.Pass, found *overlaps, list []*described) []*described {
	groups, keys := map[string][]*described{}, []string(nil) // one of each in distinct
	var distinct []*described
	for _, d := range list {
		key := strings.Join(strings.Fields(d.text.Text), " ")
		if groups[key] == nil {
			distinct, keys = append(distinct, d), append(keys, key)
		}
		if !slices.ContainsFunc(groups[key], func(o *described) bool { return sameSkill(o, d) }) {
			groups[key] = append(groups[key], d)
		}
	}
	for i, first := range distinct {
		group := groups[keys[i]]
		if len(group) < 2 {
			continue
		}
		d := group[1]
		more := ""
		if n := len(group) - 2; n > 0 {
			more = fmt.Sprintf(" (and of %d more)", n)
		}
		severity := lint.Warning
		if installedAlone(p, d.Manifest().Path) {
			severity = lint.Note
		}
		found.add(severity, d, first, group, "the description of "+d.ID.Text+" is identical to that of "+tellApart(first, d)+more+": say in each when to use it")
	}
	return distinct
}

// installedAlone reports whether no host is known to load a SKILL.md where it lies or with
// a plugin: it is chosen by whoever installs it.
func installedAlone(p *lint.Pass, file string) bool {
	return p.Standing(file) == skill.SourceStanding && len(skillForms(p, file)) == 0
}

// tellApart names a skill, by its folder where another has the same name.
func tellApart(s, other *described) string {
	if s.ID.Text == other.ID.Text {
		return s.Dir
	}
	return s.ID.Text
}

// sameSkill reports whether two skills are one, kept in several places or versions, or
// have one name where duplicate-skill speaks of it.
func sameSkill(a, b *described) bool {
	return withoutVersion(a.Skill) == withoutVersion(b.Skill) || a.ID.Text == b.ID.Text && a.Scope == b.Scope
}

// add adds a finding at the description of d, which is like that of first and those of
// the others of a group.
func (o *overlaps) add(severity lint.Severity, d, first *described, group []*described, message string) {
	finding := lint.Span(d.text.Pos, d.text.End, "%s", message)
	for _, other := range group {
		if other != d && len(finding.Related) < 5 {
			finding.Related = append(finding.Related, lint.Related(contract.Name{Pos: other.text.Pos, End: other.text.End}, "the description of %s", other.ID.Text))
		}
	}
	kind := overlapKind{severity, path.Dir(d.Dir), path.Dir(first.Dir)}
	if o.of[kind] == nil {
		if o.of == nil {
			o.of = map[overlapKind][]analysis.Diagnostic{}
		}
		o.kinds = append(o.kinds, kind)
	}
	o.of[kind] = append(o.of[kind], finding)
}

// overlap is the share of common words, of all words of two descriptions,
// from which on they are nearly the same.
const overlapPercent = 85

// fewWords is how many words a description needs to be compared by them, and
// maxCandidates how many others one is compared with at most.
const fewWords, maxCandidates = 6, 200

// similarDescriptions notes pairs that share nearly all words. Two sets that
// overlap by 85 % share one of the rarest 15 % of the words of each, so only
// descriptions that share a rare word are compared.
func similarDescriptions(found *overlaps, list []*described) {
	said := indexWords(list)
	byWord := map[int32][]*described{}
	for _, d := range list {
		n := len(d.words)
		if n < fewWords {
			continue
		}
		prefix := d.words[:n-(n*overlapPercent+99)/100+1]
		if match := said.matching(d, prefix, byWord); match != nil {
			found.add(lint.Note, d, match, []*described{match}, "the description of "+d.ID.Text+" is nearly identical to that of "+tellApart(match, d)+": say in each when to use it")
		}
		for _, w := range prefix {
			byWord[w] = append(byWord[w], d)
		}
	}
}

// matching returns the first of those that share a rare word with d which is
// nearly the same.
func (v vocabulary) matching(d *described, rare []int32, byWord map[int32][]*described) *described {
	tried := 0
	for _, w := range rare {
		for _, other := range byWord[w] {
			if other.tried == d {
				continue
			}
			if tried++; tried > maxCandidates {
				return nil
			}
			other.tried = d
			if similar(d, other) && !sameSkill(d, other) && !namesOther(d, other) && !v.differInName(d, other) {
				return other
			}
		}
	}
	return nil
}

// similar reports whether the common words are enough; it stops as soon as
// too many are not.
func similar(a, b *described) bool {
	all := len(a.words) + len(b.words)
	enough := (overlapPercent*all + 99 + overlapPercent) / (100 + overlapPercent) // of common / (all - common)
	spare := all - 2*enough
	i, j := 0, 0
	for spare >= 0 && i < len(a.words) && j < len(b.words) {
		switch x, y := a.words[i], b.words[j]; {
		case x == y:
			i++
			j++
		case x < y:
			i++
			spare--
		default:
			j++
			spare--
		}
	}
	return spare-(len(a.words)-i)-(len(b.words)-j) >= 0
}

// namesOther reports whether one description tells itself from the other.
func namesOther(a, b *described) bool {
	return strings.Contains(a.text.Text, b.ID.Text) || strings.Contains(b.text.Text, a.ID.Text)
}
