package main

import (
	"embed"
	"encoding/json"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
)

//go:embed fixtures/*.txtar
var archives embed.FS

// A fixture is one repository that hosts are asked about. In its texts
// <BOM> stands for a byte order mark, <TAB> for a tab, and <N*c> for N times c.
type fixture struct {
	name  string
	files []txtar.File
}

func fixtures() []fixture {
	entries, err := archives.ReadDir("fixtures")
	if err != nil {
		panic(err) // it is embedded
	}
	var list []fixture
	for _, e := range entries {
		src, err := archives.ReadFile("fixtures/" + e.Name())
		if err != nil {
			panic(err)
		}
		f := fixture{name: strings.TrimSuffix(e.Name(), ".txtar"), files: txtar.Parse(src).Files}
		for i := range f.files {
			f.files[i].Data = expand(f.files[i].Data)
		}
		list = append(list, f)
	}
	return list
}

// expand writes out what a text archive cannot hold.
func expand(src []byte) []byte {
	return []byte(strings.NewReplacer("<BOM>", "\uFEFF", "<TAB>", "\t", "<70*n>", strings.Repeat("n", 70), "<1100*d>", strings.Repeat("d", 1100)).Replace(string(src)))
}

// write puts the fixture into a new folder, as the root of a repository.
func (f fixture) write() (string, error) {
	dir, err := os.MkdirTemp("", "held-"+f.name+"-")
	if err != nil {
		return "", err
	}
	for _, file := range f.files {
		at := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			return "", err
		}
		if err := os.WriteFile(at, file.Data, 0o644); err != nil {
			return "", err
		}
	}
	return dir, exec.Command("git", "init", "-q", dir).Run()
}

// plugins are the folders of the fixture's plugins.
func (f fixture) plugins() []string {
	var dirs []string
	for _, file := range f.files {
		if dir, ok := strings.CutSuffix(file.Name, "/.claude-plugin/plugin.json"); ok {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// has reports whether anything is at a path.
func (f fixture) has(p string) bool {
	return slices.ContainsFunc(f.files, func(file txtar.File) bool { return file.Name == p || strings.HasPrefix(file.Name, p+"/") })
}

// expect is what the model says that a host loads: "skill name", "agent name", "server name"; and which permissions for
// paths it matches no file against: "unmatched Write(x)".
func (f fixture) expect(h *hosts.Host) map[string]bool {
	want := map[string]bool{}
	add := func(file txtar.File, l hosts.Load, prefix string) {
		scope, kind := l.Folder.Scope, l.Component()
		if scope == hosts.Repository {
			scope = hosts.Project
		}
		if kind != hosts.Skill && kind != hosts.Command && !(kind == hosts.Agent && listsAgents[h.Name]) {
			return
		}
		doc := document.New(token.NewFileSet(), file.Name, file.Name, file.Data)
		read := doc.Read()
		form, known := hostform.Of(h, scope, kind)
		if known && form.Lost(doc, read) != nil {
			return
		}
		name := ""
		root := read.Root
		if known && root == nil {
			root = doc.Repaired(form.Repairs)
		}
		if v := root.Get("name"); v != nil {
			name = v.Text
		}
		if root == nil && known && (form.Broken == hosts.Loads || form.Unclosed == hosts.Loads) {
			name = lineOf(file.Data, "name")
		}
		want[listedAs(kind)+" "+prefix+l.Name(name)] = true
	}
	plugins := f.plugins()
	inside := func(p string) string {
		for _, dir := range plugins {
			if strings.HasPrefix(p, dir+"/") {
				return dir
			}
		}
		return ""
	}
	for _, file := range f.files {
		if dir := inside(file.Name); dir != "" {
			if l, ok := h.InPlugin(f.manifest(dir), file.Name, f.has); ok && readsPlugins[h.Name] {
				add(file, l, f.pluginName(dir)+":")
			}
		}
		for _, item := range slices.Concat(servers(h, file), unmatched(h, file)) {
			want[item] = true
		}
		for _, scope := range []hosts.Scope{hosts.Project, hosts.Repository} {
			for _, l := range h.In(scope, file.Name, f.has) {
				if l.Root == "." {
					add(file, l, "")
				}
			}
		}
	}
	return want
}

// servers are the MCP servers that a file brings by the model.
func servers(h *hosts.Host, file txtar.File) (names []string) {
	if listsServers[h.Name] && hosts.ServersIn(file.Name) == h {
		for _, e := range document.New(token.NewFileSet(), file.Name, file.Name, file.Data).Read().Root.Get(h.Servers.Key).Entries() {
			names = append(names, "server "+e.Key.Text)
		}
	}
	return names
}

// unmatched are the permissions for paths in a project's settings of Claude Code that match no file by the model.
func unmatched(h *hosts.Host, file txtar.File) (rules []string) {
	if file.Name != ".claude/settings.json" || h.Tools == nil {
		return nil
	}
	permissions := document.New(token.NewFileSet(), file.Name, file.Name, file.Data).Read().Root.Get("permissions")
	for _, list := range permissions.Entries() {
		for _, rule := range list.Value.Items() {
			if tool, _, has := strings.Cut(rule.Value.Text, "("); has && h.Tools.PathsOf(tool) != "" {
				rules = append(rules, "unmatched "+rule.Value.Text)
			}
		}
	}
	return rules
}

// readsPlugins are the hosts that are asked about the fixtures' plugins.
var readsPlugins = map[string]bool{"claude-code": true}

// listsAgents are the hosts that say without an account which agents they have.
var listsAgents = map[string]bool{"claude-code": true, "opencode": true}

// listsServers are the hosts that say which MCP servers of a project they have.
var listsServers = map[string]bool{"claude-code": true}

// listedAs is how askers call a component: commands are listed among skills.
func listedAs(c hosts.Component) string {
	if c == hosts.Agent {
		return "agent"
	}
	return "skill"
}

// lineOf is the value of a key in the first line that has it.
func lineOf(src []byte, key string) string {
	for line := range strings.Lines(string(src)) {
		if v, ok := strings.CutPrefix(line, key+": "); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

func (f fixture) pluginJSON(dir string) map[string]any {
	var m map[string]any
	for _, file := range f.files {
		if file.Name == dir+"/.claude-plugin/plugin.json" {
			_ = json.Unmarshal(file.Data, &m) // a manifest that is none has no keys
		}
	}
	return m
}

func (f fixture) pluginName(dir string) string {
	name, _ := f.pluginJSON(dir)["name"].(string)
	return name
}

// manifest is what a plugin's manifest lists.
func (f fixture) manifest(dir string) hosts.Manifest {
	m := hosts.Manifest{Root: dir, Paths: map[string][]string{}}
	for key, v := range f.pluginJSON(dir) {
		switch v := v.(type) {
		case string:
			m.Paths[key] = []string{path.Join(dir, v)}
		case []any:
			paths := []string{}
			for _, item := range v {
				if text, ok := item.(string); ok {
					paths = append(paths, path.Join(dir, text))
				}
			}
			m.Paths[key] = paths
		}
	}
	return m
}
