package contracts

import (
	"maps"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
)

// nearPart is the part of a plugin that may be meant by a name: one that has the plugin's name before it,
// one of another folder with the same name, where that has several words or the folder is in the one that
// is named, or one of the same folder with a name like it.
func nearPart(known map[string]bool, plugin, name string) (string, bool) {
	if prefixed := withPrefix(plugin, name); known[prefixed] {
		return prefixed, true
	}
	folder, last := cutFolder(name)
	inFolders := map[string]bool{} // the last parts of names with a folder: they are not called by those
	for part := range known {
		if in, own := cutFolder(part); in != "" {
			inFolders[own] = true
		}
	}
	var moved, beside []string
	for _, part := range slices.Sorted(maps.Keys(known)) {
		in, own := cutFolder(part)
		switch {
		case own == "" || in == "" && inFolders[own]:
		case own == strings.ReplaceAll(name, ":", "-"), own == last && (folder == "" || strings.HasPrefix(in, folder+":") || strings.Contains(last, "-")):
			moved = append(moved, part)
		case in == folder:
			beside = append(beside, own)
		}
	}
	if len(moved) == 1 {
		return moved[0], true
	}
	near, ok := lint.NewSpeller(beside).Nearest(last)
	if ok && folder != "" {
		near = folder + ":" + near
	}
	return near, ok
}

// withPrefix is a name with its plugin's before it, as some give all parts of a plugin.
func withPrefix(plugin, name string) string { return plugin + "-" + name }

// cutFolder parts the name of a command from the folders it lies in: docs:edit.
func cutFolder(name string) (folder, last string) {
	at := strings.LastIndexByte(name, ':')
	return name[:max(at, 0)], name[at+1:]
}
