package hosts

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// otherFormat are the folders of projects in which hosts look for agents or commands in TOML.
var otherFormat = sync.OnceValue(func() []*Folder {
	return slices.DeleteFunc(slices.Clone(foldersIn()[Project]), func(f *Folder) bool {
		return f.Component != Agent && f.Component != Command || !f.named("x.toml")
	})
})

// otherEnding are the folders of projects in which hosts look for instructions with an ending of their own before .md.
var otherEnding = sync.OnceValue(func() []*Folder {
	return slices.DeleteFunc(slices.Clone(foldersIn()[Project]), func(f *Folder) bool {
		return f.Component != Instruction || !longEnding.MatchString(f.File)
	})
})

// longEnding matches the files of such a folder.
var longEnding = regexp.MustCompile(`^\*\.[a-z]+\.md$`)

// Ending is how the names of a folder's files end, ".instructions.md" of *.instructions.md.
func (f *Folder) Ending() string { return strings.TrimPrefix(f.File, "*") }

// PassedOver returns the ways in which hosts would load a file of a project if it had the
// format that they want in its folder, as agents of Codex are TOML, or the ending, or if they read hooks there.
func PassedOver(p string) []Load {
	if strings.HasSuffix(p, "hooks.json") {
		return unreadHooks(p)
	}
	stem, is := strings.CutSuffix(p, ".md")
	if !is {
		return nil
	}
	list := endingOtherwise(otherFormat(), stem, ".toml")
	for _, f := range otherEnding() {
		if !f.named(path.Base(p)) {
			list = append(list, endingOtherwise([]*Folder{f}, stem, f.Ending())...)
		}
	}
	return list
}

// endingOtherwise are the ways in which folders would have a Markdown file if it had an ending.
func endingOtherwise(folders []*Folder, stem, ending string) []Load {
	if !slices.ContainsFunc(folders, func(f *Folder) bool { return strings.Contains(stem, f.Folder) }) {
		return nil
	}
	list := loads(folders, stem+ending, nil)
	for i, l := range list {
		list[i].Rest = strings.TrimSuffix(l.Rest, ending) + ".md"
	}
	return list
}

// Misplaced returns the ways in which hosts would load a SKILL.md of a project, were it right in the folder
// where they look for skills: it lies beside that, .claude/plan/SKILL.md, too deep in it,
// .claude/skills/work/plan/SKILL.md, or in a folder of nearly its name, .claude/SKILL/plan/SKILL.md.
func Misplaced(p string) (list []Load) {
	dir, name := path.Dir(p), path.Base(path.Dir(p))
	for _, f := range foldersIn()[Project] {
		if f.Component != Skill || f.Guest || !strings.HasPrefix(f.Folder, ".") || !f.named(path.Base(p)) || strings.Contains(p, f.Folder+"/.") {
			continue // what a host brings lies in a hidden folder of its own: .codex/skills/.system
		}
		root, is := strings.CutSuffix("/"+dir, "/"+path.Dir(f.Folder)+"/"+name)
		if is && OfProjects(dir) {
			continue // a folder of another kind
		}
		around := path.Dir(dir)
		if !is {
			root, is = strings.CutSuffix("/"+path.Dir(around), "/"+f.Folder)
		}
		if folder := path.Base(around); !is && strings.EqualFold(folder+"s", path.Base(f.Folder)) {
			root, is = strings.CutSuffix("/"+path.Dir(around), "/"+path.Dir(f.Folder))
		}
		root = path.Clean("." + root)
		if l, ok := f.load(root, path.Join(root, f.Folder, name, path.Base(p)), nil); is && ok {
			list = append(list, l)
		}
	}
	return list
}

// unreadHooks are the ways in which hosts would load hooks of a project if they read such a file.
func unreadHooks(p string) (list []Load) {
	for _, h := range All() {
		if h.Hooks == nil {
			continue
		}
		for _, at := range h.Hooks.Unread {
			if root, is := rootBefore(p, at); is {
				f := &Folder{Scope: Project, Component: HooksFile, Folder: path.Dir(at), File: path.Base(at), host: h}
				list = append(list, Load{h, f, root, path.Base(at)})
			}
		}
	}
	return list
}

// UnreadServers returns the host for which a file of MCP servers lies in a place that it does not read,
// and the project's root; nil where there is none.
func UnreadServers(p string) (host *Host, root string) {
	for _, h := range All() {
		if h.Servers == nil {
			continue
		}
		for _, at := range h.Servers.Unread {
			if root, is := rootBefore(p, at); is {
				return h, root
			}
		}
	}
	return nil, ""
}

// rootBefore returns the folder from which a path ends in another one.
func rootBefore(p, at string) (root string, is bool) {
	root, is = strings.CutSuffix("/"+p, "/"+at)
	return path.Clean("." + root), is
}
