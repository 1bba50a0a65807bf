package loading

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/hosts"
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
