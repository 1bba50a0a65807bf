package contracts

import (
	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// DuplicateImport reports a tool that a skill imports twice from one provider.
var DuplicateImport = &lint.Rule{
	Name: "duplicate-import", Group: "B", Severity: lint.Warning, Local: true,
	Doc: `The same tool of the same provider is imported twice, or listed twice by a procedure.

One of the two is forgotten when the other changes, a version above all. Remove it. Two entries of one provider with
different tools are fine. An agent that is bound to one package twice is an error: which version counts is not said, and the
gateway refuses such bindings.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		duplicateImport(p)
		duplicateBinding(p)
	},
}

func duplicateBinding(p *lint.Pass) {
	type key struct{ agent, skill string }
	first := map[key]skill.Binding{}
	for _, b := range p.Bindings() {
		if !b.Packaged {
			continue
		}
		k := key{b.Agent, b.Skill}
		earlier, again := first[k]
		if !again {
			first[k] = b
			continue
		}
		d := lint.Span(b.Name.Pos, b.Name.End, "agent %s is bound to %s twice: remove one of the two", b.Agent, b.Skill)
		d.Related = []analysis.RelatedInformation{{Pos: earlier.Name.Pos, End: earlier.Name.End, Message: "the first is here"}}
		p.ReportAs(lint.Error, d)
	}
}

func duplicateImport(p *lint.Pass) {
	type key struct{ from, tool string }
	for _, s := range p.Consumers() {
		seen := map[key]contract.Name{}
		for i := range s.Imports {
			imp := &s.Imports[i]
			if imp.Soft || imp.Unsure && imp.Key != "tools" || imp.Key == "skillDefinitionId" {
				continue
			}
			names := imp.Tools
			if len(names) == 0 {
				names = []contract.Name{imp.From}
			}
			for _, name := range names {
				k := key{imp.From.Text, name.Text}
				if len(imp.Tools) == 0 {
					k.tool = "all by " + imp.Key // hosts have keys of their own for the same skill
				}
				if earlier, again := seen[k]; again {
					verb := "imported"
					if imp.Key == "tools" {
						verb = "listed"
					}
					d := lint.At(name, "%q is %s twice: remove one of the two", name.Text, verb)
					d.Related = []analysis.RelatedInformation{lint.Related(earlier, "the first is here")}
					p.Report(d)
				} else {
					seen[k] = name
				}
			}
		}
	}
}
