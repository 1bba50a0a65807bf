package code

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DirectImport reports code that imports or runs files of another skill.
var DirectImport = &lint.Rule{
	Name: "direct-import", Group: "C", Severity: lint.Error,
	Doc: `The code of a skill reaches into another skill's folder.

Both are bound to each other's insides, the provider's access rules and quotas are passed by, and the skill breaks when it is
installed alone. Import a tool of the other skill and call it through the registry. What several skills need belongs into a
folder of its own that is no skill.

An import of the language, ` + "`require`" + ` among them, is an error. A path that leads into the other folder (a subprocess, a
joined path, ` + "`sys.path`" + `, a shell script, a notebook's cell) is a warning, and nothing where the code asks whether the path is there.
A module that a skill with a contract does not have is found, too.

Skills of the open standard have no tools that one could call instead. Between two of them it is a note, one for each pair, or one where there are many, where the SKILL.md does not name the other one, so that whoever
installs the skill alone is not told what it lacks. It is none where nothing shows that skills are taken from here one by one (` + "`npx skills add`" + `), where both are always there together (in one plugin, or where a host of this project loads the other one), where
` + "`package.json`" + ` declares the import, and in tests.

Code of the workspace outside of skills (services, routes) that imports the inside of a skill with a contract is a note: it passes by the same rules.
` + "`platform_code: deny`" + ` in the configuration makes it an error, ` + "`allow`" + ` nothing; tests may import what they test.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run:     directImport,
}

func directImport(p *lint.Pass) {
	silent := &silentNeeds{Pass: p}
	refs.Each(p, func(src *skill.Source) []skill.ImportRef { return src.Imports }, func(src *skill.Source, r *skill.ImportRef) {
		other := p.SkillAt(r.Target)
		if other == nil || declared(p, src, other, r.Text) || r.Missing && other.Manifest().Dialect != skill.Contract {
			return
		}
		if silent.add(src, other, r.Name, r.Target) {
			return
		}
		d := lint.At(r.Name, "%s imports the code of skill %q", src.Skill.ID.Text, other.ID.Text)
		if r.Missing {
			d.Message = fmt.Sprintf("%s imports %q of skill %q, which has no such module", src.Skill.ID.Text, r.Text, other.ID.Text)
		}
		if r.Via.Text != "" {
			d.Message = fmt.Sprintf("%s imports %q, which is the code of skill %q", src.Skill.ID.Text, r.Text, other.ID.Text)
			d.Related = append(d.Related, lint.Related(r.Via, "%s passes it on", r.Via.Text))
		}
		replaceBy(&d, other, r)
		p.Report(d)
	})
	platformImports(p)
	refs.Each(p, func(src *skill.Source) []skill.ReachRef { return src.Reaches }, func(src *skill.Source, r *skill.ReachRef) {
		other := p.SkillAt(r.Target)
		if other == nil || paths.IsTemplate(src.Path) || guarded(src.File, r.Name) || silent.add(src, other, r.Name, r.Target) {
			return
		}
		d := lint.At(r.Name, "%s uses %s of skill %q: call a tool of that skill, or move shared files out of the skills", src.Skill.ID.Text, r.Target, other.ID.Text)
		d.Related = append(d.Related, lint.Related(other.ID, "skill %q", other.ID.Text))
		p.ReportAs(lint.Warning, d)
	})
	silent.report()
}

// silentNeeds are the places where a skill of the open standard uses the code of another.
type silentNeeds struct {
	*lint.Pass
	order []silentNeed
	found map[silentNeed][]analysis.Diagnostic
}

// A silentNeed is a skill and the one whose code it uses.
type silentNeed struct{ skill, other *skill.Skill }

// add notes a place, and reports whether both skills are of the open standard. A text is no code, and what checks
// the skills looks into all of them.
func (s *silentNeeds) add(src *skill.Source, other *skill.Skill, at contract.Name, target string) bool {
	if src.Skill.Manifest().Dialect != skill.Standard || other.Manifest().Dialect != skill.Standard {
		return false
	}
	if paths.IsTest(src.Path) || skill.IsChecker(src.Path) || guarded(src.File, at) || document.IsMarkdown(target) {
		return true
	}
	pair := silentNeed{src.Skill, other}
	if s.found == nil {
		s.found = map[silentNeed][]analysis.Diagnostic{}
	}
	if s.found[pair] == nil {
		s.order = append(s.order, pair)
	}
	needed := fmt.Sprintf("skill %q", other.ID.Text)
	if other.ID.Text == src.Skill.ID.Text {
		needed = "the skill in " + other.Dir
	}
	d := lint.At(at, "%s uses the code of %s, and its SKILL.md does not say so: installed alone it breaks; name that skill there, or move what both use out of the skills", src.Skill.ID.Text, needed)
	d.Related = []analysis.RelatedInformation{lint.Related(other.ID, "skill %q", other.ID.Text)}
	s.found[pair] = append(s.found[pair], d)
	return true
}

// report tells of the pairs that may be installed one by one, of which the one does not
// name the other.
func (s *silentNeeds) report() {
	byCollection := map[string][]analysis.Diagnostic{} // where many use each other it is one cause
	var collections []string
	for _, pair := range s.order {
		if !s.Whole().InstalledFor(pair.skill.Dir).Any || shippedTogether(s.Pass, pair.skill, pair.other) || len(hosts.InProject(pair.other.Manifest().Path, nil)) > 0 {
			continue
		}
		names := []string{pair.other.ID.Text, path.Base(pair.other.Dir)}
		if len(*skilltext.WordsHeld.Of(pair.skill.Manifest().File, &names)) > 0 {
			continue
		}
		at := s.Collection(pair.skill.Dir)
		if byCollection[at] == nil {
			collections = append(collections, at)
		}
		byCollection[at] = append(byCollection[at], folding.Gathered("place uses it", "places use it")(s.found[pair])...)
	}
	for _, at := range collections {
		folding := s.Folding(folding.Folded("pairs of skills are like that"))
		folding.ReportAs(lint.Note, byCollection[at]...)
	}
}

// shippedTogether reports whether two skills are never one without the other: a plugin
// has both, or a host finds both in one folder of a project.
func shippedTogether(p *lint.Pass, a, b *skill.Skill) bool {
	if plugin := p.PluginAt(a.Dir); plugin != nil && a.Scope == plugin.Dir && b.Scope == plugin.Dir {
		return true
	}
	return path.Dir(a.Dir) == path.Dir(b.Dir) && len(hosts.InProject(a.Manifest().Path, nil)) > 0
}

// declared reports whether a source of a skill of the open standard is in a package whose
// package.json declares the other one as a dependency: npm installs both, and what it takes is what the
// other package exports. A contract has tools for that.
func declared(p *lint.Pass, src *skill.Source, other *skill.Skill, specifier string) bool {
	s := src.Skill
	if s.Manifest().Dialect != skill.Standard || other.Manifest().Dialect != skill.Standard || strings.HasPrefix(specifier, ".") {
		return false
	}
	for dir := path.Dir(src.Path); ; dir = path.Dir(dir) {
		if file := p.File(path.Join(dir, "package.json")); file != nil && depends(file.JSON(), specifier) {
			return true
		}
		if dir == s.Dir || dir == "." {
			return false
		}
	}
}

// depends reports whether a package.json declares the package of an import.
func depends(root *document.Node, specifier string) bool {
	for _, key := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		for _, e := range root.Get(key).Entries() {
			if specifier == e.Key.Text || strings.HasPrefix(specifier, e.Key.Text+"/") {
				return true
			}
		}
	}
	return false
}

// platformImports reports code outside of skills that imports the inside of a skill
// with a contract.
func platformImports(p *lint.Pass) {
	passing := map[string]bool{} // a finding in a skill speaks of what they pass on
	refs.Each(p, func(src *skill.Source) []skill.ImportRef { return src.Imports }, func(_ *skill.Source, r *skill.ImportRef) {
		passing[r.Via.Text] = true
	})
	for _, src := range p.Platform() {
		if paths.IsTest(src.Path) || passing[src.Path] {
			continue
		}
		for i := range src.Imports {
			r := &src.Imports[i]
			other := p.SkillAt(r.Target)
			if other == nil || other.Manifest().Dialect != skill.Contract {
				continue
			}
			d := lint.At(r.Name, "code outside of skills imports the code of skill %q", other.ID.Text)
			if r.Missing {
				d.Message = fmt.Sprintf("code outside of skills imports %q of skill %q, which has no such module", r.Text, other.ID.Text)
			}
			if r.Via.Text != "" {
				d.Related = append(d.Related, lint.Related(r.Via, "%s passes it on", r.Via.Text))
			}
			replaceBy(&d, other, r)
			p.ReportAs(p.Config.PlatformCode, d)
		}
	}
}

// guards match how code asks whether a path is there, or goes on without it.
var guards = regexp.MustCompile(`\.(?:exists|is_file|is_dir|existsSync)\(|\bexistsSync\(|\bos\.path\.(?:exists|isfile|isdir)\(|\[\[? !? ?-[efdrx] |\btest !? ?-[efdrx] |\bexcept\b[^\n]*\b(?:ImportError|ModuleNotFoundError)\b`)

// guarded reports whether the code asks close to a path whether it is there, or tries it as
// one of a list of places, and so knows that the other skill may not be.
func guarded(f *skill.File, at contract.Name) bool {
	src := f.Source()
	end := f.Offset(at.End)
	if end > len(src) {
		return false
	}
	return guards.Match(src[max(0, end-guardReach):min(len(src), end+guardReach)]) || skilltext.IsCandidate(src, f.Offset(at.Pos), end)
}

// guardReach is how far from a path code asks for it, in bytes: some three lines.
const guardReach = 200

// replaceBy says which exported tools do what was imported.
func replaceBy(d *analysis.Diagnostic, other *skill.Skill, r *skill.ImportRef) {
	var tools []string
	for _, n := range r.Names {
		if t := other.Export(n.Text); t != nil {
			tools = append(tools, n.Text)
			d.Related = append(d.Related, lint.Related(t.Name, "%s exports %q", other.ID.Text, n.Text))
		}
	}
	switch {
	case len(tools) > 0:
		d.Message += fmt.Sprintf(": import and call its tool %s instead", messages.List(tools))
	case len(other.Exports) > 0:
		var names []string
		for _, t := range other.Exports {
			names = append(names, t.Name.Text)
		}
		d.Message += ": call one of its tools instead, it exports " + strings.TrimSpace(messages.List(names))
		d.Related = append(d.Related, lint.Related(other.Exports[0].Name, "the exports of %s", other.ID.Text))
	default:
		d.Message += fmt.Sprintf(": let %s export a tool and call that, or move shared code out of the skills", other.ID.Text)
		d.Related = append(d.Related, lint.Related(other.ID, "skill %q", other.ID.Text))
	}
}
