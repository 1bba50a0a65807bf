package manifest

import (
	"slices"

	"github.com/skilllint/skilllint/contract"
)

// A Skill is one folder's skill: what its manifests promise and need, and
// what its code does.
type Skill struct {
	contract.Contract
	Dir       string // the folder, relative to the root, "." for the root itself
	Manifests []*Manifest
	Scope     string          // the folder in which its open-standard name is unique: a plugin's, else the parent
	Package   *Package        // the version of a package that this is, else nil
	Plugin    *Plugin         // what this is when it is a plugin, else nil
	Server    *RecordedServer // what this is when it is an MCP server, else nil
	Copies    []string        // paths of byte-identical manifests in other agents' folders
}

// Manifest returns the file that gives the skill its identity.
func (s *Skill) Manifest() *Manifest { return s.Manifests[0] }

// Unreadable reports that the skill's manifest could not be read, so that
// nothing is known of it but its folder's name.
func (s *Skill) Unreadable() bool { return s.Manifest().Root == nil }

// Contracted reports whether a skill has a contract: by its dialect, or by what it
// exports and imports.
func (s *Skill) Contracted() bool {
	return s.Manifest().Dialect.Contracted || s.Package != nil || len(s.Exports) > 0 || s.ImportsTools()
}

// ImportsTools reports whether a skill imports tools by their names.
func (s *Skill) ImportsTools() bool {
	return slices.ContainsFunc(s.Imports, func(imp contract.Import) bool { return len(imp.Tools) > 0 })
}

// export adds tools to the exports, but for those that are there: said once is enough.
func (s *Skill) export(tools []contract.Tool) {
	known := map[string]bool{}
	for i := range s.Exports {
		known[s.Exports[i].Name.Text] = true
	}
	for _, tool := range tools {
		if !known[tool.Name.Text] {
			known[tool.Name.Text] = true
			s.Exports = append(s.Exports, tool)
		}
	}
}

// Absorb adds what a further manifest of the same folder and name says.
func (s *Skill) Absorb(more *Skill) {
	s.Manifests = append(s.Manifests, more.Manifests...)
	s.export(more.Exports)
	if s.Server != nil && more.Server != nil {
		s.Server.Tools = append(s.Server.Tools, more.Server.Tools...)
	}
	s.Imports = append(s.Imports, more.Imports...)
	s.Deprecated = append(s.Deprecated, more.Deprecated...)
	if s.Provides == nil {
		s.Version, s.Provides = more.Version, more.Provides
	}
	if !s.Access.Pos.IsValid() {
		s.Access = more.Access
	}
}
