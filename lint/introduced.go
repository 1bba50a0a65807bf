package lint

import (
	"path"

	"github.com/skilllint/skilllint/skill"
)

// Introduced returns the findings of today that the base does not have, by
// rule and content, not by line. A folder that was renamed is the same by the
// id of its skill.
func Introduced(base, today *skill.Workspace, known, findings []Finding) []Finding {
	moved := movedFolders(base, today)
	name := func(p string) string {
		for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
			if to, is := moved[dir]; is {
				return to + p[len(dir):]
			}
		}
		return p
	}
	had := map[string]bool{}
	for _, print := range fingerprints(base, known, name) {
		had[print] = true
	}
	var fresh []Finding
	for i, print := range Fingerprints(today, findings) {
		if !had[print] || findings[i].Rule == internalError {
			fresh = append(fresh, findings[i])
		}
	}
	return fresh
}

// movedFolders maps the folders of skills and plugins that are gone to those
// that are new and hold the same one.
func movedFolders(base, today *skill.Workspace) map[string]string {
	type identity struct {
		id     string
		plugin bool
	}
	only := func(ws, other *skill.Workspace) map[identity]string {
		dirs := map[identity]string{}
		for _, s := range ws.Skills {
			if _, there := other.Tree.Lookup(s.Dir); there || s.ID.Text == "" {
				continue
			}
			key := identity{s.ID.Text, s.Plugin != nil}
			if dir, again := dirs[key]; again && dir != s.Dir {
				dirs[key] = "" // nobody knows which
				continue
			}
			dirs[key] = s.Dir
		}
		return dirs
	}
	fresh := only(today, base)
	moved := map[string]string{}
	for key, dir := range only(base, today) {
		if to := fresh[key]; dir != "" && to != "" {
			moved[dir] = to
		}
	}
	return moved
}
