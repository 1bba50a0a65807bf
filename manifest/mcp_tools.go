package manifest

import (
	_ "embed"
	"path"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/tree"
)

// MCPTools is what an MCP server answered to tools/list, recorded: a provider
// "mcp:<server>". Besides the answer as the protocol has it, lists and maps of
// tools are read, files with one tool each, and Docker's tools.json.
var MCPTools = &Dialect{
	Name:   "mcp-tools",
	Doc:    "`" + SnapshotFolder + "/<server>.json`: the answer of an MCP server to `tools/list`, as `skilllint mcp snapshot` records it",
	Schema: mcpToolsSchema,
	Files: func(p string) bool {
		return path.Base(path.Dir(p)) == SnapshotFolder && document.IsJSON(p)
	},
	Match:  func(m *Manifest) bool { return true },
	Lower:  lowerMCPTools,
	Shares: true,
	Beside: besideTools,
}

//go:embed schema/mcp-tools.schema.json
var mcpToolsSchema []byte

// SnapshotFolder is where snapshots stand, beside the file that defines their
// servers.
const SnapshotFolder = ".mcp-tools"

// A RecordedServer is an MCP server of which the tools are known.
type RecordedServer struct {
	Name string // as hosts write it
	// Dir is the folder in whose files the server's name means it, "." for all.
	Dir string
	// Says is the name that the server gave itself when it was recorded, "" when
	// that is not known.
	Says string
	// Tools are the definitions in the order written: of each Export the node.
	Tools []MCPTool
}

// Visible reports whether a file is one in which the server's own name means it.
func (r *RecordedServer) Visible(file string) bool {
	return r.Dir == "." || strings.HasPrefix(file, r.Dir+"/")
}

// An MCPTool is a tool as its server defines it.
type MCPTool struct {
	Name contract.Name
	*document.Node
	Input, Output *document.Node // the schemas as they stand there, maybe null; nil when absent
	Annotations   *document.Node
	Raw           []byte // the definition as it stands in its file
	// NamesOnly says that the file lists the arguments' names and no schema.
	NamesOnly bool
}

// snapshotSuffixes are the ends of file names that say no more of a server.
var snapshotSuffixes = []string{".snap", ".json", ".tools", ".mcpc"}

// lowerMCPTools reads a snapshot: what cannot be used of one tool is left out,
// so that the others are still known.
func lowerMCPTools(m *Manifest, s *Skill) {
	name := path.Base(m.Path)
	for _, suffix := range snapshotSuffixes {
		name = strings.TrimSuffix(name, suffix)
	}
	s.Server = &RecordedServer{Dir: path.Dir(s.Dir), Name: mcp.Normalize(name), Says: m.Root.Get("_meta").Get(mcp.ServerKey).Get("name").Str()}
	s.ID = contract.Name{Text: contract.ServerPrefix + s.Server.Name, Pos: m.Pos(0), End: m.Pos(0)}
	tools := MCPToolList(m.Root)
	s.Server.Tools, s.Exports = make([]MCPTool, 0, len(tools)), make([]contract.Tool, 0, len(tools))
	for _, t := range tools {
		t.Raw = m.Source()[m.Offset(t.Pos):m.Offset(t.End)]
		s.Server.Tools = append(s.Server.Tools, t)
		if t.Name.Text == "" {
			continue
		}
		tool := contract.Tool{
			Name: t.Name, Description: t.Get("description").Str(),
			Pos: t.Pos, End: t.End,
		}
		if t.Input.Get("type").Str() == "object" { // as the protocol demands; rule invalid-tool-schema speaks of others
			tool.Input = t.Input
		}
		if t.Output.Is(document.Map) {
			tool.Output = t.Output
		}
		s.Exports = append(s.Exports, tool)
	}
}

// ReleaseFiles say which server a repository publishes, and at which version:
// the protocol's registry reads the first, and of npm's `mcpName` in the second.
var ReleaseFiles = []string{"server.json", "package.json"}

// besideTools are the files that may say the version of a recorded server: those
// beside the folder of its snapshot, and at the root.
func besideTools(m *Manifest, t *tree.Tree) []string {
	var paths []string
	for _, dir := range []string{path.Dir(path.Dir(m.Path)), "."} {
		for _, name := range ReleaseFiles {
			p := path.Join(dir, name)
			if e, ok := t.Lookup(p); ok && e.Kind == tree.Regular {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// MCPToolList returns the tools of a document, in the order written; none when
// it holds none in any form that is known.
func MCPToolList(root *document.Node) []MCPTool {
	for _, key := range []string{"result", "tools"} { // of a JSON-RPC response, of its result
		if inner := root.Get(key); inner.Is(document.List) || inner.Is(document.Map) {
			root = inner
		}
	}
	tools := make([]MCPTool, 0, len(root.Items())+len(root.Entries()))
	switch {
	case root.Is(document.List):
		for _, item := range root.Members {
			if item.Value.Is(document.Map) {
				tools = append(tools, mcpTool(NameOf(item.Value.Get("name")), item.Value))
			}
		}
	case root.Get("name").Is(document.String) && isMCPTool(root):
		tools = append(tools, mcpTool(NameOf(root.Get("name")), root))
	default:
		for _, e := range root.Entries() {
			if isMCPTool(e.Value) {
				tools = append(tools, mcpTool(NameOf(e.Key), e.Value))
			}
		}
	}
	return tools
}

// isMCPTool tells a tool's definition from other maps.
func isMCPTool(n *document.Node) bool {
	return schemaKey(n) != "" || n.Get("arguments").Is(document.List)
}

// schemaKey is the key under which a tool's input schema stands, "" for none.
func schemaKey(n *document.Node) string {
	for _, key := range []string{"inputSchema", "input_schema"} {
		if k, _ := n.Entry(key); k != nil {
			return key
		}
	}
	return ""
}

func mcpTool(name contract.Name, n *document.Node) MCPTool {
	t := MCPTool{Name: name, Node: n, Input: n.Get(schemaKey(n)), Annotations: n.Get("annotations")}
	for _, key := range []string{"outputSchema", "output_schema"} {
		if t.Output == nil {
			t.Output = n.Get(key)
		}
	}
	t.NamesOnly = t.Input == nil && n.Get("arguments").Is(document.List)
	return t
}

// IsSnapshot reports whether a path is of the recorded tools of a server by its place.
func IsSnapshot(p string) bool { return MCPTools.Files(p) }
