package manifests

import (
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// formFaults says what a JSON Schema cannot: that values are unique, that a
// date is one, that two files agree, that a key is nearly a known one. schema
// is the dialect's schema as data.
func formFaults(p *lint.Pass, m *skill.Manifest, schema *skill.Node) []analysis.Diagnostic {
	switch m.Dialect {
	case skill.MCPTools:
		return snapshotForm(m)
	case skill.PluginManifest:
		pluginForm(p, m, m.Root, schema)
	case skill.MarketplaceManifest:
		marketplaceForm(p, m, schema)
	case skill.CLI:
		return slices.Concat(misspelt(m.Root, schema), unsupportedForm(m), fileform.Unique(m.Root.All("inputs", "*", "name"), "input"), fileform.Unique(m.Root.All("mcp_deps", "*", "tool"), "tool"))
	case skill.Lock:
		return slices.Concat(misspelt(m.Root, schema), unsupportedForm(m))
	case skill.Evolution:
		return slices.Concat(misspelt(m.Root, schema), evolutionForm(p, m))
	case skill.PackageManifest:
		return slices.Concat(misspelt(m.Root, schema), packageForm(m))
	case skill.Definition, skill.SOP:
		return misspelt(m.Root, schema)
	case skill.Bindings:
		binding := schema.Get("$defs").Get("binding").Get("then")
		var found []analysis.Diagnostic
		for _, b := range m.BindingEntries() {
			found = append(found, misspelt(b, binding)...)
		}
		return found
	}
	return nil
}

// misspelt finds the keys of a map that are nearly one that its schema lists,
// where the schema allows others. own tells which of them are the author's words.
func misspelt(n, schema *skill.Node, own ...func(key, near string) bool) []analysis.Diagnostic {
	properties := schema.Get("properties")
	var spell *lint.Speller // of the schema's keys; most documents need none
	var found []analysis.Diagnostic
	for _, e := range n.Entries() {
		if properties.Get(e.Key.Text) != nil || reserved(e.Key.Text) || spelling.SetAside(e.Key.Text) {
			continue
		}
		if spell == nil {
			spell = lint.NewSpeller(fileform.KeysOf(properties))
		}
		if near, ok := spell.Nearest(e.Key.Text); ok && n.Get(near) == nil && !slices.ContainsFunc(own, func(is func(key, near string) bool) bool { return is(e.Key.Text, near) }) {
			found = append(found, lint.Span(e.Key.Pos, e.Key.End, "unknown key %q (did you mean %q?)", e.Key.Text, near))
		}
	}
	return found
}

// formVersions are the versions of a skill.yaml's form that are understood.
var formVersions = []string{"1.0"}

// unsupportedForm speaks of a schema_version that is a version, but none that
// is known.
func unsupportedForm(m *skill.Manifest) []analysis.Diagnostic {
	v := m.Root.Get("schema_version")
	major, minor, ok := strings.Cut(v.Str(), ".")
	if !ok || !digits(major) || !digits(minor) || slices.Contains(formVersions, v.Text) {
		return nil
	}
	return []analysis.Diagnostic{lint.Span(v.Pos, v.End, "schema_version %q is not supported; expected %s", v.Text, messages.List(formVersions))}
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func evolutionForm(p *lint.Pass, m *skill.Manifest) []analysis.Diagnostic {
	found := fileform.Unique(m.Root.All("entries", "*", "id"), "entry")
	for _, date := range m.Root.All("entries", "*", "date") {
		if date.Is(skill.String) && !isDate(date.Text) {
			found = append(found, lint.Span(date.Pos, date.End, "date %q does not exist, expected YYYY-MM-DD", date.Text))
		}
	}
	if s := dialects.CLIBeside(p, m); s != nil {
		if name := m.Root.Get("skill"); name.Is(skill.String) && name.Text != s.ID.Text && s.ID.Text != "" {
			d := lint.Span(name.Pos, name.End, "the entries are for %q, but the skill in this folder is %q", name.Text, s.ID.Text)
			d.Related = []analysis.RelatedInformation{lint.Related(s.ID, "its name")}
			found = append(found, d)
		}
	}
	return found
}

func isDate(text string) bool {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return true
	}
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

// packageForm finds tools that do not say what they take.
func packageForm(m *skill.Manifest) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	for i, tool := range m.Root.Get("tools").Items() {
		name := tool.Value.Get("name")
		if !name.Is(skill.String) {
			continue // lacks the name: the schema says so
		}
		var lacks []string
		if tool.Value.Get("description") == nil {
			lacks = append(lacks, "description")
		}
		if tool.Value.Get("inputSchema") == nil && tool.Value.Get("input_schema") == nil {
			lacks = append(lacks, "inputSchema")
		}
		if len(lacks) > 0 {
			found = append(found, lint.Span(name.Pos, name.End, "tools[%d] lacks the key %s", i, messages.List(lacks)))
		}
	}
	return append(found, fileform.Unique(m.Root.All("tools", "*", "name"), "tool")...)
}

// reserved reports whether rule reserved-field speaks of a key.
func reserved(key string) bool {
	_, ok := reservedReason(key)
	return ok
}

// reservedReason says why a key of a skill.yaml is not the author's.
func reservedReason(key string) (string, bool) {
	switch {
	case key == "verified":
		return "a registry says who reviewed a skill, in registry.json", true
	case strings.HasPrefix(key, "source_"):
		return "a registry says where a skill comes from, in registry.json", true
	case strings.HasPrefix(key, "resolved_"):
		return "an installation writes it, to skill.lock.json", true
	case key == "permission_policy":
		return "permissions are each runtime's own", true
	case key == "flow_templates":
		return "workflows are the runtime's business", true
	case key == "config_schema":
		return "inputs are the parameters of a skill; there is no schema of a configuration", true
	}
	return "", false
}

// snapshotForm speaks of a snapshot in which no tools are found.
func snapshotForm(m *skill.Manifest) []analysis.Diagnostic {
	root := m.Root
	if inner := root.Get("result"); inner != nil {
		root = inner
	}
	if tools := root.Get("tools"); len(manifest.MCPToolList(m.Root)) > 0 || tools.Is(skill.List) || tools.Is(skill.Map) || root.Is(skill.List) && len(root.Members) == 0 {
		return nil
	}
	return []analysis.Diagnostic{lint.Span(m.Root.Pos, m.Root.Pos+1, `the file holds no tools: expected {"tools": [...]}, the answer of a server to tools/list`)}
}
