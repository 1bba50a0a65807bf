package report

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/skill"
)

// maxFolders is how many folders one reason names.
const maxFolders = 2

// inertWords say what the files of a reason are.
var inertWords = map[skill.InertReason]string{
	skill.Snapshot:         "snapshots",
	skill.Fixture:          "fixtures",
	skill.Sample:           "samples",
	skill.Translated:       "copies and translations",
	skill.Unlisted:         "plugins that no marketplace lists",
	skill.Index:            "pages about the skills below them",
	skill.InstalledCopy:    "plugins that a host installed",
	skill.Vendored:         "vendored",
	skill.Encrypted:        "encrypted",
	skill.InnerMarketplace: "inside of skills, or of plugins that another marketplace lists",
}

// NotJudged says which manifests were left out because nobody loads them, and
// why: "not judged: 655 files in backups/ (snapshots) (--inert judges them)"; and how many skills were
// fetched, of which errors alone are told.
// It is "" when there are none.
func NotJudged(ws *skill.Workspace) string {
	type group struct {
		reason skill.InertReason
		by     string
	}
	folders := map[group][]skill.InertFolder{}
	count := map[group]int{}
	var groups []group
	for _, f := range ws.Inert() {
		g := group{f.Reason, f.By}
		if folders[g] == nil {
			groups = append(groups, g)
		}
		folders[g] = append(folders[g], f)
		count[g] += f.Files
	}
	slices.SortStableFunc(groups, func(a, b group) int { return cmp.Compare(count[b], count[a]) })
	var parts []string
	for _, g := range groups {
		list := folders[g]
		slices.SortStableFunc(list, func(a, b skill.InertFolder) int { return cmp.Compare(b.Files, a.Files) })
		names := make([]string, 0, maxFolders)
		for _, f := range list[:min(len(list), maxFolders)] {
			name := f.Path
			if path.Ext(name) != ".json" && path.Ext(name) != ".md" {
				name += "/"
			}
			names = append(names, name)
		}
		where := strings.Join(names, ", ")
		if more := len(list) - len(names); more > 0 {
			where += fmt.Sprintf(" and %d more", more)
		}
		part := fmt.Sprintf("%s in %s", plural(count[g], "file"), where)
		if g.reason == skill.NotLoaded {
			part += fmt.Sprintf(" that plugin %s does not load", g.by)
		} else {
			part += " (" + inertWords[g.reason] + ")"
		}
		parts = append(parts, part)
	}
	fetched := 0
	for _, s := range ws.Skills {
		if ws.IsFetched(s.Dir) {
			fetched++
		}
	}
	if kept := keptFiles(ws); kept > 0 {
		parts = append(parts, plural(kept, "file")+" that an installer keeps, but for errors")
	}
	if fetched > 0 {
		parts = append(parts, plural(fetched, "skill")+" that an installer fetched or a program wrote, but for errors")
	}
	if len(parts) == 0 {
		return ""
	}
	return "not judged: " + strings.Join(parts, "; ") + " (--inert judges them)"
}

// keptFiles is how many files that hosts load are kept by an installer.
func keptFiles(ws *skill.Workspace) (n int) {
	for _, s := range ws.Skills {
		if m := s.Manifest(); ws.IsKept(m.File) && !ws.IsFetched(s.Dir) {
			n++
		}
	}
	for _, c := range ws.Components() {
		if ws.IsKept(c.File) && ws.ManifestAt(c.Path) == nil {
			n++
		}
	}
	return n
}
