package manifests

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/skill"
)

// minding says who minds a name in another form, or another than the folder's.
type minding int

const (
	anyHost  minding = iota // the hosts are not known that a skill is for
	someHost                // one refuses the name, or does not call the skill by it
	nobody                  // all call it by the name that it gives itself, whatever its folder is called
)

func whoMinds(p *lint.Pass, m *skill.Manifest, name string) minding {
	minds := anyHost
	if loading.ByPath(p, m.Path) {
		minds = nobody
	}
	for _, l := range loading.MeantLoads(p, m) {
		if mindsName(l, name) {
			return someHost
		}
		minds = nobody
	}
	return minds
}

// onlyOthersMind reports whether the hosts that a project shows to be used do not mind the name of a
// skill, and only some of those mind it that read the same folder, such as .agents/skills.
func onlyOthersMind(p *lint.Pass, m *skill.Manifest, name string) bool {
	has := func(at string) bool { _, is := p.Tree.Lookup(at); return is }
	accepted := false
	for _, l := range loading.MeantLoads(p, m) {
		if !l.Host.Used(l.Root, has) {
			continue
		}
		if mindsName(l, name) {
			return false
		}
		accepted = true
	}
	return accepted
}

// mindsName reports whether a host refuses the name of a skill, or does not call it by that.
func mindsName(l hosts.Load, name string) bool {
	of, ok := hostform.Of(l.Host, l.Folder.Scope, hosts.Skill)
	k := of.Keys["name"]
	return !ok || !l.Answers(name) || !k.Accepts(name) || k.Max > 0 && utf8.RuneCountInString(name) > k.Max
}

// renaming says which of a skill's name and its folder's is to change: not to that of
// what a host loads in the skill's place.
func renaming(p *lint.Pass, s *skill.Skill, name string) string {
	for _, l := range p.SkillReaders(s.Manifest().Path) {
		taken := func(name string) bool {
			return slices.ContainsFunc(l.Host.Folders, func(f *hosts.Folder) bool {
				_, is := p.Tree.Lookup(path.Join(l.Root, f.Folder, strings.Replace(f.File, "*", name, 1)))
				return is && f.Scope == l.Folder.Scope && f.Component == l.Folder.Yields
			})
		}
		switch {
		case taken(name):
			return fmt.Sprintf("write the folder's, as a %s beside it is called %q", l.Folder.Yields, name)
		case taken(path.Base(s.Dir)):
			return fmt.Sprintf("rename the folder, as a %s beside it is called like that", l.Folder.Yields)
		}
	}
	return renameOne
}

// renameOne is the advice where nothing says which of the two is to change.
const renameOne = "rename one"

// besideHosts reports whether a skill lies in the folder of an agent, where no host looks: .claude/skills-library.
func besideHosts(p *lint.Pass, dir string) bool {
	hidden := standing.HiddenFolder(dir)
	return hidden != "" && hosts.OfProjects(hidden) && !hosts.OfProjects(path.Dir(dir)) && p.PluginAt(dir) == nil
}

// calledByNobody reports whether neither the model nor a person can call a skill: others read its files.
func calledByNobody(m *skill.Manifest) bool {
	byHand := m.Root.Get("user-invocable")
	return m.Root.Get("disable-model-invocation").True() && byHand.Is(skill.Bool) && !byHand.True()
}
