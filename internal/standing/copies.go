package standing

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
)

// copies finds folders of skills that repeat those beside them: for other
// agents, in other languages, or as they were built. Of folders of agents
// alone the one with the most skills is the original. What is the same to the
// byte is no copy that is left out: it is one skill with its original. Where a
// host loads the folder, its skills are live, and each knows its original.
func (s *Folders) copies(skills []string, manifests map[string]*Manifest) {
	originals := map[string]map[string][]string{} // folders of skills by the folder around and their names
	special := map[string][]string{}              // folders of skills by the one that may hold copies
	add := func(home, dir string) {
		if originals[home] == nil {
			originals[home] = map[string][]string{}
		}
		originals[home][path.Base(dir)] = append(originals[home][path.Base(dir)], dir)
	}
	for _, dir := range skills {
		if folder := path.Dir(dir); specialAt(folder) >= 0 {
			special[folder] = append(special[folder], dir)
			continue
		}
		for up := path.Dir(dir); ; up = path.Dir(up) {
			add(up, dir)
			if up == "." {
				break
			}
		}
	}
	folders := slices.SortedFunc(maps.Keys(special), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(special[b]), len(special[a])), strings.Compare(a, b))
	})
	for _, folder := range folders {
		home := path.Clean("./" + folder[:specialAt(folder)])
		copied := slices.DeleteFunc(slices.Clone(special[folder]), func(dir string) bool { return originals[home][path.Base(dir)] == nil })
		loaded := isLoaded(home, special[folder][0]) || s.names(home, special[folder][0])
		switch {
		case loaded:
			for _, dir := range copied {
				s.originals[dir] = originals[home][path.Base(dir)][0]
			}
		case 2*len(copied) >= len(special[folder]):
			s.add(folder, Translated, "")
			for _, dir := range copied {
				m := manifests[dir]
				if slices.ContainsFunc(originals[home][path.Base(dir)], func(o string) bool { return manifests[o].Sum == m.Sum && s.At(manifests[o].Path) == nil }) {
					s.same[m.Path] = true
				}
			}
			continue
		}
		for _, dir := range special[folder] {
			if s.originals[dir] == "" {
				add(home, dir)
			}
		}
	}
}

// isLoaded reports whether a host loads a skill of a project's folder where it lies.
func isLoaded(project, dir string) bool {
	return slices.ContainsFunc(hosts.InProject(path.Join(dir, "SKILL.md"), nil), func(l hosts.Load) bool {
		return l.Root == project && l.Component() == hosts.Skill
	})
}

// blanks matches a name that is to be filled in.
var blanks = regexp.MustCompile(`\{\{|<[^>]*>|\$\{|^\[.*\]$|^\{[^{}]+\}$|REPLACE|^(?:[A-Z]+_)+NAME$|(?i)^your[-_]`)

// blankText matches a description that is to be written, and none of to-do lists.
var blankText = regexp.MustCompile(`^(?:Replace (?:with|this)\b.*\bdescription\b|\[?TODO(?:[:\]]|\s*$))`)

// blankForms finds skills whose name or description is to be filled in: the folders of them, or the files
// alone where others lie below. What stands in brackets without quotes, [a name], is a list to YAML.
func (s *Folders) blankForms(skills []string, manifests map[string]*Manifest) {
	for _, dir := range skills {
		m := manifests[dir]
		if m.FilledIn && dir != "." {
			s.add(dir, Sample, "")
		}
		name := m.Root.Get("name")
		if name == nil || dir == "." {
			continue
		}
		if !blankText.MatchString(m.Root.Get("description").Str()) && !blanks.MatchString(name.Str()) && !(name.Is(document.List) && blanks.MatchString(m.Written(name.Pos, name.End))) {
			continue
		}
		at := dir
		if i, _ := slices.BinarySearch(skills, dir+"/"); i < len(skills) && strings.HasPrefix(skills[i], dir+"/") {
			at = m.Path
		}
		s.add(at, Sample, "")
	}
}

// blankPlugins finds plugins whose name is to be filled in, but for that of the repository itself.
func (s *Folders) blankPlugins(manifests []*Manifest) {
	for _, m := range manifests {
		if dir := path.Dir(path.Dir(m.Path)); m.Kind == Plugin && InPluginFolder(m.Path, "plugin.json") && dir != "." && blanks.MatchString(m.Root.Get("name").Str()) {
			s.add(dir, Sample, "")
		}
	}
}

// variants finds texts without a frontmatter that add to a skill of the same folder
// name elsewhere, which has one, but for those that a plugin loads.
func (s *Folders) variants(skills []string, manifests map[string]*Manifest) {
	complete := map[string]bool{}
	for _, dir := range skills {
		if manifests[dir].HasFrontmatter {
			complete[path.Base(dir)] = true
		}
	}
	for _, dir := range skills {
		if m := manifests[dir]; !m.HasFrontmatter && m.Known() && complete[path.Base(dir)] && dir != "." && !s.isShipped(dir) {
			s.add(dir, Translated, "")
		}
	}
}

// chapters finds texts without name and description in the folder of a skill that its own
// text leads to, and those that only add to it. Where another of them has one of the two
// they are skills.
func (s *Folders) chapters(skills []string, manifests map[string]*Manifest) {
	below := map[string][]*Manifest{} // the manifests in the folders of a skill
	root := manifests["."]
	for _, dir := range skills {
		if root != nil && root.HasFrontmatter && dir != "." && s.plugins["."] == nil {
			below["."] = append(below["."], manifests[dir])
		}
		for up := path.Dir(dir); up != "." && !IsCollection(up) && s.plugins[up] == nil; up = path.Dir(up) {
			outer := manifests[up]
			if outer == nil || !outer.HasFrontmatter {
				continue
			}
			if m := manifests[dir]; addsTo(m, outer) {
				s.pages[m.Path] = true
			} else {
				below[up] = append(below[up], m)
			}
			break
		}
	}
	for up, list := range below {
		if slices.ContainsFunc(list, func(m *Manifest) bool { return presents(m) || !m.Known() }) {
			continue
		}
		text := manifests[up].Source()
		patterns := map[string]bool{} // the folders around the pages
		for _, named := range patternOfPages.FindAllSubmatch(text, -1) {
			patterns[string(named[1])] = true
		}
		for _, m := range list {
			dir := path.Dir(m.Path)
			if patterns[path.Base(path.Dir(dir))] || bytes.Contains(text, []byte(path.Base(dir)+"/"+path.Base(m.Path))) {
				s.pages[m.Path] = true
			}
		}
	}
}

// presents reports whether a manifest says what it is called or what it does, or may do so.
func presents(m *Manifest) bool {
	return m.HasFrontmatter && (!m.Root.Is(document.Map) || m.Root.Get("name") != nil || m.Root.Get("description") != nil)
}

// patternOfPages matches a path of pages in folders of which one stands for all.
var patternOfPages = regexp.MustCompile(`([\w.-]+)/(?:[\w-]*(?:xxx|XXX|\*|NN)[\w-]*|<[^<>/\n]+>|\{[^{}/\n]+\}|\[[^\[\]/\n]+\])/SKILL\.md\b`)

// addsTo reports whether a manifest has the name of the skill around it and no description
// of its own: what is different on one system.
func addsTo(m, outer *Manifest) bool {
	name := m.Root.Get("name")
	return m.HasFrontmatter && name.Is(document.String) && name.Text == outer.Root.Get("name").Str() && m.Root.Get("description") == nil && outer.Root.Get("description") != nil
}

// retired finds skills whose folder says that they are of the past: those that have lost
// their frontmatter, without which no host offers them, and those of which the one of today
// stands beside, unless a host or a plugin loads both where they lie.
func (s *Folders) retired(skills []string, manifests map[string]*Manifest) {
	for _, dir := range skills {
		m, base := manifests[dir], path.Base(dir)
		mark := copyMark.FindStringIndex(base)
		switch {
		case mark == nil || !m.Known():
		case !m.HasFrontmatter:
			s.add(dir, Snapshot, "")
		case mark[0] > 0:
			today := manifests[path.Join(path.Dir(dir), base[:mark[0]])]
			if today != nil && sameName(m, today) && !s.isShipped(dir) && len(hosts.InProject(m.Path, s.isThere)) == 0 {
				s.add(dir, Snapshot, "")
			}
		}
	}
}

// sameName reports whether two skills give the same name.
func sameName(a, b *Manifest) bool {
	name := a.Root.Get("name").Str()
	return name != "" && name == b.Root.Get("name").Str()
}

// indexes finds texts without a frontmatter that stand above several skills: pages
// that list them.
func (s *Folders) indexes(skills []string, manifests map[string]*Manifest) {
	below := map[string]int{} // complete skills
	for _, dir := range skills {
		if !manifests[dir].HasFrontmatter {
			continue
		}
		for up := dir; up != "."; {
			up = path.Dir(up)
			below[up]++
		}
	}
	for _, dir := range skills {
		if m := manifests[dir]; !m.HasFrontmatter && m.Known() && below[dir] > 1 && !slices.ContainsFunc(m.Problems, func(p document.Problem) bool { return p.Kind == document.Behind }) {
			s.add(m.Path, Index, "")
		}
	}
}
