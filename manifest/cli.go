package manifest

import (
	_ "embed"
	"path"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
)

// CLI is the dialect of skill.yaml: a prompt, abstract capabilities, and
// tools of MCP servers.
var CLI = &Dialect{
	Name:   "cli",
	Doc:    "`skill.yaml` with `system_prompt`, `capabilities`, `mcp_deps`, `inputs`",
	Schema: cliSchema,
	Files:  func(p string) bool { base := path.Base(p); return base == "skill.yaml" || base == "skill.yml" },
	Match:  isCLI,
	Versions: []VersionAt{
		{[]string{"schema_version"}, APIVersion},
		{[]string{"version"}, FullVersion},
	},
	Lower: lowerCLI,
}

// Lock is the state that an installation of a cli skill wrote.
var Lock = &Dialect{
	Name:   "lock",
	Doc:    "`skill.lock.json` with `resolved_source`, `resolved_inputs`",
	Schema: lockSchema,
	Files:  func(p string) bool { return path.Base(p) == "skill.lock.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("resolved_source") || m.mentions("resolved_inputs")
		}
		return m.Root.Get("resolved_source") != nil || m.Root.Get("resolved_inputs") != nil
	},
	Versions: []VersionAt{{[]string{"schema_version"}, APIVersion}},
}

// Evolution is what was learned from using a cli skill.
var Evolution = &Dialect{
	Name:   "evolution",
	Doc:    "`evolution.json` with `entries`",
	Schema: evolutionSchema,
	Files:  func(p string) bool { return path.Base(p) == "evolution.json" },
	Match: func(m *Manifest) bool {
		if m.Root == nil {
			return m.mentions("skill", "entries")
		}
		return m.Root.Get("entries").Is(document.List) && m.Root.Get("skill") != nil
	},
}

//go:embed schema/cli.schema.json
var cliSchema []byte

//go:embed schema/lock.schema.json
var lockSchema []byte

//go:embed schema/evolution.schema.json
var evolutionSchema []byte

// isCLI tells a cli skill from other vendors' skill.yaml, which share single
// keys with it: none of 261 real ones has three of these.
func isCLI(m *Manifest) bool {
	if m.Root == nil {
		return m.mentions("mcp_deps") || m.mentions("schema_version", "system_prompt")
	}
	if m.Root.Get("mcp_deps") != nil {
		return true
	}
	n := 0
	for _, key := range []string{"schema_version", "system_prompt", "capabilities", "inputs"} {
		if m.Root.Get(key) != nil {
			n++
		}
	}
	return n >= 3 || n == 2 && m.Root.Get("schema_version") != nil && m.Root.Get("system_prompt") != nil
}

// lowerCLI reads a skill.yaml. It provides no tools, and its mcp_deps name
// servers, never skills: nothing of it reaches another skill's contract.
func lowerCLI(m *Manifest, s *Skill) {
	s.ID = NameOf(m.Root.Get("name"))
	s.Version = NameOf(m.Root.Get("version"))
	if v, err := contract.ParseVersion(s.Version.Text); err == nil {
		s.Provides = v
	}
}

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
