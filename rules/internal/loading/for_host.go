package loading

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// NamedInSettings reports whether the settings of a host in a project name the folder of a skill, or one around it, as a further
// one in which the host looks.
func NamedInSettings(p *lint.Pass, h *hosts.Host, root, dir string) bool {
	return h.Further != nil && slices.ContainsFunc(h.Further.Files, func(name string) bool {
		f := p.Whole().File(path.Join(root, name))
		return f != nil && slices.ContainsFunc(f.Read().Root.All(append(slices.Clone(h.Further.Key), "*")...), func(folder *skill.Node) bool {
			return folder.Str() != "" && paths.Inside(path.Join(root, folder.Text), dir)
		})
	})
}

var userFolder skill.Memo[*hosts.Host]

// UserFolder is the host whose folder in somebody's home the repository is, such as ~/.claude; nil where it is none.
func UserFolder(p *lint.Pass) *hosts.Host {
	return userFolder.Of(p.Whole(), func() *hosts.Host {
		return hosts.UserFolder(func(name string) bool { _, is := p.Whole().Tree.Lookup(name); return is })
	})
}

// ofUser is the host in whose folder of a user a SKILL.md is to be: a folder around it is named after the host (claude/skills,
// dot_claude/skills), or the repository is that folder. It is nil for any other, and for those of plugins.
func ofUser(p *lint.Pass, file string) *hosts.Host {
	if p.PluginAt(path.Dir(file)) != nil {
		return nil
	}
	if h := hosts.NamedIn(tree.InstalledPath(file)); h != nil {
		return h
	}
	h := UserFolder(p)
	if h == nil || !slices.ContainsFunc(h.Folders, func(f *hosts.Folder) bool {
		_, inside, _ := strings.Cut(f.Folder, "/")
		return f.Scope == hosts.User && f.Component == hosts.Skill && path.Dir(path.Dir(file)) == inside
	}) {
		return nil
	}
	return h
}
