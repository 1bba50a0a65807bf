package manifests

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/skill"
)

// isOverlay reports whether a SKILL.md is no skill but a host's addition to
// one: it has neither name nor description, and a skill that has them stands
// in another folder of the same name.
func isOverlay(p *lint.Pass, s *skill.Skill) bool {
	if !lacksBoth(s) || len(s.Manifest().Root.Entries()) == 0 {
		return false
	}
	complete := completeSkills.Of(p.Workspace, func() map[string]bool {
		folders := map[string]bool{}
		for _, s := range p.Skills {
			if s.Plugin == nil && !lacksBoth(s) {
				folders[path.Base(s.Dir)] = true
			}
		}
		return folders
	})
	return complete[path.Base(s.Dir)]
}

// lacksBoth reports whether a skill has neither name nor description.
func lacksBoth(s *skill.Skill) bool {
	root := s.Manifest().Root
	return root.Get("name") == nil && root.Get("description") == nil
}

var completeSkills skill.Memo[map[string]bool]

// wanted are what required keys of the frontmatter hold.
var wanted = map[string]string{
	"name":        "the name of its folder",
	"description": "what the skill does, and when to use it",
}

// missing says that required keys of the frontmatter are absent, or that the only one
// is empty; key is the empty one's, nil where it is absent.
func missing(m *skill.Manifest, key *skill.Node, names ...string) analysis.Diagnostic {
	name, expected := names[0], wanted[names[0]]
	if key != nil {
		return lint.Span(key.Pos, key.End, "%s is empty, expected %s", name, expected)
	}
	if len(names) > 1 {
		name, expected = strings.Join(names, " and no "), "both"
	}
	at := contract.Name{Pos: m.Root.Pos, End: m.Root.Pos}
	if len(m.Root.Members) > 0 {
		first := m.Root.Members[0].Key
		at = contract.Name{Pos: first.Pos, End: first.End}
	}
	return lint.At(at, "the frontmatter has no %s, expected %s", name, expected)
}

// namedByFolder reports whether a host that loads a skill where it lies, or with its plugin, takes its
// folder's name where it has none; or all do into whose folders it is installed.
func namedByFolder(p *lint.Pass, s *skill.Skill) bool {
	m := s.Manifest()
	if readers := p.SkillReaders(m.Path); len(readers) > 0 {
		return slices.ContainsFunc(readers, func(l skill.Reader) bool { return l.Folder.TakesFolder() })
	}
	loads := loading.MeantLoads(p, m)
	return len(loads) > 0 && !slices.ContainsFunc(loads, func(l hosts.Load) bool { return !l.Folder.TakesFolder() })
}

// withoutVersion is the name of a skill's folder without the version behind it: next of
// next-15-2.
func withoutVersion(s *skill.Skill) string {
	name := path.Base(s.Dir)
	if !strings.ContainsAny(name, "0123456789") {
		return name
	}
	return versionBehind.ReplaceAllString(name, "")
}

var versionBehind = regexp.MustCompile(`[-_.]v?\d+(?:[-_.]\d+)+(?:[-_](?:old|new))?$`)

// shortVersion matches a version of one number: data-analysis-v2.
var shortVersion = regexp.MustCompile(`[-_.]v\d+$`)

// isVersion reports whether a skill is one of several versions that a collection keeps,
// each in a folder of the skill's name and the version, to be taken from there. Where a
// host looks they are different skills.
func isVersion(p *lint.Pass, s *skill.Skill) bool {
	base := shortVersion.ReplaceAllString(withoutVersion(s), "")
	return base != path.Base(s.Dir) && base == s.ID.Text && p.Standing(s.Manifest().Path) == skill.SourceStanding
}

// namedByFolders reports whether the hosts are known that a skill is for, and all name it
// after its folder, so that nobody sees the plugin's name twice.
func namedByFolders(p *lint.Pass, m *skill.Manifest) bool {
	loads := loading.MeantLoads(p, m)
	return len(loads) > 0 && !slices.ContainsFunc(loads, func(l hosts.Load) bool {
		return l.Folder.Name != hosts.ByFolder && l.Folder.Name != hosts.ByFolderOrName
	})
}

// keptNames are the skills that are called as their folders are, by the folder around.
type keptNames struct {
	kept, not map[string]int
	own       map[string]bool // by the skill's folder: whether it is one of them
}

var namesKept skill.Memo[keptNames]

// slips reports whether nearly all skills beside one are called as their folders are, so
// that a name which is not is a slip, and no habit of its author's.
func slips(p *lint.Pass, s *skill.Skill) bool {
	of := namesKept.Of(p.Whole(), func() keptNames {
		of := keptNames{map[string]int{}, map[string]int{}, map[string]bool{}}
		for _, s := range p.Whole().Skills {
			if s.Plugin != nil || s.Dir == "." || s.ID.Text == "" {
				continue
			}
			of.own[s.Dir] = s.ID.Text == path.Base(s.Dir)
			if of.own[s.Dir] {
				of.kept[path.Dir(s.Dir)]++
			} else {
				of.not[path.Dir(s.Dir)]++
			}
		}
		return of
	})
	around := path.Dir(s.Dir)
	kept, not := of.kept[around], of.not[around]+1
	if is, counted := of.own[s.Dir]; counted && is { // as it was before an edit
		kept--
	} else if counted {
		not--
	}
	return kept >= folding.ManyFaults && not <= max(1, kept/10)
}
