package skill

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code"
)

// An anchor says where a path that code computes begins.
type anchor uint8

const (
	noPath    anchor = iota
	inTree           // at the workspace's root: it was derived from the file's own place
	relative         // at a folder that is not known: the process's, or the reader's
	skillsDir        // at a variable that is named after the folder of the skills
	somewhere        // at an unknown place, or an absolute one
)

// maxPath bounds paths, in bytes, as file systems do.
const maxPath = 4096

// A codePath is what an expression that gives a path is known to be.
type codePath struct {
	anchor anchor
	path   string // slashes, not cleaned
	origin *expr  // the expression that has the path's last named step
	// inside says that it begins at a variable that is in another skill's
	// folder already: where that is set, it has been noted.
	inside bool
}

// skillsDirName matches variables for the folder that all skills lie in; one
// for a single skill's (SKILL_DIR) is none.
var skillsDirPattern = regexp.MustCompile(`(?i)^(.*_)?skills_?(dir|path|root|home|base|folder)$`)

func skillsDirName(name string) bool {
	return len(name) > len("skills") && len(name) < 100 && skillsDirPattern.MatchString(name)
}

func join(base codePath, step string, at *expr) codePath {
	if base.anchor == noPath {
		return base
	}
	return codePath{base.anchor, base.path + "/" + step, at, base.inside}
}

// evalPath evaluates an expression that gives a path.
func (x *extractor) evalPath(e *expr, depth int) codePath {
	if e == nil || depth > maxExprDepth {
		return codePath{}
	}
	if e.path == nil {
		e.path = &codePath{} // ends cycles of names
		p := x.pathOf(e, depth)
		e.path = &p
	}
	return *e.path
}

func (x *extractor) pathOf(e *expr, depth int) codePath {
	switch e.kind {
	case textExpr:
		return textPath(e)
	case nameExpr:
		switch e.text {
		case "__file__", "__filename":
			return codePath{anchor: inTree, path: x.path, origin: e}
		case "__dirname":
			return codePath{anchor: inTree, path: path.Dir(x.path), origin: e}
		}
		if value := e.resolved(); value != e {
			if p := x.evalPath(value, depth+1); p.anchor != noPath && (p.anchor != somewhere || p.path != "") {
				if _, foreign := x.reachedBy(p, anyUse); foreign && value.kind != textExpr {
					p.inside = true
				}
				return p
			}
		}
		if skillsDirName(e.text) {
			return codePath{anchor: skillsDir, path: "", origin: e}
		}
		return codePath{anchor: somewhere, path: "", origin: e}
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
	return codePath{anchor: somewhere, path: "", origin: e}
}

// textPath is a literal; one with blanks or of another scheme is no path.
func textPath(e *expr) codePath {
	t := e.text
	switch {
	case t == "" || len(t) > 1000 || strings.ContainsAny(t, " \t\n\r<>|*?{}\"'`;&") || strings.Contains(t, "://") && !strings.HasPrefix(t, "file://"):
		return codePath{}
	case strings.HasPrefix(t, "/") || strings.HasPrefix(t, "~") || strings.HasPrefix(t, "file://"):
		return codePath{anchor: somewhere, path: t, origin: e}
	}
	return codePath{anchor: relative, path: t, origin: e}
}

func (x *extractor) memberPath(e *expr, depth int) codePath {
	switch e.text {
	case "parent":
		return up(x.evalPath(e.x, depth+1), 1, e)
	case "dirname", "dir", "filename", "url": // of import.meta
		if e.x != nil && e.x.kind == opaqueExpr && string(x.src[e.x.start:e.x.end]) == "import.meta" || e.x != nil && e.x.kind == memberExpr && e.x.text == "meta" {
			if e.text == "dirname" || e.text == "dir" {
				return codePath{anchor: inTree, path: path.Dir(x.path), origin: e}
			}
			return codePath{anchor: inTree, path: x.path, origin: e}
		}
	}
	if skillsDirName(e.text) { // process.env.SKILLS_DIR, self.skills_dir
		return codePath{anchor: skillsDir, path: "", origin: e}
	}
	return codePath{anchor: somewhere, path: "", origin: e}
}

// up goes up n folders.
func up(p codePath, n int, at *expr) codePath {
	if p.anchor == inTree || p.anchor == relative {
		return codePath{p.anchor, path.Clean(p.path + strings.Repeat("/..", n)), at, false}
	}
	return codePath{anchor: somewhere, path: "", origin: at}
}

// indexPath reads Path(…).parents[1] and environ["SKILLS_DIR"].
func (x *extractor) indexPath(e *expr, depth int) codePath {
	index := e.args[0].resolved()
	if e.x != nil && e.x.kind == memberExpr && e.x.text == "parents" && index.kind == numberExpr && len(index.text) == 1 {
		return up(x.evalPath(e.x.x, depth+1), int(index.text[0]-'0')+1, e)
	}
	if name, ok := index.constText(); ok && skillsDirName(name) {
		return codePath{anchor: skillsDir, path: "", origin: e}
	}
	return codePath{anchor: somewhere, path: "", origin: e}
}

// joinPaths joins steps to a path as a file system does.
func (x *extractor) joinPaths(base codePath, steps []*expr, depth int) codePath {
	for _, s := range steps {
		if len(base.path) > maxPath {
			return codePath{}
		}
		text, ok := s.constText()
		switch {
		case s.spread || !ok && base.anchor == noPath:
			return codePath{anchor: somewhere, path: "", origin: s}
		case !ok:
			p := x.evalPath(s, depth+1)
			if p.anchor == inTree || p.anchor == skillsDir || p.anchor == somewhere && strings.Contains(p.path, "/") {
				base = p
				continue
			}
			if base.anchor == inTree && p.anchor == relative {
				base = join(base, p.path, s)
				continue
			}
			base = join(base, "\x00", s) // a step that nobody knows
		case strings.HasPrefix(text, "/"):
			base = textPath(&expr{kind: textExpr, text: text, start: s.start, end: s.end})
		case strings.ContainsAny(text, "\n\t"):
			return codePath{}
		default:
			base = join(base, text, s)
		}
	}
	return base
}

// joinedPath reads f"{HERE}/../other/x" and HERE + "/other/x".
func (x *extractor) joinedPath(e *expr, depth int) codePath {
	if text, ok := e.constText(); ok {
		return textPath(&expr{kind: textExpr, text: text, start: e.start, end: e.end})
	}
	var p codePath
	for i, part := range e.args {
		if len(p.path) > maxPath {
			return codePath{}
		}
		text, ok := part.constText()
		switch {
		case ok && strings.ContainsAny(text, " \t\n\r<>|*?\"'`;&"):
			return codePath{}
		case i == 0 && ok:
			if p = textPath(&expr{kind: textExpr, text: text, start: e.start, end: e.end}); p.anchor == noPath {
				return p
			}
		case i == 0:
			p = x.evalPath(part, depth+1)
			if p.anchor == noPath {
				p = codePath{anchor: somewhere, path: "", origin: part}
			}
		case ok:
			p = codePath{p.anchor, p.path + text, e, p.inside}
		default:
			p = codePath{p.anchor, p.path + "\x00", e, p.inside}
		}
	}
	return p
}

// callPath reads the functions of path modules.
func (x *extractor) callPath(e *expr, depth int) codePath {
	if e.x == nil {
		return codePath{anchor: somewhere, path: "", origin: e}
	}
	name := code.Fold(e.x.last())
	var of codePath // of a method: what it is called on
	method := false
	if e.x.kind == memberExpr {
		of = x.evalPath(e.x.x, depth+1)
		module := e.x.x.dotted()
		method = of.anchor != noPath && !(len(module) > 0 && slices.Contains([]string{"path", "os", "pathlib", "url", "filepath", "shutil", "posixpath"}, module[len(module)-1]))
	}
	switch name {
	case "path", "purepath", "posixpath", "purposixpath", "str", "fspath", "abspath", "realpath", "normpath", "expanduser", "expandvars", "normalize", "fileurltopath", "clean", "abs", "string", "quote":
		if len(e.args) > 0 {
			return x.joinPaths(x.evalPath(e.args[0], depth+1), e.args[1:], depth)
		}
		return codePath{anchor: somewhere, path: "", origin: e}
	case "join", "joinpath", "resolve", "absolute", "asposix", "tostring":
		if method && (name != "join" || of.anchor == inTree || of.anchor == skillsDir) {
			return x.joinPaths(of, e.args, depth)
		}
		if len(e.args) > 0 {
			return x.joinPaths(x.evalPath(e.args[0], depth+1), e.args[1:], depth)
		}
	case "dirname", "dir":
		if len(e.args) == 1 {
			return up(x.evalPath(e.args[0], depth+1), 1, e)
		}
	case "url": // new URL("../x", import.meta.url)
		if len(e.args) == 2 {
			if step, ok := e.args[0].constText(); ok {
				return join(up(x.evalPath(e.args[1], depth+1), 1, e), step, e)
			}
		}
	case "getenv", "environget", "get", "lookupenv":
		if len(e.args) > 0 {
			if key, ok := e.args[0].constText(); ok && skillsDirName(key) {
				return codePath{anchor: skillsDir, path: "", origin: e}
			}
		}
	}
	return codePath{anchor: somewhere, path: "", origin: e}
}
