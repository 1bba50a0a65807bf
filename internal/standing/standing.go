// Package standing finds the files of a tree that nobody loads: fixtures, backups,
// samples, copies, and what no plugin or marketplace has, by the names of folders and
// by what manifests say.
package standing

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// A Reason says why nobody loads a file.
type Reason string

const (
	Snapshot         Reason = "snapshot"          // a backup, an archive, a dated copy
	Fixture          Reason = "fixture"           // data of tests
	Sample           Reason = "sample"            // a skill among the resources of another
	Translated       Reason = "copy"              // a translation, or a copy for another agent
	NotLoaded        Reason = "not-loaded"        // a folder that its plugin does not load
	Unlisted         Reason = "unlisted"          // a plugin beside those of a marketplace, which does not list it
	InnerMarketplace Reason = "inner-marketplace" // in a plugin that an outer one lists, or brought along by a skill
	Index            Reason = "index"             // a page about the skills below it
	InstalledCopy    Reason = "installed"         // a plugin as a host put it into a home
	Vendored         Reason = "vendored"          // what others made, kept as it came, and no marketplace or link leads to
	Encrypted        Reason = "encrypted"         // by git-crypt: what it says is not known here
)

// A Folder is a folder, or a file, that nobody loads.
type Folder struct {
	Path   string
	Reason Reason
	By     string // the plugin that does not load it, or the marketplace that does not list it; "" for other reasons
	Files  int    // how many manifests in it were left out
}

// Folders are those of a workspace that nobody loads.
type Folders struct {
	folders   map[string]*Folder
	plugins   map[string]*shipped         // by folder
	same      map[string]bool             // manifests that are their originals to the byte: one skill with them
	originals map[string]string           // by the folder of a copy that a host loads: what it is a copy of
	beside    map[string][]string         // by marketplace: plugins beside its own that none lists
	pages     map[string]bool             // chapters of the skill around them: texts of it, no manifests
	judge     func(folder, p string) bool // what is judged all the same; nil for nothing
	tree      *tree.Tree
}

// Judged reports whether a path in a folder is judged all the same.
func (s *Folders) Judged(folder, p string) bool { return s.judge != nil && s.judge(folder, p) }

// New knows no folders yet. judge says what is judged all the same, nil for nothing.
func New(t *tree.Tree, judge func(folder, p string) bool) *Folders {
	return &Folders{folders: map[string]*Folder{}, same: map[string]bool{}, originals: map[string]string{}, beside: map[string][]string{}, pages: map[string]bool{}, judge: judge, tree: t}
}

// A Manifest is a file that says something of who loads what.
type Manifest struct {
	*document.File
	document.Data
	Kind Kind
}

// A Kind is what a manifest describes.
type Kind uint8

const (
	Other Kind = iota
	Plugin
	Marketplace
)

// At returns the innermost folder that nobody loads and that holds a path, nil
// when there is none, or when the path is to be judged all the same.
func (s *Folders) At(p string) *Folder {
	if len(s.folders) == 0 || s.same[p] {
		return nil
	}
	if loads := hosts.OfSkill(p, s.isThere); len(loads) > 0 {
		p = path.Join(loads[0].Root, "SKILL.md") // what is read beside it stands as it does
	}
	for d := p; d != "." && d != "/"; d = tree.Parent(d) {
		if f := s.folders[d]; f != nil {
			if s.Judged(d, p) {
				return nil
			}
			return f
		}
	}
	return nil
}

// Skip counts a file that is left out, and reports whether it is.
func (s *Folders) Skip(p string) bool {
	f := s.At(p)
	if f == nil {
		return false
	}
	switch base := path.Base(p); {
	case IsSkillMD(p), base == "plugin.json", base == "marketplace.json", base == "skill.json", base == "skill.yaml", base == "skill.yml":
		f.Files++
	}
	return true
}

// SetsAside reports whether nobody installs a plugin by the manifest at a path, whatever stands beside it.
func (s *Folders) SetsAside(p string) bool {
	f := s.At(p)
	return f != nil && f.Path == p
}

// LeaveOut reports whether a file that a host would load elsewhere is left out, and counts it where that is asked for.
func (s *Folders) LeaveOut(p string, count bool) bool {
	f := s.At(p)
	if f != nil && count {
		f.Files++
	}
	return f != nil
}

func (s *Folders) add(p string, reason Reason, by string) {
	if s.folders[p] == nil {
		s.folders[p] = &Folder{Path: p, Reason: reason, By: by}
	}
}

// IsPage reports whether a file is a chapter of the skill around it: a text, no manifest.
func (s *Folders) IsPage(p string) bool { return s.pages[p] }

// LeftOut returns the folders with manifests that were left out, sorted by path.
func (s *Folders) LeftOut() []Folder {
	var list []Folder
	for _, f := range s.folders {
		if f.Files > 0 {
			list = append(list, *f)
		}
	}
	slices.SortFunc(list, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// Beside returns the folders of plugins that stand beside those of a marketplace and that
// none lists, sorted.
func (s *Folders) Beside(marketplace string) []string {
	return slices.Sorted(slices.Values(s.beside[marketplace]))
}

// Original returns the folder of the skill that the one around a path is a copy of, and
// the copy's; is is false where it is none. Hosts load both.
func (s *Folders) Original(p string) (original, dir string, is bool) {
	for d := tree.Parent(p); d != "." && d != "/"; d = tree.Parent(d) {
		if original := s.originals[d]; original != "" {
			return original, d, true
		}
	}
	return "", "", false
}

func (s *Folders) real(p string) string {
	real, _ := s.tree.Resolve(p)
	return real
}

func (s *Folders) isThere(p string) bool {
	_, ok := s.tree.Lookup(p)
	return ok
}

// listed are the folders that the marketplaces among some manifests list which are judged.
func (s *Folders) listed(manifests []*Manifest) map[string]bool {
	listed := map[string]bool{}
	for _, m := range manifests {
		if m.Kind != Marketplace || s.At(m.Path) != nil {
			continue
		}
		for _, dir := range localSources(s.tree, m) {
			listed[dir] = true
		}
	}
	return listed
}

// localSources are the folders of a marketplace's entries, "." among them.
func localSources(t *tree.Tree, m *Manifest) []string {
	var dirs []string
	base := path.Dir(path.Dir(m.Path))
	for _, item := range m.Root.Get("plugins").Items() {
		if dir := SourceDir(t, base, m.Root, item.Value); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
