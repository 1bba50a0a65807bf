package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

var skillSpellers skill.Memo[*lint.Speller]

// skillSpeller knows the names of all skills, for "did you mean".
func skillSpeller(p *lint.Pass) *lint.Speller {
	return skillSpellers.Of(p.Workspace, func() *lint.Speller {
		var ids []string
		for _, s := range p.Skills {
			if s.Manifest().Dialect != skill.Bindings && s.Server == nil { // an agent is no provider, a server no skill
				ids = append(ids, s.ID.Text)
			}
		}
		slices.Sort(ids)
		return lint.NewSpeller(slices.Compact(ids))
	})
}

// A knownNames are the names that may stand at a place.
type knownNames struct {
	names []string
	*lint.Speller
}

var exportedNames skill.MemoBy[*contract.Contract, knownNames]

// exported are the names of the tools of a contract.
func exported(p *lint.Pass, c *contract.Contract) knownNames {
	return exportedNames.Of(p.Workspace, c, func() knownNames {
		var names []string
		for _, t := range c.Exports {
			names = append(names, t.Name.Text)
		}
		return knownNames{names, lint.NewSpeller(names)}
	})
}

// respell offers to replace a misspelt name by the known one that is near
// it; none when no word is near.
func respell(p *lint.Pass, spell *lint.Speller, name contract.Name) []analysis.SuggestedFix {
	near, ok := spell.Nearest(name.Text)
	if !ok {
		return nil
	}
	return rewrite(p, name, near)
}

// rewrite offers to write another name, in the quotes that stand there.
func rewrite(p *lint.Pass, name contract.Name, near string) []analysis.SuggestedFix {
	file := p.FileAt(name.Pos)
	if file == nil || !file.Known() {
		return nil
	}
	text := near
	if at := file.Offset(name.Pos); strings.ContainsAny(string(file.Between(at, at+1)), `"'`) {
		text = strconv.Quote(near)
	}
	return []analysis.SuggestedFix{{
		Message:   fmt.Sprintf("write %q", near),
		TextEdits: []analysis.TextEdit{{Pos: name.Pos, End: name.End, NewText: []byte(text)}},
	}}
}

// rewriteAll is one fix that rewrites several places; nothing when one of them
// cannot be.
func rewriteAll[T any](p *lint.Pass, to string, places []T, written func(T) (contract.Name, string)) []analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Message: fmt.Sprintf("write %q", to)}
	for _, place := range places {
		name, text := written(place)
		one := rewrite(p, name, text)
		if one == nil {
			return nil
		}
		fix.TextEdits = append(fix.TextEdits, one[0].TextEdits...)
	}
	return []analysis.SuggestedFix{fix}
}

// setAside reports whether a key is one that its author keeps from programs: JSON has no
// comments.
func setAside(key string) bool { return strings.HasPrefix(key, "_") || strings.HasPrefix(key, "//") }

// likely reports whether a key is more than a word of about the same letters as
// the known one: it begins alike, and at one place up to two letters differ.
func likely(key, known string) bool {
	fold := strings.NewReplacer("-", "", "_", "", " ", "")
	a, b := fold.Replace(strings.ToLower(key)), fold.Replace(strings.ToLower(known))
	if a == b {
		return true
	}
	begin, end, short := 0, 0, min(len(a), len(b))
	for begin < short && a[begin] == b[begin] {
		begin++
	}
	for end < short-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return begin > 0 && max(len(a), len(b))-begin-end <= 2
}

// isMember reports whether the name of a member stands there as such, and is
// no constant or variable besides. The byte before it is given, too.
func isMember(written, name string) bool {
	return len(written) > 0 && written[1:] == name && strings.IndexByte("."+`"'`, written[0]) >= 0
}
