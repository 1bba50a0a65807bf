package texts

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// askComponents drops what the files that hosts load by themselves name, such as hooks and rules, where they name the skill's
// folder, too.
func askComponents(p *lint.Pass, open []*search) {
	in := map[string][]*search{} // by the collection
	for _, s := range open {
		if collection := p.Collection(s.skill.Dir); len(s.pending) > 0 {
			in[collection] = append(in[collection], s)
		}
	}
	asked := map[string]int{} // how many agents and commands, by the collection
	for _, c := range p.Components() {
		collection := p.Collection(c.Path)
		if in[collection] == nil || !mayName[c.Kind] {
			continue
		}
		if c.Kind == hosts.Agent || c.Kind == hosts.Command {
			if asked[collection]++; asked[collection] > maxAgents {
				continue
			}
		}
		var near []*search
		for _, s := range in[collection] {
			if folder := []string{path.Base(s.skill.Dir)}; s.mayAsk(c.File) && len(*skilltext.WordsHeld.Of(c.File, &folder)) > 0 {
				near = append(near, s)
			}
		}
		askHeld(c.File, near)
	}
}

// maxAgents bounds how many agents and commands of a collection are read for the names of files.
const maxAgents = 100

// mayName are the kinds of files that may name those of a skill.
var mayName = map[hosts.Component]bool{hosts.Agent: true, hosts.Command: true, hosts.HooksFile: true, hosts.Settings: true, hosts.Rule: true, hosts.Instruction: true, hosts.Context: true}

// askPrograms drops the modules that a program of another skill imports, as it names the skill's folder and them: it puts the
// folder on its path first.
func askPrograms(p *lint.Pass, open []*search) {
	in := map[string][]*search{} // by the collection
	for _, s := range open {
		if slices.ContainsFunc(s.pending, isModule) {
			in[p.Collection(s.skill.Dir)] = append(in[p.Collection(s.skill.Dir)], s)
		}
	}
	if len(in) == 0 {
		return
	}
	folders := map[string][]string{} // of those, sorted
	for collection, list := range in {
		for _, s := range list {
			folders[collection] = append(folders[collection], path.Base(s.skill.Dir))
		}
		slices.Sort(folders[collection])
	}
	asked := 0
	for _, e := range p.Tree.Entries() {
		of, collection := paths.SkillFolder(p, e.Path), p.Collection(e.Path)
		if path.Ext(e.Path) != ".py" || of == "" || in[collection] == nil {
			continue
		}
		if asked++; asked > maxModules {
			return
		}
		file, names := p.File(e.Path), folders[collection]
		if file == nil || !file.Known() {
			continue
		}
		named := map[string]bool{}
		for _, i := range *skilltext.WordsHeld.Of(file, &names) {
			named[names[i]] = true
		}
		for _, s := range in[collection] {
			if s.skill.Dir != of && named[path.Base(s.skill.Dir)] && s.mayAsk(file) {
				s.drop(func(f resourceFile) bool {
					return isModule(f) && imports(file, strings.TrimSuffix(path.Base(f.path), ".py"))
				})
			}
		}
	}
}

// imports reports whether a program imports a module by its name.
func imports(file *skill.File, module string) bool {
	words := []string{"from " + module + " import", "import " + module}
	return len(*skilltext.WordsHeld.Of(file, &words)) > 0
}

func isModule(f resourceFile) bool { return path.Ext(f.path) == ".py" }

// maxModules bounds how many programs of skills are read for the modules of others.
const maxModules = 500

// askNeighbours drops what other texts of the repository name by the folder of the skill that
// has it: draw/references/x.md. Of a plugin's skill those of other plugins are asked that no
// skill has.
func askNeighbours(p *lint.Pass, open []*search) {
	for _, found := range open {
		near := neighboursOf(p)[p.Collection(found.skill.Dir)]
		if near == nil {
			continue
		}
		plugin := p.PluginAt(found.skill.Dir)
		mayLoad := func(text *skill.File) bool {
			own, of := paths.SkillFolder(p, text.Path), p.PluginAt(path.Dir(text.Path))
			return found.skill.Dir != own && (of != nil && own == "" || of == plugin)
		}
		folders := map[string]bool{}
		found.drop(func(f resourceFile) bool {
			folders[path.Dir(found.fromAround(f))] = true
			return slices.ContainsFunc(near.naming(found.fromAround(f)), mayLoad)
		})
		for _, folder := range slices.Sorted(maps.Keys(folders)) { // "draw/references/x.md, y.md and z.md"
			for _, text := range near.folders[folder] {
				if mayLoad(text) {
					askHeld(text, []*search{found})
				}
			}
		}
	}
}

// askByName drops what the texts of other skills give to a skill by its name: "the draw skill's `references/x.md`".
func askByName(p *lint.Pass, open []*search) {
	for _, found := range open {
		found.drop(func(f resourceFile) bool { // the texts are asked when a file is left
			return slices.Contains(givenToOthers(p)[strings.TrimPrefix(f.path, found.skill.Dir+"/")], naming{p.Collection(found.skill.Dir), path.Base(found.skill.Dir)})
		})
	}
}

var givenMemo skill.Memo[map[string][]naming]

// givenToOthers are the skills to which texts of others give a path by the names of their folders.
func givenToOthers(p *lint.Pass) map[string][]naming {
	return givenMemo.Of(p.Workspace, func() map[string][]naming {
		given := map[string][]naming{}
		for _, t := range skilltext.Pages(p) {
			for _, named := range t.Prose().Paths {
				target := path.Clean(named.Path)
				if _, own := p.Tree.Lookup(path.Join(t.Skill.Dir, target)); own || !t.Known() {
					continue
				}
				src := t.Source()
				m := skillsOwn.FindSubmatch(src[max(0, named.Start-nearby/20):named.Start])
				if m == nil {
					m = ofSkillBehind.FindSubmatch(src[named.End:])
				}
				if m != nil {
					given[target] = append(given[target], naming{p.Collection(t.Path), string(m[1])})
				}
			}
		}
		return given
	})
}
