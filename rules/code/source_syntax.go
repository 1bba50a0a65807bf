package code

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// SourceSyntax says which code was not read to its end.
var SourceSyntax = &lint.Rule{
	Name: "source-syntax", Group: "C", Severity: lint.Note,
	Doc: `A file of code cannot be parsed.

It is judged as far as it could be read. Python is read from 3.8 on, TypeScript, JavaScript, Go, POSIX shell and bash, and the
Python cells of notebooks. Only files that may refer to another skill, or call a tool, are parsed at all.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		for _, src := range p.Sources() {
			if src.Err != nil && !paths.IsTemplate(src.Path) { // a template is no source yet
				p.Report(lint.Span(src.Pos(src.Err.Offset), src.Pos(src.Err.End), "the %s source cannot be parsed here: %s", src.Lang, src.Err.Msg))
			}
		}
	},
}
