package toolset

import (
	"encoding/json"
)

// The vendors' own shapes of a tool.
type (
	openAITool struct {
		Type     string         `json:"type"`
		Function openAIFunction `json:"function"`
	}
	openAIFunction struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict,omitempty"`
	}
	// Where strict is left out, Responses tries to close the objects.
	responsesTool struct {
		Type        string          `json:"type"`
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parameters"`
		Strict      bool            `json:"strict"`
	}
	anthropicTool struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		InputSchema json.RawMessage `json:"input_schema"`
		Strict      bool            `json:"strict,omitempty"`
	}
	geminiTool struct {
		FunctionDeclarations []geminiFunction `json:"functionDeclarations"`
	}
	geminiFunction struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		OpenAPI     json.RawMessage `json:"parameters,omitempty"`
		Parameters  json.RawMessage `json:"parametersJsonSchema,omitempty"`
		Response    json.RawMessage `json:"responseJsonSchema,omitempty"`
	}
	bedrockTool struct {
		ToolSpec bedrockSpec `json:"toolSpec"`
	}
	bedrockSpec struct {
		Name        string        `json:"name"`
		Description string        `json:"description,omitempty"`
		InputSchema bedrockSchema `json:"inputSchema"`
		Strict      bool          `json:"strict,omitempty"`
	}
	bedrockSchema struct {
		JSON json.RawMessage `json:"json"`
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

// writers make the value that is written, by format.
var writers = map[string]func([]Tool) any{
	"openai": func(tools []Tool) any {
		return each(tools, func(t Tool) openAITool {
			return openAITool{"function", openAIFunction{t.Name, t.Description, t.Input, t.Strict}}
		})
	},
	"openai-responses": func(tools []Tool) any {
		return each(tools, func(t Tool) responsesTool {
			return responsesTool{"function", t.Name, t.Description, t.Input, t.Strict}
		})
	},
	"anthropic": func(tools []Tool) any {
		return each(tools, func(t Tool) anthropicTool { return anthropicTool{t.Name, t.Description, t.Input, t.Strict} })
	},
	"gemini": func(tools []Tool) any {
		return []geminiTool{{each(tools, func(t Tool) geminiFunction {
			return geminiFunction{Name: t.Name, Description: t.Description, Parameters: t.Input, Response: t.Output}
		})}}
	},
	"gemini-parameters": func(tools []Tool) any {
		return []geminiTool{{each(tools, func(t Tool) geminiFunction {
			f := geminiFunction{Name: t.Name, Description: t.Description, OpenAPI: t.Input, Response: t.Output}
			var arguments struct{ Properties map[string]json.RawMessage }
			if json.Unmarshal(t.Input, &arguments) == nil && len(arguments.Properties) == 0 {
				f.OpenAPI = nil // an object without properties is refused, no parameters are not
			}
			return f
		})}}
	},
	"bedrock": func(tools []Tool) any {
		return each(tools, func(t Tool) bedrockTool {
			return bedrockTool{bedrockSpec{t.Name, t.Description, bedrockSchema{t.Input}, t.Strict}}
		})
	},
	"mcp": func(tools []Tool) any {
		return each(tools, func(t Tool) mcpTool {
			m := mcpTool{Name: t.Name, Description: t.Description, InputSchema: t.Input, OutputSchema: t.MCPOutput()}
			if t.ReadOnly || t.Idempotent {
				m.Annotations = &mcpAnnotations{t.ReadOnly, t.Idempotent}
			}
			return m
		})
	},
}

// each returns a list that is never nil, so that no tools are written as [].
func each[T any](tools []Tool, write func(Tool) T) []T {
	list := make([]T, 0, len(tools))
	for _, t := range tools {
		list = append(list, write(t))
	}
	return list
}
