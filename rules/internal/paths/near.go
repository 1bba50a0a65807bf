package paths

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// Near returns the existing path nearest to a missing one: each segment
// may be misspelt, in another case or with another ending, but no other word.
func Near(p *lint.Pass, dir, target string) (string, bool) {
	at, changed := dir, false
	var out []string
	for _, segment := range strings.Split(path.Clean(target), "/") {
		if segment == ".." {
			at = path.Dir(at)
			out = append(out, segment)
			continue
		}
		if _, kind := p.Tree.Resolve(path.Join(at, segment)); kind == skill.Absent {
			in := namesIn(p, at)
			near, ok := in.spell.Nearest(segment)
			if !ok || !spelling.Miswritten(segment, near) {
				near, ok = otherEnding(in.list, segment)
			}
			if !ok || near == segment { // a link that leads nowhere
				return "", false
			}
			segment, changed = near, true
		}
		at = path.Join(at, segment)
		out = append(out, segment)
	}
	return strings.Join(out, "/"), changed
}

// A folderNames is the names in a folder.
type folderNames struct {
	list  []string
	spell *lint.Speller
}

var namesInFolders skill.MemoBy[string, folderNames]

func namesIn(p *lint.Pass, dir string) folderNames {
	return namesInFolders.Of(p.Workspace, dir, func() folderNames {
		var names []string
		for _, e := range p.Tree.Children(dir) {
			names = append(names, path.Base(e.Path))
		}
		return folderNames{names, lint.NewSpeller(names)}
	})
}

// otherEnding returns the only name that differs from another one in its ending.
func otherEnding(names []string, name string) (found string, ok bool) {
	stem := func(n string) string { return strings.TrimSuffix(n, path.Ext(n)) }
	for _, n := range names {
		if path.Ext(n) != "" && stem(n) == stem(name) {
			if ok {
				return "", false
			}
			found, ok = n, true
		}
	}
	return found, ok
}
