package toolset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/skilllint/skilllint/contract"
)

// Formats are the names of the formats, in the order of the documentation.
var Formats = []string{"openai", "anthropic", "gemini", "mcp"}

type (
	openAITool struct {
		Type     string         `json:"type"`
		Function openAIFunction `json:"function"`
	}
	openAIFunction struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	anthropicTool struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		InputSchema json.RawMessage `json:"input_schema"`
	}
	geminiTool struct {
		FunctionDeclarations []geminiFunction `json:"functionDeclarations"`
	}
	geminiFunction struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parametersJsonSchema"`
		Response    json.RawMessage `json:"responseJsonSchema,omitempty"`
	}
	mcpTool struct {
		Name         string          `json:"name"`
		Description  string          `json:"description,omitempty"`
		InputSchema  json.RawMessage `json:"inputSchema"`
		OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
		Annotations  *mcpAnnotations `json:"annotations,omitempty"`
	}
	mcpAnnotations struct {
		ReadOnlyHint   bool `json:"readOnlyHint,omitempty"`
		IdempotentHint bool `json:"idempotentHint,omitempty"`
	}
)

// Marshal writes the value of `tools` in a request, or of tools/list for MCP: for openai
// that of chat completions, for anthropic of messages, for gemini of generateContent.
// The same set gives the same bytes, so that a vendor's cache of the prompt holds.
func (s *Set) Marshal(format string) (json.RawMessage, error) {
	var list any
	switch format {
	case "openai":
		tools := []openAITool{}
		for _, t := range s.Tools {
			tools = append(tools, openAITool{"function", openAIFunction{t.Name, t.Description, t.Input}})
		}
		list = tools
	case "anthropic":
		tools := []anthropicTool{}
		for _, t := range s.Tools {
			tools = append(tools, anthropicTool{t.Name, t.Description, t.Input})
		}
		list = tools
	case "gemini":
		functions := []geminiFunction{}
		for _, t := range s.Tools {
			functions = append(functions, geminiFunction{t.Name, t.Description, t.Input, t.Output})
		}
		list = []geminiTool{{functions}}
	case "mcp":
		tools := []mcpTool{}
		for _, t := range s.Tools {
			m := mcpTool{Name: t.Name, Description: t.Description, InputSchema: t.Input}
			if output, err := objectSchema(contract.JSON(t.Output)); err == nil && t.Output != nil {
				m.OutputSchema = output // MCP's structuredContent is an object
			}
			if t.ReadOnly || t.Idempotent {
				m.Annotations = &mcpAnnotations{t.ReadOnly, t.Idempotent}
			}
			tools = append(tools, m)
		}
		list = tools
	default:
		return nil, fmt.Errorf("unknown format %q: expected %s", format, strings.Join(Formats, ", "))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(list); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Names is the table from the models' names to {skill, tool}.
func (s *Set) Names() map[string]Owner {
	names := make(map[string]Owner, len(s.Tools))
	for _, t := range s.Tools {
		names[t.Name] = Owner{t.Skill, t.Tool}
	}
	return names
}

// An Owner says whom a name means.
type Owner struct {
	Skill string `json:"skill"`
	Tool  string `json:"tool"`
}

// Suffix is the procedure of a skill as the last message of a conversation: behind the
// history, so that what is before it stays in the vendor's cache (S3 §1.2), and with the
// models' names of the tools that its text speaks of.
func (s *Set) Suffix(skill, procedure string) string {
	procedure = strings.TrimSpace(procedure)
	if procedure == "" {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<skill name=%q>\n%s\n", skill, procedure)
	for _, t := range s.Tools {
		if t.Name != t.Tool && strings.Contains(procedure, t.Tool) {
			fmt.Fprintf(&b, "\nThe tool %s is called %s here.", t.Tool, t.Name)
		}
	}
	b.WriteString("\n</skill>\n")
	return b.String()
}
