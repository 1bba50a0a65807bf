package manifest

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// ToolDefinitionsFile is where a skill with a contract may define its tools
// beside its frontmatter, from its folder.
const ToolDefinitionsFile = "tools/tools.yaml"

// ToolDefinitions returns the definitions of tools in the file beside a contract,
// in order: a list, or one under the key tools. There are none where the file
// cannot be read; it may be nil.
func (s *Skill) ToolDefinitions(file *document.File) []*document.Node {
	if s.Manifest().Dialect != Contract || file == nil || !file.Known() || file.Size > document.MaxData {
		return nil
	}
	root, err := document.ParseYAML(file.Source(), file.Base(0, file.Size))
	if err != nil {
		return nil
	}
	if !root.Is(document.List) {
		root = root.Get("tools")
	}
	var tools []*document.Node
	for _, item := range root.Items() {
		if item.Value.Get("name").Is(document.String) {
			tools = append(tools, item.Value)
		}
	}
	return tools
}

// ExportDefinitions adds the tools that a skill defines beside its frontmatter
// to its exports, but for those that the frontmatter has.
func (s *Skill) ExportDefinitions(file *document.File) {
	var defined []contract.Tool
	for _, t := range s.ToolDefinitions(file) {
		defined = append(defined, lowerTool(t))
	}
	s.export(defined)
}
