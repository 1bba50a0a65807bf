package rules

import "github.com/skilllint/skilllint/lint"

// The documents behind the rules (H6), with the day on which they were read.
// Dialects that no vendor documents are described in the project's own pages.
var (
	specification = lint.Source{URL: "https://agentskills.io/specification", Level: "must", Read: "2026-11-21"}
	claudeSkills  = lint.Source{URL: "https://code.claude.com/docs/en/skills", Level: "should", Read: "2026-11-21"}
	yamlSpec      = lint.Source{URL: "https://yaml.org/spec/1.2.2/", Level: "must", Read: "2026-11-21"}
	jsonSpec      = lint.Source{URL: "https://www.rfc-editor.org/rfc/rfc8259", Level: "must", Read: "2026-11-21"}
	semverSpec    = lint.Source{URL: "https://semver.org/spec/v2.0.0.html", Level: "must", Read: "2026-11-21"}
	npmRanges     = lint.Source{URL: "https://github.com/npm/node-semver#ranges", Level: "must", Read: "2026-11-21"}
	mcpTools      = lint.Source{URL: "https://modelcontextprotocol.io/specification/2025-06-18/server/tools", Level: "should", Read: "2026-11-21"}
	dialectsPage  = page("dialects.md")
	templatesPage = page("templates.md")
	packagesPage  = page("packages.md")
	changesPage   = page("changes.md")
)

// page is one of the project's own pages.
func page(name string) lint.Source {
	return lint.Source{URL: "https://github.com/skilllint/skilllint/blob/main/docs/" + name, Level: "convention", Read: "2026-11-21"}
}

// documents are what rules follow that do not say so themselves, by name.
var documents = map[string][]lint.Source{
	"manifest-syntax":      {yamlSpec, jsonSpec},
	"duplicate-key":        {yamlSpec, {URL: jsonSpec.URL + "#section-4", Level: "should", Read: jsonSpec.Read}},
	"duplicate-skill":      {claudeSkills, dialectsPage},
	"duplicate-tool":       {mcpTools, dialectsPage},
	"unknown-provider":     {dialectsPage, pluginDependencies, claudeSkills},
	"incompatible-version": {semverSpec, npmRanges, pluginDependencies},
	"missing-tool-schema":  {mcpTools, dialectsPage},
	"dependency-cycle":     {dialectsPage, pluginDependencies},
	"dangling-symlink":     {claudeSkills},
	"unsatisfied-lock":     {packagesPage, npmRanges, pluginDependencies},
	"version-not-raised":   {changesPage, {URL: "https://code.claude.com/docs/en/plugins/loading", Level: "must", Read: "2026-11-21"}},
	"short-deprecation":    {changesPage},
	"unknown-replacement":  {changesPage},
	"deprecated-import":    {changesPage},
	"overdue-removal":      {changesPage},
	"breaking-change":      {changesPage, semverSpec},
	"tool-removed":         {changesPage, semverSpec},
	"access-tightened":     {changesPage},
}

// pages are the documents of all other rules, by the group that they are in.
var pages = map[string][]lint.Source{
	"A": {specification}, "B": {dialectsPage}, "C": {dialectsPage}, "D": {dialectsPage, templatesPage}, "E": {dialectsPage}, "F": {dialectsPage},
	"G": {packagesPage}, "W": {specification}, "P": pluginReference, "H": {page("json.md")},
}

func init() {
	for _, r := range All {
		if len(r.Sources) == 0 {
			r.Sources = documents[r.Name]
		}
		if len(r.Sources) == 0 {
			r.Sources = pages[r.Group]
		}
	}
}
