package changes

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/skill"
)

// content compares the parts of the two states of a plugin or skill. broken
// are the levels of the contracts by id: a plugin breaks when a skill in it does.
func (c *comparer) content(s *Skill, broken map[string]Level) {
	if s.Before == nil || s.After == nil {
		s.comeOrGone()
		return
	}
	before, after := partsOf(c.base, s.Before), partsOf(c.today, s.After)
	all := map[part]bool{}
	for _, state := range []*parts{before, after} {
		for x := range state.files {
			all[x] = true
		}
		for x := range state.said {
			all[x] = true
		}
	}
	if idOf(s.Before) != idOf(s.After) {
		s.add(Change{Kind: Removed, Level: Major, MovedTo: s.ID, Message: fmt.Sprintf("it was called %q", idOf(s.Before))})
	}
	renamed := c.renamed(before, after)
	successors := map[part]bool{}
	for _, x := range renamed {
		successors[x] = true
	}
	for _, x := range slices.SortedFunc(maps.Keys(all), func(a, b part) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) }) {
		switch was, is := before.has(x), after.has(x); {
		case !was && successors[x], x.kind == aFile && before.all[x.name] && after.all[x.name] && was != is:
		case !was:
			s.add(Change{Kind: Added, Level: x.level(Added), Files: inDir(s.After, after.files[x]), Message: fmt.Sprintf("%s %s new", x, x.be())})
		case !is && renamed[x].name != "":
			to := renamed[x].name
			s.add(Change{Kind: Removed, Level: Major, MovedTo: to, Files: inDir(s.Before, before.files[x]), Message: fmt.Sprintf("%s is called %q now", x, to)})
		case !is:
			s.add(Change{Kind: Removed, Level: x.level(Removed), Files: inDir(s.Before, before.files[x]), Message: fmt.Sprintf("%s %s gone", x, x.be())})
		default:
			if change, ok := c.part(s, x, before, after); ok {
				if x.kind == aSkill {
					change.Level = max(change.Level, broken[x.name])
				}
				s.add(change)
			}
		}
	}
}

// comeOrGone says that a plugin or skill is new or gone, as a whole.
func (s *Skill) comeOrGone() {
	what := "skill"
	if s.Plugin() {
		what = "plugin"
	}
	if s.Before == nil {
		s.add(Change{Kind: Added, Level: Minor, Message: fmt.Sprintf("%s %q is new", what, s.ID)})
	} else {
		s.add(Change{Kind: Removed, Level: Major, Message: fmt.Sprintf("%s %q is gone", what, s.ID)})
	}
}

func (s *Skill) add(c Change) { s.Changes = append(s.Changes, c) }

func (p part) be() string {
	if p.kind == hooks {
		return "are"
	}
	return "is"
}

// base is the folder that a part's files lie in, relative to the plugin: of a
// skill its own, "" of others.
func (p *parts) base(s *skill.Skill, x part) string {
	if p.skills[x] == nil || p.skills[x].Dir == s.Dir {
		return ""
	}
	return strings.TrimPrefix(p.skills[x].Dir, s.Dir+"/")
}

// moved is where a file of a part is when its folder is another one. Of two skills with one
// name the second stays.
func moved(file, from, to string) string {
	if !tree.Holds(from, file) {
		return file
	}
	return to + strings.TrimPrefix(file, from)
}

// part compares a part that both states have.
func (c *comparer) part(s *Skill, x part, before, after *parts) (Change, bool) {
	was, is := before.base(s.Before, x), after.base(s.After, x)
	var files []string
	for _, f := range after.files[x] {
		old := moved(f, is, was)
		if !slices.Contains(before.files[x], old) || c.differs(path.Join(s.Before.Dir, old), path.Join(s.After.Dir, f)) {
			files = append(files, path.Join(s.After.Dir, f))
		}
	}
	for _, f := range before.files[x] {
		if now := moved(f, was, is); !slices.Contains(after.files[x], now) {
			files = append(files, path.Join(s.After.Dir, now))
		}
	}
	slices.Sort(files)
	said := !bytes.Equal(before.said[x], after.said[x])
	if len(files) == 0 && !said && was == is {
		return Change{}, false
	}
	change := Change{Kind: Changed, Level: x.level(Changed), Files: files, Message: fmt.Sprintf("%s changed", x)}
	switch {
	case was != is:
		change.Message = fmt.Sprintf("%s moved to %s", x, is)
		if len(files) > 0 {
			change.Message += " and changed (" + listed(s.After.Dir, files) + ")"
		}
	case x.kind == aDependency:
		change.Message = fmt.Sprintf("%s asks for %s, it was %s", x, anyVersion(after.said[x]), anyVersion(before.said[x]))
	case x.kind != aFile && len(files) > 0:
		change.Message += " (" + listed(s.After.Dir, files) + ")"
	}
	return change, true
}

func anyVersion(version []byte) string {
	if len(version) == 0 {
		return "any version"
	}
	return fmt.Sprintf("%q", version)
}

// listed names the first of some files.
func listed(dir string, files []string) string {
	const most = 3
	var names []string
	for _, f := range files[:min(most, len(files))] {
		names = append(names, strings.TrimPrefix(f, dir+"/"))
	}
	text := strings.Join(names, ", ")
	if n := len(files) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// renamed maps the skills of a plugin that are gone to those that say the
// same words under a new name.
func (c *comparer) renamed(before, after *parts) map[part]part {
	fresh := map[string][]part{}
	for x, s := range after.skills {
		if !before.has(x) {
			fresh[wordsOf(s)] = append(fresh[wordsOf(s)], x)
		}
	}
	renamed := map[part]part{}
	for x, s := range before.skills {
		if to := fresh[wordsOf(s)]; !after.has(x) && len(to) == 1 && wordsOf(s) != "" {
			renamed[x] = to[0]
		}
	}
	return renamed
}

func inDir(s *skill.Skill, files []string) []string {
	var full []string
	for _, f := range files {
		full = append(full, path.Join(s.Dir, f))
	}
	return full
}

// differs reports whether a file that both states have says something else.
// White space and line ends say nothing.
func (c *comparer) differs(was, is string) bool {
	then, thenIn := c.base.Tree.Lookup(was)
	now, nowIn := c.today.Tree.Lookup(is)
	if thenIn && nowIn && (then.Kind != now.Kind || then.Kind == skill.Symlink) {
		return then.Kind != now.Kind || then.Target != now.Target
	}
	a, b := c.base.File(was), c.today.File(is)
	if a == nil || b == nil || !a.Known() || !b.Known() {
		return was == is && c.base.Changed(is) // no text: the bytes decide
	}
	if a.Sum == b.Sum {
		return false
	}
	m, n := c.base.ManifestAt(was), c.today.ManifestAt(is)
	if m != nil && n != nil && m.Root != nil && n.Root != nil {
		return !bytes.Equal(meaning(m.Root), meaning(n.Root)) || !sameWords(m.Between(m.Body, m.Size), n.Between(n.Body, n.Size))
	}
	if path.Base(is) == "package.json" {
		if m, n := a.JSON(), b.JSON(); m != nil && n != nil {
			return !bytes.Equal(meaning(m), meaning(n))
		}
	}
	return !sameWords(a.Source(), b.Source())
}

// meaning is a manifest's data without what is only about it.
func meaning(root *skill.Node) []byte {
	kept := *root
	kept.Members = slices.DeleteFunc(slices.Clone(root.Members), func(e skill.Member) bool {
		return e.Key != nil && slices.Contains(aboutKeys, e.Key.Text)
	})
	return kept.JSON()
}

// sameWords compares texts without white space and line ends.
func sameWords(a, b []byte) bool {
	return slices.EqualFunc(bytes.Fields(a), bytes.Fields(b), bytes.Equal)
}

// wordsOf is what a skill says besides its name, "" for a plugin.
func wordsOf(s *skill.Skill) string {
	m := s.Manifest()
	if s.Plugin != nil || m.Root == nil {
		return ""
	}
	return m.Saying()
}
