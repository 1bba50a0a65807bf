package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// SkillName reports names that are missing or that hosts refuse.
var SkillName = &lint.Rule{
	Name: "skill-name", Group: "A", Severity: lint.Error,
	Doc: `A skill has no name, or a name that hosts may refuse.

A missing name is an error. A name that is not 1 to 64 lower-case letters, digits and single hyphens, or is not the name
of the skill's folder, is a warning: many hosts load such skills, some refuse them or know them by the folder.`,
	Sources: []lint.Source{specification},
	Run:     skillName,
}

func skillName(p *lint.Pass) {
	for _, s := range p.Skills {
		m := s.Manifest()
		if !namedByName(m) || isOverlay(p, s) {
			continue
		}
		key, name := m.Root.Entry("name")
		switch {
		case name == nil || name.Is(skill.Null) || name.Is(skill.String) && strings.TrimSpace(name.Text) == "":
			if !missedKey(m.Root, "name") && !namedByFolder(p, s) {
				p.Report(missing(m, key, "name"))
			}
		case !name.Is(skill.String):
			// manifest-schema says what it is instead.
		case nameFault(name.Text) != "":
			p.ReportAs(lint.Warning, lint.Span(name.Pos, name.End, "name %q %s", name.Text, nameFault(name.Text)))
		case s.Package != nil && name.Text == s.Package.ID:
		case name.Text != path.Base(s.Dir) && !anyFolder(p, s):
			p.ReportAs(lint.Warning, lint.Span(name.Pos, name.End, "name %q differs from the name of the skill's folder, %q: rename one", name.Text, folderName(s)))
		}
	}
}

// namedByFolder reports whether the hosts that load a skill where it lies, or with
// its plugin, take its folder's name where it has none.
func namedByFolder(p *lint.Pass, s *skill.Skill) bool {
	byFolder := func(l hosts.Load) bool {
		return l.Component() == hosts.Skill && (l.Folder.Name == hosts.ByFolder || l.Folder.Name == hosts.ByNameOrFolder)
	}
	if slices.ContainsFunc(hosts.InProject(s.Manifest().Path, nil), byFolder) {
		return true
	}
	plugin := p.PluginAt(s.Dir)
	if plugin == nil || plugin.Plugin.Manifest == nil || plugin.Dir != s.Scope {
		return false
	}
	for _, h := range hosts.All() {
		if _, _, own := h.PluginAt(plugin.Plugin.Manifest.Path); own && slices.ContainsFunc(h.Folders, func(f *hosts.Folder) bool {
			return f.Scope == hosts.InPlugin && f.Component == hosts.Skill && (f.Name == hosts.ByFolder || f.Name == hosts.ByNameOrFolder)
		}) {
			return true
		}
	}
	return false
}

// anyFolder reports whether the folder of a skill may have any name: it is a
// repository's or a plugin's root, is called skill as the only one, or lies in another skill, where no host looks.
func anyFolder(p *lint.Pass, s *skill.Skill) bool {
	if s.Dir == "." || path.Base(s.Dir) == "skill" || belowSkill(p, s) {
		return true
	}
	if plugin := p.PluginAt(s.Dir); plugin != nil && plugin.Dir == s.Dir {
		return true
	}
	for _, name := range []string{".git", ".github", ".gitignore", ".gitattributes"} {
		if _, ok := p.Tree.Lookup(path.Join(s.Dir, name)); ok {
			return true
		}
	}
	return p.Collection(s.Dir) == s.Dir
}

// folderName is the name that a skill's folder gives it: of a package's
// versions, the folder above.
func folderName(s *skill.Skill) string {
	if s.Package != nil {
		return s.Package.ID
	}
	return path.Base(s.Dir)
}

var completeSkills skill.Memo[map[string]bool]

// isOverlay reports whether a SKILL.md is no skill but a host's addition to
// one: it has neither name nor description, and a skill that has them stands
// in another folder of the same name.
func isOverlay(p *lint.Pass, s *skill.Skill) bool {
	lacks := func(s *skill.Skill) bool {
		root := s.Manifest().Root
		return root.Get("name") == nil && root.Get("description") == nil
	}
	if !lacks(s) || len(s.Manifest().Root.Entries()) == 0 {
		return false
	}
	complete := completeSkills.Of(p.Workspace, func() map[string]bool {
		folders := map[string]bool{}
		for _, s := range p.Skills {
			if s.Plugin == nil && !lacks(s) {
				folders[path.Base(s.Dir)] = true
			}
		}
		return folders
	})
	return complete[path.Base(s.Dir)]
}

// namedByName reports whether a manifest is a SKILL.md whose identity is its
// name: one of the open standard, or a contract without an id.
func namedByName(m *skill.Manifest) bool {
	if m.Root == nil || m.Root.Kind != skill.Map {
		return false
	}
	return m.Dialect == skill.Standard || m.Dialect == skill.Contract && m.Root.Get("id") == nil
}

// missing says that a required key of the frontmatter is absent or empty.
func missing(m *skill.Manifest, key *skill.Node, name string) analysis.Diagnostic {
	if key != nil {
		return lint.Span(key.Pos, key.End, "%s is empty", name)
	}
	at := contract.Name{Pos: m.Root.Pos, End: m.Root.Pos}
	if len(m.Root.Members) > 0 {
		first := m.Root.Members[0].Key
		at = contract.Name{Pos: first.Pos, End: first.End}
	}
	return lint.At(at, "the frontmatter has no %s", name)
}

// nameFault says what a name of the open standard must not be. Unicode
// letters are allowed there.
func nameFault(name string) string {
	if n := utf8.RuneCountInString(name); n > 64 {
		return fmt.Sprintf("has %d characters, expected at most 64", n)
	}
	var previous rune = '-'
	for _, r := range name {
		switch {
		case r == '-' && previous == '-':
			return `has a hyphen at its start or two in a row`
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			return fmt.Sprintf("contains the uppercase letter %q, expected lower-case letters, digits and single hyphens%s", r, slugHint(name))
		case r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			return fmt.Sprintf("contains %q, expected lower-case letters, digits and single hyphens%s", r, slugHint(name))
		}
		previous = r
	}
	if previous == '-' {
		return "has a hyphen at its end"
	}
	return ""
}

// slugHint proposes a name in the right form.
func slugHint(name string) string {
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), "-")
	if slug == "" {
		return ""
	}
	return fmt.Sprintf(", such as %q", slug)
}
