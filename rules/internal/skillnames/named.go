// Package skillnames finds the skills that a text names, and says what is wrong with a
// name.
package skillnames

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A sharedName is an id or a name of a folder, and the skills that have it.
type sharedName struct {
	text   string
	skills []*skill.Skill
}

// A nameHead is what names begin with, by which they are found.
type nameHead [4]byte

// A nameIndex has the ids of all skills but plugins, and the names of their
// folders: short ones, which are shorter than a head, and the others.
type nameIndex struct {
	short  []*sharedName
	byHead map[nameHead][]*sharedName
}

var namesOfSkills skill.Memo[*nameIndex]

// NamedIn returns the skills of which a text holds the id or the folder's
// name.
func NamedIn(p *lint.Pass, text string) []*skill.Skill {
	return namesOfSkills.Of(p.Workspace, func() *nameIndex { return indexNames(p.Skills) }).in(text)
}

// in finds the names that a text holds in one look at it, however many skills
// there are.
func (n *nameIndex) in(text string) []*skill.Skill {
	var found []*sharedName
	for _, name := range n.short {
		if strings.Contains(text, name.text) {
			found = append(found, name)
		}
	}
	for at := 0; at+len(nameHead{}) <= len(text); at++ {
		for _, name := range n.byHead[nameHead([]byte(text[at:at+len(nameHead{})]))] {
			if strings.HasPrefix(text[at:], name.text) && !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	var skills []*skill.Skill
	for _, name := range found {
		skills = append(skills, name.skills...)
	}
	return skills
}

func indexNames(skills []*skill.Skill) *nameIndex {
	byText := map[string]*sharedName{}
	names := &nameIndex{byHead: map[nameHead][]*sharedName{}}
	add := func(text string, s *skill.Skill) {
		name := byText[text]
		if name == nil {
			name = &sharedName{text: text}
			byText[text] = name
			if len(text) < len(nameHead{}) {
				names.short = append(names.short, name)
			} else {
				head := nameHead([]byte(text[:len(nameHead{})]))
				names.byHead[head] = append(names.byHead[head], name)
			}
		}
		name.skills = append(name.skills, s)
	}
	for _, s := range skills {
		if s.Plugin != nil {
			continue
		}
		folder := path.Base(s.Dir)
		add(folder, s)
		if id := s.ID.Text; id != "" && id != folder {
			add(id, s)
		}
	}
	return names
}
