package skillnames

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

var skillsGone skill.Memo[map[string]string]

// Gone maps the names that the base's skills had and nothing has any
// more to the new names of those that were renamed, "" for the others.
func Gone(p *lint.Pass) map[string]string {
	if p.Base == nil {
		return nil
	}
	return skillsGone.Of(p.Workspace, func() map[string]string { return findGone(p) })
}

func findGone(p *lint.Pass) map[string]string {
	taken, byDir, byBody := map[string]bool{}, map[string]*skill.Skill{}, map[string]*skill.Skill{}
	for _, s := range p.Skills {
		taken[s.ID.Text], taken[path.Base(s.Dir)], taken[pluginset.Name(s)] = true, true, true
		if s.Plugin == nil {
			byDir[s.Dir] = s
			byBody[s.Manifest().Saying()] = s
		}
	}
	for _, e := range p.Tree.Entries() { // commands, agents, folders
		taken[strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))] = true
	}
	gone := map[string]string{}
	for _, s := range p.Base.Skills {
		if s.Plugin != nil || s.ID.Text == "" || s.Unreadable() {
			continue
		}
		now := byDir[s.Dir]
		if now == nil {
			now = byBody[s.Manifest().Saying()]
		}
		for _, name := range []string{s.ID.Text, path.Base(s.Dir)} {
			switch {
			case taken[name] || name == ".":
			case now != nil && name == s.ID.Text:
				gone[name] = now.ID.Text
			case now != nil:
				gone[name] = path.Base(now.Dir)
			default:
				gone[name] = ""
			}
		}
	}
	return gone
}
