package skill

import (
	"path"
	"slices"

	"github.com/skilllint/skilllint/internal/code"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

var folderSkills Memo[map[string]*Skill]

// SkillAt returns the skill whose folder a path is in, the innermost one; nil
// for shared code, and where several skills share a folder and not one of them
// alone has a contract.
func (ws *Workspace) SkillAt(p string) *Skill {
	folders := ws.skillFolders()
	for dir := p; ; dir = tree.Parent(dir) {
		if s, ok := folders[dir]; ok {
			return s
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// Whole returns the workspace that this one is a part of, see LoadPart, or this one.
func (ws *Workspace) Whole() *Workspace {
	if ws.part != nil {
		return ws.part.of
	}
	return ws
}

// PartAt returns the folder around a file that LoadPart can read again by
// itself: that of a skill in one SKILL.md, alone in it and in no other skill's. It is
// "" for a file that is in none, or that what is around it depends on.
func (ws *Workspace) PartAt(p string) string {
	folder := ""
	for d := tree.Parent(p); d != "."; d = tree.Parent(d) {
		if len(ws.In(d)) > 0 {
			folder = d
		}
	}
	if e, ok := ws.Tree.Lookup(p); !ok || e.Kind != Regular || code.LanguageOf(p) != code.None || folder == "" || ws.InertAt(folder) {
		return ""
	}
	if of := ws.In(folder); len(of) > 1 || of[0].Package != nil || !isSkillMD(of[0].Manifest().Path) {
		return ""
	}
	for _, e := range ws.Tree.Below(folder) {
		if isSkillMD(e.Path) && path.Dir(e.Path) != folder || !isSkillMD(e.Path) && ws.ManifestAt(e.Path) != nil {
			return ""
		}
	}
	return folder
}

// skillFolders maps the folders of skills to them, see folders.
func (ws *Workspace) skillFolders() map[string]*Skill { return folderSkills.Of(ws, ws.folders) }

// folders maps the folders of skills to them. Where several share one it is
// that of the only one with a contract, else nil.
func (ws *Workspace) folders() map[string]*Skill {
	shared := map[string][]*Skill{}
	for _, s := range ws.Skills {
		if !s.Manifest().Dialect.Shares {
			shared[s.Dir] = append(shared[s.Dir], s)
		}
	}
	folders := make(map[string]*Skill, len(shared))
	for dir, skills := range shared {
		if s, ok := theOnly(skills); ok {
			folders[dir] = s
		} else {
			folders[dir], _ = theOnly(slices.DeleteFunc(skills, func(s *Skill) bool { return !s.Contracted() }))
		}
	}
	return folders
}

// theOnly returns the skill that all of them are, by their names.
func theOnly(skills []*Skill) (last *Skill, ok bool) {
	for _, s := range skills {
		if last != nil && last.ID.Text != s.ID.Text {
			return nil, false
		}
		last = s
	}
	return last, last != nil
}

// Foreign returns the skill that code of another skill must not reach into
// at a path: nil for its own folder, for shared code, for a folder around its
// own or inside of it, and for another version of itself.
func (ws *Workspace) Foreign(own *Skill, p string) *Skill {
	other := ws.SkillAt(p)
	switch {
	case other == nil || own == nil || other == own || other.ID.Text != "" && other.ID.Text == own.ID.Text:
		return nil
	case tree.Holds(other.Dir, own.Dir) || tree.Holds(own.Dir, other.Dir):
		return nil
	}
	return other
}

var skillsByDir Memo[map[string][]*Skill]

// In returns the skills whose manifests stand in a folder, plugins and MCP
// servers excepted.
func (ws *Workspace) In(dir string) []*Skill {
	byDir := skillsByDir.Of(ws, func() map[string][]*Skill {
		byDir := map[string][]*Skill{}
		for _, s := range ws.Skills {
			if s.Plugin == nil && s.Server == nil {
				byDir[s.Dir] = append(byDir[s.Dir], s)
			}
		}
		return byDir
	})
	return byDir[dir]
}

var pluginsByDir Memo[map[string]*Skill]

// PluginAt returns the innermost plugin whose folder holds a path, or nil.
func (ws *Workspace) PluginAt(p string) *Skill {
	ws = ws.Whole()
	byDir := pluginsByDir.Of(ws, func() map[string]*Skill {
		byDir := map[string]*Skill{}
		for _, s := range ws.Skills {
			if s.Plugin != nil && byDir[s.Dir] == nil {
				byDir[s.Dir] = s
			}
		}
		return byDir
	})
	for d := p; ; d = tree.Parent(d) {
		if s := byDir[d]; s != nil || d == "." || d == "/" {
			return s
		}
	}
}

// A Standing says who loads a file.
type Standing uint8

const (
	LiveStanding   Standing = iota + 1 // a host loads it where it lies, or a plugin ships it
	SourceStanding                     // it is there to be copied or installed
	InertStanding                      // nobody loads it
)

// Standing says who loads the file at a path.
func (ws *Workspace) Standing(p string) Standing {
	switch {
	case ws.InertAt(p):
		return InertStanding
	case standing.HiddenFolder(path.Dir(p)) != "" || ws.PluginAt(path.Dir(p)) != nil:
		return LiveStanding
	}
	return SourceStanding
}

// InertAt reports whether a path is in a folder that nobody loads, and that is
// not judged.
func (ws *Workspace) InertAt(p string) bool { return ws.standing.At(p) != nil }

// Inert returns the folders with manifests that nobody loads and that were not
// judged for that reason, sorted by path. Their manifests are neither in
// Skills nor in Manifests.
func (ws *Workspace) Inert() []InertFolder { return ws.standing.LeftOut() }

// Original returns the folder of the skill that the one around a path is a copy of, and
// the copy's; is is false where it is none. Hosts load both.
func (ws *Workspace) Original(p string) (original, dir string, is bool) {
	return ws.standing.Original(p)
}
