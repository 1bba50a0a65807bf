package manifests

import (
	"cmp"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/fileform"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// SkillMetadata reports what a host passes over in the file that it reads beside a SKILL.md.
var SkillMetadata = &lint.Rule{
	Name: "skill-metadata", Group: "L", Severity: lint.Warning, Authors: true,
	Doc: `A host passes over what the file beside a SKILL.md tells it.

Codex takes the title, the icons, the prompt and the policy of a skill from ` + "`agents/openai.yaml`" + ` and is silent about all that it does not
take. Keys count where they belong (` + "`display_name`" + ` below ` + "`interface`, `allow_implicit_invocation` below `policy`" + `), an icon has to be there, and the prompt has to name this skill
(` + "`$skill-name`" + `) by the name that it has. A switch of that file in the frontmatter (` + "`allow_implicit_invocation`" + `) does nothing there. What more than three files of a collection have is one finding. The values' forms are the rule ` + "`manifest-schema`" + `.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		var absent folding.Batches[string] // by the collection: a generator writes them all alike
		var unread folding.Batches[passed]
		for _, c := range p.Components() {
			if c.Kind != hosts.Metadata || c.Root == nil || forOthers(p, c) {
				continue
			}
			schema := fileform.OfHost(p, c.Owners()[0], c.Kind).Data
			if d, whole, any := passedOver(c, schema); any {
				unread.Add(passed{p.Collection(c.Path), whole}, d)
			}
			formatted(p, c.Root, schema, func(key, value *skill.Node, format string) {
				switch format {
				case "path":
					if d, is := absentFile(p, c, key, value); is {
						absent.Add(p.Collection(c.Path), d)
					}
				case "mentions":
					otherSkill(p, c, key, value)
				}
			})
		}
		misplacedSwitches(p)
		for _, at := range absent.Causes {
			p.Folding(folding.Folded("files that do not exist are named")).Report(absent.Of[at]...)
		}
		for _, at := range unread.Causes {
			says := "files are read in part"
			if at.whole {
				says = "files are not read either"
			}
			p.Folding(folding.Folded(says)).Report(unread.Of[at]...)
		}
	},
}

// misplacedSwitches reports switches of the file beside a SKILL.md that stand in its frontmatter, where no
// host reads them.
func misplacedSwitches(p *lint.Pass) {
	var found folding.Batches[string] // by the collection
	for _, m := range p.Manifests {
		if m.Dialect != skill.Standard {
			continue
		}
		forms := loading.NeededForms(p, m.Path)
		for _, of := range forms {
			outer := switches(p, of.Host)
			for _, key := range slices.Sorted(maps.Keys(outer)) {
				at, value := m.Root.Entry(key)
				read := func(of hostform.Form) bool { return of.Keys[key].Effect == hosts.Loads }
				if value.Is(skill.Bool) && !slices.ContainsFunc(forms, read) {
					found.Add(p.Collection(m.Path), lint.Span(at.Pos, at.End, "%s reads %s in %s, below %s: here it does nothing", of.Host.Title, messages.Cited(key), of.Host.FileOf(hosts.InSkill, hosts.Metadata), outer[key]))
				}
			}
		}
	}
	for _, at := range found.Causes {
		p.Folding(folding.Folded("skills have it there")).Report(found.Of[at]...)
	}
}

var switchesMemo skill.MemoBy[*hosts.Host, map[string]string]

// switches are the keys of a host's file beside a SKILL.md that are on or off, with those that they stand below.
func switches(p *lint.Pass, h *hosts.Host) map[string]string {
	return switchesMemo.Of(p.Workspace, h, func() map[string]string {
		keys := map[string]string{}
		form := fileform.OfHost(p, h, hosts.Metadata)
		if form == nil {
			return keys
		}
		for _, outer := range form.Data.Get("properties").Entries() {
			for _, e := range outer.Value.Get("properties").Entries() {
				if slices.ContainsFunc(e.Value.Get("type").Members, func(of skill.Member) bool { return of.Value.Str() == "boolean" }) {
					keys[e.Key.Text] = outer.Key.Text
				}
			}
		}
		return keys
	})
}

// passed are the files of a collection that are passed over as a whole, or in part.
type passed struct {
	collection string
	whole      bool
}

// forOthers reports whether a skill lies where other hosts look for skills than the one that
// reads the file beside it: it came with the skill.
func forOthers(p *lint.Pass, c *skill.Component) bool {
	readers := p.SkillReaders(path.Join(c.Readers[0].Root, "SKILL.md"))
	return len(readers) > 0 && !slices.ContainsFunc(readers, func(r skill.Reader) bool { return slices.Contains(c.Owners(), r.Host) })
}

// passedOver says which keys the host does not read where they stand: those that
// belong below another one, or, where it reads none at all, so and the first. whole says the latter.
func passedOver(c *skill.Component, schema *skill.Node) (d analysis.Diagnostic, whole, any bool) {
	properties, host := schema.Get("properties"), c.Owners()[0].Title
	var misplaced []analysis.Diagnostic
	var belongs []string
	read := 0
	for _, e := range c.Root.Entries() {
		if properties.Get(e.Key.Text) != nil {
			read++
		}
		for _, outer := range properties.Entries() {
			if outer.Value.Get("properties").Get(e.Key.Text) != nil && c.Root.Get(outer.Key.Text).Get(e.Key.Text) == nil {
				misplaced = append(misplaced, lint.Span(e.Key.Pos, e.Key.End, "%s passes over %s here: it belongs below %s", host, messages.Cited(e.Key.Text), outer.Key.Text))
				belongs = append(belongs, messages.Cited(e.Key.Text)+" below "+outer.Key.Text)
			}
		}
	}
	switch {
	case len(c.Root.Entries()) == 0:
	case read == 0:
		first := c.Root.Entries()[0].Key
		d = lint.Span(first.Pos, first.End, "%s reads nothing of this file: expected the keys %s", host, messages.List(fileform.KeysOf(properties)))
		if len(belongs) > 0 {
			d.Message += " (" + strings.Join(belongs, ", ") + ")"
		}
		return d, true, true
	case len(misplaced) > 0:
		return folding.Gathered("key stands at the top", "keys stand at the top")(misplaced)[0], false, true
	}
	return d, false, false
}

// formatted calls f for the texts for which a schema names a format, and that have
// the form that it asks for besides.
func formatted(p *lint.Pass, n, schema *skill.Node, f func(key, value *skill.Node, format string)) {
	for _, e := range n.Entries() {
		of := schema.Get("properties").Get(e.Key.Text)
		if format := of.Get("format"); format != nil && e.Value.Is(skill.String) && patternOf(p, of).MatchString(e.Value.Text) {
			f(e.Key, e.Value, format.Text)
		}
		formatted(p, e.Value, of, f)
	}
}

var patterns skill.MemoBy[*skill.Node, *regexp.Regexp]

// patternOf is the pattern of a schema, which all texts match where it has none.
func patternOf(p *lint.Pass, schema *skill.Node) *regexp.Regexp {
	return patterns.Of(p.Workspace, schema, func() *regexp.Regexp { return regexp.MustCompile(schema.Get("pattern").Str()) })
}

// absentFile tells of a path from the skill's folder at which there is no file.
func absentFile(p *lint.Pass, c *skill.Component, key, value *skill.Node) (d analysis.Diagnostic, is bool) {
	dir := c.Readers[0].Root
	if _, kind := p.Tree.Resolve(path.Join(dir, value.Text)); kind != skill.Absent || value.Text == "" {
		return d, false
	}
	d = lint.Span(value.Pos, value.End, "%s is %q, which does not exist", key.Text, messages.Shorten(value.Text))
	if near, ok := paths.Near(p, dir, value.Text); ok {
		d.Message += " (did you mean \"" + near + "\"?)"
	}
	return d, true
}

// called matches a call of a skill in a prompt: $name, or $plugin:name.
var called = regexp.MustCompile(`\$([a-z0-9]+(?:[-_:][a-z0-9]+)*)`)

// otherSkill reports a prompt that calls a skill that is not there, and none that is.
func otherSkill(p *lint.Pass, c *skill.Component, key, value *skill.Node) {
	own := p.SkillAt(c.Readers[0].Root)
	if own == nil || own.ID.Text == "" || own.Manifest().Root == nil { // whose name cannot be read
		return
	}
	var unknown string
	for _, m := range called.FindAllStringSubmatch(value.Text, -1) {
		name := m[1][strings.LastIndexByte(m[1], ':')+1:]
		if strings.Contains(name, "_") && skillnames.Fault(own.ID.Text) == "" {
			continue // a variable
		}
		if bundled := c.Owners()[0].Bundled; bundled != nil && slices.Contains(bundled.Skills, name) {
			return // which does the work for this one
		}
		if slices.ContainsFunc(skillnames.NamedIn(p, name), func(s *skill.Skill) bool { return s.ID.Text == name || path.Base(s.Dir) == name }) {
			return
		}
		unknown = cmp.Or(unknown, name)
	}
	if unknown != "" {
		p.Report(lint.Span(value.Pos, value.End, "%s calls $%s, and no skill here has that name; this one is $%s", key.Text, unknown, own.ID.Text))
	}
}
