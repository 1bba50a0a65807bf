package skilltext

import (
	"iter"
	"path"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// PlacesOf are where a path in a text of a skill may lead, as a reader takes it:
// from the text, the skill, the folders around it up to the root.
func PlacesOf(t Page, target string) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !yield(path.Join(path.Dir(t.Path), target)) || !yield(path.Join(t.Skill.Dir, target)) || strings.HasPrefix(path.Clean(target), "..") {
			return
		}
		for d := t.Skill.Dir; d != "."; {
			d = path.Dir(d)
			if !yield(path.Join(d, target)) {
				return
			}
		}
	}
}

// LeadsTo reports whether one of those places is there.
func LeadsTo(p *lint.Pass, t Page, target string) bool {
	for place := range PlacesOf(t, target) {
		if _, kind := p.Tree.Resolve(place); kind != skill.Absent {
			return true
		}
	}
	return false
}
