package skill

// A Target is a runtime that cli skills are made for, and what its adapter
// maps the abstract capabilities to.
type Target struct {
	Name         string
	Alias        string            // another name of the same, or ""
	Capabilities map[string]string // capability → what it is there
	Source, Read string            // the document, and the day it was read
}

// Targets are the adapters that S2 names, in its order. The capabilities are
// the table of S2 §3.3; a runtime that is missing there (§7.3) has an adapter
// to come and no capability yet.
var Targets = []Target{
	{"claude-code", "", map[string]string{
		"read-file": "Read", "write-file": "Write", "http-request": "WebFetch", "execute-code": "Bash",
	}, "S2 §3.3; https://code.claude.com/docs/en/settings#tools-available-to-claude", "2026-11-21"},
	{"openai", "", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_interpreter",
	}, "S2 §3.3", "2026-11-21"},
	{"anthropic-api", "anthropic", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_execution",
	}, "S2 §3.3, §7.2", "2026-11-21"},
	{"gemini", "", map[string]string{
		"read-file": "read_file", "write-file": "write_file", "http-request": "http_request", "execute-code": "code_execution",
	}, "S2 §3.3", "2026-11-21"},
	{Name: "kimi", Source: "S2 §7.3", Read: "2026-11-21"},
	{Name: "glm", Source: "S2 §7.3", Read: "2026-11-21"},
	{Name: "minimax", Source: "S2 §7.3", Read: "2026-11-21"},
	{Name: "langchain", Source: "S2 §7.3", Read: "2026-11-21"},
	{Name: "dify", Source: "S2 §7.3", Read: "2026-11-21"},
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
