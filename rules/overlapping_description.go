package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// OverlappingDescription reports skills whose descriptions are the same or nearly so.
var OverlappingDescription = &lint.Rule{
	Name: "overlapping-description", Group: "W", Severity: lint.Warning,
	Doc: `Two skills have the same description, or nearly the same.

An agent chooses by the description alone: of two that are the same it takes either. Often one is a forgotten copy. It is a note where no host loads two of them where they lie, or with a plugin, so that each is chosen by whoever installs it. Folders that repeat each other's skills are one finding. Nearly
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
		found.compared(scopes[name])
		similarDescriptions(&found, distinctDescriptions(p, &found, scopes[name]))
	}
	found.report(p)
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
		severity := lint.Note
		if loaded := slices.DeleteFunc(slices.Clone(group), func(d *described) bool { return installedAlone(p, d.Skill) }); len(loaded) > 1 {
			severity = lint.Warning
		}
		found.find(severity, d, first, group, "the description of "+d.ID.Text+" is identical to that of "+tellApart(first, d)+more+": say in each when to use it")
	}
	return distinct
}

// installedAlone reports whether no host is known to load a skill where it lies or with
// a plugin: it is chosen by whoever installs it.
func installedAlone(p *lint.Pass, s *skill.Skill) bool {
	file := s.Manifest().Path
	if len(skillForms(p, file)) > 0 {
		return false
	}
	plugin := p.PluginAt(s.Dir)
	return p.Standing(file) == skill.SourceStanding || plugin != nil && !reached(p, plugin, s.Dir)
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

// overlapPercent is the share of common words, of all words of two descriptions,
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
			found.find(lint.Note, d, match, []*described{match}, "the description of "+d.ID.Text+" is nearly identical to that of "+tellApart(match, d)+": say in each when to use it")
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
