package skill

import (
	"path"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// Registered returns the skill that an entry of a registry describes, nil when
// it is not in the workspace. lost names the key of the entry (path,
// skill_yaml_path or name) that leads nowhere though it should.
func (ws *Workspace) Registered(m *Manifest, e RegistryEntry) (s *Skill, lost string) {
	elsewhere, dir := e.Elsewhere(), path.Dir(m.Path)
	for _, key := range []string{"path", "skill_yaml_path"} {
		at := e.Get(key)
		if !at.Is(document.String) || key == "skill_yaml_path" && elsewhere || strings.Contains(at.Text, "://") {
			continue
		}
		if ws.Leaves(m, e, key) {
			return nil, ""
		}
		target, kind := ws.registeredPath(dir, at.Text)
		if kind == Absent {
			return nil, key
		}
		return ws.named(target, e.Name.Text), ""
	}
	if e.Name.Text == "" {
		return nil, ""
	}
	for _, base := range []string{path.Join(dir, e.Name.Text), path.Join(dir, "skills", e.Name.Text)} {
		if s := ws.named(base, e.Name.Text); s != nil {
			return s, ""
		}
	}
	owners := ws.Index.ID(e.Name.Text)
	if len(owners) == 1 {
		return ws.Owner(owners[0]), ""
	}
	if _, kind := ws.Tree.Resolve(path.Join(dir, e.Name.Text)); elsewhere || kind != Absent || len(owners) > 0 {
		return nil, ""
	}
	return nil, "name"
}

// registeredPath finds what an entry's path leads to: from the registry's own
// folder, or from one above it, such as the repository's root.
func (ws *Workspace) registeredPath(dir, target string) (string, EntryKind) {
	first, kind := ws.Tree.Resolve(path.Join(dir, target))
	if kind != Absent {
		return first, kind
	}
	for dir != "." {
		dir = path.Dir(dir)
		if at, kind := ws.Tree.Resolve(path.Join(dir, target)); kind != Absent && kind != Outside {
			return at, kind
		}
	}
	return first, Absent
}

// Leaves reports whether the path under a key of a registry's entry leads out
// of the workspace, on any system.
func (ws *Workspace) Leaves(m *Manifest, e RegistryEntry, key string) bool {
	v := e.Get(key)
	if !v.Is(document.String) || strings.Contains(v.Text, "://") {
		return false
	}
	base := path.Dir(m.Path)
	if key == "skill_yaml_path" && e.Elsewhere() {
		base = "." // relative to the root of its own repository
	}
	text := strings.ReplaceAll(v.Text, `\`, "/")
	_, kind := ws.Tree.Resolve(path.Join(base, text))
	return path.IsAbs(text) || len(text) > 1 && text[1] == ':' || kind == Outside
}

// named returns the skill in a folder, or of a manifest; of several the one
// of that name.
func (ws *Workspace) named(at, name string) *Skill {
	dir := at
	if _, kind := ws.Tree.Resolve(at); kind == tree.Regular {
		dir = path.Dir(at)
	}
	var found *Skill
	for _, s := range ws.In(dir) {
		if found == nil || s.ID.Text == name {
			found = s
		}
	}
	return found
}
