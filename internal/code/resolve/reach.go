package resolve

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/tree"
)

// A reached is a path into another skill, and the bytes that say so.
type reached struct {
	start, end int
	target     string
}

// reach follows a path.
func (l *linker) reach(p *code.Path) {
	if p.Use == code.ImportUse {
		anchored := *p
		if p.Anchor == code.Relative {
			anchored.Anchor, anchored.Rel = code.File, "../"+p.Rel
		}
		if target, ok := l.leadsTo(&anchored, anchored.Rel, code.FileUse); ok {
			l.importTo(code.Name{Text: code.Known(p.Rel), Start: p.Start, End: p.End}, target, nil, Place{})
		}
		return
	}
	inside := func(n int) bool { // it begins at a variable that is in another skill already
		_, foreign := l.leadsTo(p, p.Rel[:n], code.AnyUse)
		return foreign
	}
	if slices.ContainsFunc(p.Named, inside) {
		return
	}
	if target, ok := l.leadsTo(p, p.Rel, p.Use); ok {
		l.reached = append(l.reached, reached{p.Start, p.End, target})
	}
}

// command follows the words of a command up to the first that leads into
// another skill.
func (l *linker) command(c *code.Command) {
	for i := range c.Words {
		if target, ok := l.leadsTo(&c.Words[i], c.Words[i].Rel, code.FileUse); ok {
			l.reached = append(l.reached, reached{c.Start, c.End, target})
			return
		}
	}
}

// runs follows a module that is run with python -m.
func (l *linker) runs(name code.Name) {
	target, weak := l.pyModule(l.path, 0, strings.Split(name.Text, "."))
	if target != "" && !(weak && !strings.Contains(name.Text, ".")) && l.Foreign(l.own, target) != nil {
		l.reached = append(l.reached, reached{name.Start, name.End, target})
	}
}

// leadsTo returns the place of the tree in another skill's folder that a path
// leads to, whose steps are rel.
func (l *linker) leadsTo(p *code.Path, rel string, use code.Use) (string, bool) {
	known := code.Known(rel)
	switch p.Anchor {
	case code.File:
		return l.foreignPath(path.Join(l.path, known))
	case code.OwnFolder:
		return l.foreignPath(path.Join(l.own.Dir, known))
	case code.Root:
		return l.foreignPath(known)
	case code.Relative:
		if use == code.AnyUse || !strings.Contains(known, "/") {
			return "", false
		}
		bases := []string{path.Dir(l.path), l.own.Dir}
		if !strings.HasPrefix(known, "..") {
			bases = []string{"."}
			for dir := path.Dir(l.own.Dir); dir != "."; dir = path.Dir(dir) {
				bases = append(bases, dir)
			}
			if first, _, _ := strings.Cut(known, "/"); first != "skills" && !strings.Contains(known, "/skills/") && !strings.HasPrefix(known, ".") {
				return "", false
			}
		}
		for _, base := range bases {
			if target, ok := l.foreignPath(base + "/" + known); ok {
				return target, true
			}
		}
	case code.SkillsDir:
		return l.sibling(strings.TrimPrefix(known, "/"))
	case code.Somewhere:
		if i := strings.LastIndex("/"+known, "/skills/"); i >= 0 && !strings.Contains("/"+known[:i], "/..") { // up from where is not known
			step := known[i+len("skills/"):]
			if strings.Contains(step, "/") || use == code.ModulePath {
				return l.sibling(step)
			}
		}
	}
	return "", false
}

// foreignPath returns a path of the tree when it is there and in another
// skill's folder.
func (l *linker) foreignPath(p string) (string, bool) {
	target, kind := l.Tree.Resolve(path.Clean(p))
	if kind != tree.Regular && kind != tree.Dir || l.Foreign(l.own, target) == nil {
		return "", false
	}
	return target, true
}

// sibling returns the place below the folder of skills that "<name>/<rest>"
// names: a skill beside the own one, and what is there in it.
func (l *linker) sibling(p string) (string, bool) {
	first, _, _ := strings.Cut(p, "/")
	if _, kind := l.Tree.Resolve(path.Join(l.own.Dir, first)); first == "" || kind != tree.Absent {
		return "", false // a folder of its own, of that name
	}
	return l.foreignPath(path.Join(path.Dir(l.own.Dir), p))
}
