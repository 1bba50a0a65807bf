package skill

import (
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/manifest"
)

// readMetadata adds the references of a metadata.json beside a SKILL.md, which
// some collections keep there.
func (ws *Workspace) readMetadata(s *Skill) {
	file := ws.files.At(path.Join(s.Dir, "metadata.json"))
	if file == nil || !file.Known() || !isSkillMD(s.Manifest().Path) {
		return
	}
	s.AddMetadata(file.JSON())
}

// resolveReferences gives references that name a skill by its folder the
// skill's ID: by the folder's name, by a path from the skill or the root, or
// by that path with hyphens.
func (ws *Workspace) resolveReferences() {
	byDir, byName := map[string]*Skill{}, map[string]*Skill{}
	add := func(name string, s *Skill) {
		if other, again := byName[name]; again && other != s {
			byName[name] = nil // which is meant is not known
		} else {
			byName[name] = s
		}
	}
	for _, s := range ws.Skills {
		if s.Plugin == nil && s.ID.Text != "" && s.Dir != "." {
			byDir[s.Dir] = s
		}
	}
	for dir, s := range byDir {
		add(path.Base(dir), s)
		add(strings.ReplaceAll(dir, "/", "-"), s)
		add(dir, s)
	}
	for _, s := range ws.Skills {
		s.Imports = slices.DeleteFunc(s.Imports, func(imp contract.Import) bool {
			return manifest.IsReference(imp.Key) && len(ws.Index.ID(imp.From.Text)) == 0 && byName[imp.From.Text] == nil && ws.isGroup(s, imp.From.Text, byDir)
		})
		for i := range s.Imports {
			imp := &s.Imports[i]
			if !manifest.IsReference(imp.Key) || len(ws.Index.ID(imp.From.Text)) > 0 {
				continue
			}
			to := byName[imp.From.Text]
			if strings.Contains(imp.From.Text, "/") {
				to = ws.skillAtPath(s, imp.From.Text, byDir)
			}
			if to != nil {
				imp.From.Text = to.ID.Text
			}
		}
	}
	ws.linkReferences(byDir)
}

// skillAtPath returns the skill at a path from another skill, or from the root.
func (ws *Workspace) skillAtPath(s *Skill, name string, byDir map[string]*Skill) *Skill {
	name = strings.TrimSuffix(name, "/SKILL.md")
	if to := byDir[path.Join(s.Dir, name)]; to != nil {
		return to
	}
	return byDir[path.Clean(name)]
}

// isGroup reports whether a reference names a folder that is no skill, such
// as one of several skills.
func (ws *Workspace) isGroup(s *Skill, name string, byDir map[string]*Skill) bool {
	if !strings.Contains(name, "/") {
		return ws.Tree.HasFolder(name)
	}
	for _, p := range []string{path.Join(s.Dir, name), name} {
		if real, kind := ws.Tree.Resolve(p); byDir[real] == nil && (kind == Dir || kind == Pruned) {
			return true
		}
	}
	return false
}

// resolveCalls lets a call name a tool that a skill of another name exports.
func (ws *Workspace) resolveCalls() {
	for _, s := range ws.Skills {
		for i := range s.Imports {
			imp := &s.Imports[i]
			if imp.Key != "calls" && imp.Key != "pipeline" {
				continue
			}
			name := imp.From.Text
			if own := ws.Index.Provider(imp, name); (own == nil || own.Export(name) == nil) && len(ws.Index.Tool(name)) > 0 {
				imp.From = contract.Name{}
			}
		}
	}
}

// LinkKey is the Key of an import that is a Markdown link into another skill's
// folder.
const LinkKey = "link"

// linkReferences adds the Markdown links into other skills' folders as soft
// imports.
func (ws *Workspace) linkReferences(byDir map[string]*Skill) {
	found := make([][]contract.Import, len(ws.Skills))
	Parallel(len(ws.Skills), func(i int) {
		s := ws.Skills[i]
		if m := s.Manifest(); s.Plugin == nil && isSkillMD(m.Path) && m.Root != nil {
			found[i] = linksOut(s, m, byDir)
		}
	})
	for i, s := range ws.Skills {
		s.Imports = append(s.Imports, found[i]...)
	}
}

func linksOut(s *Skill, m *Manifest, byDir map[string]*Skill) []contract.Import {
	other := func(dest string) *Skill {
		if !strings.HasPrefix(dest, "../") {
			return nil
		}
		dest, _, _ = strings.Cut(dest, "#")
		for d := path.Join(s.Dir, dest); d != "." && d != ".." && !strings.HasPrefix(d, "../"); d = path.Dir(d) {
			if to := byDir[d]; to != nil && to != s && to.ID.Text != s.ID.Text {
				return to
			}
		}
		return nil
	}
	any := false
	for _, d := range m.Prose().Destinations {
		any = any || other(d.Dest) != nil
	}
	if !any {
		return nil
	}
	var found []contract.Import
	for _, link := range m.Text().Links {
		if to := other(link.Dest); to != nil {
			pos, end := m.Pos(link.Start), m.Pos(link.End)
			found = append(found, contract.Import{From: contract.Name{Text: to.ID.Text, Pos: pos, End: end}, Soft: true, Key: LinkKey, Pos: pos, End: end})
		}
	}
	return found
}
