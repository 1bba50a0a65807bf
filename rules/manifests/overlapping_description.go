package manifests

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/graph"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// OverlappingDescription reports skills whose descriptions are the same or nearly so.
var OverlappingDescription = &lint.Rule{
	Name: "overlapping-description", Group: "W", Severity: lint.Warning, Authors: true,
	Doc: `Two skills have the same description, or nearly the same.

An agent chooses by the description alone: of two that are the same it takes either. Often one is a forgotten copy. It is a note where no host loads two of them where they lie, or with a plugin, so that each is chosen by whoever installs it. Folders that repeat each other's skills are one finding. Nearly
the same descriptions (85 % of their words) are a note, unless one names the other to tell them apart. Compared is what
is installed together: a plugin's skills, those below one folder ` + "`skills/`" + `, those of a collection. Descriptions that differ in just the name of a product are told apart by it; skills
with ` + "`disable-model-invocation`" + ` are not chosen by theirs, and what is still to be written (` + "`TODO`, `...`" + `) is no description.`,
	Sources: []lint.Source{sources.Rated("should", sources.Specification)},
	Run:     overlappingDescription,
}

func overlappingDescription(p *lint.Pass) {
	scopes := map[string][]*described{}
	var names []string
	for _, s := range p.Skills {
		m := s.Manifest()
		text := m.Root.Get("description")
		if m.Dialect != skill.Standard && m.Dialect != skill.Contract || !text.Is(skill.String) || strings.TrimSpace(text.Text) == "" || isBlankForm(text.Text) || s.Superseded || paths.IsExample(s.Dir) || paths.BelowSkill(p, s) || m.Root.Get("disable-model-invocation").True() {
			continue
		}
		scope := installedTogether(p, s)
		if scopes[scope] == nil {
			names = append(names, scope)
		}
		scopes[scope] = append(scopes[scope], &described{Skill: s, text: text, base: withoutVersion(s)})
	}
	var found overlaps
	for _, name := range names {
		found.compared(scopes[name])
		similarDescriptions(&found, distinctDescriptions(p, &found, scopes[name]))
	}
	found.report(p)
}

// isBlankForm reports whether a description stands in for one that is still to be written.
func isBlankForm(text string) bool {
	return toBeWritten.MatchString(text) || !strings.ContainsFunc(text, unicode.IsLetter)
}

// toBeWritten matches the beginning of such a text.
var toBeWritten = regexp.MustCompile(`(?i)^\W*(?:todo|tbd|wip|stub|placeholder)\b`)

// installedTogether returns the folder that a skill is installed from together
// with others: its plugin's, the nearest that is called skills, or the
// collection's.
func installedTogether(p *lint.Pass, s *skill.Skill) string {
	if plugin := p.PluginAt(s.Dir); plugin != nil && plugin.Dir == s.Scope {
		return plugin.Dir
	}
	collection := p.Collection(s.Dir)
	for d := path.Dir(s.Dir); d != "." && paths.Inside(collection, d); d = path.Dir(d) {
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
		key := oneSpaced(d.text.Text)
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

// oneSpaced is a text with one blank between its words.
func oneSpaced(text string) string {
	if strings.TrimSpace(text) == text && !strings.Contains(text, "  ") && !strings.ContainsFunc(text, func(r rune) bool { return r != ' ' && unicode.IsSpace(r) }) {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// installedAlone reports whether no host is known to load a skill where it lies or with
// a plugin: it is chosen by whoever installs it.
func installedAlone(p *lint.Pass, s *skill.Skill) bool {
	file := s.Manifest().Path
	if len(loading.SkillForms(p, file)) > 0 {
		return false
	}
	plugin := p.PluginAt(s.Dir)
	return p.Standing(file) == skill.SourceStanding || plugin != nil && !pluginset.Loads(p, plugin, s.Dir)
}

// tellApart names a skill, by its folder where another has the same name.
func tellApart(s, other *described) string {
	if s.ID.Text == other.ID.Text {
		return s.Dir
	}
	return s.ID.Text
}

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
		if match := said.matching(d, prefix, byWord); match != nil && !mirrored(d.text.Text, match.text.Text) {
			found.find(lint.Note, d, match, []*described{match}, "the description of "+d.ID.Text+" is nearly identical to that of "+tellApart(match, d)+": say in each when to use it")
		}
		for _, w := range prefix {
			byWord[w] = append(byWord[w], d)
		}
	}
}

// mirrored reports whether two texts are the same but for words that have changed places: "from Korean to English", "from
// English to Korean".
func mirrored(a, b string) bool {
	as, bs := strings.Fields(a), strings.Fields(b)
	if len(as) != len(bs) {
		return false
	}
	changed := map[[2]string]bool{}
	for i, word := range as {
		changed[[2]string{word, bs[i]}] = word != bs[i]
	}
	for pair, is := range changed {
		if is && changed[[2]string{pair[1], pair[0]}] {
			return true
		}
	}
	return false
}

// Overlaps are the findings about skills that are alike, by what they have in common.
type overlaps struct {
	folding.Batches[overlap]
	skills map[string]int // how many were compared, by the folder that they lie in
}

// An overlap is what two folders have in common, or one with itself.
type overlap struct {
	severity lint.Severity
	folderPair
}

// compared counts skills that are compared.
func (o *overlaps) compared(list []*described) {
	if o.skills == nil {
		o.skills = map[string]int{}
	}
	for _, d := range list {
		o.skills[path.Dir(d.Dir)]++
	}
}

// find adds a finding at the description of d, which is like that of first and those of
// the others of a group.
func (o *overlaps) find(severity lint.Severity, d, first *described, group []*described, message string) {
	finding := lint.Span(d.text.Pos, d.text.End, "%s", message)
	for _, other := range group {
		if other != d && len(finding.Related) < folding.MaxRelated {
			finding.Related = append(finding.Related, lint.Related(contract.Name{Pos: other.text.Pos, End: other.text.End}, "the description of %s", other.ID.Text))
		}
	}
	a, b := path.Dir(d.Dir), path.Dir(first.Dir)
	o.Add(overlap{severity, folderPair{min(a, b), max(a, b)}}, finding)
}

// report reports them: what two folders have in common, one of which repeats the other, is
// one finding, and so are many in one folder. Folders that one folder repeats are
// one cause with it, however many they are.
func (o *overlaps) report(p *lint.Pass) {
	repeated := o.repeated()
	told := map[overlap]*lint.Pass{} // by the cause
	for _, common := range o.Causes {
		cause, where := common, "this folder"
		if common.folder != common.other {
			where = "these two folders"
		}
		if set := repeated[common.folderPair]; set != nil {
			cause.folderPair = folderPair{set.first, ""}
			where = fmt.Sprintf("these %d folders, which repeat each other,", set.folders)
		}
		if told[cause] == nil {
			told[cause] = p.Folding(folding.Folded("pairs of skills in " + where + " are alike"))
		}
		told[cause].ReportAs(common.severity, o.Of[common]...)
	}
}

// A folderPair is two folders, the lesser by its name first.
type folderPair struct{ folder, other string }

// A repetition is a set of more than two folders that repeat each other.
type repetition struct {
	first   string
	folders int
}

// repeated returns the repetitions by the pairs of folders of which one repeats the other: at
// least half of the skills of the smaller are in both.
func (o *overlaps) repeated() map[folderPair]*repetition {
	common := map[folderPair]int{}
	for _, c := range o.Causes {
		common[c.folderPair] += len(o.Of[c])
	}
	var edges []graph.Edge
	maps.DeleteFunc(common, func(p folderPair, n int) bool {
		return p.folder == p.other || 2*n < min(o.skills[p.folder], o.skills[p.other])
	})
	for p := range common {
		edges = append(edges, graph.Edge{From: p.folder, To: p.other}, graph.Edge{From: p.other, To: p.folder})
	}
	g := graph.New(nil, edges)
	sets := map[string]*repetition{}
	for _, folders := range g.Components() {
		set := &repetition{g.Nodes[folders[0]].ID, len(folders)}
		for _, n := range folders {
			sets[g.Nodes[n].ID] = set
		}
	}
	of := map[folderPair]*repetition{}
	for p := range common {
		if set := sets[p.folder]; set.folders > 2 {
			of[p] = set
		}
	}
	return of
}
