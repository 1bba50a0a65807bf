// Package loading says how hosts load a file of a workspace, and what they read of it.
package loading

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// OwnForms are the forms of the hosts that own a component's place; known is
// false when one of them is not known.
func OwnForms(c *skill.Component) (forms []hostform.Form, known bool) {
	for _, h := range c.Owners() {
		form, ok := hostform.Of(h, c.Scope(), c.Kind)
		if !ok {
			return nil, false
		}
		forms = append(forms, form)
	}
	return forms, len(forms) > 0
}

// LostFor is the first fault for which a host does not load a component, nil when
// it does. What cannot be parsed is the syntax's fault, and what has none of the keys
// that the host knows is a text that lies beside.
func LostFor(c *skill.Component, of hostform.Form) *hostform.Fault {
	if !c.Root.Is(skill.Map) || LiesBeside(c, of) {
		return nil
	}
	fault := of.Lost(c.File, c.Data)
	switch {
	case fault == nil:
		return nil
	case len(fault.Near) > 0:
		fault.Says += lint.NewSpeller(fault.Near).DidYouMean(fault.Text)
	case fault.Key != "" && c.Root.Get(fault.Key) == nil:
		if e, ok := misspeltFor(c, fault.Key); ok { // one fault: the key that is missing is there, with another name
			fault.Pos, fault.End = e.Key.Pos, e.Key.End
			fault.Says = fmt.Sprintf("unknown key %s (did you mean %q?)", messages.Cited(e.Key.Text), fault.Key)
		}
	}
	return fault
}

// LiesBeside reports whether a text of a component's folder is none: it has no key
// that the host reads, or is the page on the folder, without a name.
func LiesBeside(c *skill.Component, of hostform.Form) bool {
	return document.IsMarkdown(c.Path) && (IsIndex(c.Path) && c.Root.Get("name") == nil || !of.KnowsKey(c.Root))
}

// IsIndex reports whether a file has the name of a page on what is in its folder: README.md, index.md.
func IsIndex(file string) bool {
	switch strings.ToLower(strings.TrimSuffix(path.Base(file), path.Ext(file))) {
	case "readme", "index", "_index":
		return true
	}
	return false
}

// misspeltFor returns the entry whose key is nearly one that is missing.
func misspeltFor(c *skill.Component, missing string) (skill.Member, bool) {
	speller := lint.NewSpeller([]string{missing})
	for _, e := range c.Root.Entries() {
		if near, ok := speller.Nearest(e.Key.Text); ok && spelling.Likely(e.Key.Text, near) && !KnownToHosts(c.Kind, e.Key.Text) {
			return e, true
		}
	}
	return skill.Member{}, false
}

// KnownToHosts reports whether some host reads a key of that kind of component, or
// is known to do nothing with it.
func KnownToHosts(kind hosts.Component, key string) bool {
	kinds := []hosts.Component{kind}
	if kind == hosts.Command {
		kinds = append(kinds, hosts.Prompt) // of which some were made
	}
	for _, h := range hosts.All() {
		for _, scope := range []hosts.Scope{hosts.Project, hosts.InPlugin} {
			for _, kind := range kinds {
				if form, ok := h.Form(scope, kind); ok {
					if _, known := form.Keys[key]; known {
						return true
					}
				}
			}
		}
	}
	return false
}

// OwnLoads are the ways in which the hosts load a SKILL.md that are meant by the folder or
// the plugin it lies in; none where that is not known.
func OwnLoads(p *lint.Pass, file string) []hosts.Load {
	var loads []hosts.Load
	for _, l := range p.SkillReaders(file) {
		if !l.Guest && !(len(l.Folder.Marks) > 0 && p.Whole().OwnReader(file).Path != "") { // the marks are those of a program like it
			loads = append(loads, l.Load)
		}
	}
	return loads
}

// MeantLoads are those, or where there are none, the ways of the hosts that the skill has
// metadata for (metadata.openclaw), or else of those that its collection is installed for.
func MeantLoads(p *lint.Pass, m *skill.Manifest) []hosts.Load {
	loads := OwnLoads(p, m.Path)
	if len(loads) > 0 {
		return loads
	}
	for _, e := range m.Root.Get("metadata").Entries() {
		h := hosts.Of(e.Key.Text)
		if h == nil || !e.Value.Is(skill.Map) || !h.Understands(hosts.Skill, "metadata") {
			continue
		}
		loads = append(loads, userLoads(h, m.Path)...)
	}
	if len(loads) > 0 {
		return loads
	}
	return installedLoads(p, m.Path)
}

// installedLoads are the ways of the host in whose folder of a user a SKILL.md is to be, or else of those whose settings name its
// folder, or for which its collection is installed.
func installedLoads(p *lint.Pass, file string) (loads []hosts.Load) {
	if standing.HiddenFolder(path.Dir(file)) != "" {
		return nil // an agent's that is not known
	}
	if h := ofUser(p, file); h != nil {
		return userLoads(h, file)
	}
	for _, h := range hosts.All() {
		if NamedInSettings(p, h, ".", path.Dir(file)) {
			loads = append(loads, userLoads(h, file)...)
		}
	}
	if len(loads) > 0 {
		return loads
	}
	for _, l := range p.Whole().InstalledFor(file).Loads {
		loads = append(loads, asInstalled(l, file))
	}
	return loads
}

// userLoads is how a host loads a SKILL.md from the folder of its user, if it has one.
func userLoads(h *hosts.Host, file string) []hosts.Load {
	i := slices.IndexFunc(h.Folders, func(f *hosts.Folder) bool { return f.Scope == hosts.User && f.Component == hosts.Skill })
	if i < 0 {
		return nil
	}
	return []hosts.Load{asInstalled(hosts.Load{Host: h, Folder: h.Folders[i]}, file)}
}

// asInstalled is how a host loads a SKILL.md that is put into its folder.
func asInstalled(l hosts.Load, file string) hosts.Load {
	l.Rest = path.Join(path.Base(path.Dir(file)), path.Base(file))
	return l
}

// MeantForms are what the hosts read of a SKILL.md that are meant by the folder or the plugin it lies in,
// or else for which its collection is installed.
func MeantForms(p *lint.Pass, file string) []hostform.Form {
	if forms := SkillForms(p, file); len(forms) > 0 {
		return forms
	}
	return FormsOf(installedLoads(p, file))
}

// ForOwnRuntime reports whether a skill is a tool of a program that is none of the hosts: its frontmatter has the
// command that is run, and no host is known that it is for, or it has tools with their parameters, which no host takes.
func ForOwnRuntime(p *lint.Pass, m *skill.Manifest) bool {
	return m.Root.Get("command").Is(skill.List) && len(MeantLoads(p, m)) == 0 ||
		slices.ContainsFunc(m.Root.Get("tools").Items(), func(tool skill.Member) bool { return tool.Value.Get("parameters").Is(skill.Map) })
}

// FormsOf are what the hosts read of a SKILL.md that load it in some ways.
func FormsOf(loads []hosts.Load) (forms []hostform.Form) {
	for _, l := range loads {
		of, ok := hostform.Of(l.Host, l.Folder.Scope, hosts.Skill)
		if ok && !slices.ContainsFunc(forms, func(f hostform.Form) bool { return f.Host == l.Host }) {
			forms = append(forms, of)
		}
	}
	return forms
}

// SkillForms are what the hosts read of a SKILL.md that are meant by the folder or the
// plugin it lies in; none where that is not known.
func SkillForms(p *lint.Pass, file string) []hostform.Form { return FormsOf(OwnLoads(p, file)) }

// Unread reports whether a file called SKILL.md lies in the folder of another skill, where no
// host looks for skills: whoever reads that one opens it as a text.
func Unread(p *lint.Pass, file string) bool {
	dirs := paths.SkillFolders(p)
	for d := path.Dir(path.Dir(file)); d != "." && d != "/"; d = path.Dir(d) {
		if dirs[d] && path.Base(d) != "skills" {
			return len(NeededForms(p, file)) == 0
		}
	}
	return false
}

// Beside are the ways in which the hosts would load a SKILL.md, were it right in the folder of theirs that it
// lies beside or too deep in, and of which none loads it: no part of another skill or of a plugin.
func Beside(p *lint.Pass, file string) []hosts.Load {
	around := path.Dir(path.Dir(file))
	if _, part := p.Tree.Lookup(path.Join(around, "SKILL.md")); part || p.PluginAt(path.Dir(file)) != nil || len(OwnLoads(p, file)) > 0 {
		return nil
	}
	return hosts.Misplaced(file)
}

// ByPath reports whether no host looks where a SKILL.md lies, so that whoever needs it opens it
// by its path: in the folder of another skill, beside the one where a host looks, or in a plugin that does
// not load it. No rule of a host on names and lengths holds there.
func ByPath(p *lint.Pass, file string) bool {
	dir := path.Dir(file)
	if len(Beside(p, file)) > 0 {
		return true
	}
	plugin := p.PluginAt(dir)
	return Unread(p, file) || plugin != nil && plugin.Dir != dir && !pluginset.Loads(p, plugin, dir) && len(NeededForms(p, file)) == 0
}

// OwnReader returns the program of the repository that reads a SKILL.md where no host looks for it, none
// where one does, or was asked for.
func OwnReader(p *lint.Pass, file string) skill.OwnReader {
	if len(NeededForms(p, file)) > 0 {
		return skill.OwnReader{}
	}
	return p.Whole().OwnReader(file)
}

// OwnAlone reports whether a program of the repository reads a SKILL.md, or a host that is not known, and nothing says
// that its collection is installed for others, too: their bounds and the names of their tools do not count there.
func OwnAlone(p *lint.Pass, file string) bool {
	installed := p.Whole().InstalledFor(file)
	return !installed.Any && len(installed.Loads) == 0 && (OwnReader(p, file).Path != "" || ForUnknown(p, file))
}

// ForUnknown reports whether a collection is installed for a host that is not known alone, of which nobody can say
// what it reads.
func ForUnknown(p *lint.Pass, file string) bool {
	installed := p.Whole().InstalledFor(file)
	return installed.Other && !installed.Any && len(installed.Loads) == 0 && len(OwnLoads(p, file)) == 0
}

// NeededForms are those, and what the hosts read of it that were asked for.
func NeededForms(p *lint.Pass, file string) []hostform.Form {
	forms := SkillForms(p, file)
	for _, name := range p.Config.Hosts {
		of, ok := hostform.Of(hosts.Of(name), hosts.Project, hosts.Skill)
		if ok && !slices.ContainsFunc(forms, func(f hostform.Form) bool { return f.Host == of.Host }) {
			forms = append(forms, of)
		}
	}
	return forms
}

// IsPlugin reports whether a folder below the root is that of a plugin: whoever installs the plugin does not load what
// the folder has as a project.
func IsPlugin(p *lint.Pass, dir string) bool {
	plugin := p.PluginAt(dir)
	return dir != "." && plugin != nil && plugin.Dir == dir
}
