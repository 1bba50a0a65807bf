package skill

// A Target is a runtime that cli skills are made for, and what its adapter
// maps the abstract capabilities to.
type Target struct {
	Name         string
	Alias        string            // another name of the same, or ""
	Capabilities map[string]string // capability → what it is there
	Source, Read string            // the document, and the day it was read
}

// Targets are the adapters for runtimes, with what offers each capability. A
// runtime without a capability has an adapter to come.
var Targets = []Target{
	{"claude-code", "", map[string]string{
		"read-file": "Read", "write-file": "Write", "http-request": "WebFetch", "execute-code": "Bash",
	}, "https://code.claude.com/docs/en/settings#tools-available-to-claude", "2026-11-21"},
	{"openai", "", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_interpreter",
	}, "docs/seeds.md: cli skills", "2026-11-21"},
	{"anthropic-api", "anthropic", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_execution",
	}, "docs/seeds.md: cli skills", "2026-11-21"},
	{"gemini", "", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_execution",
	}, "docs/seeds.md: cli skills", "2026-11-21"},
	{Name: "kimi", Source: "docs/seeds.md: cli skills", Read: "2026-11-21"},
	{Name: "glm", Source: "docs/seeds.md: cli skills", Read: "2026-11-21"},
	{Name: "minimax", Source: "docs/seeds.md: cli skills", Read: "2026-11-21"},
	{Name: "langchain", Source: "docs/seeds.md: cli skills", Read: "2026-11-21"},
	{Name: "dify", Source: "docs/seeds.md: cli skills", Read: "2026-11-21"},
}

// TargetOf returns the target of that name or alias, or nil.
func TargetOf(name string) *Target {
	for i := range Targets {
		if Targets[i].Name == name || Targets[i].Alias == name && name != "" {
			return &Targets[i]
		}
	}
	return nil
}
