package skill

import (
	"go/token"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/code/effect"
)

// A Source is a file of code, and what in it refers to something outside of
// it. Each list is sorted by place.
type Source struct {
	*File
	Lang  string // "python", "typescript", …, as of the file's name
	Skill *Skill // in whose folder it lies; nil for code of the platform

	Imports []ImportRef // of the language, require among them
	Reaches []ReachRef  // paths into another skill's folder
	Calls   []CallRef   // of tools, through the registry or gateway
	Reads   []DataRef   // of skills' data, by their paths
	Writes  []DataRef
	// Handlers are the names under which functions are registered as tools;
	// OpenHandlers says that others may be.
	Handlers     []contract.Name
	OpenHandlers bool
	Activated    []contract.Name // skills that calls activate or load
	// Effects are calls that reach outside of the process, of a package that has permissions.
	Effects []EffectRef
	Keys    []contract.Name // cache keys and temporary paths that hold a skill's id without the organisation

	// Err is the first syntax error, nil when the whole file could be read.
	// The rest is what was read nevertheless.
	Err *SyntaxError
}

// An ImportRef is an import of another skill's code. Its Name is the module as
// the code has it.
type ImportRef struct {
	contract.Name
	Target  string          // the file or folder of the workspace
	Names   []contract.Name // what is taken from it; none for all of it
	Missing bool            // the other skill has no such module: Target is what is there of its name
	Via     contract.Name   // where a shared module passes it on
}

// A ReachRef is a path into another skill's folder.
type ReachRef struct {
	contract.Name
	Target string // the file or folder of the workspace
}

// A CallRef is a call of the tool of that name.
type CallRef struct {
	contract.Name
	Args *Node // with Unknown parts; nil when nothing is known of them
	// Ignored says that the result is thrown away, or used without a look at
	// whether it is a denial.
	Ignored bool
	// Client says that it has the form of a client of the Model Context Protocol,
	// whose servers may be anybody's.
	Client bool
	// Fields are the members that are read from its result: the names of each
	// chain of them.
	Fields [][]contract.Name
}

// An EffectRef is a call by which code reaches outside of its process; its name
// is what is called.
type EffectRef struct {
	contract.Name
	Kind   EffectKind
	Target string // how the address or path begins, as far as it is known
	Whole  bool   // that is all of it
	Inside bool   // the path begins at the file's own folder
}

// An EffectKind is what a call reaches.
type EffectKind = effect.Kind

// The kinds of effects.
const (
	UsesNetwork = effect.Network
	ReadsFiles  = effect.Read
	WritesFiles = effect.Write
)

// A DataRef is a read or write of a skill's data by its path.
type DataRef struct {
	contract.Name
	Partial bool // Text is how the path begins; the rest is computed
}

// An Execute is what the function of that name takes and gives, which the code
// of a function skill exports.
type Execute struct {
	Reads   []contract.Name // members of its input, sorted by place
	Returns []ExecuteResult
}

// An ExecuteResult is an object literal that it returns. Open says that it may
// have further members.
type ExecuteResult struct {
	Pos, End token.Pos
	Keys     []contract.Name
	Open     bool
}
