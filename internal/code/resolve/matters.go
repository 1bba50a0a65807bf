package resolve

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/tree"
)

// Matters reports whether a source of a skill may refer to another one, by its
// outline and by what the workspace holds. src gives its bytes, of which few
// sources are asked.
func (r *Resolver) Matters(p string, own *Owner, o *code.Outline, src func() []byte) bool {
	if o.Generated {
		return false
	}
	if o.Parse {
		return true
	}
	lang := code.LanguageOf(p)
	if slices.ContainsFunc(o.Imports, func(name string) bool { return r.importMatters(p, lang, name, own) }) {
		return true
	}
	if slices.ContainsFunc(o.Runs, func(name string) bool { return r.importMatters(p, code.Python, name, own) }) {
		return true
	}
	if links := r.around.links[own]; links != nil && code.Names(src(), func(name []byte) bool { return links[string(name)] }) {
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
func (r *Resolver) namesOthers(src func() []byte, own *Owner) bool {
	around := r.around
	type folder struct {
		dir   string
		names map[string]bool
	}
	var above []folder
	for dir := own.Dir; dir != "."; {
		dir = path.Dir(dir)
		if names := around.names[dir]; len(names) > 0 {
			above = append(above, folder{dir, names})
		}
	}
	return around.odd || code.Names(src(), func(name []byte) bool {
		return slices.ContainsFunc(above, func(f folder) bool {
			return f.names[string(name)] && around.leads(path.Join(f.dir, string(name)), own)
		})
	})
}

// importMatters reports whether a module that a source names may lead to
// another skill: it is in the workspace, and not in the skill itself.
func (r *Resolver) importMatters(from string, lang code.Language, name string, own *Owner) bool {
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
func (r *Resolver) inside(target string, own *Owner) bool {
	return r.At(target) == own && tree.Holds(own.Dir, target) && (target != own.Dir || !r.linked(own.Dir))
}

// linked reports whether a symbolic link stands directly in a folder.
func (r *Resolver) linked(dir string) bool {
	for _, e := range r.Tree.Entries() {
		if e.Kind == tree.Symlink && tree.Parent(e.Path) == dir {
			return true
		}
	}
	return false
}

// stepMatters reports whether a relative path may lead to another skill from
// the root or a folder above the own skill's.
func (r *Resolver) stepMatters(step string, own *Owner) bool {
	for dir := own.Dir; dir != "."; {
		dir = tree.Parent(dir)
		if r.foreignBelow(dir, step, own) {
			return true
		}
	}
	return false
}

// leaves reports whether a path that begins with rel in a folder may be in
// another skill's. What rel ends with may be a part of a name.
func (r *Resolver) leaves(dir, rel string, own *Owner) bool {
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
func (r *Resolver) foreignBelow(dir, prefix string, own *Owner) bool {
	target, kind := r.Tree.Resolve(dir)
	if kind != tree.Dir {
		return false
	}
	if r.Foreign(own, target) != nil {
		return true
	}
	sorted := r.around.sorted[target]
	at, _ := slices.BinarySearch(sorted, prefix)
	for _, name := range sorted[at:] {
		if !strings.HasPrefix(name, prefix) {
			break
		}
		if r.around.leads(path.Join(target, name), own) {
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
	links  map[*Owner]map[string]bool // the names of the links in a skill's folder
	odd    bool                       // a name is none that a scan finds
}

func (r *Resolver) findSurroundings() *surroundings {
	s := &surroundings{map[string]map[string]bool{}, map[string][]string{}, map[string]int{}, map[*Owner]map[string]bool{}, false}
	for dir := range r.Owners {
		for ; dir != "."; dir = path.Dir(dir) {
			s.skills[dir]++
			s.add(dir)
		}
	}
	for _, e := range r.Tree.Entries() {
		if e.Kind != tree.Symlink {
			continue
		}
		s.add(e.Path)
		if own := r.At(e.Path); own != nil {
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
func (s *surroundings) leads(p string, own *Owner) bool {
	return !tree.Holds(p, own.Dir) || s.skills[p] > 1
}
