package skill

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
)

// releaseFiles say which server a repository publishes, and at which version:
// the protocol's registry reads the first, and of npm's `mcpName` in the second.
var releaseFiles = []string{"server.json", "package.json"}

// besideTools are the files that may say the version of a recorded server: those
// beside the folder of its snapshot, and at the root.
func besideTools(m *Manifest, t *Tree) []string {
	var paths []string
	for _, dir := range []string{path.Dir(path.Dir(m.Path)), "."} {
		for _, name := range releaseFiles {
			p := path.Join(dir, name)
			if e, ok := t.Lookup(p); ok && e.Kind == Regular {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

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
