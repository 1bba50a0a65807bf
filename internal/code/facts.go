package code

import (
	"slices"

	"github.com/skilllint/skilllint/internal/code/effect"
	"github.com/skilllint/skilllint/internal/document"
)

// Facts are what a source refers to, as it is written: nothing of it is
// resolved. Places are offsets of bytes in the file. Facts are never changed
// and hold no part of the source but names.
type Facts struct {
	// Err is the first syntax error, nil when the whole file could be read.
	// The rest is what was read nevertheless.
	Err *document.SyntaxError

	Imports  []Import
	Members  []Member  // of what Python's imports bind, each chain once
	Paths    []Path    // that may leave the skill
	Commands []Command // with words that may be paths
	Runs     []Name    // modules that are run with python -m
	Calls    []Call
	Data     []Data
	Keys     []Name // cache keys and temporary paths that hold a skill's id and no organisation
	Skills   []Name // names of skills that calls activate or load
	Effects  []Effect
	Handlers []Name // names under which functions are registered as tools
	// OpenHandlers says that functions are registered under names that are not known, too.
	OpenHandlers bool
	// Execute is what the function that a module exports as execute takes and
	// gives; nil when there is none, or none that could be read.
	Execute *Body

	// Binds are the names that a Python module has, sorted; Exports are what an
	// ECMAScript module exports. Open says that there may be more of either.
	Binds   []string
	Exports []Export
	Open    bool
}

// A Name is a name in a source, and where it stands.
type Name struct {
	Text       string
	Start, End int
}

// An Import is a module that a source imports.
type Import struct {
	Name // the module as written, with leading dots in Python
	// Of Python: how many dots lead, and the parts of the name.
	Dots  int
	Parts []string
	// Names are what is taken from the module; none for all of it.
	Names []Imported
	// Local is the name that all of the module is bound to; As says that it was
	// given to it, so that it is the module and not its first part.
	Local string
	As    bool
	// Computed says that a call imports it; Cut, that the name goes on.
	Computed, Cut bool
}

// An Imported is a name that is taken from a module: "*" for all of it.
type Imported struct {
	Name
	Local string
	// Members are what is taken of a whole ECMAScript module, each once.
	Members []Name
}

// A Member is a chain of members of what an import binds: skills.zodiac.x.
type Member struct {
	Name         // the name that the import binds
	Chain []Name // behind it
}

// A Use says how a path is used, and so which paths it may be.
type Use uint8

const (
	AnyUse     Use = iota // somewhere: only a path that says where it begins
	FileUse               // as an argument: also one relative to the file or the skill
	ModulePath            // as a folder in which modules are looked for
	ImportUse             // as a module that is imported
)

// An Anchor says where a path begins.
type Anchor uint8

const (
	NoPath    Anchor = iota
	File             // at the file itself, taken for a folder: ".." is where it lies
	OwnFolder        // at the folder of its skill
	Root             // at the root of the tree
	Relative         // at a folder that is not known: the process's, or the reader's
	SkillsDir        // at a variable that is named after the folder of the skills
	Somewhere        // at an unknown place, or an absolute one
)

// A Path is an expression that gives a path.
type Path struct {
	Start, End int
	Use        Use
	Anchor     Anchor
	Rel        string // from the anchor, with slashes, not cleaned; "\x00" stands for what is not known
	// Named are the lengths of Rel up to which a variable holds the path: where
	// that is set, it is noted.
	Named []int
}

// A Command is a command line in a string.
type Command struct {
	Start, End int
	Words      []Path
}

// A Call is a call of a tool by one of the known forms.
type Call struct {
	Name // the tool
	// Args are what it is called with, with Unknown parts; nil when nothing is
	// known of them. Their positions are offsets plus one.
	Args *document.Node
	// Ignored says that the result is thrown away, or used without a look at
	// whether it is a denial.
	Ignored bool
	// Client says that it has the form of a client of the Model Context Protocol,
	// whose servers may be anybody's: callTool(name).
	Client bool
	// Fields are the members that are read from its result: the names of each
	// chain of them, result["chart"].planets. None for a Client, which wraps results.
	Fields [][]Name
}

// An Effect is a call by which code reaches outside of its process. Its name is
// what is called, as it is written.
type Effect struct {
	Name
	Kind effect.Kind
	// Target is how the address or path begins, as far as it is known; Whole says
	// that it is all of it, Inside that the path begins at the file's own folder.
	Target        string
	Whole, Inside bool
}

// A Data is a read or write of a skill's data by its path.
type Data struct {
	Name
	Write bool
	// Partial says that Text is how the path begins; the rest is computed.
	Partial bool
}

// An Export is a name that an ECMAScript module exports: "*" for all that From
// exports.
type Export struct {
	Name
	From   string // the module that it passes it on from, "" for its own
	Origin string // what it is called there
	Type   bool   // it is only a type
}

// A Body is a function that is called with one object, and gives another.
type Body struct {
	Reads   []Name   // members of its first parameter, wherever it reads one
	Returns []Result // the objects that it returns as literals
}

// A Result is an object literal that a function returns.
type Result struct {
	Start, End int
	Keys       []Name
	Open       bool // it may have further members: spread, or with computed keys
}

// MayExport reports whether a module gives others a name, as far as is known.
func (f *Facts) MayExport(name string) bool {
	return f.Err != nil || f.Has(name) || slices.ContainsFunc(f.Exports, func(e Export) bool { return e.Text == "*" || e.Text == name && !e.Type })
}

// Has reports whether a Python module may have a name.
func (f *Facts) Has(name string) bool {
	_, found := slices.BinarySearch(f.Binds, name)
	return found || f.Open
}
