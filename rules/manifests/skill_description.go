package manifests

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// maxDescription is the longest description, in code points.
const maxDescription = 1024

// SkillDescription reports descriptions that are missing or too long.
var SkillDescription = &lint.Rule{
	Name: "skill-description", Group: "A", Severity: lint.Error, Local: true, Authors: true, Loaded: true,
	Doc: `A skill has no description, or one that is too long.

The description is all that an agent sees before it loads the skill: without one the skill is never used (an error). Where no skill
of a collection has one, they are for a loader of their own: that is one warning. It is a note where something else than a host opens the skill: in the folder of another skill or of an agent that is not known, in none of skills, where AGENTS.md or CLAUDE.md leads to its folder, and where a program of the repository reads its SKILL.md files, which may have the description below a key of its own. Nothing is said where
the host takes the first words of the text for it and only a person can call the skill.
Beyond 1024 characters hosts cut it or refuse the skill (a warning that shows where it would be cut). Where the hosts are known whose folder or plugin the skill
lies in, that ` + "`metadata.openclaw`" + ` names, or into whose folder a README, a Makefile or an installer puts the skills (` + "`~/.claude/skills`" + `), it is what they take that counts; nothing where none looks, in the folder of another skill or in a plugin that does not load it. A tool of a program of its own, as its frontmatter has the ` + "`command`" + ` that is run, is described as that program wants.`,
	Sources: []lint.Source{sources.Specification},
	Run:     skillDescription,
}

func skillDescription(p *lint.Pass) {
	type cause struct {
		collection string
		severity   lint.Severity
	}
	var none folding.Batches[cause]
	var long folding.Batches[string] // by the collection
	lacking := undescribed(p)
	for _, s := range p.Skills {
		m := s.Manifest()
		if m.Dialect != skill.Standard || !m.Root.Is(skill.Map) || isOverlay(p, s) {
			continue
		}
		if list := lacking[p.Collection(s.Dir)]; len(list) > 0 {
			if list[0] == s {
				d := missing(m, nil, "description")
				d.Message = fmt.Sprintf("none of these %d skills has a description, by which agents choose: add one to each", len(list))
				p.ReportAs(lint.Warning, d)
			}
			continue
		}
		key, text := m.Root.Entry("description")
		switch {
		case text == nil || text.Is(skill.Null) || text.Is(skill.String) && strings.TrimSpace(text.Text) == "":
			if byHand := m.Root.Get("disable-model-invocation").True(); !missedKey(m.Root, "description") && !m.Second().Description && !(byHand && namedByFolder(p, s)) && !describedWithin(p, m) {
				d := missing(m, key, "description")
				at := cause{p.Collection(s.Dir), lackSeverity(p, m.Path, lint.Error)}
				if namedByFolder(p, s) {
					at.severity = min(at.severity, lint.Warning) // the same hosts take the first words of the text
				} else if lacksBoth(s) && !missedKey(m.Root, "name") {
					d = missing(m, nil, "name", "description")
				}
				none.Add(at, d)
			}
		case text.Is(skill.String) && !refusesLong(p) && !loading.ForOwnRuntime(p, m) && !loading.ByPath(p, m.Path) && !loading.OwnAlone(p, m.Path):
			description := strings.TrimRight(text.Text, " \n") // a block ends with a line
			length := utf8.RuneCountInString(description)
			if most, refusing := longest(p, m, length); most < length && !(refusing == "" && m.Root.Get("disable-model-invocation").True()) { // in no list
				r, says := []rune(description), "it would be cut here"
				if refusing != "" {
					says = refusing + "; the excess begins here"
				}
				long.Add(p.Collection(s.Dir), lint.Span(key.Pos, key.End, "the description has %d characters, expected at most %d: %s: …%s|%s…",
					len(r), most, says, string(r[most-20:most]), string(r[most:min(len(r), most+20)])))
			}
		}
	}
	for _, at := range none.Causes {
		if at.severity == lint.Note && len(none.Of[at]) > folding.Habit {
			continue // whoever opens them by their paths does without
		}
		p.Folding(folding.Folded("skills have none")).ReportAs(at.severity, none.Of[at]...)
	}
	for _, collection := range long.Causes {
		p.Folding(folding.Folded("descriptions are too long")).ReportAs(lint.Warning, long.Of[collection]...)
	}
}

// describedWithin reports whether a skill that a program of the repository reads has its description below a key of that
// program: nanobot: {description: …}.
func describedWithin(p *lint.Pass, m *skill.Manifest) bool {
	return loading.OwnReader(p, m.Path).Path != "" && slices.ContainsFunc(m.Root.Entries(), func(e skill.Member) bool { return e.Value.Get("description").Is(skill.String) })
}

// longest is how many characters of a description of a length the hosts take that its
// skill is for, and who of them does not load a skill with more; the specification's bound where they are not known.
func longest(p *lint.Pass, m *skill.Manifest, length int) (most int, refusing string) {
	forms := loading.FormsOf(loading.MeantLoads(p, m))
	if len(forms) == 0 {
		return maxDescription, refusers()
	}
	most = length
	for _, of := range forms {
		switch k := of.Keys["description"]; {
		case k.Max == 0 || k.Max > most:
		case k.Over.Lost():
			most, refusing = k.Max, of.Host.Title+" does not load the skill"
		case k.Max < most:
			most, refusing = k.Max, ""
		}
	}
	return most, refusing
}

// refusers says which of all hosts do not load a skill whose description goes beyond the specification's bound.
var refusers = sync.OnceValue(func() string {
	var titles []string
	for _, h := range hosts.All() {
		if k := h.Forms[string(hosts.Skill)].Keys["description"]; k.Max == maxDescription && k.Over.Lost() {
			titles = append(titles, h.Title)
		}
	}
	return messages.And(titles) + " do not load the skill, others cut it"
})

// undescribed returns the skills of each collection in which none has a description and
// none is where a host looks: they are written for a loader of their own.
func undescribed(p *lint.Pass) map[string][]*skill.Skill {
	lists := map[string][]*skill.Skill{}
	for _, s := range p.Skills {
		if m := s.Manifest(); m.Dialect == skill.Standard && m.Root.Is(skill.Map) {
			lists[p.Collection(s.Dir)] = append(lists[p.Collection(s.Dir)], s)
		}
	}
	maps.DeleteFunc(lists, func(_ string, list []*skill.Skill) bool {
		return len(list) <= folding.ManyFaults || slices.ContainsFunc(list, func(s *skill.Skill) bool {
			root := s.Manifest().Root
			return root.Get("description") != nil || s.Manifest().Second().Description || root.Get("name") == nil || p.Standing(s.Manifest().Path) == skill.LiveStanding
		})
	})
	return lists
}

// refusesLong reports whether a wanted host does not load a skill with a long
// description: unsupported-by-host says so then.
func refusesLong(p *lint.Pass) bool {
	return slices.ContainsFunc(p.Config.Hosts, func(name string) bool {
		k := hosts.Of(name).Forms[string(hosts.Skill)].Keys["description"]
		return k.Max == maxDescription && k.Over.Lost()
	})
}
