// Package spelling knows names that may stand at a place, tells which one was meant, and
// offers to write that.
package spelling

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

// Skills knows the names of all skills, for "did you mean".
func Skills(p *lint.Pass) *lint.Speller {
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

// A Vocabulary has the names that may stand at a place.
type Vocabulary struct {
	Names []string
	*lint.Speller
}

// NewVocabulary knows some names.
func NewVocabulary(names []string) Vocabulary { return Vocabulary{names, lint.NewSpeller(names)} }

var exportedNames skill.MemoBy[*contract.Contract, Vocabulary]

// Exported are the names of the tools of a contract.
func Exported(p *lint.Pass, c *contract.Contract) Vocabulary {
	return exportedNames.Of(p.Workspace, c, func() Vocabulary {
		var names []string
		for _, t := range c.Exports {
			names = append(names, t.Name.Text)
		}
		return NewVocabulary(names)
	})
}

// Respell offers to replace a misspelt name by the known one that is near
// it; none when no word is near.
func Respell(p *lint.Pass, spell *lint.Speller, name contract.Name) []analysis.SuggestedFix {
	near, ok := spell.Nearest(name.Text)
	if !ok {
		return nil
	}
	return Rewrite(p, name, near)
}

// Rewrite offers to write another name, in the quotes that stand there.
func Rewrite(p *lint.Pass, name contract.Name, near string) []analysis.SuggestedFix {
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

// RewriteAll is one fix that rewrites several places; nothing when one of them
// cannot be.
func RewriteAll[T any](p *lint.Pass, to string, places []T, written func(T) (contract.Name, string)) []analysis.SuggestedFix {
	fix := analysis.SuggestedFix{Message: fmt.Sprintf("write %q", to)}
	for _, place := range places {
		name, text := written(place)
		one := Rewrite(p, name, text)
		if one == nil {
			return nil
		}
		fix.TextEdits = append(fix.TextEdits, one[0].TextEdits...)
	}
	return []analysis.SuggestedFix{fix}
}

// SetAside reports whether a key is one that its author keeps from programs: JSON has no
// comments.
func SetAside(key string) bool {
	return strings.HasPrefix(key, "_") || strings.HasPrefix(key, "//") || key == "comment" || key == "comments"
}

// Likely reports whether a key is more than a word of about the same letters as
// the known one: it begins alike, and at one place up to two letters differ.
func Likely(key, known string) bool {
	if SameLetters(key, known) {
		return true
	}
	a, b := letters(key), letters(known)
	begin, end := alike(a, b)
	return begin > 0 && max(len(a), len(b))-begin-end <= 2
}

// IsMember reports whether the name of a member stands there as such, and is
// no constant or variable besides. The byte before it is given, too.
func IsMember(written, name string) bool {
	return len(written) > 0 && written[1:] == name && strings.IndexByte("."+`"'`, written[0]) >= 0
}
