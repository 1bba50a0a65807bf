package manifests

import (
	"bytes"
	"go/token"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hostform"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/loading"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// dashesWithin reports three dashes within a frontmatter of a file that is for a host which
// ends it there: the value is cut, and the keys behind it are text.
func dashesWithin(p *lint.Pass) {
	type cause struct {
		collection, line string
		severity         lint.Severity
	}
	var found folding.Batches[cause] // a line that one program wrote into all
	report := func(f *skill.File, root *skill.Node, forms []hostform.Form) {
		from, at := dashes(f)
		i := slices.IndexFunc(forms, func(of hostform.Form) bool { return of.Dashes == hosts.Cut })
		if at < 0 || i < 0 || !root.Is(skill.Map) && f.Repaired(forms[i].Repairs) == nil {
			return
		}
		severity, left := lint.Warning, ""
		if _, err := document.ParseYAML(f.Head()[from:at], 1); err != nil {
			severity, left = lint.Error, ", and what is left is no YAML"
		}
		line, _ := skilltext.LineAt(f.Head(), at)
		found.Add(cause{p.Collection(f.Path), line, severity},
			lint.Span(f.Pos(at), f.Pos(at+len("---")), `%s ends the frontmatter at this "---": %s%s; write it in another way`, forms[i].Host.Title, lostBehind(root, f.Pos(at)), left))
	}
	for _, m := range p.Manifests {
		report(m.File, m.Root, loading.NeededForms(p, m.Path))
	}
	for _, c := range p.Components() {
		if forms, known := loading.OwnForms(c); known && p.ManifestAt(c.Path) == nil {
			report(c.File, c.Root, forms)
		}
	}
	for _, of := range found.Causes {
		p.Folding(folding.Folded("frontmatters hold it")).ReportAs(of.severity, found.Of[of]...)
	}
}

// dashes is where three dashes stand within the frontmatter of a file, and where that begins; -1
// where none do.
func dashes(f *skill.File) (from, at int) {
	if !document.IsMarkdown(f.Path) {
		return 0, -1
	}
	src := f.Head()
	from, to, _, has, closed := document.SplitFrontmatter(src)
	if !has || !closed {
		return 0, -1
	}
	if at = bytes.Index(src[from:to], []byte("---")); at >= 0 {
		at += from
	}
	return from, at
}

// lostBehind says which entries of a frontmatter end at a place or stand behind it. root is nil where
// the host mends it first.
func lostBehind(root *skill.Node, at token.Pos) string {
	if !root.Is(skill.Map) {
		return "the rest is not read"
	}
	cut, lost := "", []string{}
	for _, e := range root.Entries() {
		switch {
		case e.Key.Pos > at:
			lost = append(lost, e.Key.Text)
		case e.Value.End > at:
			cut = messages.Cited(e.Key.Text) + " is cut there"
		}
	}
	var says []string
	if cut != "" {
		says = append(says, cut)
	}
	switch len(lost) {
	case 0:
	case 1:
		says = append(says, messages.Cited(lost[0])+" is not read")
	default:
		says = append(says, messages.List(lost)+" are not read")
	}
	return strings.Join(says, " and ")
}
