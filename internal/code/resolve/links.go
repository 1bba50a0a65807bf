package resolve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
)

// A Link is a place in code that leads into the folder of another skill.
type Link struct {
	code.Name      // the module, or the path as far as it is known
	Import    bool // an import of the language; else a path
	Missing   bool // the other skill has no such module: Target is what is there of its name
	Target    string
	// Names are what an import takes from its target; none for all of it.
	Names []code.Name
	// Via is where a shared module passes on what an import takes; its Path is
	// empty without one.
	Via Place
}

// A Place is a part of a file of the tree.
type Place struct {
	Path       string
	Start, End int
}

// A linker resolves the Facts of one file.
type linker struct {
	*Resolver
	path    string
	own     *Owner
	links   []Link
	reached []reached // paths into other skills, of which the widest are kept
}

// Links returns what the code at a path, of the skill own, has of other skills.
func (r *Resolver) Links(p string, own *Owner, f *code.Facts) []Link {
	l := &linker{Resolver: r, path: p, own: own}
	for i := range f.Imports {
		switch code.LanguageOf(p) {
		case code.Python, code.Notebook:
			l.pyImport(&f.Imports[i])
		case code.Go:
			l.importTo(f.Imports[i].Name, r.goPackage(f.Imports[i].Text), nil, Place{})
		default:
			l.esImport(&f.Imports[i])
		}
	}
	l.pyMembers(f)
	for i := range f.Paths {
		l.reach(&f.Paths[i])
	}
	for i := range f.Commands {
		l.command(&f.Commands[i])
	}
	for _, name := range f.Runs {
		l.runs(name)
	}
	l.keepWidest()
	return l.links
}

// importTo notes an import whose target is another skill's.
func (l *linker) importTo(at code.Name, target string, names []code.Name, via Place) {
	if target != "" && l.Foreign(l.own, target) != nil {
		l.links = append(l.links, Link{Name: at, Import: true, Target: target, Names: names, Via: via})
	}
}

// keepWidest turns the paths into links; what stands inside of another says
// the same.
func (l *linker) keepWidest() {
	slices.SortFunc(l.reached, func(a, b reached) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), strings.Compare(a.target, b.target))
	})
	imported := map[int]int{} // an import of the language says more
	for _, link := range l.links {
		imported[link.Start] = link.End
	}
	end := -1
	for _, r := range l.reached {
		if r.end <= end {
			continue
		}
		end = r.end
		if at, known := imported[r.start]; !known || at < end {
			l.links = append(l.links, Link{Name: code.Name{Text: r.target, Start: r.start, End: r.end}, Target: r.target})
		}
	}
}
