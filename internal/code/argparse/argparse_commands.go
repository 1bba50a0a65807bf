package argparse

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// Runs reports whether the first word of a command line may be one that a script takes: one
// of its subcommands, where these are known.
func (o *Options) Runs(word string) bool {
	return !o.Known || len(o.Commands) == 0 || slices.Contains(o.Commands, word)
}

// words knows the subcommands of one script. Those of nested parsers are joined: a word that
// is none of them is refused in front of them, too.
type words struct {
	doubt  bool            // there may be words that are not seen
	made   int             // parsers that are no parents of others
	parted bool            // one of them has subcommands
	top    map[string]bool // variables that hold a parser of its own, a group, or what a function is given
	sub    map[string]bool // those that hold the parser of a subcommand
	given  map[string]bool // those that are given to parse_args
	names  []string
}

// assigned notes what a variable holds.
func (w *words) assigned(name string, call *python.Call) {
	if f, ok := call.Func.(*python.Attribute); ok && f.Attr.Name == "add_parser" {
		w.sub[name] = true
	} else {
		w.top[name] = true
	}
}

// makes notes a call that makes a parser, or a part of one.
func (w *words) makes(file *python.File, call *python.Call) {
	f, method := call.Func.(*python.Attribute)
	switch {
	case method && f.Attr.Name == "add_subparsers":
		w.parted = true
	case method && f.Attr.Name == "add_parser":
		w.command(file, call)
	case !method || f.Attr.Name == "ArgumentParser":
		if !slices.ContainsFunc(call.Args, func(arg python.Arg) bool {
			no, ok := arg.Value.(*python.Constant)
			return arg.Name.Name == "add_help" && ok && no.Value == "False"
		}) {
			w.made++
		}
	}
}

// command reads the name of a subcommand and its others.
func (w *words) command(file *python.File, call *python.Call) {
	named := false
	for i, arg := range call.Args {
		switch {
		case i == 0 && arg.Name.Name == "" && arg.Stars == 0, arg.Name.Name == "name":
			named = true
			w.name(file, arg.Value)
		case arg.Name.Name == "aliases":
			switch list := arg.Value.(type) {
			case *python.List:
				for _, e := range list.Elems {
					w.name(file, e)
				}
			case *python.Tuple:
				for _, e := range list.Elems {
					w.name(file, e)
				}
			default:
				w.doubt = true
			}
		}
	}
	w.doubt = w.doubt || !named
}

func (w *words) name(file *python.File, e python.Expr) {
	text, literal := file.Text(e)
	w.doubt = w.doubt || !literal || text == ""
	w.names = append(w.names, strings.Clone(text))
}

// argument notes an argument without dashes: one of a subcommand comes behind its name.
func (w *words) argument(of python.Expr) {
	switch of := of.(type) {
	case *python.Name:
		w.doubt = w.doubt || !w.sub[of.ID] || w.top[of.ID]
	case *python.Call:
		f, ok := of.Func.(*python.Attribute)
		w.doubt = w.doubt || !ok || f.Attr.Name != "add_parser"
	default:
		w.doubt = true
	}
}

// parses notes what a parser is given: the command line as it is.
func (w *words) parses(call *python.Call) {
	for _, arg := range call.Args {
		switch value := arg.Value.(type) {
		case *python.Name:
		case *python.Subscript:
			w.doubt = w.doubt || python.DottedName(value.X) != "sys.argv"
		default:
			w.doubt = true
		}
	}
	w.doubt = w.doubt || len(call.Args) > 1
}

// changed reports whether the place of a variable may change what it holds, or ask for a
// word of it.
func changed(name *python.Name, parent python.Node) bool {
	switch parent := parent.(type) {
	case *python.Attribute, *python.Subscript:
		return true
	case *python.Assign:
		return slices.Contains(parent.Targets, python.Expr(name))
	}
	return false
}

// known are the subcommands, nil where others may be taken.
func (w *words) known() []string {
	if w.doubt || w.made != 1 || !w.parted {
		return nil
	}
	slices.Sort(w.names)
	return slices.Compact(w.names)
}
