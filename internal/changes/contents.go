package changes

import (
	"slices"

	"github.com/skilllint/skilllint/skill"
)

// contents pairs plugins, and skills of the open standard outside of plugins,
// and compares what users install.
func (c *comparer) contents(contracts []*Skill) []*Skill {
	broken := map[string]Level{}
	for _, s := range contracts {
		broken[s.ID] = s.Level()
	}
	list := slices.DeleteFunc(pair(named(c.base), named(c.today)), func(s *Skill) bool {
		return !installed(c.base, s.Before) || !installed(c.today, s.After) ||
			s.Before == nil && (c.hidden(s.After) || wasThere(c.base, s.After)) || s.After == nil && wasThere(c.today, s.Before)
	})
	for _, s := range list {
		s.Content = true
		switch {
		case s.After == nil && c.unreadableToday(s), s.Before == nil && c.unreadableBefore(s), s.leftUnreadable():
		case s.After != nil && s.After.Unreadable():
			s.unknown("")
		case s.Before != nil && s.Before.Unreadable():
			s.unknown(" in the base")
		default:
			s.measureContents()
			c.content(s, broken)
		}
	}
	return list
}

// named are the plugins and skills of a workspace that can be told apart from
// one state to another: a version of a package is a state itself.
func named(ws *skill.Workspace) []*skill.Skill {
	return slices.DeleteFunc(slices.Clone(ws.Skills), func(s *skill.Skill) bool {
		return s.Plugin == nil && (s.Package != nil || s.ID.Text == "" || s.Unreadable())
	})
}

// installed reports whether users install it by itself, and it promises no
// tools; true of nil.
func installed(ws *skill.Workspace, s *skill.Skill) bool {
	return s == nil || s.Plugin != nil || s.Manifest().Dialect == skill.Standard && !promises(s) && ws.PluginAt(s.Dir) == nil
}

// wasThere reports whether the manifest of a skill is in another state too:
// there it is a copy of another skill, or speaks another dialect.
func wasThere(ws *skill.Workspace, s *skill.Skill) bool {
	m := ws.ManifestAt(s.Manifest().Path)
	return s.Plugin == nil && m != nil && m.Root != nil
}

// pair finds for each state of before that of today: the one of the same name
// and folder, else of the same name, folder or text when there is just one.
func pair(before, today []*skill.Skill) []*Skill {
	var list []*Skill
	join := func(key func(s *skill.Skill) string) {
		was, is := byKey(before, key), byKey(today, key)
		gone := map[*skill.Skill]bool{}
		for _, s := range before {
			if k := key(s); k != "" && len(was[k]) == 1 && len(is[k]) == 1 {
				after := is[k][0]
				list = append(list, &Skill{ID: idOf(after), Before: s, After: after})
				gone[s], gone[after] = true, true
			}
		}
		paired := func(s *skill.Skill) bool { return gone[s] }
		before, today = slices.DeleteFunc(slices.Clone(before), paired), slices.DeleteFunc(slices.Clone(today), paired)
	}
	kind := func(s *skill.Skill) string {
		if s.Plugin != nil {
			return "plugin "
		}
		return "skill "
	}
	join(func(s *skill.Skill) string { return kind(s) + idOf(s) + " " + s.Dir })
	join(func(s *skill.Skill) string { return kind(s) + idOf(s) })
	join(func(s *skill.Skill) string { return kind(s) + s.Dir })
	join(wordsOf)
	for _, s := range before {
		list = append(list, &Skill{ID: idOf(s), Before: s})
	}
	for _, s := range today {
		list = append(list, &Skill{ID: idOf(s), After: s})
	}
	return list
}

func byKey(list []*skill.Skill, key func(s *skill.Skill) string) map[string][]*skill.Skill {
	byKey := map[string][]*skill.Skill{}
	for _, s := range list {
		byKey[key(s)] = append(byKey[key(s)], s)
	}
	return byKey
}
