package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/tree"
)

// A Standing says who loads a file.
type Standing uint8

const (
	LiveStanding   Standing = iota + 1 // a host loads it where it lies, or a plugin ships it
	SourceStanding                     // it is there to be copied or installed
	InertStanding                      // nobody loads it
)

// An InertReason says why nobody loads a file.
type InertReason string

const (
	Snapshot         InertReason = "snapshot"          // a backup, an archive, a dated copy
	Fixture          InertReason = "fixture"           // data of tests
	Sample           InertReason = "sample"            // a skill among the resources of another
	Translated       InertReason = "copy"              // a translation, or a copy for another agent
	NotLoaded        InertReason = "not-loaded"        // a folder that its plugin does not load
	Unlisted         InertReason = "unlisted"          // a plugin beside those of a marketplace, which does not list it
	InnerMarketplace InertReason = "inner-marketplace" // in a plugin that an outer one lists, or brought along by a skill
	Index            InertReason = "index"             // a page about the skills below it
)

// An InertFolder is a folder, or a file, that nobody loads.
type InertFolder struct {
	Path   string
	Reason InertReason
	By     string // the plugin that does not load it, or the marketplace that does not list it; "" for other reasons
	Files  int    // how many manifests in it were left out
}

// A standing knows the folders that nobody loads.
type standing struct {
	folders   map[string]*InertFolder
	plugins   map[string]*shipped         // by folder
	same      map[string]bool             // manifests that are their originals to the byte: one skill with them
	originals map[string]string           // by the folder of a copy that a host loads: what it is a copy of
	beside    map[string][]string         // by marketplace: plugins beside its own that none lists
	pages     map[string]bool             // chapters of the skill around them: texts of it, no manifests
	judge     func(folder, p string) bool // what is judged all the same; nil for nothing
	tree      *Tree
}

// at returns the innermost folder that nobody loads and that holds a path, nil
// when there is none, or when the path is to be judged all the same.
func (s *standing) at(p string) *InertFolder {
	if len(s.folders) == 0 || s.same[p] {
		return nil
	}
	for d := p; d != "." && d != "/"; d = tree.Parent(d) {
		if f := s.folders[d]; f != nil {
			if s.judge != nil && s.judge(d, p) {
				return nil
			}
			return f
		}
	}
	return nil
}

// skip counts a file that is left out, and reports whether it is.
func (s *standing) skip(p string) bool {
	f := s.at(p)
	if f == nil {
		return false
	}
	switch base := path.Base(p); {
	case isSkillMD(p), base == "plugin.json", base == "marketplace.json", base == "skill.json", base == "skill.yaml", base == "skill.yml":
		f.Files++
	}
	return true
}

func (s *standing) add(p string, reason InertReason, by string) {
	if s.folders[p] == nil {
		s.folders[p] = &InertFolder{Path: p, Reason: reason, By: by}
	}
}

// findNamed finds the folders that nobody loads by their names: a marketplace
// that lists a plugin in one of them proves the contrary.
func (s *standing) findNamed(markets []*Manifest) {
	var found []*InertFolder
	for _, e := range s.tree.Entries() {
		if e.Kind != Dir {
			continue
		}
		if reason := namedInert(s.tree, e.Path); reason != "" {
			found = append(found, &InertFolder{Path: e.Path, Reason: reason})
		}
	}
	for _, f := range found {
		s.add(f.Path, f.Reason, "")
	}
	var listed []string
	for _, m := range markets {
		if s.at(m.Path) == nil {
			listed = append(listed, localSources(s.tree, m)...)
		}
	}
	for _, f := range found {
		if slices.ContainsFunc(listed, func(dir string) bool { return tree.Holds(f.Path, dir) }) {
			delete(s.folders, f.Path)
		}
	}
}

// localSources are the folders of a marketplace's entries, "." among them.
func localSources(t *Tree, m *Manifest) []string {
	var dirs []string
	base := path.Dir(path.Dir(m.Path))
	for _, item := range m.Root.Get("plugins").Items() {
		if dir := sourceDir(t, base, m.Root, item.Value); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// sourceDir is the folder that the local source of a marketplace's entry
// names; "" for another source, and for one that leaves the workspace.
func sourceDir(t *Tree, dir string, root, entry *Node) string {
	source := entry.Get("source")
	if !source.Is(String) || source.Text == "" {
		return ""
	}
	base := dir
	if at := root.Get("metadata").Get("pluginRoot"); at.Is(String) && !strings.HasPrefix(source.Text, ".") {
		base = path.Join(base, at.Text)
	}
	if real, kind := t.Resolve(path.Join(base, source.Text)); kind == Dir || kind == Pruned || kind == Absent {
		return real
	}
	return ""
}

func (s *standing) real(p string) string {
	real, _ := s.tree.Resolve(p)
	return real
}

func (s *standing) isThere(p string) bool {
	_, ok := s.tree.Lookup(p)
	return ok
}
