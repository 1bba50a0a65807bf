package versions

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
)

// UnknownReplacement reports replacements of deprecated tools that do not exist or are deprecated.
var UnknownReplacement = &lint.Rule{
	Name: "unknown-replacement", Group: "B", Severity: lint.Error,
	Doc: `The replacement of a deprecated tool is not exported, or is deprecated itself.

Consumers are sent to a tool that is not there. Name an exported tool, of another provider as ` + "`provider.tool`" + `.`,
	Sources: []lint.Source{sources.ChangesPage},
	Run:     unknownReplacement,
}

func unknownReplacement(p *lint.Pass) {
	for _, s := range p.Skills {
		for i := range s.Deprecated {
			name := s.Deprecated[i].Replacement
			if name.Text == "" {
				continue
			}
			owner := replacement(p.Index, &s.Contract, name.Text)
			switch {
			case owner == nil:
				d := lint.At(name, "no skill exports the replacement %q", name.Text)
				d.Message += spelling.Exported(p, &s.Contract).DidYouMean(name.Text)
				p.Report(d)
			case owner.Deprecation(bareTool(name.Text, owner)) != nil:
				dep := owner.Deprecation(bareTool(name.Text, owner))
				d := lint.At(name, "the replacement %q is deprecated itself", name.Text)
				d.Related = []analysis.RelatedInformation{lint.Related(dep.Tool, "its deprecation")}
				p.ReportAs(lint.Warning, d)
			}
		}
	}
}

// replacement returns who exports the tool that a deprecation names: the same
// provider, the named one, or the only one.
func replacement(index *contract.Index, own *contract.Contract, name string) *contract.Contract {
	if own.Export(name) != nil {
		return own
	}
	if id, tool, ok := strings.Cut(name, "."); ok {
		for _, c := range index.ID(id) {
			if c.Export(tool) != nil {
				return c
			}
		}
	}
	if owners := index.Tool(name); len(owners) == 1 {
		return owners[0]
	}
	return nil
}

// bareTool drops the provider in front of a tool's name.
func bareTool(name string, owner *contract.Contract) string {
	return strings.TrimPrefix(name, owner.ID.Text+".")
}
