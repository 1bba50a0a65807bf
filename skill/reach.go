package skill

import (
	"cmp"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
)

// A usage says how an expression is used, and so which paths it may be.
type usage uint8

const (
	anyUse     usage = iota // somewhere: only a path that says where it begins
	fileUse                 // as an argument: also one relative to the file or the skill
	modulePath              // as a folder in which modules are looked for
)

// A reached is a path into another skill, and the bytes that say so.
type reached struct {
	start, end int
	target     string
}

// reach notes an expression that gives a path into another skill's folder.
func (x *extractor) reach(e *expr, use usage) {
	p := x.evalPath(e, 0)
	if p.anchor == noPath || p.origin == nil || p.inside {
		return
	}
	at := e
	if e.kind == nameExpr {
		at = p.origin
	}
	if target, ok := x.reachedBy(p, use); ok {
		x.reached = append(x.reached, reached{at.start, at.end, target})
	}
}

// reachedBy returns the place of the tree in another skill's folder that a
// path leads to.
func (x *extractor) reachedBy(p codePath, use usage) (string, bool) {
	known, _, cut := strings.Cut(p.path, "\x00")
	if cut { // of the step in which something unknown stands, nothing is known
		known = known[:strings.LastIndexByte(known, '/')+1]
	}
	known = strings.ReplaceAll(known, "\\", "/")
	switch p.anchor {
	case inTree:
		return x.foreignPath(known)
	case relative:
		if use == anyUse || !strings.Contains(known, "/") {
			return "", false
		}
		bases := []string{path.Dir(x.path), x.skill.Dir}
		if !strings.HasPrefix(known, "..") {
			bases = []string{"."}
			for dir := path.Dir(x.skill.Dir); dir != "."; dir = path.Dir(dir) {
				bases = append(bases, dir)
			}
			if first, _, _ := strings.Cut(known, "/"); first != "skills" && !strings.Contains(known, "/skills/") && !strings.HasPrefix(known, ".") {
				return "", false
			}
		}
		for _, base := range bases {
			if target, ok := x.foreignPath(base + "/" + known); ok {
				return target, true
			}
		}
	case skillsDir:
		return x.sibling(strings.TrimPrefix(known, "/"))
	case somewhere:
		if i := strings.LastIndex("/"+known, "/skills/"); i >= 0 {
			step := known[i+len("skills/"):]
			if strings.Contains(step, "/") || use == modulePath {
				return x.sibling(step)
			}
		}
	}
	return "", false
}

// foreignPath returns a path of the tree when it is there and in another
// skill's folder.
func (x *extractor) foreignPath(p string) (string, bool) {
	target, kind := x.ws.Tree.Resolve(path.Clean(p))
	if kind != Regular && kind != Dir || x.ws.Foreign(x.skill, target) == nil {
		return "", false
	}
	return target, true
}

// sibling returns the place below the folder of skills that "<name>/<rest>"
// names: a skill beside the own one, and what is there in it.
func (x *extractor) sibling(p string) (string, bool) {
	first, _, _ := strings.Cut(p, "/")
	if _, kind := x.ws.Tree.Resolve(path.Join(x.skill.Dir, first)); first == "" || kind != Absent {
		return "", false // a folder of its own, of that name
	}
	return x.foreignPath(path.Join(path.Dir(x.skill.Dir), p))
}

// keepWidest turns the paths into refs; what stands inside of another says
// the same.
func (x *extractor) keepWidest() {
	slices.SortFunc(x.reached, func(a, b reached) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end), strings.Compare(a.target, b.target))
	})
	imported := map[token.Pos]token.Pos{} // an import of the language says more
	for _, r := range x.refs {
		if r.Kind == ImportRef {
			imported[r.Pos] = r.End
		}
	}
	end := -1
	for _, r := range x.reached {
		if r.end <= end {
			continue
		}
		end = r.end
		if imported[x.pos(r.start)] >= x.pos(end) {
			continue
		}
		x.refs = append(x.refs, Ref{Name: x.name(string(x.src[r.start:r.end]), r.start, r.end), Kind: ReachRef, Target: r.target})
	}
	x.reached = nil
}

// namesFiles reports whether the arguments of a call may name files: of all
// calls but those that print.
func namesFiles(call *expr) bool {
	switch code.Fold(call.x.last()) {
	case "print", "log", "info", "warn", "warning", "error", "debug", "println", "printf", "fprintf", "exit", "addargument", "require", "import", "importmodule":
		return false
	}
	return true
}
