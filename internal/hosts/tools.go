package hosts

import "slices"

// Tools are the names by which a host knows its own tools.
type Tools struct {
	Names []string `json:"names"`
	// Others is a pattern of the names of further tools, such as those of MCP servers.
	Others string `json:"others,omitempty"`
	// Unknown is what becomes of an agent that names another tool, "" where that is not known.
	Unknown Effect `json:"unknown-in-agent,omitempty"`
	// Paths are the tools of which no file is matched against a permission for a path, by the tool whose permissions
	// are for theirs, too.
	Paths map[string][]string `json:"paths,omitempty"`
	// Unasked is the setting with which every tool runs without a question, so that a permission allows nothing more.
	Unasked *Setting `json:"unasked,omitempty"`
	Source  []string `json:"source"`
}

// A Setting is a value in the settings of a host.
type Setting struct {
	Key    string   `json:"key"` // the way to it, with dots
	Value  string   `json:"value"`
	Source []string `json:"source"`
}

// PathsOf returns the tool whose permissions for paths are those of another one, too; "" where each has its own.
func (t *Tools) PathsOf(tool string) string {
	for of, others := range t.Paths {
		if slices.Contains(others, tool) {
			return of
		}
	}
	return ""
}

// Has reports whether the host may have a tool of a name.
func (t *Tools) Has(name string) bool {
	return slices.Contains(t.Names, name) || t.Others != "" && compiled(t.Others).MatchString(name)
}
