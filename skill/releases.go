package skill

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/manifest"
)

// maxRefs bounds what is read of a repository's tags, in bytes and in files.
const (
	maxRefs  = 16 << 20
	maxLoose = 100_000
)

// Releases returns the versions of a plugin for which the repository has a
// tag {plugin}--v{version}, the form that Claude Code resolves ranges by. The
// tags are only looked for when some plugin asks for a range.
func (ws *Workspace) Releases(plugin string) []*semver.Version { return ws.releases[plugin] }

// readReleases lists the tags of the repository at the root, from its files
// alone. A working tree whose .git leads elsewhere has none that are known.
func (ws *Workspace) readReleases(fsys fs.FS) {
	asked := slices.ContainsFunc(ws.Skills, func(s *Skill) bool {
		return s.Plugin != nil && slices.ContainsFunc(s.Imports, func(i contract.Import) bool { return i.Version.Text != "" })
	})
	if !asked {
		return
	}
	var tags []string
	if packed, err := readCapped(fsys, ".git/packed-refs", maxRefs); err == nil {
		for line := range bytes.Lines(packed) {
			if _, tag, ok := bytes.Cut(bytes.TrimSpace(line), []byte(" refs/tags/")); ok {
				tags = append(tags, string(tag))
			}
		}
	}
	if loose, err := fs.ReadDir(fsys, ".git/refs/tags"); err == nil {
		for _, e := range loose[:min(len(loose), maxLoose)] {
			tags = append(tags, e.Name())
		}
	}
	slices.Sort(tags)
	ws.releases = map[string][]*semver.Version{}
	for _, tag := range slices.Compact(tags) {
		at := strings.LastIndex(tag, "--v")
		if at <= 0 {
			continue
		}
		if v, err := contract.ParseVersion(tag[at+len("--v"):]); err == nil {
			ws.releases[tag[:at]] = append(ws.releases[tag[:at]], v)
		}
	}
}

// PackageJSON returns the package.json in the folder of a skill or plugin when it
// is of that name, in a scope or not; a package of another name has versions
// of its own. It is nil when there is none.
func (ws *Workspace) PackageJSON(dir, name string) *Node {
	file := ws.file(path.Join(dir, "package.json"))
	if file == nil {
		return nil
	}
	root := file.JSON()
	have := root.Get("name").Str()
	if _, base, scoped := strings.Cut(have, "/"); scoped {
		have = base
	}
	if have == "" || have != name {
		return nil
	}
	return root
}

// publish gives a recorded server the version of the repository's own release
// when it is this server that the repository publishes; others have none here.
func (ws *Workspace) publish(s *Skill) {
	for _, dir := range []string{s.Server.Dir, "."} {
		for _, name := range manifest.ReleaseFiles {
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
		for _, name := range manifest.ReleaseFiles {
			if f := ws.file(path.Join(dir, name)); f != nil && f.Known() {
				if v := f.JSON().Get("version"); v.Str() != "" && v.Str() == s.Version.Text {
					list = append(list, v)
				}
			}
		}
	}
	return list
}
