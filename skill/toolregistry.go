package skill

import (
	"github.com/skilllint/skilllint/contract"
)

// A ToolRegistry is what the Python modules of a workspace put into
// TOOL_REGISTRY, read without running them.
type ToolRegistry struct {
	Tools []RegisteredTool // sorted by file and place
	// Complete says that no other tool can be in it: every module could be
	// read, and nothing is done to it that cannot be told from the source.
	Complete bool

	byName map[string]*RegisteredTool
}

// A RegisteredTool is one entry of the registry.
type RegisteredTool struct {
	contract.Name // the key, as a string literal

	NoDescription bool          // the definition has none, or an empty one
	Schema        contract.Name // the class of args_schema, as written; Text is empty when none is named
	SchemaFault   string        // why there is no such class; "" when there may be one
	Destructive   bool          // marked so by the definition

	First       contract.Name // of a key that stands twice in one display: the first of them
	Func        contract.Name // the function, as written; Text is empty when it has no dotted name
	FuncFault   string        // why there is no such function; "" when there may be one
	Others      []string      // the names that the function's module has instead
	Description string        // a literal one
	Input       *Node         // the JSON Schema of the class of its arguments; nil when it is not known
}

// Tool returns the tool of that name, or nil. It accepts a nil registry.
func (r *ToolRegistry) Tool(name string) *RegisteredTool {
	if r == nil {
		return nil
	}
	return r.byName[name]
}
