package skill

import (
	"path"
	"strings"
)

// ComponentKeys are the keys of a plugin whose texts are paths to its parts
// (code.claude.com/docs/en/plugins/manifest-reference, read 2026-11-21).
var ComponentKeys = []string{"skills", "commands", "agents", "hooks", "mcpServers", "lspServers", "outputStyles", "workflows"}

// ComponentPaths returns the paths of a component key of a plugin.json or of
// a marketplace's entry: its text, the texts of its list, or the `source` of
// the entries of its map.
func ComponentPaths(n *Node, key string) []*Node {
	v := n.Get(key)
	var paths []*Node
	add := func(n *Node) {
		// mcpServers takes the address of a bundle, too; a variable is filled in later.
		if n.Is(String) && !strings.Contains(n.Text, "://") && !strings.Contains(n.Text, "${") {
			paths = append(paths, n)
		}
	}
	add(v)
	for _, item := range v.Items() {
		add(item.Value)
	}
	if key == "commands" {
		for _, e := range v.Entries() {
			add(e.Value.Get("source"))
		}
	}
	return paths
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
