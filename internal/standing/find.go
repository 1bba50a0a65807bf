package standing

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
)

// FindNamed finds the folders that nobody loads by their names: a marketplace
// that lists a plugin in one of them proves the contrary.
func (s *Folders) FindNamed(markets []*Manifest) {
	var found []*Folder
	lent := s.lent()
	for _, e := range s.tree.Entries() {
		if e.Kind != tree.Dir {
			continue
		}
		reason := namedInert(s.tree, e.Path)
		if reason == "" && isVendored(s.tree, e.Path) && !lent(e.Path) {
			reason = Vendored
		}
		if reason != "" {
			found = append(found, &Folder{Path: e.Path, Reason: reason})
		}
	}
	for _, f := range found {
		s.add(f.Path, f.Reason, "")
	}
	listed := s.listed(markets)
	for _, f := range found {
		for dir := range listed {
			if tree.Holds(f.Path, dir) {
				delete(s.folders, f.Path)
			}
		}
	}
	for _, repository := range copiedRepositories(s.tree) {
		if !s.listedFromOutside(repository, markets) {
			s.leaveOutRoot(repository)
		}
	}
}

// FindTestbed finds that all of a repository is there for the tests of another program, as its README begins with that.
func (s *Folders) FindTestbed(readme []byte) {
	if !testbed.Match(readme) || !bytes.Contains(bytes.ToLower(readme), []byte("fixture")) {
		return
	}
	for _, e := range s.tree.Children(".") {
		s.add(e.Path, Fixture, "")
	}
}

// testbed matches the first words of such a README, behind its title: "E2E test repo for …".
var testbed = regexp.MustCompile(`(?i)^\s*(?:#[^\n]*\n\s*)?(?:an? |the |this (?:repo(?:sitory)? )?is (?:an? |the )?)?(?:[\w-]+ )?(?:test(?:ing)?|fixtures?) (?:repo|repository)\b`)

// FindUnloaded finds what nobody loads by what the manifests say.
func (s *Folders) FindUnloaded(manifests []*Manifest) {
	manifests = slices.DeleteFunc(slices.Clone(manifests), func(m *Manifest) bool { return s.At(m.Path) != nil })
	dirs := map[string]*Manifest{} // of skills
	for _, m := range manifests {
		if IsSkillMD(m.Path) {
			dirs[path.Dir(m.Path)] = m
		}
	}
	s.encrypted(manifests)
	s.blankPlugins(manifests)
	s.skillPlugins(manifests)
	s.foreign(manifests)
	s.innerMarketplaces(manifests, dirs)
	s.innerPlugins(manifests)
	s.unlisted(manifests)
	manifests = slices.DeleteFunc(manifests, func(m *Manifest) bool { return s.At(m.Path) != nil })
	s.plugins = s.shipped(manifests)
	skills := make([]string, 0, len(dirs))
	for dir := range dirs {
		if !s.sample(dir, dirs) {
			skills = append(skills, dir)
		}
	}
	slices.Sort(skills)
	s.indexes(skills, dirs)
	s.chapters(skills, dirs)
	s.variants(skills, dirs)
	s.retired(skills, dirs)
	s.blankForms(skills, dirs)
	s.copies(skills, dirs)
	s.unloaded(skills)
}

// encrypted finds the manifests that git-crypt keeps from those without its key.
func (s *Folders) encrypted(manifests []*Manifest) {
	for _, m := range manifests {
		if m.Sealed {
			s.add(m.Path, Encrypted, "")
		}
	}
}

// skillPlugins finds the manifests of plugins that lie with a skill in the folder of skills of another host, or below the
// folder of another skill, or among the skills of another plugin, and that no marketplace lists: nobody installs them.
func (s *Folders) skillPlugins(manifests []*Manifest) {
	listed := s.listed(manifests)
	for _, m := range manifests {
		dir := path.Dir(path.Dir(m.Path))
		hidden, page := HiddenFolder(dir), path.Join(dir, "SKILL.md")
		if m.Kind != Plugin || listed[dir] || !s.isThere(page) {
			continue
		}
		if s.withinSkill(dir) || s.broughtAlong(dir, manifests) {
			s.add(m.Path, Unlisted, "")
			continue
		}
		if hidden == "" || !strings.HasPrefix(dir, hidden+"/skills/") {
			continue
		}
		reads := func(h *hosts.Host) bool {
			_, at, its := h.PluginAt(m.Path)
			return its && !slices.Contains(h.Plugin.Guest, at) && len(h.In(hosts.Project, page, nil)) > 0
		}
		if !slices.ContainsFunc(hosts.All(), reads) {
			s.add(m.Path, Unlisted, "")
		}
	}
}

// broughtAlong reports whether a folder lies among the skills of a plugin that has another folder.
func (s *Folders) broughtAlong(dir string, manifests []*Manifest) bool {
	around := path.Dir(path.Dir(dir))
	return path.Base(path.Dir(dir)) == "skills" && around != "." && slices.ContainsFunc(manifests, func(m *Manifest) bool {
		return m.Kind == Plugin && path.Dir(path.Dir(m.Path)) == around
	})
}

// withinSkill reports whether a folder lies below that of a skill, other than one in the root.
func (s *Folders) withinSkill(dir string) bool {
	for d := path.Dir(dir); d != "." && d != "/"; d = path.Dir(d) {
		if s.isThere(path.Join(d, "SKILL.md")) {
			return true
		}
	}
	return false
}
