package hosts

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// Used reports whether a project in a folder shows that it is used with the host: by what
// marks the host's folders, or a file or folder that is this host's alone, such as .codex beside
// the .agents of all.
func (h *Host) Used(root string, files Files) bool {
	return slices.ContainsFunc(traces()[h], func(trace string) bool { return files(path.Join(root, trace)) })
}

// traces are the files and folders of a project that are one host's alone: the folder in its root, or what lies in one
// that hosts share, such as .github/prompts.
var traces = sync.OnceValue(func() map[*Host][]string {
	owners := map[string][]*Host{}
	add := func(h *Host, at string) {
		if !slices.Contains(owners[at], h) {
			owners[at] = append(owners[at], h)
		}
	}
	for _, h := range All() {
		for _, f := range h.Folders {
			if top, _, _ := strings.Cut(f.Folder, "/"); f.Scope == Project && !f.Guest && strings.HasPrefix(top, ".") && top != "." {
				add(h, top)
				add(h, f.Folder)
			}
			for _, mark := range f.Marks {
				add(h, mark)
			}
		}
		if h.Servers != nil {
			for _, file := range h.Servers.Files {
				add(h, file) // and not its folder, as .vscode is the editor's, with an agent or without
			}
		}
		if h.Plugin == nil {
			continue
		}
		for _, at := range h.Plugin.Manifests {
			if top := path.Dir(at); !slices.Contains(h.Plugin.Guest, at) && strings.HasPrefix(top, ".") && top != "." {
				add(h, top)
			}
		}
	}
	of := map[*Host][]string{}
	for at, who := range owners {
		if len(who) == 1 {
			of[who[0]] = append(of[who[0]], at)
		}
	}
	return of
})

// IsState reports whether a file has the name of what a host keeps on one machine.
func IsState(p string) bool {
	return slices.ContainsFunc(All(), func(h *Host) bool { return h.State != nil && slices.Contains(h.State.Files, path.Base(p)) })
}

// IsInstalled reports whether a host keeps the plugins that it installed in a folder, wherever the home lies.
func IsInstalled(dir string) bool {
	return slices.ContainsFunc(All(), func(h *Host) bool {
		return h.State != nil && slices.ContainsFunc(h.State.Folders, func(folder string) bool { return strings.HasSuffix("/"+dir, "/"+folder) })
	})
}

// TakesComments reports whether a host takes comments in a file of JSON, wherever the root of the project lies.
func TakesComments(p string) bool {
	segments := strings.Split(p, "/")
	return slices.ContainsFunc(All(), func(h *Host) bool {
		return h.Comments != nil && slices.ContainsFunc(h.Comments.Files, func(file string) bool {
			above := len(segments) - strings.Count(file, "/") - 1
			if above < 0 {
				return false
			}
			is, _ := path.Match(file, strings.Join(segments[above:], "/"))
			return is
		})
	})
}

// IsFetched reports whether an installer marks the folder of a skill as one which it fetched. holds says
// whether a file is there and has a key, if one is asked for.
func IsFetched(dir string, holds func(file, key string) bool) bool {
	for _, h := range All() {
		if h.Origin == nil {
			continue
		}
		for file, key := range h.Origin.Files {
			if holds(path.Join(dir, file), key) {
				return true
			}
		}
	}
	return false
}
