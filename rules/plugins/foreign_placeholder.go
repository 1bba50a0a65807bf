package plugins

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// ForeignPlaceholder reports placeholders for arguments that the host of a text does not fill in.
var ForeignPlaceholder = &lint.Rule{
	Name: "foreign-placeholder", Group: "L", Severity: lint.Warning, Authors: true,
	Doc: `A command or a skill has a placeholder for its arguments that its host does not fill in.

Gemini CLI fills in ` + "`{{args}}`" + `, a shell ` + "`${ARGUMENTS}`" + `, Claude Code ` + "`$ARGUMENTS`" + `. What a host does not know it leaves as it stands: the model reads a placeholder where the arguments
were meant to be. Judged are commands, and skills, whose every host is known to leave it so and to fill in ` + "`$ARGUMENTS`" + `; not blocks of code, a text that has ` + "`$ARGUMENTS`" + ` too, and one that speaks of templates or of a host that has the other form. Of a skill for a host that was asked for ` + "`unsupported-by-host`" + ` says so.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		var found folding.Batches[string] // by the collection
		for _, c := range p.Components() {
			if c.Kind == hosts.Command {
				if d, is := foreignPlaceholder(c.File, c.Kind, c.Owners()); is {
					found.Add(p.Collection(c.Path), d)
				}
			}
		}
		for _, s := range p.Skills {
			m := s.Manifest()
			if m.Dialect != skill.Standard && m.Dialect != skill.Contract {
				continue
			}
			var readers []*hosts.Host
			for _, l := range loading.OwnLoads(p, m.Path) {
				readers = append(readers, l.Host)
			}
			if slices.ContainsFunc(readers, func(h *hosts.Host) bool { return slices.Contains(p.Config.Hosts, h.Name) }) {
				continue // unsupported-by-host says so
			}
			if d, is := foreignPlaceholder(m.File, hosts.Skill, readers); is {
				found.Add(p.Collection(m.Path), d)
			}
		}
		for _, collection := range found.Causes {
			p.Folding(folding.WithFixes(folding.Gathered("text has one", "texts have one"))).Report(found.Of[collection]...)
		}
	},
}

// foreignPlaceholder says what is wrong with the placeholders of a text that hosts read.
func foreignPlaceholder(f *skill.File, kind hosts.Component, readers []*hosts.Host) (d analysis.Diagnostic, is bool) {
	leaves := func(h *hosts.Host) bool {
		return h.Treats("placeholders", kind) == hosts.Ignored && h.Treats("arguments", kind) == hosts.Loads
	}
	if len(readers) == 0 || slices.ContainsFunc(readers, func(h *hosts.Host) bool { return !leaves(h) }) {
		return d, false
	}
	found := f.Prose().Notations
	i := slices.IndexFunc(found, func(n document.Notation) bool { return n.Name == "placeholders" })
	if i < 0 || slices.ContainsFunc(found, func(n document.Notation) bool { return n.Name == "arguments" }) {
		return d, false
	}
	n := found[i]
	if src := f.Source(); ofTemplates.Match(src) || othersFill().Match(src) || slices.ContainsFunc(f.Text().Code, func(b skill.Block) bool { return b.Start <= n.Start && n.Start < b.End }) {
		return d, false
	}
	d = lint.Span(f.Pos(n.Start), f.Pos(n.End), "%s fills in $ARGUMENTS, and leaves %s as it stands: write $ARGUMENTS", readers[0].Title, messages.Cited(n.Text))
	if n.Count > 1 {
		d.Message += fmt.Sprintf(" (%d places)", n.Count)
	} else {
		d.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "write $ARGUMENTS",
			TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte("$ARGUMENTS")}},
		}}
	}
	return d, true
}

// ofTemplates matches texts about what else fills in such placeholders.
var ofTemplates = regexp.MustCompile(`(?i)\b(?:handlebars|mustache|jinja2?|template engine)\b`)

// othersFill are the names of the hosts that fill in such placeholders.
var othersFill = sync.OnceValue(func() *regexp.Regexp {
	var names []string
	for _, h := range hosts.All() {
		if h.Treats("placeholders", hosts.Command) == hosts.Loads {
			first, _, _ := strings.Cut(h.Title, " ")
			names = append(names, regexp.QuoteMeta(first))
		}
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(names, "|") + `)\b`)
})
