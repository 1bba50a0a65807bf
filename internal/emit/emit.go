// Package emit writes a skill for a runtime: the tools in the form of a vendor of models,
// with schemas that the vendor takes, and the text as a system prompt; or the SKILL.md of
// Claude Code. It reads no files and decides nothing about contracts.
package emit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/skilllint/skilllint/internal/vendors"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/toolset"
)

// A Skill is what every runtime is given of a skill.
type Skill struct {
	Name, Description string
	Prompt            string // Markdown
	Tools             *toolset.Set
	Capabilities      []string // abstract names of what the host offers: "read-file"
	Allowed           []string // tools that Claude Code may use, in its names
}

// A File is one file that a runtime reads, with its path relative to the output folder.
type File struct {
	Path    string
	Content []byte
}

// A Note says what a runtime does not get as it was written.
type Note struct {
	Tool string // "" for the skill as a whole
	Text string
}

func (n Note) String() string {
	if n.Tool == "" {
		return n.Text
	}
	return n.Tool + ": " + n.Text
}

// For writes the files of a skill for a target: a vendor's (package vendors) or
// "claude-code". Notes say what is lost. The error is for what cannot be written at all.
func For(s Skill, target string) ([]File, []Note, error) {
	if target == claudeCode {
		return forClaude(s)
	}
	t := vendors.TargetOf(target)
	if t == nil {
		return nil, nil, fmt.Errorf("nothing can be written for %s: it has no adapter yet", target)
	}
	set, notes, err := forVendor(s, t)
	if err != nil {
		return nil, nil, err
	}
	tools, err := set.Marshal(t.Form)
	if err != nil {
		return nil, nil, err
	}
	switch t.Form {
	case "mcp", "bedrock": // the value is the object that holds the list
		tools = fmt.Appendf(nil, `{"tools":%s}`, tools)
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, tools, "", "  "); err != nil {
		return nil, nil, err
	}
	pretty.WriteByte('\n')
	files := []File{{"tools.json", pretty.Bytes()}}
	if prompt := strings.TrimSpace(s.Prompt); prompt != "" && t.Form != "mcp" {
		files = append(files, File{"system.md", []byte(prompt + "\n")})
	}
	return files, notes, nil
}

// unknownInput is how package toolset writes that nothing is known of a tool's arguments.
const unknownInput = `{"type":"object"}`

// forVendor returns the tools of the host and of the skill with schemas that the target takes.
func forVendor(s Skill, t *vendors.Target) (*toolset.Set, []Note, error) {
	host, err := hostTools(s.Capabilities, t)
	if err != nil {
		return nil, nil, err
	}
	return Tools(append(host, s.Tools.Tools...), t)
}

// Tools returns tools with schemas that the target takes. Notes say what is lost. The error
// is for a tool that the target has no form for, and for too many of them.
func Tools(tools []toolset.Tool, t *vendors.Target) (*toolset.Set, []Note, error) {
	var notes []Note
	set := &toolset.Set{}
	for _, tool := range tools {
		to := t
		if string(tool.Input) == unknownInput {
			notes = append(notes, Note{tool.Name, "what it takes is not known here, so the model is held to nothing"})
			to = vendors.TargetOf(strings.TrimSuffix(t.Name, "-strict"))
		}
		r, err := to.Rewrite(tool.Input)
		if err != nil {
			return nil, nil, fmt.Errorf("tool %s: %w", tool.Name, err)
		}
		if len(r.Left) > 0 {
			return nil, nil, fmt.Errorf("tool %s: %s", tool.Name, r.Left[0])
		}
		for _, l := range r.Losses {
			notes = append(notes, Note{tool.Name, l.String()})
		}
		tool.Input = r.Schema
		tool.Strict = to.Strict
		set.Tools = append(set.Tools, tool)
	}
	if limit := t.TooMany(len(set.Tools)); limit != nil {
		return nil, nil, fmt.Errorf("%s takes at most %d tools in one request, and the skill has %d", t.Name, limit.Max, len(set.Tools))
	}
	return set, notes, nil
}

const claudeCode = "claude-code"

// forClaude writes SKILL.md, with the skill's name as its folder.
func forClaude(s Skill) ([]File, []Note, error) {
	target := manifest.TargetOf(claudeCode)
	allowed := s.Allowed
	for _, c := range s.Capabilities {
		tool := target.Capabilities[c]
		if tool == "" {
			return nil, nil, fmt.Errorf("%s has no capability %q", claudeCode, c)
		}
		allowed = append(allowed, tool)
	}
	front := struct {
		Name         string   `yaml:"name"`
		Description  string   `yaml:"description"`
		AllowedTools []string `yaml:"allowed-tools,omitempty"`
	}{s.Name, s.Description, allowed}
	var b bytes.Buffer
	b.WriteString("---\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(front); err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(&b, "---\n\n%s\n", strings.TrimSpace(s.Prompt))
	var notes []Note
	for _, t := range s.Tools.Tools {
		if slices.Contains(allowed, "mcp__"+t.Skill+"__"+t.Tool) {
			continue
		}
		notes = append(notes, Note{t.Name, "Claude Code reaches the tools of skills through an MCP server only, such as the gateway"})
	}
	return []File{{s.Name + "/SKILL.md", b.Bytes()}}, notes, nil
}
