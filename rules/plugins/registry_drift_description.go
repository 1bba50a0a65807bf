package plugins

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// An entryText is what a registry and the manifest say about one skill.
type entryText struct {
	skill.RegistryEntry
	have, want *skill.Node
	share      float64 // of the entry's words, those that the manifest has, too
}

// describes returns the two descriptions of a skill, where a registry need not
// repeat the manifest's word for word and both are in one language's script.
func describes(s *skill.Skill, e skill.RegistryEntry) (entryText, bool) {
	t := entryText{RegistryEntry: e, have: e.Get("description"), want: manifestRoot(s).Get("description")}
	if repeatsManifest(e) || !t.have.Is(skill.String) || !t.want.Is(skill.String) || latin(t.have.Text) != latin(t.want.Text) {
		return t, false
	}
	words := skilltext.WordsOf(strings.TrimRight(t.have.Text, ".… "))
	if len(words) == 0 {
		return t, false
	}
	theirs, common := skilltext.WordsOf(t.want.Text), 0
	for _, w := range words {
		if _, ok := slices.BinarySearch(theirs, w); ok {
			common++
		}
	}
	t.share = float64(common) / float64(len(words))
	return t, true
}

// repeatsManifest reports whether an entry has a source_url or skill_yaml_path: such
// registries repeat the manifest's own words.
func repeatsManifest(e skill.RegistryEntry) bool {
	return e.Get("source_url") != nil || e.Get("skill_yaml_path") != nil
}

// manifestRoot is what a registry is compared with.
func manifestRoot(s *skill.Skill) *skill.Node {
	if cli := dialects.ManifestOf(s, skill.CLI); cli != nil {
		return cli.Root
	}
	return s.Manifest().Root
}

// latin reports whether a text is written in Latin letters, for the most part.
func latin(text string) bool {
	balance := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Latin, r):
			balance++
		case unicode.IsLetter(r):
			balance--
		}
	}
	return balance >= 0
}

// descriptionDrift warns of entries that describe something else. What a
// registry writes itself has at least some of the manifest's words; what it
// copies or cuts has nearly all. Where many differ it says in words of its own what the
// skills are, beside the manifests that say when to use them: that is one note.
func descriptionDrift(p *lint.Pass, texts []entryText) {
	copies := 0
	for _, t := range texts {
		if t.share == 1 {
			copies++
		}
	}
	enough := 1.0 / 3
	if copies > 2 && 2*copies > len(texts) {
		enough = 2.0 / 3
	}
	var found []analysis.Diagnostic
	for _, t := range texts {
		if t.share >= enough {
			continue
		}
		d := lint.Span(t.have.Pos, t.have.End, "description of %s is %q, but the manifest says %q", entryName(t.RegistryEntry), messages.Shorten(t.have.Text), messages.Shorten(t.want.Text))
		d.Related = []analysis.RelatedInformation{lint.Related(contract.Name{Pos: t.want.Pos, End: t.want.End}, "what the manifest says")}
		found = append(found, d)
	}
	severity := lint.Warning
	if len(found) > folding.ManyFaults {
		severity = lint.Note
	}
	p.Folding(folding.Folded("entries describe a skill in other words")).ReportAs(severity, found...)
}
