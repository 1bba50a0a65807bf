package standing

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// IsSkillMD accepts wrong cases too: rule skill-file-name speaks of them.
func IsSkillMD(p string) bool { return strings.EqualFold(path.Base(p), "SKILL.md") }

// InPluginFolder reports whether a path is .claude-plugin/name.
func InPluginFolder(p, name string) bool {
	return path.Base(p) == name && path.Base(path.Dir(p)) == ".claude-plugin"
}

// ComponentKeys are the keys of a plugin whose texts are paths to its parts
// (code.claude.com/docs/en/plugins/manifest-reference, read 2026-11-21).
var ComponentKeys = []string{"skills", "commands", "agents", "hooks", "mcpServers", "lspServers", "outputStyles", "workflows"}

// ComponentPaths returns the paths of a component key of a plugin.json or of
// a marketplace's entry: its text, the texts of its list, or the `source` of
// the entries of its map.
func ComponentPaths(n *document.Node, key string) []*document.Node {
	v := n.Get(key)
	var paths []*document.Node
	add := func(n *document.Node) {
		// mcpServers takes the address of a bundle, too; a variable is filled in later.
		if n.Is(document.String) && !strings.Contains(n.Text, "://") && !strings.Contains(n.Text, "${") {
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

// SourceDir is the folder that the local source of a marketplace's entry
// names; "" for another source, and for one that leaves the workspace.
func SourceDir(t *tree.Tree, dir string, root, entry *document.Node) string {
	source := entry.Get("source")
	if !source.Is(document.String) || source.Text == "" {
		return ""
	}
	base := dir
	if at := root.Get("metadata").Get("pluginRoot"); at.Is(document.String) && !strings.HasPrefix(source.Text, ".") {
		base = path.Join(base, at.Text)
	}
	if real, kind := t.Resolve(path.Join(base, source.Text)); kind == tree.Dir || kind == tree.Pruned || kind == tree.Absent {
		return real
	}
	return ""
}
