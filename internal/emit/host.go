package emit

import (
	"encoding/json"
	"fmt"

	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/toolset"
)

// capabilities are the tools that stand for what a host offers. Who runs the model
// implements them; their names come from the runtime's adapter.
var capabilities = map[string]struct{ description, input string }{
	"read-file":    {"Reads a file of the workspace and returns its text.", `{"type":"object","properties":{"path":{"type":"string","description":"the file, relative to the workspace"}},"required":["path"],"additionalProperties":false}`},
	"write-file":   {"Writes a text to a file of the workspace.", `{"type":"object","properties":{"path":{"type":"string","description":"the file, relative to the workspace"},"content":{"type":"string"}},"required":["path","content"],"additionalProperties":false}`},
	"http-request": {"Sends an HTTP request and returns the answer's status and body.", `{"type":"object","properties":{"method":{"type":"string","enum":["GET","POST","PUT","PATCH","DELETE"]},"url":{"type":"string"},"body":{"type":"string","description":"empty for none"}},"required":["method","url","body"],"additionalProperties":false}`},
	"execute-code": {"Runs a program in a sandbox and returns what it prints.", `{"type":"object","properties":{"language":{"type":"string"},"code":{"type":"string"}},"required":["language","code"],"additionalProperties":false}`},
}

// hostTools are the capabilities as tools, under the names of the target's runtime.
func hostTools(names []string, t *vendors.Target) ([]toolset.Tool, error) {
	runtime := manifest.TargetOf(t.Vendor.Runtime)
	var tools []toolset.Tool
	for _, c := range names {
		known, ok := capabilities[c]
		if runtime == nil || !ok || runtime.Capabilities[c] == "" {
			return nil, fmt.Errorf("%s has no capability %q: no adapter maps it to a tool", t.Name, c)
		}
		tools = append(tools, toolset.Tool{Name: runtime.Capabilities[c], Tool: runtime.Capabilities[c], Description: known.description, Input: json.RawMessage(known.input)})
	}
	return tools, nil
}
