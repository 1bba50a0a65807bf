package servers

import (
	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/skill"
)

// A Place says in what a tool is named.
type Place uint8

const (
	Dependency Place = iota // mcp_deps, imports
	List                    // a list of tools in a frontmatter
	Permission              // a rule of settings
	Matcher                 // of a hook
	Code
	Text // of Markdown, and of files that are neither manifest nor code
)

// A Mention is one name of a server's tools, whosever the server is.
type Mention struct {
	contract.Name
	MCP   mcp.Name
	File  *skill.File
	Place Place
}
