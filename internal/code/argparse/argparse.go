// Package argparse knows which long options and subcommands a Python script takes that reads
// its command line by the module of that name.
package argparse

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/source/python"
)

// Options are the long options of a script.
type Options struct {
	Known bool     // it takes no others
	Long  []string // with their dashes, sorted
	// Words are other strings of the source that look like options, sorted: what
	// they are for is not known.
	Words []string
	// Commands are its subcommands, sorted; none where it has none, or may have others.
	Commands []string
}

// Takes reports whether a script may take an option. The beginning of one is enough.
func (o *Options) Takes(option string) bool {
	if !o.Known || strings.HasPrefix("--help", option) {
		return true
	}
	at, _ := slices.BinarySearch(o.Long, option)
	_, word := slices.BinarySearch(o.Words, option)
	return word || at < len(o.Long) && strings.HasPrefix(o.Long[at], option)
}

// Of returns the options of a file. It is safe for concurrent use.
func Of(f *document.File) *Options { return part.Of(f) }

var part = document.Part[Options]{Name: "argparse", Find: func(name string, src []byte) *Options {
	if path.Ext(name) != ".py" || !bytes.Contains(src, []byte("ArgumentParser")) {
		return &Options{}
	}
	r := reader{file: python.Parse(src), parsers: map[string]bool{}, functions: map[string][]python.Param{}, literal: map[*python.String]bool{},
		words: words{top: map[string]bool{}, sub: map[string]bool{}, given: map[string]bool{}}}
	if r.file.Err != nil {
		return &Options{}
	}
	r.imports()
	for n := range r.file.Nodes() {
		r.names(n)
	}
	for imp := range r.file.Imports() {
		r.doubt = r.doubt || r.parsers[imp.Local()]
	}
	for n, around := range r.file.Nodes() {
		r.node(n, around)
	}
	r.out.Known = !r.doubt && r.made && r.parsed
	slices.Sort(r.out.Long)
	r.out.Long = slices.Compact(r.out.Long)
	slices.Sort(r.out.Words)
	if r.out.Known {
		r.out.Commands = r.words.known()
	}
	out := r.out // by itself: the reader holds the syntax tree
	return &out
}}

// A reader reads one script. Of several parsers, such as those of subcommands, it joins the
// options: one that none of them knows is refused by all.
type reader struct {
	file      *python.File
	class     string                    // how the script writes ArgumentParser
	parsers   map[string]bool           // variables that hold a parser or a group of it
	functions map[string][]python.Param // that the script defines
	literal   map[*python.String]bool   // strings that are options of a parser
	made      bool                      // there is a parser
	parsed    bool                      // one is given the command line
	doubt     bool                      // there may be options that are not seen
	words     words
	out       Options
}

func (r *reader) imports() {
	for imp := range r.file.Imports() {
		switch {
		case imp.Dots > 0 || imp.Module.String() != "argparse":
		case imp.Name.Name == "":
			r.class = imp.Local() + ".ArgumentParser"
		case imp.Name.Name == "ArgumentParser":
			r.class = imp.Local()
		}
	}
}

// methods are those of a parser and what it makes, that add no options but by add_argument.
// Those that are true give what has such methods.
var methods = map[string]bool{
	"add_argument": false, "add_argument_group": true, "add_mutually_exclusive_group": true, "add_subparsers": true, "add_parser": true, "parse_args": false, "set_defaults": false,
	"error": false, "exit": false, "print_help": false, "print_usage": false, "format_help": false, "format_usage": false, "description": false, "epilog": false, "prog": false, "usage": false,
}

// settings are the arguments of what makes parsers and groups that change nothing about options.
var settings = map[string]bool{
	"prog": true, "usage": true, "description": true, "epilog": true, "formatter_class": true, "argument_default": true, "add_help": true, "allow_abbrev": true, "color": true, "suggest_on_error": true,
	"title": true, "dest": true, "required": true, "metavar": true, "help": true, "aliases": true, "deprecated": true, "parents": true,
}

// makes reports whether a call makes a parser, or what a parser is told options by.
func (r *reader) makes(call *python.Call) bool {
	f, ok := call.Func.(*python.Attribute)
	return ok && methods[f.Attr.Name] || r.class != "" && call.Callee() == r.class
}

// gives reports whether an expression makes a parser, or calls a function of the script, which may.
func (r *reader) gives(e python.Expr) bool {
	call, ok := e.(*python.Call)
	return ok && (r.makes(call) || r.functions[call.Callee()] != nil)
}

// names notes the variables that hold a parser, and the functions.
func (r *reader) names(n python.Node) {
	switch n := n.(type) {
	case *python.Assign:
		call, ok := n.Value.(*python.Call)
		if !ok || !r.makes(call) {
			return
		}
		for _, target := range n.Targets {
			if name, ok := target.(*python.Name); ok {
				r.parsers[name.ID] = true
				r.words.assigned(name.ID, call)
			} else {
				r.doubt = true
			}
		}
	case *python.Call:
		f, ok := n.Func.(*python.Attribute)
		if !ok {
			return
		}
		name, ok := f.X.(*python.Name)
		if ok && (methods[f.Attr.Name] || f.Attr.Name == "add_argument" || f.Attr.Name == "parse_args") {
			r.parsers[name.ID] = true
		}
		if f.Attr.Name == "parse_args" && len(n.Args) > 0 {
			if name, ok := n.Args[0].Value.(*python.Name); ok {
				r.words.given[name.ID] = true
			}
		}
	case *python.FunctionDef:
		r.functions[n.Name.Name] = append([]python.Param{}, n.Params...)
		for _, param := range n.Params {
			r.words.top[param.Name.Name] = true
		}
	}
}

func (r *reader) node(n python.Node, around []python.Node) {
	parent := around[len(around)-1]
	switch n := n.(type) {
	case *python.Call:
		r.call(n)
	case *python.ClassDef:
		for _, base := range n.Args {
			r.doubt = r.doubt || python.DottedName(base.Value) == r.class
		}
	case *python.Attribute:
		switch n.Attr.Name {
		case "parse_known_args", "parse_known_intermixed_args", "parse_intermixed_args":
			r.doubt = true
		case "argv":
			r.doubt = r.doubt || !isWhole(parent)
		case "add_parser", "add_subparsers":
			call, ok := parent.(*python.Call)
			r.words.doubt = r.words.doubt || !ok || call.Func != python.Expr(n)
		}
	case *python.Name:
		r.words.doubt = r.words.doubt || r.words.given[n.ID] && changed(n, parent)
		if of, is := parent.(*python.Subscript); is && n.ID == "argv" && of.X == python.Expr(n) {
			_, slice := of.Index.(*python.Slice)
			r.doubt = r.doubt || !slice || !isWhole(parent) // it asks for its first word itself
		}
		r.doubt = r.doubt || r.parsers[n.ID] && !r.follows(n, around)
	case *python.String:
		if text, _ := n.Value(); strings.HasPrefix(text, "--") && !r.literal[n] {
			r.out.Words = append(r.out.Words, strings.Clone(text))
		}
	}
}

func (r *reader) call(call *python.Call) {
	f, method := call.Func.(*python.Attribute)
	switch {
	case r.makes(call):
		r.made = r.made || call.Callee() == r.class
		r.words.makes(r.file, call)
		for i, arg := range call.Args {
			parents, isList := arg.Value.(*python.List)
			r.doubt = r.doubt || arg.Stars > 0 || arg.Name.Name == "" && i >= 4 || arg.Name.Name != "" && !settings[arg.Name.Name] ||
				arg.Name.Name == "parents" && (!isList || slices.ContainsFunc(parents.Elems, func(e python.Expr) bool { return !r.parsers[python.DottedName(e)] }))
		}
	case method && f.Attr.Name == "parse_args":
		_, named := f.X.(*python.Name)
		r.parsed = true
		r.words.parses(call)
		r.doubt = r.doubt || !named && !r.gives(f.X)
	case method && f.Attr.Name == "add_argument":
		r.argument(call)
		if len(call.Args) > 0 {
			if name, literal := r.file.Text(call.Args[0].Value); !literal || !strings.HasPrefix(name, "-") {
				r.words.argument(f.X)
			}
		}
	}
}

// argument reads the options of one call of add_argument.
func (r *reader) argument(call *python.Call) {
	var options []string
	negated := false
	for _, arg := range call.Args {
		text, literal := r.file.Text(arg.Value)
		switch {
		case arg.Stars > 0:
			r.doubt = true
		case arg.Name.Name == "":
			r.doubt = r.doubt || !literal
			if s, ok := arg.Value.(*python.String); ok {
				r.literal[s] = true
			}
			if strings.HasPrefix(text, "--") {
				options = append(options, strings.Clone(text))
			}
		case arg.Name.Name == "action" && !literal:
			negated = strings.HasSuffix(python.DottedName(arg.Value), "BooleanOptionalAction")
			r.doubt = r.doubt || !negated
		case arg.Name.Name == "nargs":
			_, number := arg.Value.(*python.Number)
			r.doubt = r.doubt || !number && text != "?" && text != "*" && text != "+"
		}
	}
	r.out.Long = append(r.out.Long, options...)
	if negated {
		for _, option := range options {
			r.out.Long = append(r.out.Long, "--no-"+option[2:])
		}
	}
}
