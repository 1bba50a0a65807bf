package skill

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
)

// publish gives a recorded server the version of the repository's own release
// when it is this server that the repository publishes; others have none here.
func (ws *Workspace) publish(s *Skill) {
	for _, dir := range []string{s.Server.Dir, "."} {
		for _, name := range releaseFiles {
			f := ws.file(path.Join(dir, name))
			if f == nil || !f.Known() {
				continue
			}
			root := f.JSON()
			published := root.Get("name")
			if name == "package.json" {
				published = root.Get("mcpName")
			} else if !strings.Contains(root.Get("$schema").Str(), "modelcontextprotocol") {
				continue
			}
			own := path.Base(published.Str())
			v := root.Get("version")
			version, err := contract.ParseVersion(v.Str())
			if err != nil || mcp.Normalize(own) != s.Server.Name && own != s.Server.Says {
				continue
			}
			s.Version, s.Provides = NameOf(v), version
			return
		}
	}
}

// VersionFiles returns the versions that a repository writes of the server that
// it publishes.
func (ws *Workspace) VersionFiles(s *Skill) []*Node {
	var list []*Node
	for _, dir := range []string{s.Server.Dir, "."} {
		for _, name := range releaseFiles {
			if f := ws.file(path.Join(dir, name)); f != nil && f.Known() {
				if v := f.JSON().Get("version"); v.Str() != "" && v.Str() == s.Version.Text {
					list = append(list, v)
				}
			}
		}
	}
	return list
}

// nameServer gives the snapshot of a path that the configuration names its
// server: then the name means it in the whole workspace.
func (ws *Workspace) nameServer(s *Skill) {
	if s.Server == nil {
		return
	}
	if name, _ := ws.opts.server(s.Manifest().Path); name != "" {
		s.Server.Name, s.Server.Dir = mcp.Normalize(name), "."
		s.ID.Text = contract.ServerPrefix + s.Server.Name
	}
}
