package plugins

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

// A hookMap is all hooks that stand in one place, for one host that reads them.
type hookMap struct {
	key, value *skill.Node // the key hooks and what stands below it; nil and the whole of a file of hooks
	host       *hosts.Host
	plugin     string // the folder of the plugin; "" outside of plugins
	root       string // of the plugin, or of the project
	own        string // the folder below root that the hooks of a project stand in: ".claude"; "" elsewhere
	taken      string // what a bad entry under a guarding event takes along; "" for nothing
	whole      bool   // they are a file of their own
	inline     bool   // they stand in the manifest of a plugin
}

// eachHooks calls judge with all hooks that a host reads: those of files of hooks, which are the
// whole file, and those below the key hooks of settings, agents, manifests of plugins and skills.
func eachHooks(p *lint.Pass, judge func(hookMap)) {
	for _, c := range p.Components() {
		key, v := c.Root.Entry("hooks")
		for _, h := range c.Owners() {
			switch {
			case h.Hooks == nil:
			case c.Kind == hosts.HooksFile && len(c.Owners()) == 1 && c.Root != nil:
				judge(hookMap{value: c.Root, host: h, plugin: c.Plugin, root: c.Readers[0].Root, own: ownFolder(c), taken: "the plugin", whole: true})
			case c.Kind == hosts.Settings && key != nil:
				judge(hookMap{key: key, value: v, host: h, root: c.Readers[0].Root, own: ownFolder(c), taken: "any of this file"})
			case c.Kind == hosts.Agent && key != nil && c.Plugin == "" && v.Is(skill.Map):
				judge(hookMap{key: key, value: v, host: h, root: c.Readers[0].Root})
			}
		}
	}
	for _, s := range pluginset.All(p) {
		m := s.Plugin.Manifest
		if m == nil {
			continue
		}
		key, v := m.Root.Entry("hooks")
		for _, h := range hosts.All() {
			if _, at, ok := h.PluginAt(m.Path); ok && v.Is(skill.Map) && h.Hooks != nil && !slices.Contains(h.Plugin.Guest, at) {
				judge(hookMap{key: key, value: v, host: h, plugin: s.Dir, root: s.Dir, taken: "the plugin", inline: true})
			}
		}
	}
	for _, m := range p.Manifests {
		key, v := m.Root.Entry("hooks")
		if m.Dialect != skill.Standard || !v.Is(skill.Map) {
			continue
		}
		plugin := p.PluginAt(path.Dir(m.Path))
		for _, of := range loading.SkillForms(p, m.Path) {
			if of.Host.Hooks == nil || !of.Host.Understands(hosts.Skill, "hooks") {
				continue
			}
			hooks := hookMap{key: key, value: v, host: of.Host}
			if plugin != nil {
				hooks.plugin, hooks.root = plugin.Dir, plugin.Dir
			} else if in := of.Host.In(hosts.Project, m.Path, nil); len(in) > 0 {
				hooks.root = in[0].Root
			}
			judge(hooks)
		}
	}
}

// ownFolder is the folder of a project that a component stands in, "" in a plugin.
func ownFolder(c *skill.Component) string {
	if c.Plugin != "" {
		return ""
	}
	first, _, _ := strings.Cut(c.Readers[0].Folder.Folder, "/")
	return first
}

var (
	// scriptPath matches ${VARIABLE}/path and "$VARIABLE"/path in a command.
	scriptPath = regexp.MustCompile(`\$\{?([A-Za-z_]+)\}?"?/([A-Za-z0-9_.@+/-]+)`)
	// ownPath matches a path into a folder that begins with a dot, from where the host starts.
	ownPath = regexp.MustCompile(`(?:^|[\s"'=])((?:\./)?\.[a-z][a-z-]*/[A-Za-z0-9_.@+/-]+)`)
	// writtenTo matches what stands before a path that a command writes to.
	writtenTo = regexp.MustCompile(`(?:>\|?|\btee(?: +-a)?|\b(?:Add-Content|Set-Content|Out-File|New-Item)(?: +-\w+)*|\btouch|\bmkdir(?: +-p)?|[ \t]--?(?:o|output|log|log-file)[ =])[ \t]*["']?$`)
	// said matches the words that a command prints, which it does not run: echo 'append to .claude/notes.md'.
	said = regexp.MustCompile(`(^|[\s;&|(])(?:echo|printf)(?:[ \t]+(?:'[^']*'|"(?:[^"$` + "`" + `\\]|\\.|\$[^(])*"|[^\s'"$` + "`" + `;&|<>()]+))+`)
	// movedCommand matches commands that go to another folder first.
	movedCommand = regexp.MustCompile(`(^|[\s;&(])(cd|pushd)\s`)
)

// A hookScript is a script that a hook's command names.
type hookScript struct {
	at     string // its path in the workspace
	direct bool   // the command begins with it
	named  bool   // by an extension, so that it is a file
}

// scriptFolder is where a variable of a hook's command leads; ok is false for
// others.
func (h hookMap) scriptFolder(variable string) (string, bool) {
	switch of, _ := h.host.Variable(variable); of {
	case hosts.InPlugin:
		return h.plugin, h.plugin != ""
	case hosts.Project:
		return h.root, h.plugin == ""
	}
	return "", false
}

// scripts are the scripts that a command names and does not write: by a variable, and in a project by
// a path into the folder that the hooks stand in.
func (h hookMap) scripts(command string) (list []hookScript) {
	command, _, _ = strings.Cut(command, "<<") // the text of a heredoc is none
	command = said.ReplaceAllString(command, "$1")
	direct := func(at int) bool { return strings.Trim(command[:at], ` "'`) == "" }
	for _, m := range scriptPath.FindAllStringSubmatchIndex(command, -1) {
		rest := command[m[4]:m[5]]
		if dir, known := h.scriptFolder(command[m[2]:m[3]]); known && !writtenTo.MatchString(command[:m[0]]) && !paths.BuiltFolder.MatchString(rest) {
			list = append(list, hookScript{path.Join(dir, rest), direct(m[0]), path.Ext(rest) != ""})
		}
	}
	if h.own == "" || movedCommand.MatchString(command) {
		return list
	}
	for _, m := range ownPath.FindAllStringSubmatchIndex(command, -1) {
		rest := path.Clean(command[m[2]:m[3]])
		if strings.HasPrefix(rest, h.own+"/") && !writtenTo.MatchString(command[:m[2]]) && !paths.BuiltFolder.MatchString(rest) {
			list = append(list, hookScript{path.Join(h.root, rest), direct(m[2]), path.Ext(rest) != ""})
		}
	}
	return list
}
