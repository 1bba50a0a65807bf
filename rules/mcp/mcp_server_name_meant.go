package mcp

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/servers"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// bareName returns the server of a plugin that a name in one of its files means
// by its own key, nil when the name is another's, or may be.
func bareName(p *lint.Pass, meant []*servers.Server, m servers.Mention) *servers.Server {
	plugin := p.PluginAt(m.File.Path)
	if hosts.OfProjects(path.Dir(m.File.Path)) || len(p.Whole().InstalledFor(m.File.Path).Loads) > 0 {
		return nil // of the project that the plugin is written in, or is copied into, which names servers in its own ways
	}
	var own *servers.Server
	for _, s := range meant {
		if _, ok := m.MCP.Of(s.Name()); !ok {
			continue
		}
		switch {
		case s.Plugin == nil && s.Covers(m.File.Path):
			return nil // the project's
		case s.Plugin != nil && s.Plugin == plugin:
			if ofProjectToo(p, s, m) {
				return nil
			}
			own = s
		}
	}
	return own
}

// ofProjectToo reports whether a name stands in the settings of a project whose root is the folder of a plugin too, or in a skill
// that a link puts into such a project, and whose file of servers is one of both.
func ofProjectToo(p *lint.Pass, s *servers.Server, m servers.Mention) bool {
	inside, _ := strings.CutPrefix(s.File.Path, strings.TrimPrefix(s.Dir+"/", "./"))
	if s.Host == nil || s.Host.Servers == nil || !slices.Contains(s.Host.Servers.Files, inside) {
		return false
	}
	inProject := func(l hosts.Load) bool { return l.Host == s.Host && l.Folder.Scope == hosts.Project && l.Root == s.Dir }
	return m.Place != servers.Text && slices.ContainsFunc(hosts.InProject(m.File.Path, nil), inProject) ||
		slices.ContainsFunc(p.SkillReaders(m.File.Path), func(r skill.Reader) bool { return inProject(r.Load) })
}

// caseOf returns the server that a name means in another case.
func caseOf(p *lint.Pass, meant []*servers.Server, m servers.Mention) *servers.Server {
	var other *servers.Server
	for _, s := range meant {
		if s.Plugin != nil && s.Plugin != p.PluginAt(m.File.Path) || s.Plugin == nil && !s.Covers(m.File.Path) {
			continue
		}
		full := "mcp__" + s.FullServer()
		if len(m.Text) < len(full) || len(m.Text) > len(full) && !strings.HasPrefix(m.Text[len(full):], "__") || !strings.EqualFold(m.Text[:len(full)], full) {
			continue
		}
		if strings.HasPrefix(m.Text, full) {
			return nil
		}
		other = s
	}
	return other
}

// strayPlugin returns the plugin that ships a file, when a name in the file is
// of a server that it does not bring; nil when it does, or may.
func strayPlugin(p *lint.Pass, meant []*servers.Server, m servers.Mention) *skill.Skill {
	own := p.PluginAt(m.File.Path)
	if own == nil || !strings.HasPrefix(m.MCP.Server(), mcp.PluginServer(own.Plugin.Prefix(), "")) || servers.Unread(p.Workspace, own) {
		return nil
	}
	for _, s := range meant {
		if _, ok := m.MCP.Of(s.FullServer()); ok {
			return nil
		}
	}
	return own
}
