package skill

import (
	"path"
	"slices"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/manifest"
)

// assemble makes skills of the manifests: one for each folder and identity,
// but for procedures, of which each is a file of its own.
func (ws *Workspace) assemble() {
	byID := map[[2]string]*Skill{}
	for _, m := range ws.Manifests {
		if m.Dialect.Lower == nil || ws.shadowed(m) || ws.alias(m) {
			continue
		}
		s := &Skill{Dir: path.Dir(m.Path), Manifests: []*Manifest{m}}
		s.Scope = ws.standing.NameScope(s.Dir)
		m.Dialect.Lower(m, s)
		ws.nameServer(s)
		s.Package = ws.packageOf(s)
		key := [2]string{s.Dir, s.ID.Text}
		if same := byID[key]; same != nil && s.ID.Text != "" && (m.Dialect != SOP || same.Manifest().Dialect != SOP) {
			same.Absorb(s)
			continue
		}
		byID[key] = s
		ws.Skills = append(ws.Skills, s)
	}
	ws.foldCopies()
	ws.joinPlugins()
	for _, s := range ws.Skills {
		s.ExportDefinitions(ws.files.At(path.Join(s.Dir, manifest.ToolDefinitionsFile)))
	}
	contracts := make([]*contract.Contract, 0, len(ws.Skills)+len(ws.Remote))
	for _, s := range ws.Skills {
		if s.Server != nil {
			ws.publish(s)
		}
		s.Seal()
		ws.owner[&s.Contract] = s
		s.Superseded = ws.superseded(s)
		s.Inactive = s.Package != nil && !s.Package.Active()
		if !s.Superseded && s.Manifest().Dialect != Bindings {
			contracts = append(contracts, &s.Contract)
		}
	}
	for _, s := range ws.Remote {
		s.Seal()
		ws.owner[&s.Contract] = s
		contracts = append(contracts, &s.Contract)
	}
	if ws.provideTools(); ws.Tools != nil {
		ws.Tools.Seal()
		contracts = append(contracts, &ws.Tools.Contract)
	}
	ws.Index = contract.NewIndex(ws.withSources(contracts))
	for _, s := range ws.Skills {
		ws.readMetadata(s)
	}
	ws.resolveServers()
	ws.resolveReferences()
	ws.resolveCalls()
	ws.resolveBindings()
	sort.SliceStable(ws.Problems, func(i, j int) bool {
		a, b := ws.Fset.Position(ws.Problems[i].Pos), ws.Fset.Position(ws.Problems[j].Pos)
		return a.Filename < b.Filename || a.Filename == b.Filename && a.Offset < b.Offset
	})
}

// withSources adds the contracts of other repositories' skills, where no id is taken.
func (ws *Workspace) withSources(contracts []*contract.Contract) []*contract.Contract {
	taken := map[string]bool{}
	for _, c := range contracts {
		taken[c.ID.Text] = true
	}
	for _, source := range ws.opts.Sources {
		for _, s := range source.Skills {
			if s.Superseded || taken[s.ID.Text] || s.Manifest().Dialect == Bindings {
				continue
			}
			ws.owner[&s.Contract] = s
			contracts = append(contracts, &s.Contract)
		}
		for _, s := range source.Skills {
			taken[s.ID.Text] = true
		}
	}
	return contracts
}

// alias reports that a SKILL.md is a symbolic link that was checked out as a
// text, and speaks of one that leads nowhere.
func (ws *Workspace) alias(m *Manifest) bool {
	target := m.Prose().Stub
	if target == "" || !isSkillMD(m.Path) {
		return false
	}
	if _, kind := ws.Tree.Resolve(path.Join(path.Dir(m.Path), target)); kind == Absent {
		ws.Problems = append(ws.Problems, document.ProblemAt(document.DanglingLink, m.Pos(0), m.Pos(len(target)), "the file is a symbolic link, checked out as text, that points to %q, which does not exist", target))
	}
	return true
}

// shadowed reports that a skill.md stands beside a SKILL.md, which wins.
func (ws *Workspace) shadowed(m *Manifest) bool {
	if path.Base(m.Path) == "SKILL.md" || !isSkillMD(m.Path) {
		return false
	}
	_, ok := ws.Tree.Lookup(path.Join(path.Dir(m.Path), "SKILL.md"))
	return ok
}

// foldCopies keeps one of the byte-identical manifests that stand under the
// same folder name in several agents' folders (.claude/skills/x,
// .codex/skills/x): the one outside of them, else the first.
func (ws *Workspace) foldCopies() {
	if !slices.ContainsFunc(ws.Skills, func(s *Skill) bool { return inAgentFolder(s.Dir) }) {
		return
	}
	type identity struct {
		base string
		sum  document.Sum
	}
	groups := map[identity][]*Skill{}
	for _, s := range ws.Skills {
		if s.Server != nil {
			continue
		}
		id := identity{path.Base(s.Dir), s.Manifest().Sum}
		groups[id] = append(groups[id], s)
	}
	drop := map[*Skill]bool{}
	for _, group := range groups {
		keep := group[0]
		for _, s := range group {
			if !inAgentFolder(s.Dir) {
				keep = s
				break
			}
		}
		for _, s := range group {
			if s != keep && inAgentFolder(s.Dir) {
				keep.Copies = append(keep.Copies, s.Manifest().Path)
				drop[s] = true
			}
		}
	}
	if len(drop) == 0 {
		return
	}
	ws.Skills = slices.DeleteFunc(ws.Skills, func(s *Skill) bool { return drop[s] })
}

// placesOf are the places at which a host may find the SKILL.md at a path: its own, those that links give it, and, for one
// outside of agents' folders, those of its copies in them.
func (ws *Workspace) placesOf(p string) []string {
	places, m := append([]string{p}, ws.Tree.Aliases(p)...), ws.ManifestAt(p)
	for _, s := range ws.Whole().In(path.Dir(p)) {
		if m == nil || s.Manifest().Path != p || s.Manifest().Sum != m.Sum || inAgentFolder(s.Dir) {
			continue // in a part of the workspace the manifest may have changed
		}
		places = append(places, s.Copies...)
	}
	return places
}

// inAgentFolder reports whether a path goes through a folder that begins with
// a dot: .claude, .codex, .agents, …
func inAgentFolder(dir string) bool {
	return strings.HasPrefix(dir, ".") && dir != "." || strings.Contains(dir, "/.")
}
