package emit

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/toolset"
)

// Read collects what runtimes are given of a skill. prompt is the text of its body, tools
// what the contracts allow it. Inputs are values for the inputs of a cli skill, which win
// over those of its lock and its defaults. The error names inputs that have no value.
func Read(ws *skill.Workspace, s *skill.Skill, prompt string, tools *toolset.Set, inputs map[string]string) (Skill, error) {
	m := s.Manifest()
	out := Skill{Name: s.ID.Text, Description: m.Root.Get("description").Str(), Prompt: prompt, Tools: tools, Allowed: allowed(m.Root.Get("allowed-tools"))}
	if m.Dialect != skill.CLI {
		return out, nil
	}
	out.Allowed = nil
	values, err := resolve(ws, s, inputs)
	if err != nil {
		return Skill{}, err
	}
	out.Prompt = inputUse.ReplaceAllStringFunc(m.Root.Get("system_prompt").Str(), func(use string) string {
		if v, ok := values[inputUse.FindStringSubmatch(use)[1]]; ok {
			return v
		}
		return use
	})
	for _, c := range m.Root.Get("capabilities").Items() {
		out.Capabilities = append(out.Capabilities, c.Value.Str())
	}
	var entries []toolset.Entry
	for _, dep := range m.Root.Get("mcp_deps").Items() {
		server, name, ok := strings.Cut(dep.Value.Get("tool").Str(), ".")
		if !ok {
			continue // another rule's finding
		}
		tool := &contract.Tool{Name: contract.Name{Text: name}, Description: dep.Value.Get("description").Str()}
		if known := snapshot(ws, server, name); known != nil {
			tool = known
		}
		entries = append(entries, toolset.Entry{Skill: server, Tool: tool})
		out.Allowed = append(out.Allowed, "mcp__"+server+"__"+name)
	}
	set, err := toolset.New(entries)
	if err != nil {
		return Skill{}, err
	}
	out.Tools = set
	return out, nil
}

// snapshot returns a tool of an MCP server whose list is recorded in the workspace, or nil.
func snapshot(ws *skill.Workspace, server, tool string) *contract.Tool {
	for _, c := range ws.Index.ID("mcp:" + server) {
		if t := c.Export(tool); t != nil {
			return t
		}
	}
	return nil
}

// inputUse is a place in a prompt where the value of an input is written.
var inputUse = regexp.MustCompile(`\{\{\s*inputs\.([A-Za-z_][\w-]*)\s*\}\}`)

// resolve returns the values of a cli skill's inputs as text: given ones, then those of the
// lock beside the manifest, then defaults.
func resolve(ws *skill.Workspace, s *skill.Skill, given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	var names, missing []string
	var locked *skill.Node
	if lock := ws.ManifestAt(path.Join(s.Dir, "skill.lock.json")); lock != nil {
		locked = lock.Root.Get("resolved_inputs")
	}
	for _, input := range s.Manifest().Root.Get("inputs").Items() {
		name := input.Value.Get("name").Str()
		names = append(names, name)
		if v, ok := given[name]; ok {
			values[name] = v
			continue
		}
		v := locked.Get(name)
		if v == nil {
			v = input.Value.Get("default")
		}
		switch {
		case v != nil:
			values[name] = plain(v)
		case input.Value.Get("required").True():
			missing = append(missing, name)
		default:
			values[name] = ""
		}
	}
	for name := range given {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("the skill has no input %q; it has %s", name, strings.Join(names, ", "))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("no value for the inputs %s: give them by --input NAME=VALUE, or in skill.lock.json", strings.Join(missing, ", "))
	}
	return values, nil
}

// plain is a value as a prompt shows it: a string without its quotes, else JSON.
func plain(n *skill.Node) string {
	var s string
	if json.Unmarshal(n.JSON(), &s) == nil {
		return s
	}
	return string(n.JSON())
}

// allowed are the tools that a SKILL.md lists, as text or as a list.
func allowed(n *skill.Node) []string {
	if n.Is(skill.String) {
		return []string{n.Text}
	}
	var all []string
	for _, item := range n.Items() {
		if item.Value.Is(skill.String) {
			all = append(all, item.Value.Text)
		}
	}
	return all
}
