package manifests

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// nearMisses finds unknown keys at the top of a SKILL.md that look like a
// known one: user-invokable, allowed_tools, export. A word that many manifests of a
// collection have is one finding.
func nearMisses(p *lint.Pass) {
	type miss struct{ collection, key, known string }
	found := map[miss][]analysis.Diagnostic{}
	var order []miss
	for _, m := range p.Manifests {
		if m.Dialect != skill.Contract && m.Dialect != skill.Standard || m.Root == nil {
			continue
		}
		for _, e := range m.Root.Entries() {
			known, near := nearMiss(m.Root, e.Key.Text)
			if !near || loading.ForUnknown(p, m.Path) || (joinedOtherwise(e.Key.Text, known) || prescribed(p, m, e.Key.Text)) && len(loading.MeantForms(p, m.Path)) == 0 || joinedOtherwise(e.Key.Text, known) && paths.IsTemplate(m.Path) || ownMarker(p, m, e.Key.Text, known) || loading.OwnReader(p, m.Path).Words[e.Key.Text] || readByNobody(p, m, known) || e.Value.Is(skill.Bool) && switchesOfSkills()[known] == e.Value.Text {
				continue
			}
			d := lint.Span(e.Key.Pos, e.Key.End, "unknown key %q (did you mean %q?)", e.Key.Text, known)
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   fmt.Sprintf("rename the key to %q", known),
				TextEdits: []analysis.TextEdit{{Pos: e.Key.Pos, End: e.Key.End, NewText: []byte(known)}},
			}}
			at := miss{p.Collection(m.Path), e.Key.Text, known}
			if found[at] == nil {
				order = append(order, at)
			}
			found[at] = append(found[at], d)
		}
	}
	for _, at := range order {
		severity := lint.Warning
		if slices.Contains(contractKeys, at.known) {
			severity = lint.Error
		}
		folding := p.Folding(folding.WithFixes(folding.Folded("manifests have it")))
		folding.ReportAs(severity, found[at]...)
	}
}

// readByNobody reports whether none of the hosts that a skill lies before reads a key: to write
// that in place of another changes nothing.
func readByNobody(p *lint.Pass, m *skill.Manifest, key string) bool {
	forms := loading.SkillForms(p, m.Path)
	return len(forms) > 0 && !slices.Contains(contractKeys, key) && !slices.ContainsFunc(forms, func(f hostform.Form) bool { return f.Keys[key].Effect == hosts.Loads })
}

// switchesOfSkills are the keys of a SKILL.md that are on or off, with what a host takes without them.
var switchesOfSkills = sync.OnceValue(func() map[string]string {
	usual := map[string]string{}
	for _, h := range hosts.All() {
		if form, ok := h.Form(hosts.Project, hosts.Skill); ok {
			for name, k := range form.Keys {
				if k.Usual == "true" || k.Usual == "false" {
					usual[name] = k.Usual
				}
			}
		}
	}
	return usual
})

// silentValues finds booleans in quotes, which to many hosts are texts, and values that
// the one host of the skill does not know: the key then does nothing, and nobody says so. What
// several manifests of a collection have is one finding.
func silentValues(p *lint.Pass) {
	type place struct{ collection, says string }
	var found folding.Batches[place]
	for _, m := range p.Manifests {
		if m.Root == nil || m.Dialect != skill.Contract && m.Dialect != skill.Standard {
			continue
		}
		for _, d := range silentValuesOf(p, m) {
			found.Add(place{p.Collection(m.Path), d.Message}, d)
		}
	}
	for _, at := range found.Causes {
		p.Folding(folding.WithFixes(folding.Gathered("manifest has it", "manifests have it"))).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// silentValuesOf are those of one manifest.
func silentValuesOf(p *lint.Pass, m *skill.Manifest) (found []analysis.Diagnostic) {
	for _, key := range slices.Sorted(maps.Keys(switchesOfSkills())) {
		v := m.Root.Get(key)
		if !v.Is(skill.String) || !strings.EqualFold(v.Text, "true") && !strings.EqualFold(v.Text, "false") {
			continue
		}
		word := strings.ToLower(v.Text)
		d := lint.Span(v.Pos, v.End, "%s is the text %q, expected %s without quotes: hosts ignore a text here", key, v.Text, word)
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "write " + word,
			TextEdits: []analysis.TextEdit{{Pos: v.Pos, End: v.End, NewText: []byte(word)}},
		}}
		found = append(found, d)
	}
	if forms := loading.SkillForms(p, m.Path); len(forms) == 1 {
		found = append(found, ignoredValues(forms[0], m.Root, m.Pos(0))...)
	}
	return found
}

// joinedOtherwise reports whether a key has the words of a known one in camel case, as hosts that are not known here write
// theirs (whenToUse of Kimi Code, allowedTools of Qwen Code).
func joinedOtherwise(key, known string) bool {
	return strings.ContainsAny(known, "-_") && !strings.ContainsAny(key, "-_") && key != strings.ToLower(key) && spelling.SameLetters(key, known)
}

// prescribed reports whether the README of a collection shows that its skills have a key: they are for a host that takes it.
func prescribed(p *lint.Pass, m *skill.Manifest, key string) bool {
	words := []string{"\n" + key + ":", " " + key + ":"}
	f := p.Whole().File(path.Join(p.Collection(m.Path), "README.md"))
	return f != nil && len(*skilltext.WordsHeld.Of(f, &words)) > 0
}

// nearMiss returns the known key that a key of a SKILL.md was meant to be,
// when that one is not there too.
func nearMiss(root *skill.Node, key string) (string, bool) {
	if commonKeys[key] || slices.Contains(standardKeys, key) || slices.Contains(contractKeys, key) {
		return "", false
	}
	known, ok := keySpeller.Nearest(key)
	if !ok || !spelling.Likely(key, known) {
		return "", false
	}
	if common, ok := commonSpeller.Nearest(key); ok && strings.HasPrefix(key, common) {
		return "", false // a word of many publishers in the plural: modes
	}
	if there, _ := root.Entry(known); there != nil {
		return "", false
	}
	return known, true
}

// missedKey reports whether a near miss of a key stands in its place, of
// which manifest-schema speaks.
func missedKey(root *skill.Node, key string) bool {
	return slices.ContainsFunc(root.Entries(), func(e skill.Member) bool {
		known, miss := nearMiss(root, e.Key.Text)
		return miss && known == key
	})
}

var keyCounts skill.Memo[map[string]int]

// ownMarker reports whether a key that looks like a known one is used by the
// author again and again, so that it is a word of the author's. A key of several
// words, and one that differs in case and separators alone, is none.
func ownMarker(p *lint.Pass, m *skill.Manifest, key, known string) bool {
	fold := strings.NewReplacer("-", "", "_", "", " ", "")
	if strings.ContainsAny(known, "-_") || strings.EqualFold(fold.Replace(key), fold.Replace(known)) {
		return false
	}
	counts := keyCounts.Of(p.Workspace, func() map[string]int {
		counts := map[string]int{}
		for _, m := range p.Manifests {
			for _, e := range slices.Concat(m.Root.Entries(), entriesOf(m.Root.Get("plugins"))) {
				counts[m.Dialect.Name+" "+e.Key.Text]++
			}
		}
		return counts
	})
	return counts[m.Dialect.Name+" "+key] >= fileform.EnoughMarkers
}

// entriesOf are the entries of all maps of a list.
func entriesOf(list *skill.Node) []skill.Member {
	var entries []skill.Member
	for _, item := range list.Items() {
		entries = append(entries, item.Value.Entries()...)
	}
	return entries
}
