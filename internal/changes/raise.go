package changes

import (
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/skill"
)

// Raise returns the edits that write the required version wherever the
// workspace of today states it: in the manifests of the skill or plugin and
// their copies, in the entries of marketplaces and registries, and in the
// package.json beside them. There are none when no version is required, and
// for a package, whose version is its folder's name.
func (s *Skill) Raise(today *skill.Workspace) []analysis.TextEdit {
	to, err := semver.NewVersion(s.Required())
	if err != nil || s.After.Package != nil {
		return nil
	}
	r := &raising{today: today, to: to, done: map[*skill.Node]bool{}}
	if s.After.Server != nil {
		for _, v := range today.VersionFiles(s.After) {
			r.write(v)
		}
		return r.edits
	}
	for _, m := range s.After.Manifests {
		if m.Dialect != skill.MarketplaceManifest {
			r.manifest(s, m)
		}
	}
	follows := r.followed // what others repeat was raised
	if s.Plugin() {
		follows = true
		for _, e := range s.After.Plugin.Entries {
			r.write(e.Get("version"))
		}
	}
	if !follows {
		return r.edits
	}
	name, _, _ := strings.Cut(idOf(s.After), "@")
	if v := today.PackageJSON(s.After.Dir, name).Get("version"); s.Plugin() || s.inStep(v) {
		r.write(v)
	}
	for _, m := range today.Manifests {
		if m.Dialect == skill.Registry {
			for _, e := range m.RegistryEntries() {
				if owner, _ := today.Registered(m, e); owner == s.After {
					r.write(e.Get("version"))
				}
			}
		}
	}
	return r.edits
}

// A raising collects the edits of one version.
type raising struct {
	today    *skill.Workspace
	to       *semver.Version
	edits    []analysis.TextEdit
	done     map[*skill.Node]bool
	followed bool // the manifest's own `version` was raised, which others repeat
}

// manifest raises the versions of one manifest: the one that tools are
// provided at, and `version` where it went in step with it.
func (r *raising) manifest(s *Skill, m *skill.Manifest) {
	first := len(r.edits)
	r.write(m.Root.Get("exports").Get("api_version"))
	versions := releaseVersions(m.Root)
	if m.Dialect == skill.PluginManifest {
		versions = []*skill.Node{m.Root.Get("version")}
	}
	for _, v := range versions {
		if s.inStep(v) && r.write(v) {
			r.followed = true
		}
	}
	for _, copied := range s.After.Copies {
		f := r.today.File(copied)
		if f == nil || m != s.After.Manifest() {
			continue
		}
		for _, e := range r.edits[first:] {
			r.edits = append(r.edits, analysis.TextEdit{Pos: f.Pos(m.Offset(e.Pos)), End: f.Pos(m.Offset(e.End)), NewText: e.NewText})
		}
	}
}

// inStep reports whether a `version` says the version that is raised, though
// maybe with more or fewer numbers.
func (s *Skill) inStep(v *skill.Node) bool {
	if v == nil || v.Text == s.New.Text {
		return v != nil
	}
	said, err := semver.NewVersion(v.Text)
	return err == nil && s.current != nil && said.Major() == s.current.Major() && said.Minor() == s.current.Minor()
}

// write raises a version that is there, as it is written, and reports whether
// it is raised then.
func (r *raising) write(v *skill.Node) bool {
	if !v.Is(skill.String) && !v.Is(skill.Number) || v.Text == "" || r.done[v] {
		return false
	}
	f := r.today.FileAt(v.Pos)
	if f == nil {
		return false
	}
	src := f.Written(v.Pos, v.End)
	text := inForm(v.Text, r.to)
	switch src {
	case v.Text: // plain
		if _, err := strconv.ParseFloat(text, 64); err == nil {
			text = strconv.Quote(text) // 1.10 is the number 1.1
		}
	case `"` + v.Text + `"`:
		text = `"` + text + `"`
	case "'" + v.Text + "'":
		text = "'" + text + "'"
	default:
		return false // a block, or with escapes: for its author
	}
	r.done[v] = true
	if text != src {
		r.edits = append(r.edits, analysis.TextEdit{Pos: v.Pos, End: v.End, NewText: []byte(text)})
	}
	return true
}
