package skill

import (
	"path"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// ToolDefinitionsFile is where a skill with a contract may define its tools
// beside its frontmatter, from its folder.
const ToolDefinitionsFile = "tools/tools.yaml"

// ToolDefinitions returns the definitions of tools in a file beside a contract,
// in order: a list, or one under the key tools. There are none where the file
// cannot be read.
func (ws *Workspace) ToolDefinitions(s *Skill) []*Node {
	if s.Manifest().Dialect != Contract {
		return nil
	}
	file := ws.files[path.Join(s.Dir, ToolDefinitionsFile)]
	if file == nil || !file.Known() || file.Size > document.MaxData {
		return nil
	}
	root, err := document.ParseYAML(file.Source(), file.Base(0, file.Size))
	if err != nil {
		return nil
	}
	if !root.Is(List) {
		root = root.Get("tools")
	}
	var tools []*Node
	for _, item := range root.Items() {
		if item.Value.Get("name").Is(String) {
			tools = append(tools, item.Value)
		}
	}
	return tools
}

// exportDefinitions adds the tools that a skill defines beside its frontmatter
// to its exports, but for those that the frontmatter has.
func (ws *Workspace) exportDefinitions(s *Skill) {
	var defined []contract.Tool
	for _, t := range ws.ToolDefinitions(s) {
		defined = append(defined, lowerTool(t))
	}
	s.export(defined)
}
