package code

import "strings"

// reach notes an expression that gives a path that may be another skill's.
func (x *extractor) reach(e *expr, use Use) {
	p := x.evalPath(e, 0)
	if p.anchor == NoPath || p.origin == nil || !p.mayLeave(use) {
		return
	}
	at := e
	if e.kind == nameExpr {
		at = p.origin
	}
	x.out.Paths = append(x.out.Paths, x.pathFact(p, at.start, at.end, use))
}

func (x *extractor) pathFact(p place, start, end int, use Use) Path {
	return Path{x.at(start), x.at(end), use, p.anchor, strings.Clone(p.rel), p.named}
}

// mayLeave reports whether a path could lead to another skill in any tree.
func (p place) mayLeave(use Use) bool {
	known := Known(p.rel)
	switch p.anchor {
	case File, OwnFolder, Root:
		return strings.Trim(known, "/.") != "" // what is above the file is around it
	case Relative:
		if use == AnyUse || !strings.Contains(known, "/") {
			return false
		}
		first, _, _ := strings.Cut(known, "/")
		return strings.HasPrefix(known, ".") || first == "skills" || strings.Contains(known, "/skills/")
	case SkillsDir:
		return strings.Trim(known, "/") != ""
	case Somewhere:
		return strings.Contains("/"+known, "/skills/")
	}
	return false
}

// Known returns how a path begins up to the step in which something unknown
// stands, with slashes only.
func Known(rel string) string {
	known, _, cut := strings.Cut(rel, "\x00")
	if cut {
		known = known[:strings.LastIndexByte(known, '/')+1]
	}
	return strings.ReplaceAll(known, "\\", "/")
}

// namesFiles reports whether the arguments of a call may name files: of all
// calls but those that print, and those that ask what a text holds.
func namesFiles(call *expr) bool {
	switch Fold(call.x.last()) {
	case "print", "log", "info", "warn", "warning", "error", "debug", "println", "printf", "fprintf", "exit", "addargument", "require", "import", "importmodule",
		"includes", "indexof", "lastindexof", "startswith", "endswith", "contains", "hasprefix", "hassuffix":
		return false
	}
	return true
}

// joinsSteps reports whether a call joins paths: what is behind the first
// argument is a step, and no path by itself.
func joinsSteps(call *expr) bool {
	switch Fold(call.x.last()) {
	case "join", "joinpath", "resolve":
		return true
	}
	return false
}
