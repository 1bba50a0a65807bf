package changes

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// A part is what users know of a plugin or skill: something with a name, the
// hooks, a key of its manifest, or a file.
type part struct {
	kind partKind
	name string
}

type partKind uint8

const (
	aSkill partKind = iota
	aCommand
	anAgent
	aStyle
	aServer
	aLanguageServer
	aDependency
	hooks
	aKey
	aFile
)

var partNames = [...]string{aSkill: "skill", aCommand: "command", anAgent: "agent", aStyle: "output style", aServer: "MCP server", aLanguageServer: "language server", aDependency: "dependency"}

func (p part) String() string {
	switch p.kind {
	case hooks:
		return "the hooks"
	case aKey:
		return fmt.Sprintf("%q of the manifest", p.name)
	case aFile:
		return p.name
	}
	return fmt.Sprintf("%s %q", partNames[p.kind], p.name)
}

// level is what the version owes to a change of the part. What others call by
// its name breaks them when it is gone.
func (p part) level(kind Kind) Level {
	switch {
	case kind == Removed && p.kind <= aLanguageServer:
		return Major
	case kind == Added && p.kind <= hooks:
		return Minor
	}
	return Patch
}

// parts is one state of a plugin or skill.
type parts struct {
	all    map[string]bool       // the files, relative to the folder
	files  map[part][]string     // those that a part is made of, sorted
	said   map[part][]byte       // what the manifests say of it
	skills map[part]*skill.Skill // of plugins
}

// has reports whether a part is there.
func (p *parts) has(x part) bool { return p.files[x] != nil || p.said[x] != nil }

// partsOf takes one state of a plugin or skill apart.
func partsOf(ws *skill.Workspace, s *skill.Skill) *parts {
	p := &parts{all: contentOf(ws, s), files: map[part][]string{}, said: map[part][]byte{}, skills: map[part]*skill.Skill{}}
	var servers map[string]bool
	if s.Plugin != nil {
		servers = p.declared(ws, s)
	}
	for name := range p.all {
		if servers[name] {
			continue
		}
		x := part{aFile, name}
		if s.Plugin != nil {
			x = p.partAt(ws, s, name)
		}
		p.files[x] = append(p.files[x], name)
	}
	for _, files := range p.files {
		slices.Sort(files)
	}
	return p
}

// partAt returns the part of a plugin that a file belongs to.
func (p *parts) partAt(ws *skill.Workspace, s *skill.Skill, name string) part {
	full := path.Join(s.Dir, name)
	for dir := path.Dir(full); dir != s.Dir && dir != "."; dir = path.Dir(dir) {
		if owners := ws.In(dir); len(owners) > 0 {
			return p.skill(owners[0])
		}
	}
	if owners := ws.In(s.Dir); name == "SKILL.md" && len(owners) > 0 {
		return p.skill(owners[0])
	}
	for _, c := range []struct {
		kind partKind
		key  string
		dir  string // the default folder
	}{{aCommand, "commands", "commands"}, {anAgent, "agents", "agents"}, {aStyle, "outputStyles", "output-styles"}, {hooks, "hooks", "hooks/hooks.json"}} {
		for _, root := range componentRoots(s, c.key, c.dir) {
			switch rel, below := strings.CutPrefix(name, root+"/"); {
			case c.kind == hooks && name == root:
				return part{kind: hooks}
			case name == root:
				rel = path.Base(name)
				fallthrough
			case below && strings.EqualFold(path.Ext(name), ".md"):
				return part{c.kind, strings.ReplaceAll(strings.TrimSuffix(rel, path.Ext(rel)), "/", ":")}
			}
		}
	}
	return part{aFile, name}
}

// skill is the part that a skill of a plugin is.
func (p *parts) skill(s *skill.Skill) part {
	x := part{aSkill, s.ID.Text}
	p.skills[x] = s
	return x
}

// componentRoots are the files and folders that hold components of a kind,
// relative to the plugin.
func componentRoots(s *skill.Skill, key, standard string) []string {
	var roots []string
	for _, n := range declarations(s) {
		for _, at := range skill.ComponentPaths(n, key) {
			roots = append(roots, path.Clean(at.Text))
		}
	}
	if len(roots) == 0 {
		return []string{standard}
	}
	return roots
}

// declarations are the manifests of a plugin: plugin.json, and the entries of
// marketplaces, which may say the same.
func declarations(s *skill.Skill) []*skill.Node {
	var list []*skill.Node
	if m := s.Plugin.Manifest; m != nil {
		list = append(list, m.Root)
	}
	for _, e := range s.Plugin.Entries {
		list = append(list, e.Node)
	}
	return list
}

// describing are the keys of plugin.json and of a marketplace's entry that
// say something about a plugin, besides those that all manifests have.
var describing = append([]string{"name", "description", "category", "strict", "dependencies", "relevance", "defaultEnabled"}, aboutKeys...)

// declared reads what a plugin's manifests say, and returns the files of
// servers that it has read.
func (p *parts) declared(ws *skill.Workspace, s *skill.Skill) map[string]bool {
	for i, d := range s.Plugin.Dependencies {
		at := s.Imports[i].Version.Text
		if d.Marketplace.Text != "" {
			at += "@" + d.Marketplace.Text
		}
		p.said[part{aDependency, d.Name.Text}] = []byte(at)
	}
	read := map[string]bool{}
	servers := func(kind partKind, key, file string) {
		roots := componentRoots(s, key, file)
		for _, n := range declarations(s) {
			if n.Get(key).Is(skill.Map) {
				p.entries(kind, n.Get(key))
			}
		}
		for _, root := range roots {
			f := ws.File(path.Join(s.Dir, root))
			if f == nil || f.JSON() == nil {
				continue
			}
			list := f.JSON()
			if inner := list.Get(key); inner != nil {
				list = inner
			}
			p.entries(kind, list)
			read[root] = true
		}
	}
	servers(aServer, "mcpServers", ".mcp.json")
	servers(aLanguageServer, "lspServers", ".lsp.json")
	for _, n := range declarations(s) {
		for _, e := range n.Entries() {
			key := e.Key.Text
			if slices.Contains(describing, key) || (key == "mcpServers" || key == "lspServers") && e.Value.Is(skill.Map) {
				continue
			}
			x := part{aKey, key}
			if key == "hooks" {
				x = part{kind: hooks}
			}
			p.said[x] = append(p.said[x], e.Value.JSON()...)
		}
	}
	return read
}

func (p *parts) entries(kind partKind, list *skill.Node) {
	for _, e := range list.Entries() {
		x := part{kind, e.Key.Text}
		p.said[x] = append(p.said[x], e.Value.JSON()...)
	}
}

// content compares the parts of the two states of a plugin or skill. broken
// are the levels of the contracts by id: a plugin breaks when a skill in it does.
func (c *comparer) content(s *Skill, broken map[string]Level) {
	if s.Before == nil || s.After == nil {
		s.comeOrGone()
		return
	}
	before, after := partsOf(c.base, s.Before), partsOf(c.today, s.After)
	all := map[part]bool{}
	for _, state := range []*parts{before, after} {
		for x := range state.files {
			all[x] = true
		}
		for x := range state.said {
			all[x] = true
		}
	}
	if idOf(s.Before) != idOf(s.After) {
		s.add(Change{Kind: Removed, Level: Major, MovedTo: s.ID, Message: fmt.Sprintf("it was called %q", idOf(s.Before))})
	}
	renamed := c.renamed(before, after)
	successors := map[part]bool{}
	for _, x := range renamed {
		successors[x] = true
	}
	for _, x := range slices.SortedFunc(maps.Keys(all), func(a, b part) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) }) {
		switch was, is := before.has(x), after.has(x); {
		case !was && successors[x], x.kind == aFile && before.all[x.name] && after.all[x.name] && was != is:
		case !was:
			s.add(Change{Kind: Added, Level: x.level(Added), Files: inDir(s.After, after.files[x]), Message: fmt.Sprintf("%s %s new", x, x.be())})
		case !is && renamed[x].name != "":
			to := renamed[x].name
			s.add(Change{Kind: Removed, Level: Major, MovedTo: to, Files: inDir(s.Before, before.files[x]), Message: fmt.Sprintf("%s is called %q now", x, to)})
		case !is:
			s.add(Change{Kind: Removed, Level: x.level(Removed), Files: inDir(s.Before, before.files[x]), Message: fmt.Sprintf("%s %s gone", x, x.be())})
		default:
			if change, ok := c.part(s, x, before, after); ok {
				if x.kind == aSkill {
					change.Level = max(change.Level, broken[x.name])
				}
				s.add(change)
			}
		}
	}
}

// comeOrGone says that a plugin or skill is new or gone, as a whole.
func (s *Skill) comeOrGone() {
	what := "skill"
	if s.Plugin() {
		what = "plugin"
	}
	if s.Before == nil {
		s.add(Change{Kind: Added, Level: Minor, Message: fmt.Sprintf("%s %q is new", what, s.ID)})
	} else {
		s.add(Change{Kind: Removed, Level: Major, Message: fmt.Sprintf("%s %q is gone", what, s.ID)})
	}
}

func (s *Skill) add(c Change) { s.Changes = append(s.Changes, c) }

func (p part) be() string {
	if p.kind == hooks {
		return "are"
	}
	return "is"
}

// base is the folder that a part's files lie in, relative to the plugin: of a
// skill its own, "" of others.
func (p *parts) base(s *skill.Skill, x part) string {
	if p.skills[x] == nil || p.skills[x].Dir == s.Dir {
		return ""
	}
	return strings.TrimPrefix(p.skills[x].Dir, s.Dir+"/")
}

// part compares a part that both states have.
func (c *comparer) part(s *Skill, x part, before, after *parts) (Change, bool) {
	was, is := before.base(s.Before, x), after.base(s.After, x)
	var files []string
	for _, f := range after.files[x] {
		old := was + strings.TrimPrefix(f, is)
		if !slices.Contains(before.files[x], old) || c.differs(path.Join(s.Before.Dir, old), path.Join(s.After.Dir, f)) {
			files = append(files, path.Join(s.After.Dir, f))
		}
	}
	for _, f := range before.files[x] {
		if now := is + strings.TrimPrefix(f, was); !slices.Contains(after.files[x], now) {
			files = append(files, path.Join(s.After.Dir, now))
		}
	}
	slices.Sort(files)
	said := !bytes.Equal(before.said[x], after.said[x])
	if len(files) == 0 && !said && was == is {
		return Change{}, false
	}
	change := Change{Kind: Changed, Level: x.level(Changed), Files: files, Message: fmt.Sprintf("%s changed", x)}
	switch {
	case was != is:
		change.Message = fmt.Sprintf("%s moved to %s", x, is)
		if len(files) > 0 {
			change.Message += " and changed (" + listed(s.After.Dir, files) + ")"
		}
	case x.kind == aDependency:
		change.Message = fmt.Sprintf("%s asks for %s, it was %s", x, anyVersion(after.said[x]), anyVersion(before.said[x]))
	case x.kind != aFile && len(files) > 0:
		change.Message += " (" + listed(s.After.Dir, files) + ")"
	}
	return change, true
}

func anyVersion(version []byte) string {
	if len(version) == 0 {
		return "any version"
	}
	return fmt.Sprintf("%q", version)
}

// listed names the first of some files.
func listed(dir string, files []string) string {
	const most = 3
	var names []string
	for _, f := range files[:min(most, len(files))] {
		names = append(names, strings.TrimPrefix(f, dir+"/"))
	}
	text := strings.Join(names, ", ")
	if n := len(files) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// renamed maps the skills of a plugin that are gone to those that say the
// same words under a new name.
func (c *comparer) renamed(before, after *parts) map[part]part {
	fresh := map[string][]part{}
	for x, s := range after.skills {
		if !before.has(x) {
			fresh[wordsOf(s)] = append(fresh[wordsOf(s)], x)
		}
	}
	renamed := map[part]part{}
	for x, s := range before.skills {
		if to := fresh[wordsOf(s)]; !after.has(x) && len(to) == 1 && wordsOf(s) != "" {
			renamed[x] = to[0]
		}
	}
	return renamed
}

func inDir(s *skill.Skill, files []string) []string {
	var full []string
	for _, f := range files {
		full = append(full, path.Join(s.Dir, f))
	}
	return full
}
