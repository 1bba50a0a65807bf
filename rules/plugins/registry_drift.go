package plugins

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// RegistryDrift reports registries and marketplaces that differ from the skills and plugins
// that they list.
var RegistryDrift = &lint.Rule{
	Name: "registry-drift", Group: "E", Severity: lint.Error,
	Doc: `A registry or marketplace differs from the skills or plugins that it lists.

Whoever searches and installs by the registry gets another skill than is described: an entry without a folder, a name that
stands twice, another version, description, dependency or capability. Notes: a skill beside those that the registry lists, and
an entry that an earlier registry of the configuration hides (the first one wins).

Entries with (` + "`source_url`, `skill_yaml_path`" + `) repeat the manifest's description. Other registries shorten it, or write their
own: there a description is a finding (a warning) when less than a third of its words are the manifest's, or less than two
thirds in a registry that copies most of the others. A ` + "`path`" + ` is looked for from the registry's folder, then from those above it.

For plugins: a ` + "`source`" + ` or component path that leads nowhere (that part is not installed; in the manifests of other hosts' plugins, too), a marketplace entry or
` + "`package.json`" + ` that gives another name or version than ` + "`plugin.json`" + ` (a warning), plugins beside those of a marketplace that none lists
(a warning; nothing in them is judged), and a skill in a plugin's folder that the plugin never loads (a warning), nor its folder of
commands or agents where the manifest names others. Skills that a script or a recipe of the plugin copies into projects, and those that the loaded ones of their names are made of, are not for it to load. A plugin whose agents are a folder, or whose plugin.json lists parts beside an entry with ` + "`strict: false`" + ` that does, is not loaded.`,
	Sources: sources.PluginReference,
	Run:     registryDrift,
}

func registryDrift(p *lint.Pass) {
	for _, m := range p.Manifests {
		if m.Dialect == skill.Registry && m.Root != nil {
			registryEntries(p, m)
		}
	}
	hiddenEntries(p)
	pluginDrift(p)
}

// registryEntries compares the entries of one registry with the skills that
// they describe.
func registryEntries(p *lint.Pass, m *skill.Manifest) {
	listed := map[*skill.Skill]bool{}
	var names []*skill.Node
	type absent struct {
		analysis.Diagnostic
		address string
	}
	var missing []absent
	addresses := map[string]bool{} // of the repositories whose skills are here
	var described []entryText
	here := false // the registry is of skills beside it, or at its paths
	for _, e := range m.RegistryEntries() {
		if name := e.Get("name"); name.Is(skill.String) {
			names = append(names, name)
		}
		s, lost := registered(p, m, e)
		here = here || s != nil && (e.Get("path") != nil || paths.Inside(path.Dir(m.Path), s.Dir))
		if lost != nil {
			missing = append(missing, absent{*lost, e.Address()})
		}
		if s != nil {
			addresses[e.Address()] = true
		}
		if s == nil || listed[s] {
			continue
		}
		listed[s] = true
		if t, ok := describes(s, e); ok {
			described = append(described, t)
		}
		p.Report(entryDrift(s, e)...)
	}
	p.Report(fileform.Unique(names, "skill")...)
	// Of a registry that resolves nowhere the skills live elsewhere, and so does a skill
	// of a repository that none of the others are of.
	for _, d := range missing {
		if here && (d.address == "" || addresses[d.address]) || !here && d.Category == "path" && d.address == "" {
			p.Report(d.Diagnostic)
		}
	}
	if here {
		descriptionDrift(p, described)
		unlisted(p, m, listed)
	}
}

// registered returns the skill that an entry describes, nil when it is not
// in the workspace; the finding says that it has to be.
func registered(p *lint.Pass, m *skill.Manifest, e skill.RegistryEntry) (*skill.Skill, *analysis.Diagnostic) {
	s, lost := p.Registered(m, e)
	switch {
	case lost == "":
		return s, nil
	case lost == "name":
		d := lint.At(e.Name, "the registry lists %q, but there is no folder of that name", messages.Shorten(e.Name.Text))
		return nil, &d
	}
	at := e.Get(lost)
	d := lint.Span(at.Pos, at.End, "%s of %s points to %q, which does not exist", lost, entryName(e), messages.Shorten(at.Text))
	d.Category = "path"
	return nil, &d
}

// entryDrift compares an entry with the manifest of its skill, but for the
// descriptions of registries that write their own.
func entryDrift(s *skill.Skill, e skill.RegistryEntry) []analysis.Diagnostic {
	var found []analysis.Diagnostic
	differs := func(key string, have, want *skill.Node, text string) {
		at := have
		if k, _ := e.Entry(key); k != nil && (have.Is(skill.List) || have.Is(skill.Map)) {
			at = k
		}
		d := lint.Span(at.Pos, at.End, "%s of %s %s", key, entryName(e), text)
		d.Related = []analysis.RelatedInformation{lint.Related(contract.Name{Pos: want.Pos, End: want.End}, "what the manifest says")}
		found = append(found, d)
	}
	root := manifestRoot(s)
	s2 := repeatsManifest(e)
	for _, key := range []string{"name", "version", "description"} {
		have, want := e.Get(key), root.Get(key)
		if key == "version" && want == nil {
			want = root.Get("metadata").Get(key)
		}
		if key == "version" && ofEntry.MatchString(have.Str()) && strings.Contains(want.Str(), ".") {
			continue
		}
		own := key == "description" || key == "name" && manifest.Title(have.Str())
		if have.Is(skill.String) && want.Is(skill.String) && have.Text != want.Text && (s2 || !own) {
			differs(key, have, want, fmt.Sprintf("is %s, but the manifest says %s", messages.Quoted(have), messages.Quoted(want)))
		}
	}
	if !s2 {
		return found
	}
	for _, key := range []string{"capabilities", "mcp_deps"} {
		have, want := e.Get(key), root.Get(key)
		if have.Is(skill.List) && want.Is(skill.List) {
			if text := listDrift(members(have), members(want)); text != "" {
				differs(key, have, want, text)
			}
		}
	}
	for _, have := range e.All("mcp_deps", "*") {
		for _, want := range root.All("mcp_deps", "*") {
			tool := have.Get("tool")
			if tool.Is(skill.String) && tool.Text == want.Get("tool").Str() && have.Get("required").True() != want.Get("required").True() {
				differs("tool "+messages.Quoted(tool), tool, want, fmt.Sprintf("is required: %t, but the manifest says %t", have.Get("required").True(), want.Get("required").True()))
			}
		}
	}
	return found
}

// ofEntry matches a version that counts the states of an entry, "v2", beside which that
// of the skill is another notion.
var ofEntry = regexp.MustCompile(`^v?\d+$`)

// members are the texts of a list of names, or of mcp_deps, as a set.
func members(list *skill.Node) []string {
	var texts []string
	for _, item := range list.Items() {
		name := item.Value
		if name.Is(skill.Map) {
			name = name.Get("tool")
		}
		if name.Is(skill.String) {
			texts = append(texts, name.Text)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

func listDrift(have, want []string) string {
	var parts []string
	if more := without(have, want); len(more) > 0 {
		parts = append(parts, "lists "+messages.List(more)+", which the manifest does not")
	}
	if fewer := without(want, have); len(fewer) > 0 {
		parts = append(parts, "lacks "+messages.List(fewer)+", which the manifest lists")
	}
	return strings.Join(parts, ", and ")
}

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(x string) bool { return slices.Contains(b, x) })
}

// unlisted notes the skills in the registry's own folder, or beside those that
// it lists, that it does not list, in one finding.
func unlisted(p *lint.Pass, m *skill.Manifest, described map[*skill.Skill]bool) {
	listed, folders := map[string]bool{}, map[string]bool{path.Dir(m.Path): true}
	for s := range described {
		listed[s.Dir] = true
		if s.Dir != "." {
			folders[path.Dir(s.Dir)] = true
		}
	}
	var ids []string
	var related []analysis.RelatedInformation
	for _, s := range p.Skills {
		if s.Plugin == nil && folders[path.Dir(s.Dir)] && s.Dir != "." && !listed[s.Dir] && s.Manifest().Dialect != skill.Bindings {
			listed[s.Dir] = true
			ids = append(ids, s.ID.Text)
			related = append(related, lint.Related(s.ID, "the skill"))
		}
	}
	if len(ids) == 0 {
		return
	}
	d := lint.Span(m.Root.Pos, m.Root.Pos+1, "the registry does not list %s, which %s beside it", messages.List(ids), messages.Plural(len(ids), "is", "are"))
	if key, _ := m.Root.Entry("skills"); key != nil {
		d.Pos, d.End = key.Pos, key.End
	}
	d.Related = related[:min(len(related), 8)]
	p.ReportAs(lint.Note, d)
}

// hiddenEntries notes entries that an earlier registry hides.
func hiddenEntries(p *lint.Pass) {
	first := map[string]contract.Name{}
	from := map[string]lint.Registry{}
	for _, r := range p.Config.Registries {
		for _, e := range registryAt(p, r.Path).RegistryEntries() {
			earlier, again := first[e.Name.Text]
			switch {
			case e.Name.Text == "":
			case !again:
				first[e.Name.Text], from[e.Name.Text] = e.Name, r
			case from[e.Name.Text].Path != r.Path && from[e.Name.Text].Private == r.Private:
				d := lint.At(e.Name, "%q is also in %s, which comes first: this entry is never used", e.Name.Text, from[e.Name.Text].Path)
				d.Related = []analysis.RelatedInformation{lint.Related(earlier, "the entry that is used")}
				p.ReportAs(lint.Note, d)
			}
		}
	}
}
