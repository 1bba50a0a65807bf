package code

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
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

Skills of the open standard have no tools that one could call instead: nothing is said of two of them.

Code of the workspace outside of skills (services, routes) that imports the inside of a skill with a contract is a note: it passes by the same rules.
` + "`platform_code: deny`" + ` in the configuration makes it an error, ` + "`allow`" + ` nothing; tests may import what they test.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run:     directImport,
}

func directImport(p *lint.Pass) {
	refs.Each(p, func(src *skill.Source) []skill.ImportRef { return src.Imports }, func(src *skill.Source, r *skill.ImportRef) {
		other := p.SkillAt(r.Target)
		if other == nil || openStandard(src.Skill, other) || r.Missing && other.Manifest().Dialect != skill.Contract {
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
		if other == nil || paths.IsTemplate(src.Path) || openStandard(src.Skill, other) || guarded(src.File, r.Name) {
			return
		}
		d := lint.At(r.Name, "%s uses %s of skill %q: call a tool of that skill, or move shared files out of the skills", src.Skill.ID.Text, r.Target, other.ID.Text)
		d.Related = append(d.Related, lint.Related(other.ID, "skill %q", other.ID.Text))
		p.ReportAs(lint.Warning, d)
	})
}

// openStandard reports whether two skills are of the open standard, which has no tools that one could call instead.
func openStandard(a, b *skill.Skill) bool {
	return a.Manifest().Dialect == skill.Standard && b.Manifest().Dialect == skill.Standard
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
