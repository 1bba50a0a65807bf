package code

import (
	"slices"
)

// callPath reads the functions of path modules.
func (x *extractor) callPath(e *expr, depth int) place {
	if e.x == nil {
		return place{anchor: Somewhere, origin: e}
	}
	name := Fold(e.x.last())
	var of place // of a method: what it is called on
	if e.x.kind == memberExpr {
		of = x.evalPath(e.x.x, depth+1)
	}
	method := func() bool {
		if e.x.kind != memberExpr || of.anchor == NoPath {
			return false
		}
		module := e.x.x.dotted()
		return len(module) == 0 || !slices.Contains([]string{"path", "os", "pathlib", "url", "filepath", "shutil", "posixpath"}, module[len(module)-1])
	}
	switch name {
	case "path", "purepath", "posixpath", "purposixpath", "str", "fspath", "abspath", "realpath", "normpath", "expanduser", "expandvars", "normalize", "fileurltopath", "clean", "abs", "string", "quote":
		if len(e.args) > 0 {
			return x.joinPaths(x.evalPath(e.args[0], depth+1), e.args[1:], depth)
		}
		return place{anchor: Somewhere, origin: e}
	case "join", "joinpath", "resolve", "absolute", "asposix", "tostring":
		if method() && (name != "join" || of.known() || of.anchor == SkillsDir) {
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
				return place{anchor: SkillsDir, origin: e}
			}
		}
	}
	return place{anchor: Somewhere, origin: e}
}
