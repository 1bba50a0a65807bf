package plugins

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// unreadServers reports MCP servers in a file that their host does not read, unless the one that it reads
// has them too, or something names the file: a host can be started with it.
func unreadServers(p *lint.Pass) {
	for _, m := range p.Manifests {
		h, root := hosts.UnreadServers(m.Path)
		if m.Dialect != skill.MCPServers || h == nil {
			continue
		}
		key, own := m.Root.Entry(h.Servers.Key)
		read := path.Join(root, h.Servers.Files[0])
		if len(own.Entries()) == 0 || p.RunByTasks(m.Path) || namedAnywhere(p, m.Path) {
			continue
		}
		if there := p.ManifestAt(read); there != nil && !slices.ContainsFunc(own.Entries(), func(e skill.Member) bool { return there.Root.Get(h.Servers.Key).Get(e.Key.Text) == nil }) {
			continue
		}
		p.ReportAs(lint.Warning, lint.Span(key.Pos, key.End, "%s starts none of these servers: it reads a project's servers from %s, not from this file; move them there", h.Title, read))
	}
}
