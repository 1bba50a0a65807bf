package code

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/code/effect"
)

// effect notes a call of a function that reaches outside of the process.
func (x *extractor) effect(call *expr) {
	names := calledAs(call.x)
	if len(names) == 0 {
		return
	}
	name, imported := x.ofModule(names)
	if !imported && (len(names) > 1 || call.x.resolved().kind != nameExpr) {
		return // a variable's method, or a function of the file's own
	}
	f, ok := effect.Of(string(x.lang), name)
	if !ok {
		return
	}
	out := Effect{Name: x.name(strings.Join(names, "."), call.x.start, call.x.end), Kind: f.Kind}
	var target *expr
	switch {
	case f.Method:
		target = call.x.x
	case f.Target >= 0:
		target = call.arg(f.Target, "url", "file", "path")
	}
	if name == "open" || name == "io.open" {
		if mode, _ := call.arg(1, "mode").constText(); strings.ContainsAny(mode, "wax+") {
			out.Kind = effect.Write
		}
	}
	if target != nil {
		p := x.evalPath(target, 0)
		if f.Method && target.kind == callExpr && len(target.args) == 1 { // Path("x").read_text()
			target = target.args[0]
		}
		out.Target, out.Whole = target.prefix()
		out.Target = strings.Clone(out.Target)
		out.Inside = p.anchor == File || p.anchor == OwnFolder
	}
	x.out.Effects = append(x.out.Effects, out)
}

// calledAs returns the names of a chain as it is written: nothing is followed.
// A call in it stands for what it calls.
func calledAs(e *expr) (names []string) {
	names = make([]string, 0, 4) // from the last
	for range 32 {
		switch {
		case e == nil:
			return nil
		case e.kind == nameExpr:
			names = append(names, e.text)
			slices.Reverse(names)
			return names
		case e.kind == memberExpr:
			names = append(names, e.text)
		case e.kind != callExpr:
			return nil
		}
		e = e.x
	}
	return nil
}

// ofModule returns the names with the module that the first comes from, and
// whether an import says so.
func (x *extractor) ofModule(names []string) (name string, imported bool) {
	if x.modules == nil {
		x.modules = map[string]string{}
		for _, imp := range x.out.Imports {
			module := imp.Text
			switch {
			case x.lang == Go:
				x.modules[path.Base(module)] = module
			case imp.Local != "" && !imp.As && len(imp.Parts) > 1: // import urllib.request
				x.modules[imp.Local] = imp.Parts[0]
			case imp.Local != "":
				x.modules[imp.Local] = module
			}
			for _, n := range imp.Names {
				switch {
				case n.Local == "":
				case n.Text == "*" || n.Text == "default":
					x.modules[n.Local] = module
				default:
					x.modules[n.Local] = module + "." + n.Text
				}
			}
		}
	}
	if module, ok := x.modules[names[0]]; ok {
		names = append([]string{module}, names[1:]...)
		imported = true
	}
	return strings.Join(names, "."), imported
}
