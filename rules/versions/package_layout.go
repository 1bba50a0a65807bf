package versions

import (
	"path"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// PackageLayout reports packages that are not laid out as {skillId}/{version}/.
var PackageLayout = &lint.Rule{
	Name: "package-layout", Group: "G", Severity: lint.Error,
	Doc: `A package is not laid out as {skillId}/{version}/.

A version's folder holds SKILL.md (required) and manifest.json (recommended: a warning), and both folders' names are what the
manifest says. The entry file is there. Installers find a package by its folders alone.`,
	Sources: []lint.Source{sources.PackagesPage},
	Run: func(p *lint.Pass) {
		for _, root := range p.PackageRoots("") {
			for _, pkg := range p.Versions(root) {
				packageLayout(p, pkg)
			}
			if def := p.DefinitionOf(root); def != nil && path.Dir(root) != root {
				agrees(p, def.Root.Get("skillId"), path.Base(root), "skillId", "the folder")
			}
		}
		for _, m := range p.Manifests {
			if m.Dialect == skill.PackageManifest && manifest.PackageVersion(path.Dir(m.Path)) == nil {
				strayManifest(p, m)
			}
		}
	},
}

func packageLayout(p *lint.Pass, pkg *skill.Package) {
	if pkg.Text == nil {
		if _, kind := p.Tree.Resolve(path.Join(pkg.Dir, "SKILL.md")); kind == skill.Absent {
			at := pkg.Manifest.Pos(0)
			p.Report(lint.Span(at, at, "the package %s has no SKILL.md", pkg.Dir))
		}
	}
	if pkg.Manifest == nil {
		if _, kind := p.Tree.Resolve(path.Join(pkg.Dir, "manifest.json")); kind == skill.Absent {
			at := pkg.Text.Pos(0)
			p.ReportAs(lint.Warning, lint.Span(at, at, "the package %s has no manifest.json: its tools and its checksum are unknown", pkg.Dir))
		}
		return
	}
	root := pkg.Manifest.Root
	agrees(p, root.Get("skillId"), pkg.ID, "skillId", "the folder above")
	if v := root.Get("version"); v.Is(skill.String) {
		if _, err := contract.ParseVersion(v.Text); err == nil {
			agrees(p, v, pkg.Version.Original(), "version", "the folder")
		}
	}
	entry := root.Get("entry")
	if !entry.Is(skill.String) || entry.Text == "" || paths.Escapes(p, pkg.Dir, entry.Text) != "" {
		return
	}
	switch _, kind := p.Tree.Resolve(path.Join(pkg.Dir, entry.Text)); kind {
	case skill.Absent:
		d := lint.Span(entry.Pos, entry.End, "the entry file %q does not exist", entry.Text)
		if near, ok := paths.Near(p, pkg.Dir, entry.Text); ok {
			d.Message += " (did you mean \"" + near + "\"?)"
		}
		p.Report(d)
	case skill.Dir:
		p.Report(lint.Span(entry.Pos, entry.End, "the entry %q is a folder, expected a file", entry.Text))
	}
}

// agrees reports a value that is not the name of its folder.
func agrees(p *lint.Pass, v *skill.Node, name, key, folder string) {
	if v.Is(skill.String) && v.Text != name {
		p.Report(lint.Span(v.Pos, v.End, "%s is %q, but %s is named %q", key, v.Text, folder, name))
	}
}

// strayManifest speaks of a package's manifest in a folder that is no version.
func strayManifest(p *lint.Pass, m *skill.Manifest) {
	at := m.Root.Get("version")
	if at == nil {
		at = m.Root.Get("skillId")
	}
	d := analysis.Diagnostic{Pos: m.Pos(0), End: m.Pos(0)}
	if at != nil {
		d.Pos, d.End = at.Pos, at.End
	}
	want := "{skillId}/{version}"
	if v := m.Root.Get("version"); v.Is(skill.String) {
		if _, err := contract.ParseVersion(v.Text); err != nil {
			return // rule invalid-version speaks of it
		}
		want = path.Join(m.Root.Get("skillId").Str(), v.Text)
	}
	d.Message = "the folder " + path.Dir(m.Path) + " is not named after its version, expected " + want
	p.Report(d)
}
