package rules

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// snapshotForm speaks of a snapshot in which no tools are found.
func snapshotForm(m *skill.Manifest) []analysis.Diagnostic {
	root := m.Root
	if inner := root.Get("result"); inner != nil {
		root = inner
	}
	if tools := root.Get("tools"); len(skill.MCPToolList(m.Root)) > 0 || tools.Is(skill.List) || tools.Is(skill.Map) || root.Is(skill.List) && len(root.Members) == 0 {
		return nil
	}
	return []analysis.Diagnostic{lint.Span(m.Root.Pos, m.Root.Pos+1, `the file holds no tools: expected {"tools": [...]}, the answer of a server to tools/list`)}
}

// serverSchemas reports the schemas of a recorded server that are none: the
// protocol demands an object.
func serverSchemas(p *lint.Pass, s *skill.Skill) {
	if s.Server == nil {
		return
	}
	for _, t := range s.Server.Tools {
		switch {
		case t.Name.Text == "" || t.NamesOnly:
		case t.Input == nil:
			p.Reportf(t.Name, "tool %q has no inputSchema, which the protocol demands", t.Name.Text)
		case !t.Input.Is(skill.Map):
			p.Report(lint.Span(t.Input.Pos, t.Input.End, "the inputSchema of %q is %s, expected an object: clients refuse the tool, or the whole list", t.Name.Text, article(t.Input.Kind)))
		case t.Input.Get("type").Str() != "object":
			at := t.Input.Get("type")
			if at == nil {
				at = t.Input
			}
			p.Report(lint.Span(at.Pos, firstLine(p, at).End, `the inputSchema of %q has not "type": "object" at its root, which the protocol demands`, t.Name.Text))
		}
		if t.Output != nil && !t.Output.Is(skill.Map) {
			p.Report(lint.Span(t.Output.Pos, t.Output.End, "the outputSchema of %q is %s, expected an object", t.Name.Text, article(t.Output.Kind)))
		}
	}
}

// maxToolName is the longest name of a tool (Model Context Protocol,
// 2025-11-25, server/tools, "Tool Names").
const maxToolName = 128

// serverDefinitions is tool-definition for recorded MCP servers.
func serverDefinitions(p *lint.Pass) {
	for _, s := range p.RecordedServers() {
		for _, t := range s.Server.Tools {
			if t.Name.Text == "" {
				continue // manifest-schema speaks of it
			}
			toolName(p, t)
			if d := t.Get("description"); !t.NamesOnly && strings.TrimSpace(d.Str()) == "" && (d == nil || d.Is(skill.String)) {
				p.Reportf(t.Name, "tool %q has no description: it is all that a model knows of when to use it", t.Name.Text)
			}
			requiredProperties(p, t.Name.Text, t.Input)
			requiredProperties(p, t.Name.Text, t.Output)
			annotations(p, t)
			headers(p, t)
		}
	}
}

func toolName(p *lint.Pass, t skill.MCPTool) {
	name := t.Name.Text
	bad := strings.IndexFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-.", r))
	})
	switch {
	case bad >= 0:
		p.Reportf(t.Name, "the name of tool %q holds %q: the protocol has A-Z a-z 0-9 _ - . only", name, []rune(name[bad:])[0])
	case len(name) > maxToolName:
		p.Reportf(t.Name, "the name of tool %q has %d characters, the protocol allows %d", name, len(name), maxToolName)
	case strings.Contains(name, "."):
		p.ReportAs(lint.Note, lint.At(t.Name, "the name of tool %q holds a dot, which some clients refuse or replace", name))
	}
}

// annotations reports hints that cannot both hold: the protocol gives
// destructiveHint a meaning only for tools that are not read-only.
func annotations(p *lint.Pass, t skill.MCPTool) {
	if hint := t.Annotations.Get("destructiveHint"); t.Annotations.Get("readOnlyHint").True() && hint.True() {
		p.Report(lint.Span(hint.Pos, hint.End, "tool %q is annotated as read-only and as destructive", t.Name.Text))
	}
}

// headers judges x-mcp-header, by which a client copies an argument into a
// header: one that breaks the rules makes clients leave the tool out (Model
// Context Protocol, 2026-07-28, server/tools, read 2026-11-22).
func headers(p *lint.Pass, t skill.MCPTool) {
	seen := map[string]bool{}
	for _, m := range t.Input.Get("properties").Entries() {
		h := m.Value.Get("x-mcp-header")
		if h == nil {
			continue
		}
		name := strings.ToLower(h.Str())
		switch kind := m.Value.Get("type").Str(); {
		case !h.Is(skill.String) || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !headerChar(r) }):
			p.Report(lint.Span(h.Pos, h.End, "x-mcp-header of %q is no name of a header: clients leave tool %q out", m.Key.Text, t.Name.Text))
		case seen[name]:
			p.Report(lint.Span(h.Pos, h.End, "x-mcp-header %q stands twice: clients leave tool %q out", h.Text, t.Name.Text))
		case kind == "number" || kind == "object" || kind == "array" || kind == "null":
			p.Report(lint.Span(h.Pos, h.End, "x-mcp-header stands at %q, which is no string, integer or boolean: clients leave tool %q out", m.Key.Text, t.Name.Text))
		}
		seen[name] = true
	}
}

// headerChar reports whether a header's name may hold a character (RFC 9110, token).
func headerChar(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
