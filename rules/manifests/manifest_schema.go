package manifests

import (
	"cmp"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ManifestSchema reports manifests that do not have the form of their dialect.
var ManifestSchema = &lint.Rule{
	Name: "manifest-schema", Group: "A", Severity: lint.Error, Local: true, Authors: true, Loaded: true,
	Doc: `A manifest does not have the form of its dialect.

A required key is missing, a key is unknown where the form is closed, or a value is of the wrong kind. Keys that look
like a misspelt known key are found where unknown keys are allowed, too (a warning in the open standard), in agents, commands
and their like as well, where a key that the host is known to ignore is a warning: ` + "`allowed-tools`" + ` of an agent limits nothing. ` + "`license` and `compatibility`" + ` that are no text, or no text of 1 to 500 characters, are one note
a repository, and nothing where the hosts are known that the skill is for and none of them reads the key: no host takes the value apart. The JSON
Schema of each dialect is in ` + "`manifest/schema/`" + ` for your editor.`,
	Sources: []lint.Source{sources.Specification},
	Run:     manifestSchema,
}

func manifestSchema(p *lint.Pass) {
	componentSchemas(p)
	componentKeys(p)
	nearMisses(p)
	schemas := map[*skill.Dialect]*fileform.Form{}
	var faults malformed
	optional := &lenient{Pass: p}
	for _, m := range p.Manifests {
		if m.Dialect.Schema == nil || m.Root == nil {
			continue
		}
		f := schemas[m.Dialect]
		if f == nil {
			f = fileform.OfDialect(m.Dialect)
			schemas[m.Dialect] = f
		}
		severity := lint.Error
		if m.Dialect == skill.SkillsLock {
			severity = lint.Warning // a tool writes it, and is lenient about it
		}
		root := m.Root
		if m.Dialect == skill.Standard {
			root = withoutNulls(root)
		}
		faults.add(p, m.Path, severity, slices.DeleteFunc(options(p, m, f.Check(root)), func(d analysis.Diagnostic) bool {
			return m.Dialect == skill.Standard && optional.add(m, root, d)
		}))
		p.Report(formFaults(p, m, f.Data)...)
	}
	silentValues(p)
	pluginPaths(p)
	faults.report(p)
	optional.report()
}

// malformed gathers the faults in the form of manifests: that of many entries of a list is one, and so is that of many
// manifests of a collection.
type malformed struct{ found folding.Batches[malformation] }

// malformation is what such faults have in common.
type malformation struct {
	collection, says string
	severity         lint.Severity
}

// add takes the faults of one manifest.
func (f *malformed) add(p *lint.Pass, file string, severity lint.Severity, list []analysis.Diagnostic) {
	for _, d := range list {
		f.found.Add(malformation{p.Collection(file), whichEntry.ReplaceAllLiteralString(d.Message, "[]"), severity}, d)
	}
}

func (f *malformed) report(p *lint.Pass) {
	for _, at := range f.found.Causes {
		list, what := f.found.Of[at], "entries have that fault"
		slices.SortFunc(list, func(a, b analysis.Diagnostic) int { // positions alone go by the order in which files were read
			return cmp.Or(cmp.Compare(p.FileAt(a.Pos).Path, p.FileAt(b.Pos).Path), cmp.Compare(a.Pos, b.Pos))
		})
		if p.FileAt(list[0].Pos) != p.FileAt(list[len(list)-1].Pos) {
			what = "places have that fault"
		}
		p.Folding(folding.Folded(what)).ReportAs(at.severity, list...)
	}
}

// whichEntry matches which entry of a list, or of the skills of a lock, a message is about.
var whichEntry = regexp.MustCompile(`\[\d+\]|^skills\.[^\s.]+`)

// lenient gathers the faults in values of the open standard that no host needs: the
// specification refuses them, and hosts load the skill.
type lenient struct {
	*lint.Pass
	found folding.Batches[lenience]
}

// lenience is what such faults have in common.
type lenience struct {
	collection, key string
	severity        lint.Severity
}

// add takes a fault, and reports whether it stands in such a value.
func (l *lenient) add(m *skill.Manifest, root *skill.Node, d analysis.Diagnostic) bool {
	for _, key := range []string{"license", "compatibility", "metadata"} {
		v := root.Get(key)
		if v == nil || d.Pos < v.Pos || d.Pos > v.End {
			continue
		}
		at := lenience{l.Collection(m.Path), key, lint.Warning}
		forms := loading.FormsOf(loading.MeantLoads(l.Pass, m))
		switch {
		case key != "metadata": // no host takes the value apart
			at.severity = lint.Note
			if len(forms) > 0 && !slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.Keys[key].Effect == hosts.Loads }) {
				return true
			}
		case len(forms) > 0 && !slices.ContainsFunc(forms, func(of hostform.Form) bool { return of.Keys[key].Wrong.Lost() }):
			at.severity = lint.Note // they load the skill without it
		}
		l.found.Add(at, d)
		return true
	}
	return false
}

func (l *lenient) report() {
	for _, at := range l.found.Causes {
		fold := folding.Folded("manifests have it in another form")
		if at.severity == lint.Note {
			fold = folding.Gathered("manifest has it in another form", "manifests have it in another form")
		}
		l.Folding(fold).ReportAs(at.severity, l.found.Of[at]...)
	}
}

// componentSchemas judges settings and the manifests of other hosts' plugins by
// the schemas that go with the hosts.
func componentSchemas(p *lint.Pass) {
	type cause struct{ collection, says string }
	var faults malformed
	var wrapped folding.Batches[cause]
	for _, c := range p.Components() {
		owners := c.Owners()
		if len(owners) != 1 || c.Root == nil {
			continue
		}
		h := owners[0]
		of := fileform.OfHost(p, h, c.Kind)
		if of == nil {
			continue
		}
		if key, inner := c.Root.Entry(c.Readers[0].Folder.Key); inner.Is(skill.Map) && of.Data.Get("properties") == nil {
			d := lint.Span(key.Pos, key.End, "%s takes %s for one of the entries, and loads none of the file: write what stands in it at the top level", h.Title, messages.Cited(key.Text))
			wrapped.Add(cause{p.Collection(c.Path), d.Message}, d)
			continue
		}
		severity := lint.Error // the plugin is not loaded
		if c.Kind == hosts.Settings || c.Kind == hosts.Metadata || c.Kind == hosts.Extension && !h.Plugin.Name.Mismatch.Lost() {
			severity = lint.Warning // the skill or what the value stands in is loaded, or it is not known what is
		}
		if c.Kind == hosts.Settings {
			p.ReportAs(lint.Warning, misspeltSettings(c.Root, of.Data)...)
		}
		faults.add(p, c.Path, severity, of.Check(c.Root))
	}
	faults.report(p)
	for _, at := range wrapped.Causes {
		p.Folding(folding.Gathered("file has it", "files have it")).Report(wrapped.Of[at]...)
	}
}

// withoutNulls returns a map without the keys that have no value: to hosts they are
// not there.
func withoutNulls(root *skill.Node) *skill.Node {
	if !root.Is(skill.Map) || !slices.ContainsFunc(root.Members, func(e skill.Member) bool { return e.Value.Is(skill.Null) }) {
		return root
	}
	filled := *root
	filled.Members = slices.DeleteFunc(slices.Clone(root.Members), func(e skill.Member) bool { return e.Value.Is(skill.Null) })
	return &filled
}
