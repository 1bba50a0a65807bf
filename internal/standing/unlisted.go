package standing

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// unlisted finds the plugins beside those of a marketplace that no marketplace lists:
// nobody can install them. Where most of a folder are not listed, another list may have
// them, and so may one that another host reads.
func (s *Folders) unlisted(manifests []*Manifest) {
	listed, names := s.listed(manifests), map[string]bool{}
	sources := map[string]entrySource{} // by the names of plugins
	entries := map[string]int{}         // how many names a folder has
	of := map[string]map[string]bool{}  // the plugins of a marketplace by the folder around them
	by := map[string]string{}           // which marketplace that is
	for _, m := range manifests {
		if m.Kind != Marketplace || s.At(m.Path) != nil {
			continue
		}
		for _, item := range m.Root.Get("plugins").Items() {
			names[item.Value.Get("name").Str()] = true
			if at := item.Value.Get("source").Get("path").Str(); at != "" {
				names[path.Base(at)] = true // of another repository, or of this one
			}
			if dir := SourceDir(s.tree, path.Dir(path.Dir(m.Path)), m.Root, item.Value); dir != "" {
				sources[item.Value.Get("name").Str()] = entrySource{dir, m.Path}
				entries[dir]++
			}
		}
		for _, dir := range localSources(s.tree, m) {
			around := path.Dir(dir)
			if _, kind := s.tree.Resolve(dir); kind != tree.Dir || dir == "." {
				continue
			}
			if of[around] == nil {
				of[around], by[around] = map[string]bool{}, m.Path
			}
			of[around][dir] = true
		}
	}
	maps.DeleteFunc(sources, func(_ string, of entrySource) bool { return entries[of.dir] > 1 }) // one of them may be a slip
	s.namesakes(manifests, listed, sources)
	s.unentered(manifests, listed, names)
	around := map[string]bool{} // what holds one that is listed: a repository that was copied whole
	for dir := range listed {
		for dir = tree.Parent(dir); dir != "." && !around[dir]; dir = tree.Parent(dir) {
			around[dir] = true
		}
	}
	others := map[string]bool{} // the folders with a list that another host reads
	beside := map[string][]string{}
	for _, e := range s.tree.Entries() {
		switch dir := tree.Parent(e.Path); {
		case e.Kind == tree.Regular && !InPluginFolder(e.Path, "marketplace.json") && hosts.ListsPlugins(e.Path):
			if hidden := HiddenFolder(dir); hidden != "" {
				dir = path.Dir(hidden)
			}
			others[dir] = true
		case e.Kind == tree.Dir && len(of[dir]) > 1 && !listed[e.Path] && !around[e.Path] && !names[path.Base(e.Path)] && s.mayBePlugin(e.Path, dir != "."):
			beside[dir] = append(beside[dir], e.Path)
		}
	}
	if len(beside) > 0 {
		s.addBeside(beside, of, by, others)
	}
}

// addBeside adds the plugins beside those of a marketplace, all by the folder around them. others are the folders
// with a list that another host reads.
func (s *Folders) addBeside(beside map[string][]string, of map[string]map[string]bool, by map[string]string, others map[string]bool) {
	lent := s.lent()
	for around, dirs := range beside {
		dirs = slices.DeleteFunc(dirs, lent)
		another := others["."]
		for d := around; d != "." && !another; d = tree.Parent(d) {
			another = others[d]
		}
		if another || len(dirs) >= len(of[around]) {
			continue
		}
		for _, dir := range dirs {
			s.add(dir, Unlisted, by[around])
		}
		s.beside[by[around]] = append(s.beside[by[around]], dirs...)
	}
}

// lent reports of a folder whether links lead into it from elsewhere: others have what is in it as their own.
func (s *Folders) lent() func(dir string) bool {
	links := map[string]string{} // where they lead
	for _, e := range s.tree.Entries() {
		if e.Kind == tree.Symlink {
			links[e.Path] = s.real(e.Path)
		}
	}
	return func(dir string) bool {
		for link, target := range links {
			if tree.Holds(dir, target) && !tree.Holds(dir, link) {
				return true
			}
		}
		return false
	}
}

// An entrySource is the folder from which a marketplace installs a plugin.
type entrySource struct{ dir, marketplace string }

// namesakes finds the plugins that nobody installs, as a marketplace has another folder for
// their name. Of one around that folder it is the manifest, as the rest holds what is installed.
func (s *Folders) namesakes(manifests []*Manifest, listed map[string]bool, sources map[string]entrySource) {
	for _, m := range manifests {
		if m.Kind != Plugin || !InPluginFolder(m.Path, "plugin.json") {
			continue
		}
		dir, of := path.Dir(path.Dir(m.Path)), sources[m.Root.Get("name").Str()]
		if _, kind := s.tree.Resolve(of.dir); of.dir == "" || kind != tree.Dir || listed[dir] || !tree.Holds(path.Dir(path.Dir(of.marketplace)), dir) {
			continue
		}
		if tree.Holds(dir, of.dir) {
			dir = m.Path
		}
		s.add(dir, Unlisted, of.marketplace)
	}
}

// exampleName matches the name of what is to be looked at, not to be used.
var exampleName = regexp.MustCompile(`(?i)(?:^|[-_.])(?:examples?|samples?|templates?|demos?|tests?|hello[-_]?world)(?:[-_.]|$)`)

// mayBePlugin reports whether a folder has the manifest of a plugin, or, beside plugins
// alone, what plugins are made of.
func (s *Folders) mayBePlugin(dir string, among bool) bool {
	name := path.Base(dir)
	if strings.ContainsAny(name[:1], "._") || IsClone(name) || exampleName.MatchString(name) {
		return false // hidden, another repository, or not to be installed
	}
	if _, is := s.tree.Lookup(path.Join(dir, ".claude-plugin/plugin.json")); is {
		return true
	}
	return among && slices.ContainsFunc(s.tree.Below(dir), func(e tree.Entry) bool {
		rest := strings.TrimPrefix(e.Path, dir+"/")
		first, deeper, _ := strings.Cut(rest, "/")
		return rest == ".mcp.json" || first == "skills" && path.Base(deeper) == "SKILL.md"
	})
}
