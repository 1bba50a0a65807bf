package manifests

import (
	"maps"
	"slices"

	"github.com/skilllint/skilllint/lint"
)

// contractKeys are the top-level keys of contracts.
var contractKeys = []string{"id", "exports", "imports", "external_tools", "requires_skill_data", "data_paths"}

// standardKeys are the keys of the open standard (agentskills.io/specification)
// and those that Claude Code documents for skills
// (code.claude.com/docs/en/skills), as of 2026-11-21. They go stale: nothing
// but near misses is ever judged by them.
var standardKeys = []string{
	"name", "description", "license", "compatibility", "metadata", "allowed-tools",
	"when_to_use", "argument-hint", "arguments", "disable-model-invocation", "user-invocable",
	"model", "effort", "context", "agent", "hooks", "paths", "shell", "disallowed-tools",
}

// commonKeys are keys of many publishers' real files (counted over 25,080 of
// them): never near misses of anything.
var commonKeys = func() map[string]bool {
	keys := map[string]bool{}
	for _, k := range []string{
		"version", "author", "authors", "tags", "tag", "source", "domain", "subdomain", "risk", "date_added", "requires", "origin", "homepage",
		"compatible-with", "category", "categories", "triggers", "trigger", "tools", "tool", "updated_at", "progressive_disclosure", "dependencies",
		"source_url", "created_at", "quality", "complexity", "models", "contexts", "system", "role", "roles", "handler", "tool-name", "package", "capabilities",
		"skills", "depends", "depends_on", "related_skills", "related-skills", "next-skill", "prerequisite-skills", "keywords", "title", "type", "status",
		"path", "mode", "agents", "hook", "argument", "ids", "import", "names", "contact", "content", "parts", "agenda",
	} {
		keys[k] = true
	}
	return keys
}()

var keySpeller = lint.NewSpeller(slices.Concat(standardKeys, contractKeys))

var commonSpeller = lint.NewSpeller(slices.Sorted(maps.Keys(commonKeys)))
