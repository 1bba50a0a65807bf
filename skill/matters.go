package skill

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
)

// matters reports whether a source of a skill may refer to another one, by
// what its words say and by what the workspace holds. A bundle does not: it is
// made of other files.
func (r *resolver) matters(p string, lang code.Language, src []byte, own *Skill) bool {
	if code.Generated(p, src) {
		return false
	}
	o := r.scanner.Outline(lang, src)
	if o.Parse {
		return true
	}
	if slices.ContainsFunc(o.Imports, func(name string) bool { return r.importMatters(p, lang, name, own) }) {
		return true
	}
	if slices.ContainsFunc(o.Runs, func(name string) bool { return r.importMatters(p, code.Python, name, own) }) {
		return true
	}
	if links := r.around().links[own]; links != nil && code.Names(src, func(name string) bool { return links[name] }) {
		return true
	}
	base := path.Dir(p)
	below := 0 // folders between the skill's and the file
	for dir := base; dir != own.Dir && dir != "."; dir = path.Dir(dir) {
		below++
	}
	if o.Root || o.OwnFolder && o.Ups > 0 || o.Anchored && o.Ups >= below+2 || slices.Contains(o.Steps, "") {
		return r.namesOthers(src, own)
	}
	return slices.ContainsFunc(o.Relative, func(rel string) bool { return r.leaves(base, rel, own) || r.leaves(own.Dir, rel, own) }) && r.namesOthers(src, own) ||
		slices.ContainsFunc(o.Steps, func(step string) bool { return r.stepMatters(step, own) }) && r.namesOthers(src, own)
}

// namesOthers reports whether a source names an entry of a folder around its
// skill that leads to another one: a path to there has to.
func (r *resolver) namesOthers(src []byte, own *Skill) bool {
	around := r.around()
	return around.odd || code.Names(src, func(name string) bool {
		for dir := own.Dir; dir != "."; {
			dir = path.Dir(dir)
			if around.names[dir][name] && around.leads(path.Join(dir, name), own) {
				return true
			}
		}
		return false
	})
}

// importMatters reports whether a module that a source names may lead to
// another skill: it is in the workspace, and not in the skill itself.
func (r *resolver) importMatters(from string, lang code.Language, name string, own *Skill) bool {
	var targets []string
	switch lang {
	case code.Python:
		module := strings.TrimLeft(name, ".")
		dots := len(name) - len(module)
		var parts []string
		if module != "" {
			parts = strings.Split(module, ".")
		}
		whole, _ := r.pyModule(from, dots, parts)
		targets = append(targets, whole)
		if dots == 0 && len(parts) > 1 {
			head, _ := r.pyModule(from, 0, parts[:1])
			targets = append(targets, head)
		}
	case code.Go:
		targets = append(targets, r.goPackage(name))
	default:
		if strings.Contains(name, "\\") {
			return true
		}
		targets = append(targets, r.esModule(from, name))
	}
	return slices.ContainsFunc(targets, func(target string) bool { return target != "" && !r.inside(target, own) })
}

// inside reports whether a place of the tree is a skill's own, and nothing
// below it another's.
func (r *resolver) inside(target string, own *Skill) bool {
	return r.ws.SkillAt(target) == own && inFolder(target, own.Dir) && (target != own.Dir || !r.linked(own.Dir))
}

// linked reports whether a symbolic link stands directly in a folder.
func (r *resolver) linked(dir string) bool {
	for _, e := range r.ws.Tree.Entries() {
		if e.Kind == Symlink && path.Dir(e.Path) == dir {
			return true
		}
	}
	return false
}

// stepMatters reports whether a relative path may lead to another skill from
// the root or a folder above the own skill's.
func (r *resolver) stepMatters(step string, own *Skill) bool {
	for dir := own.Dir; dir != "."; {
		dir = path.Dir(dir)
		if r.foreignBelow(dir, step, own) {
			return true
		}
	}
	return false
}

// leaves reports whether a path that begins with rel in a folder may be in
// another skill's. What rel ends with may be a part of a name.
func (r *resolver) leaves(dir, rel string, own *Skill) bool {
	last := rel[strings.LastIndexByte(rel, '/')+1:]
	if last == ".." {
		last = ""
	} else {
		rel = rel[:len(rel)-len(last)]
	}
	return r.foreignBelow(path.Join(dir, rel), last, own)
}

// foreignBelow reports whether a folder has an entry whose name begins so in
// which another skill lies, or that lies in one.
func (r *resolver) foreignBelow(dir, prefix string, own *Skill) bool {
	target, kind := r.ws.Tree.Resolve(dir)
	if kind != Dir {
		return false
	}
	if r.ws.Foreign(own, target) != nil {
		return true
	}
	around := r.around()
	sorted := around.sorted[target]
	at, _ := slices.BinarySearch(sorted, prefix)
	for _, name := range sorted[at:] {
		if !strings.HasPrefix(name, prefix) {
			break
		}
		if around.leads(path.Join(target, name), own) {
			return true
		}
	}
	return false
}

// Surroundings are the folders around skills.
type surroundings struct {
	names  map[string]map[string]bool // of a folder: the entries in which skills lie, and links
	sorted map[string][]string
	skills map[string]int             // how many folders of skills lie at or below a path
	links  map[*Skill]map[string]bool // the names of the links in a skill's folder
	odd    bool                       // a name is none that a scan finds
}

func findSurroundings(ws *Workspace) *surroundings {
	s := &surroundings{map[string]map[string]bool{}, map[string][]string{}, map[string]int{}, map[*Skill]map[string]bool{}, false}
	for dir := range skillFolders.Of(ws, ws.folders) {
		for ; dir != "."; dir = path.Dir(dir) {
			s.skills[dir]++
			s.add(dir)
		}
	}
	for _, e := range ws.Tree.Entries() {
		if e.Kind != Symlink {
			continue
		}
		s.add(e.Path)
		if own := ws.SkillAt(e.Path); own != nil {
			if s.links[own] == nil {
				s.links[own] = map[string]bool{}
			}
			s.links[own][path.Base(e.Path)] = true
		}
	}
	for dir, names := range s.names {
		s.sorted[dir] = slices.Sorted(maps.Keys(names))
	}
	return s
}

func (s *surroundings) add(p string) {
	dir, name := path.Dir(p), path.Base(p)
	if s.names[dir] == nil {
		s.names[dir] = map[string]bool{}
	}
	s.names[dir][name] = true
	s.odd = s.odd || !code.IsStep(name)
}

// leads reports whether an entry may lead to another skill than the own one.
func (s *surroundings) leads(p string, own *Skill) bool {
	return !inFolder(own.Dir, p) || s.skills[p] > 1
}
