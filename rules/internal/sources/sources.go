// Package sources names the documents behind the rules.
package sources

import "github.com/skilllint/skilllint/lint"

// The documents behind the rules, with the day on which their text was
// read, and where. Dialects that no vendor documents are described in the
// project's own pages.
var (
	Specification      = lint.Source{URL: "https://agentskills.io/specification", Level: "must", Read: "2026-11-22", At: "https://github.com/agentskills/agentskills/blob/main/docs/specification.mdx"}
	ClaudeSkills       = lint.Source{URL: "https://code.claude.com/docs/en/skills", Level: "should", Read: "2026-11-22", At: "https://github.com/coroboros/archivist/blob/main/docs/code/code-skills.md"}
	ClaudeLoading      = lint.Source{URL: "https://code.claude.com/docs/en/plugins/loading", Level: "must", Read: "2026-11-22", At: "https://code.claude.com/docs/es/plugins/loading.md"}
	PluginDependencies = lint.Source{URL: "https://code.claude.com/docs/en/plugins/dependencies", Level: "must", Read: "2026-11-22", At: "https://github.com/coroboros/archivist/blob/main/docs/code/code-dependencies.md"}
	PluginReference    = []lint.Source{
		{URL: "https://code.claude.com/docs/en/plugins/manifest-reference", Level: "must", Read: "2026-11-22", At: "https://github.com/coroboros/archivist/blob/main/docs/code/code-manifest-reference.md"},
		{URL: "https://code.claude.com/docs/en/plugins/marketplace-reference", Level: "must", Read: "2026-11-22", At: "https://code.claude.com/docs/es/plugins/marketplace-reference"},
	}
	YAML          = lint.Source{URL: "https://yaml.org/spec/1.2.2/", Level: "must", Read: "2026-11-22", At: "https://github.com/yaml/yaml-spec/blob/main/spec/1.2.2/spec.md"}
	JSON          = lint.Source{URL: "https://www.rfc-editor.org/rfc/rfc8259", Level: "must"}
	JSONSchema    = lint.Source{URL: "https://json-schema.org/specification", Level: "must", Read: "2026-11-22", At: "https://datatracker.ietf.org/doc/html/draft-bhutton-json-schema-00"}
	Semver        = lint.Source{URL: "https://semver.org/spec/v2.0.0.html", Level: "must", Read: "2026-11-22", At: "https://github.com/semver/semver/blob/master/semver.md"}
	NpmRanges     = lint.Source{URL: "https://github.com/npm/node-semver#ranges", Level: "must", Read: "2026-11-22"}
	NpmSkillsLock = lint.Source{URL: "https://github.com/vercel-labs/skills/blob/main/src/local-lock.ts", Level: "convention", Read: "2026-11-22"}
	MCPTools      = lint.Source{URL: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools", Level: "should", Read: "2026-11-22", At: "https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/docs/specification/2025-06-18/server/tools.mdx"}
	CommonMark    = lint.Source{URL: "https://spec.commonmark.org/0.31.2/#fenced-code-blocks", Level: "must", Read: "2026-11-22", At: "https://github.com/commonmark/commonmark-spec/blob/master/spec.txt"}
	UnicodeReport = lint.Source{URL: "https://www.unicode.org/reports/tr36/", Level: "should", Read: "2026-11-22"}
	TrojanSource  = lint.Source{URL: "https://trojansource.codes/", Level: "convention", Read: "2026-11-22", At: "https://pvs-studio.com/en/amp/blog/posts/cpp/0935"}
	RequiresRFC   = lint.Source{URL: "https://github.com/agentskills/agentskills/issues/110", Level: "convention", Read: "2026-11-22"}

	DialectsPage  = Page("dialects.md")
	TemplatesPage = Page("templates.md")
	PackagesPage  = Page("packages.md")
	ChangesPage   = Page("changes.md")
)

// Page is one of the project's own pages.
func Page(name string) lint.Source {
	return lint.Source{URL: "https://github.com/skilllint/skilllint/blob/main/docs/" + name, Level: "convention", Read: "2026-11-22"}
}

// Rated is a source with another level, for what it only recommends or shows.
func Rated(level string, s lint.Source) lint.Source {
	s.Level = level
	return s
}

// HostsModel is where the facts about hosts are.
var HostsModel = lint.Source{URL: "https://github.com/skilllint/skilllint/blob/main/docs/hosts.md", Level: "convention", Read: "2026-11-22"}
