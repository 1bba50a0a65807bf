package report

import (
	"io"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Contracts writes what the workspace's skills promise and need, for the
// gateway, as docs/gateway.md describes it. It says nothing of the findings:
// who calls it decides whether they matter.
func Contracts(w io.Writer, ws *skill.Workspace, _ []lint.Finding) error {
	return writeJSON(w, CatalogOf(ws))
}

// CatalogOf returns the contracts of the skills that export tools or import
// some, or that speak a dialect of contracts, by id and version, and the
// agents' bindings. Of several copies of a skill the first counts.
func CatalogOf(ws *skill.Workspace) contract.Catalog {
	var c contract.Catalog
	seen := map[[2]string]bool{}
	for _, s := range ws.Skills {
		if s.Manifest().Dialect == skill.Bindings {
			c.Bindings = append(c.Bindings, bindingsOf(s)...)
			continue
		}
		key := [2]string{s.ID.Text, s.Version.Text}
		if s.ID.Text == "" || seen[key] || !contracted(s) {
			continue
		}
		seen[key] = true
		con := s.Contract
		con.Superseded = ws.Superseded(s)
		con.Inactive = s.Package != nil && !s.Package.Active()
		c.Contracts = append(c.Contracts, &con)
	}
	slices.SortStableFunc(c.Contracts, func(a, b *contract.Contract) int {
		if byID := strings.Compare(a.ID.Text, b.ID.Text); byID != 0 {
			return byID
		}
		return strings.Compare(a.Version.Text, b.Version.Text)
	})
	return c
}

func contracted(s *skill.Skill) bool {
	switch s.Manifest().Dialect {
	case skill.Contract, skill.Function, skill.PackageManifest:
		return true
	}
	return len(s.Exports) > 0 || slices.ContainsFunc(s.Imports, func(imp contract.Import) bool { return len(imp.Tools) > 0 })
}

// bindingsOf reads an agent's bindings. Locks that are no ranges are left out:
// rule invalid-version speaks of them.
func bindingsOf(s *skill.Skill) []contract.Binding {
	var list []contract.Binding
	for _, n := range s.Manifest().BindingEntries() {
		b := contract.Binding{Agent: s.ID.Text, Lock: n.Get("versionLock").Str(), AutoUpdate: n.Get("autoUpdate").True()}
		for i := range s.Imports {
			if s.Imports[i].Pos == n.Pos {
				b.Skill = s.Imports[i].From.Text
			}
		}
		var err error
		if b.Lock != "" {
			b.Range, err = contract.ParseRange(b.Lock)
		}
		if b.Skill != "" && err == nil {
			list = append(list, b)
		}
	}
	return list
}
