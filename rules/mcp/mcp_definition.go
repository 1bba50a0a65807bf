package mcp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/skill"
)

// maxToolName is the longest name of a tool (Model Context Protocol,
// 2025-11-25, server/tools, "Tool Names").
const maxToolName = 128

// maxModelName is the longest name that most vendors of models accept
// (internal/vendors/data, facts about "name").
const maxModelName = 64

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
			schemas.RequiredProperties(p, t.Name.Text, t.Input)
			schemas.RequiredProperties(p, t.Name.Text, t.Output)
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
	case len(name) > maxModelName:
		p.ReportAs(lint.Note, lint.At(t.Name, "the name of tool %q has %d characters: the models of OpenAI, Google, Mistral and Amazon take %d", name, len(name), maxModelName))
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
// Context Protocol, 2026-07-28, basic/transports/streamable-http, "Custom Headers
// from Tool Parameters", and go-sdk 1.8.0, both read 2026-11-22).
func headers(p *lint.Pass, t skill.MCPTool) {
	seen := map[string]bool{}
	var walk func(n *skill.Node, sure bool)
	walk = func(n *skill.Node, sure bool) {
		for _, m := range n.Get("properties").Entries() {
			if h := m.Value.Get("x-mcp-header"); h != nil {
				if fault := headerFault(h, m, sure, seen); fault != "" {
					p.Report(lint.Span(h.Pos, h.End, "%s: clients leave tool %q out", fault, t.Name.Text))
				}
			}
			walk(m.Value, sure)
		}
		for _, part := range unsureParts(n) {
			if h := part.Get("x-mcp-header"); h != nil {
				p.Report(lint.Span(h.Pos, h.End, "x-mcp-header stands at no property: clients leave tool %q out", t.Name.Text))
			}
			walk(part, false)
		}
	}
	walk(t.Input, true)
}

// headerFault says what is wrong with the header of a property, "" for nothing.
// sure says that the property is reached through properties alone.
func headerFault(h *skill.Node, property skill.Member, sure bool, seen map[string]bool) string {
	name, kind := strings.ToLower(h.Str()), property.Value.Get("type")
	again := seen[name]
	seen[name] = true
	switch {
	case !h.Is(skill.String) || name == "" || strings.ContainsFunc(name, func(r rune) bool { return !headerChar(r) }):
		return fmt.Sprintf("x-mcp-header of %q is no name of a header", property.Key.Text)
	case !sure:
		return fmt.Sprintf("x-mcp-header stands at %q, which is not an argument in every case", property.Key.Text)
	case again:
		return fmt.Sprintf("x-mcp-header %q stands twice", h.Text)
	case kind == nil || kind.Is(skill.String) && !slices.Contains([]string{"string", "integer", "boolean"}, kind.Text):
		return fmt.Sprintf("x-mcp-header stands at %q, whose type is not string, integer or boolean", property.Key.Text)
	}
	return ""
}

// unsureParts are the schemas that a schema applies to some values only, or to
// what has no name.
func unsureParts(n *skill.Node) []*skill.Node {
	var parts []*skill.Node
	for _, key := range []string{"items", "prefixItems", "additionalProperties", "patternProperties", "not", "if", "then", "else", "allOf", "anyOf", "oneOf"} {
		v := n.Get(key)
		switch {
		case v.Is(skill.List), key == "patternProperties" && v.Is(skill.Map):
			for _, m := range v.Members {
				parts = append(parts, m.Value)
			}
		case v.Is(skill.Map):
			parts = append(parts, v)
		}
	}
	return parts
}

// headerChar reports whether a header's name may hold a character (RFC 9110, token).
func headerChar(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || strings.ContainsRune("!#$%&'*+-.^_`|~", r)
}
