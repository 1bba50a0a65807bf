// Package hosts knows what the programs that load skills do: which folders
// they look into, under which name a file is loaded, what they need of it and
// what they ignore or refuse. It is data: one file a host, in data/, with the
// source, the version and the day of every fact. What is not known is absent,
// and who asks then gets no answer.
package hosts

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// A Host is one program that loads skills.
type Host struct {
	Name    string   `json:"name"` // as users write it: "claude-code"
	Title   string   `json:"title"`
	Vendor  string   `json:"vendor"`
	Also    []string `json:"also,omitempty"` // other names that users write for it
	Version string   `json:"version"`        // the newest that was looked at
	Checked string   `json:"checked"`        // the day, YYYY-MM-DD
	// Held says how `make hosts` holds this file to the host itself, or why it cannot.
	Held    string            `json:"held"`
	Sources map[string]Source `json:"sources"`

	Folders []*Folder `json:"folders,omitempty"`
	// Forms are by component, and by "plugin " and component for what is different in a plugin.
	Forms       map[string]Form      `json:"forms,omitempty"`
	inPlugin    map[Component]Form   // see Form
	Body        []Feature            `json:"body,omitempty"`
	Schemas     map[Component]string `json:"schemas,omitempty"` // of its files of JSON, by name, see Schema
	Budgets     []Budget             `json:"budgets,omitempty"`
	Hooks       *Hooks               `json:"hooks,omitempty"`
	Tools       *Tools               `json:"tools,omitempty"`
	Plugin      *PluginForm          `json:"plugin,omitempty"`
	Marketplace *MarketplaceForm     `json:"marketplace,omitempty"`
	Symlinks    *Symlinks            `json:"symlinks,omitempty"`
	MCP         *MCP                 `json:"mcp,omitempty"`
	Servers     *Servers             `json:"servers,omitempty"`
	Variables   []Variable           `json:"variables,omitempty"` // that stand for folders
	State       *State               `json:"state,omitempty"`
	Comments    *Comments            `json:"comments,omitempty"`
	Further     *Further             `json:"further-skills,omitempty"`
	Origin      *Origin              `json:"origin,omitempty"`
	Bundled     *Bundled             `json:"bundled,omitempty"`
	Facts       []Fact               `json:"facts,omitempty"`   // what no rule asks for yet
	Unknown     []string             `json:"unknown,omitempty"` // what nobody has found out
}

// A Source is where facts were read or seen.
type Source struct {
	Level   string `json:"level"` // "run", "source" or "documentation"
	URL     string `json:"url"`
	Version string `json:"version"`      // of the host, or of the document
	Read    string `json:"read"`         // the day, YYYY-MM-DD
	At      string `json:"at,omitempty"` // where a copy was read, or how it was run
}

// A Component is a kind of file that hosts load.
type Component string

const (
	Skill       Component = "skill"
	Agent       Component = "agent"
	Command     Component = "command"
	HooksFile   Component = "hooks"
	Settings    Component = "settings"
	MCPFile     Component = "mcp"
	LSP         Component = "lsp"
	OutputStyle Component = "output-style"
	Workflow    Component = "workflow"
	Rule        Component = "rule"
	Prompt      Component = "prompt"
	Instruction Component = "instructions"
	Context     Component = "context"  // what is put before every conversation: CLAUDE.md, AGENTS.md
	Extension   Component = "manifest" // of a plugin
	Metadata    Component = "metadata" // of a skill, beside its SKILL.md
	Evals       Component = "evals"    // what a skill is tried with, below its folder
)

// A Scope is where a host looks.
type Scope string

const (
	Project    Scope = "project"    // below a folder of the repository
	User       Scope = "user"       // below the user's home
	InPlugin   Scope = "plugin"     // below a plugin's folder
	InSkill    Scope = "skill"      // below a skill's folder
	Repository Scope = "repository" // below its root: an installer, or an upload, takes it from there
)

// A Fact is what a host does, in words.
type Fact struct {
	Area   string   `json:"area"`
	Says   string   `json:"says"`
	Source []string `json:"source"`
}

// A Feature is a notation in the text of a skill or command.
type Feature struct {
	Name       string      `json:"name"`       // of Features
	Components []Component `json:"components"` // in which it is handled so
	Effect     Effect      `json:"effect"`     // Loads, or Ignored: the model reads it as it stands
	Says       string      `json:"says,omitempty"`
	Source     []string    `json:"source"`
}

// Bundled are the skills that a host brings itself, by their names.
type Bundled struct {
	Skills []string `json:"skills"`
	Source []string `json:"source"`
}

// Origin are the files by each of which an installer, or the registry it asks, marks the folder of a skill that was fetched,
// with a key that the file has then, "" where any file of that name is such a mark.
type Origin struct {
	Files  map[string]string `json:"files"`
	Source []string          `json:"source"`
}

// Symlinks say what becomes of symbolic links, where a file lies and when it is installed.
type Symlinks struct {
	Folder      Effect   `json:"folder,omitempty"`      // a skill's folder that is a link
	File        Effect   `json:"file,omitempty"`        // a SKILL.md that is a link
	Plugin      Effect   `json:"plugin,omitempty"`      // at install, a link to elsewhere in the plugin
	Marketplace Effect   `json:"marketplace,omitempty"` // at install, to elsewhere in the marketplace
	Outside     Effect   `json:"outside,omitempty"`     // at install, out of the marketplace
	Source      []string `json:"source"`
}

// MCP says how the tools of MCP servers are named.
type MCP struct {
	Tool       string   `json:"tool"`                  // with <server> and <tool>
	PluginTool string   `json:"plugin-tool,omitempty"` // with <plugin>, too
	Rewrites   string   `json:"rewrites,omitempty"`    // which characters become what
	Max        int      `json:"max,omitempty"`         // characters of the whole name
	Source     []string `json:"source"`
}

// Servers say where a host reads definitions of MCP servers, and in which form.
type Servers struct {
	Files []string `json:"files,omitempty"` // in a project, from its root
	// Unread are files of a project that authors take for the place of its servers, and that the host
	// does not read.
	Unread []string `json:"unread,omitempty"`
	Key    string   `json:"key"`             // of such a file and of a plugin's manifest: the servers by name
	Inner  string   `json:"inner,omitempty"` // a key in it that holds them in another form of the file
	Agent  string   `json:"agent,omitempty"` // the key of an agent's frontmatter
	// Schema is the name of the JSON Schema of such a file; its $defs/server is that of one definition.
	Schema string `json:"schema"`
	// Wrong is what becomes of a definition of another form, "" where that is not known.
	Wrong Effect `json:"wrong-form,omitempty"`
	// Switch is a key of a server whose value alone the host takes where the rest is of another form.
	Switch string `json:"switch,omitempty"`
	// Instead are keys of other hosts' definitions that the host drops, with its own that do the same.
	Instead map[string]string `json:"instead,omitempty"`
	// Keyless is what becomes of a project's file whose servers stand without that key.
	Keyless Effect `json:"without-key,omitempty"`
	// Inline is what becomes of one in the manifest of a plugin.
	Inline   Effect   `json:"wrong-form-in-manifest,omitempty"`
	Reserved []string `json:"reserved,omitempty"` // names that are the host's own, in a project's files
	// Unset is "kept" where the text ${NAME} stays that names a variable which nothing sets.
	Unset string `json:"unset-variable,omitempty"`
	// Bare is "kept" where the text $NAME stays, with or without such a variable.
	Bare string `json:"bare-variable,omitempty"`
	// Starts is "project" where the servers of a plugin start in the folder of its user's project.
	Starts string   `json:"plugin-starts-in,omitempty"`
	Source []string `json:"source"`
}

//go:embed data/*.json schema/*.json
var data embed.FS

// Schema returns the JSON Schema of a kind of file of the host's, nil where
// there is none.
func (h *Host) Schema(c Component) []byte {
	return schemaNamed(h.Schemas[c])
}

const schemaEnd = ".schema.json"

func schemaNamed(name string) []byte {
	src, err := data.ReadFile("schema/" + name + schemaEnd)
	if err != nil {
		return nil
	}
	return src
}

// Schema is the JSON Schema of a host's file.
//
//go:embed host.schema.json
var Schema []byte

// All returns the hosts, sorted by name.
var All = sync.OnceValue(func() []*Host {
	files, _ := fs.Glob(data, "data/*.json")
	var all []*Host
	for _, file := range files {
		src, _ := data.ReadFile(file)
		h := &Host{}
		if err := json.Unmarshal(src, h); err != nil {
			panic(fmt.Sprintf("%s: %v", file, err))
		}
		for i := range h.Folders {
			h.Folders[i].host = h
		}
		h.inPlugin = h.pluginForms()
		all = append(all, h)
	}
	slices.SortFunc(all, func(a, b *Host) int { return strings.Compare(a.Name, b.Name) })
	return all
})

// Of returns the host of a name, or nil.
func Of(name string) *Host {
	for _, h := range All() {
		if h.Name == name || slices.Contains(h.Also, name) {
			return h
		}
	}
	return nil
}

// Names returns the names of all hosts, sorted.
func Names() []string {
	var names []string
	for _, h := range All() {
		names = append(names, h.Name)
	}
	return names
}

// Since is when the facts of some sources were last seen: the version and the day
// of the newest, "2.1.330, 2026-11-22".
func (h *Host) Since(ids []string) string {
	var newest Source
	for _, id := range ids {
		if s := h.Sources[id]; s.Read >= newest.Read {
			newest = s
		}
	}
	return newest.Version + ", " + newest.Read
}

// A Variable stands for a folder in the commands of hooks and of MCP servers.
type Variable struct {
	Name   string   `json:"name"`
	Folder Scope    `json:"folder"` // InPlugin: that of the plugin; Project: that of the project
	Source []string `json:"source"`
}

// Variable is what a variable stands for in a host's commands; ok is false when the
// host is not known to fill it in.
func (h *Host) Variable(name string) (folder Scope, ok bool) {
	i := slices.IndexFunc(h.Variables, func(v Variable) bool { return v.Name == name })
	if i < 0 {
		return "", false
	}
	return h.Variables[i].Folder, true
}

// Filling is the first host that fills in a variable, nil when none does.
func Filling(name string) *Host {
	i := slices.IndexFunc(All(), func(h *Host) bool { _, ok := h.Variable(name); return ok })
	if i < 0 {
		return nil
	}
	return All()[i]
}

// VariableOfAny is what a variable stands for in the first host that fills it in.
func VariableOfAny(name string) (folder Scope, ok bool) {
	if h := Filling(name); h != nil {
		return h.Variable(name)
	}
	return "", false
}
