package toolset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Formats are the names of the formats, in the order of the documentation: OpenAI's Chat
// Completions and Responses, Anthropic's Messages, Gemini's generateContent with
// parametersJsonSchema and with parameters, Bedrock's Converse, and MCP's tools/list.
var Formats = []string{"openai", "openai-responses", "anthropic", "gemini", "gemini-parameters", "bedrock", "mcp"}

// Marshal writes the value of `tools` in a request, or of tools/list for MCP. The same set
// gives the same bytes, so that a vendor's cache of the prompt holds. The schemas are
// written as they are: gemini-parameters takes few keywords.
func (s *Set) Marshal(format string) (json.RawMessage, error) {
	write := writers[format]
	if write == nil {
		return nil, fmt.Errorf("unknown format %q: expected %s", format, strings.Join(Formats, ", "))
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(write(s.Tools)); err != nil {
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
// history, so that what is before it stays in the vendor's cache, and with the
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
