package pluginset

import (
	"path"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

var textsOfPlugins skill.Memo[map[string][]*skill.File]

// Texts are the texts of each plugin that are no part of a skill.
func Texts(p *lint.Pass) map[string][]*skill.File {
	return textsOfPlugins.Of(p.Workspace, func() map[string][]*skill.File {
		byPlugin := map[string][]*skill.File{}
		for _, f := range p.Texts() {
			if plugin := p.PluginAt(path.Dir(f.Path)); plugin != nil && paths.SkillFolder(p, f.Path) == "" {
				byPlugin[plugin.Dir] = append(byPlugin[plugin.Dir], f)
			}
		}
		return byPlugin
	})
}
