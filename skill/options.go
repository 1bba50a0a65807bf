package skill

import (
	"path"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/document"
)

// Options say how a tree is to be read. The zero Options read all of it.
type Options struct {
	// Ignore reports whether a path is to be left out, as the configuration says.
	Ignore func(path string) bool
	// Tracked reports whether git tracks a file, or one below a folder: it is
	// read even where a .gitignore names it. nil when nothing is known.
	Tracked func(path string) bool
	// Dialect returns the dialect that the configuration pins to a path, or nil.
	Dialect func(path string) *Dialect

	// Judge reports whether a file is judged although nobody loads the folder
	// that it is in, see Workspace.Inert; nil for none.
	Judge func(folder, path string) bool
	// Origin names the repository that the tree is of, when it is another's:
	// files have it before their paths in the FileSet ("acme@v1:a/SKILL.md").
	Origin string
	// Sources are workspaces of other repositories, whose skills are providers
	// here. Of skills with one id the tree's own counts, then the first.
	Sources []*Workspace

	// Revision names an earlier state of the tree, and Today is the present
	// one, with the same FileSet. Files that are there today have the revision
	// before their paths in the FileSet ("main:a/SKILL.md").
	Revision string
	Today    *Workspace
	// Same reports whether a file is the same today, so that Today's manifest
	// is taken in place of reading it again.
	Same func(path string) bool
	// Snapshots are the files and folders that hold the recorded tools of MCP
	// servers, besides those in SnapshotFolder: from path to server.
	Snapshots map[string]string
	// Last is an earlier load of the same tree, with equal options otherwise: what the
	// file system knows to hold the same, see Summed, is taken over from it, with its
	// facts. FileSetAfter makes the FileSet that this takes.
	Last *Workspace
	// Facts keeps what is found in files from one load to the next, by what they
	// hold; nil keeps nothing. All workspaces of one run have the same. A file is
	// not even read when the file system knows what it holds, see Summed.
	Facts Keeper
	// Core are the tools that every skill has.
	Core []string
	// Code says how the code of skills is read.
	Code CodeOptions
}

// CodeOptions say how the code of skills is to be read.
type CodeOptions struct {
	// PythonRoots are folders in which absolute imports of Python begin,
	// besides those that are found.
	PythonRoots []string
	// Calls are patterns of calls through a registry or gateway, as
	// "ToolRegistry.execute(name, args, ctx)". The parameter called name, tool
	// or tool_name is the tool, the one called args, arguments, input or params
	// what it is called with. nil means code.DefaultCalls.
	Calls []string
	// Handlers are patterns of calls and decorators that register the handler of
	// a tool, as "registry.Register(name, handler)". nil means code.DefaultHandlers.
	Handlers []string
	// Unread leaves the code unread, for a tool that brings sources of its own.
	Unread bool
}

// name is how a path is called in the FileSet.
func (o *Options) name(path string) string {
	if o.Origin != "" {
		return o.Origin + ":" + path
	}
	if o.Today == nil {
		return path
	}
	if _, there := o.Today.Tree.Lookup(path); !there {
		return path
	}
	return o.Revision + ":" + path
}

// reused returns today's manifest of a path that has not changed.
func (o *Options) reused(path string) *Manifest {
	if o.Today == nil || o.Same == nil || !o.Same(path) {
		return nil
	}
	return o.Today.ManifestAt(path)
}

// newReader returns a reader that knows the calls of tools, and what registers
// their handlers, that the options name.
func (o *CodeOptions) newReader() *code.Reader {
	return code.NewReader(callPatterns(o.Calls, code.DefaultCalls), callPatterns(o.Handlers, code.DefaultHandlers))
}

// callPatterns reads patterns, or the default ones.
func callPatterns(list, defaults []string) []code.CallPattern {
	if list == nil {
		list = defaults
	}
	var patterns []code.CallPattern
	for _, c := range list {
		if p, err := code.ParseCall(c); err == nil { // the configuration has said what is wrong
			patterns = append(patterns, p)
		}
	}
	return patterns
}

// server returns the server whose snapshot stands at a path, or below it, as
// the configuration says, and the path that it names; "" for any other path.
func (o *Options) server(p string) (name, at string) {
	if len(o.Snapshots) == 0 {
		return "", ""
	}
	for at = p; at != "."; at = path.Dir(at) {
		if name = o.Snapshots[at]; name != "" && (at == p || document.IsJSON(p)) {
			return name, at
		}
	}
	return "", ""
}
