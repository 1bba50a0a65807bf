package code

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// maxPath bounds paths, in bytes, as file systems do.
const maxPath = 4096

// A place is what an expression that gives a path is known to be.
type place struct {
	anchor Anchor
	rel    string // as in Path
	origin *expr  // the expression that has the path's last named step
	named  []int  // as in Path
}

// known reports whether a path begins at a place of the tree.
func (p place) known() bool { return p.anchor == File || p.anchor == OwnFolder || p.anchor == Root }

// skillsDirName matches variables for the folder that all skills lie in; one
// for a single skill's (SKILL_DIR) is none.
var skillsDirPattern = regexp.MustCompile(`(?i)^(.*_)?skills_?(dir|path|root|home|base|folder)$`)

func skillsDirName(name string) bool {
	return len(name) > len("skills") && len(name) < 100 && skillsDirPattern.MatchString(name)
}

func join(base place, step string, at *expr) place {
	if base.anchor == NoPath {
		return base
	}
	return place{base.anchor, base.rel + "/" + step, at, base.named}
}

// evalPath evaluates an expression that gives a path.
func (x *extractor) evalPath(e *expr, depth int) place {
	if e == nil || depth > maxExprDepth {
		return place{}
	}
	switch e.path {
	case nil:
	case &somewhere:
		return place{anchor: Somewhere, origin: e}
	default:
		return *e.path
	}
	e.path = &nowhere // ends cycles of names
	p := x.pathOf(e, depth)
	switch {
	case p.anchor == NoPath && p.rel == "" && p.origin == nil:
	case p.anchor == Somewhere && p.rel == "" && p.origin == e && p.named == nil:
		e.path = &somewhere
	default:
		kept := p
		e.path = &kept
	}
	return p
}

// nowhere and somewhere are what most expressions give: no path, and one of which nothing
// is known.
var nowhere, somewhere place

func (x *extractor) pathOf(e *expr, depth int) place {
	switch e.kind {
	case textExpr:
		return textPath(e)
	case nameExpr:
		switch e.text {
		case "__file__", "__filename":
			return place{anchor: File, origin: e}
		case "__dirname":
			return place{anchor: File, rel: "..", origin: e}
		}
		if value := e.resolved(); value != e {
			if p := x.evalPath(value, depth+1); p.anchor != NoPath && (p.anchor != Somewhere || p.rel != "") {
				if value.kind != textExpr && !slices.Contains(p.named, len(p.rel)) {
					p.named = append(slices.Clip(p.named), len(p.rel))
				}
				return p
			}
		}
		if skillsDirName(e.text) {
			return place{anchor: SkillsDir, origin: e}
		}
		return place{anchor: Somewhere, origin: e}
	case memberExpr:
		return x.memberPath(e, depth)
	case indexExpr:
		return x.indexPath(e, depth)
	case slashExpr:
		return x.joinPaths(x.evalPath(e.x, depth+1), e.args, depth)
	case joinExpr:
		return x.joinedPath(e, depth)
	case callExpr:
		return x.callPath(e, depth)
	}
	return place{anchor: Somewhere, origin: e}
}

// textPath is a literal; one with blanks or of another scheme is no path.
func textPath(e *expr) place {
	t := e.text
	switch {
	case t == "" || len(t) > 1000 || strings.ContainsAny(t, " \t\n\r<>|*?{}\"'`;&") || strings.Contains(t, "://") && !strings.HasPrefix(t, "file://"):
		return place{}
	case strings.HasPrefix(t, "/") || strings.HasPrefix(t, "~") || strings.HasPrefix(t, "file://"):
		return place{anchor: Somewhere, rel: t, origin: e}
	}
	return place{anchor: Relative, rel: t, origin: e}
}

func (x *extractor) memberPath(e *expr, depth int) place {
	switch e.text {
	case "parent":
		return up(x.evalPath(e.x, depth+1), 1, e)
	case "dirname", "dir", "filename", "url": // of import.meta
		if e.x != nil && e.x.kind == opaqueExpr && string(x.src[e.x.start:e.x.end]) == "import.meta" || e.x != nil && e.x.kind == memberExpr && e.x.text == "meta" {
			if e.text == "dirname" || e.text == "dir" {
				return place{anchor: File, rel: "..", origin: e}
			}
			return place{anchor: File, origin: e}
		}
	}
	if skillsDirName(e.text) { // process.env.SKILLS_DIR, self.skills_dir
		return place{anchor: SkillsDir, origin: e}
	}
	return place{anchor: Somewhere, origin: e}
}

// up goes up n folders. It does not go up from a name that was written: the
// folder of "x" is one that nobody knows.
func up(p place, n int, at *expr) place {
	rel := path.Join(strings.TrimLeft(p.rel, "/"), strings.Repeat("../", n))
	switch {
	case p.known():
		return place{p.anchor, rel, at, nil}
	case p.anchor == Relative && (strings.HasPrefix(p.rel, ".") || rel != "." && !strings.HasPrefix(rel, "..")):
		return place{p.anchor, rel, at, nil}
	}
	return place{anchor: Somewhere, origin: at}
}

// indexPath reads Path(…).parents[1] and environ["SKILLS_DIR"].
func (x *extractor) indexPath(e *expr, depth int) place {
	index := e.args[0].resolved()
	if e.x != nil && e.x.kind == memberExpr && e.x.text == "parents" && index.kind == numberExpr && len(index.text) == 1 {
		return up(x.evalPath(e.x.x, depth+1), int(index.text[0]-'0')+1, e)
	}
	if name, ok := index.constText(); ok && skillsDirName(name) {
		return place{anchor: SkillsDir, origin: e}
	}
	return place{anchor: Somewhere, origin: e}
}

// joinPaths joins steps to a path as a file system does.
func (x *extractor) joinPaths(base place, steps []*expr, depth int) place {
	for _, s := range steps {
		if len(base.rel) > maxPath {
			return place{}
		}
		text, ok := s.constText()
		switch {
		case s.spread || !ok && base.anchor == NoPath:
			return place{anchor: Somewhere, origin: s}
		case !ok:
			p := x.evalPath(s, depth+1)
			if p.known() || p.anchor == SkillsDir || p.anchor == Somewhere && strings.Contains(p.rel, "/") {
				base = p
				continue
			}
			if base.known() && p.anchor == Relative {
				base = join(base, p.rel, s)
				continue
			}
			base = join(base, "\x00", s) // a step that nobody knows
		case strings.HasPrefix(text, "/"):
			base = textPath(&expr{kind: textExpr, text: text, start: s.start, end: s.end})
		case strings.ContainsAny(text, "\n\t"):
			return place{}
		default:
			base = join(base, text, s)
		}
	}
	return base
}

// joinedPath reads f"{HERE}/../other/x" and HERE + "/other/x".
func (x *extractor) joinedPath(e *expr, depth int) place {
	if text, ok := e.constText(); ok {
		return textPath(&expr{kind: textExpr, text: text, start: e.start, end: e.end})
	}
	var p place
	for i, part := range e.args {
		if len(p.rel) > maxPath {
			return place{}
		}
		text, ok := part.constText()
		switch {
		case ok && strings.ContainsAny(text, " \t\n\r<>|*?\"'`;&"):
			return place{}
		case i == 0 && ok:
			if p = textPath(&expr{kind: textExpr, text: text, start: e.start, end: e.end}); p.anchor == NoPath {
				return p
			}
		case i == 0:
			p = x.evalPath(part, depth+1)
			if p.anchor == NoPath {
				p = place{anchor: Somewhere, origin: part}
			}
		case ok:
			p = place{p.anchor, p.rel + text, e, p.named}
		default:
			p = place{p.anchor, p.rel + "\x00", e, p.named}
		}
	}
	return p
}
