package texts

import (
	"regexp"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnclosedFence reports code fences that are never closed.
var UnclosedFence = &lint.Rule{
	Name: "unclosed-fence", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A code fence is never closed.

Everything after it is code, to a reader of Markdown: headings, links and instructions vanish. Close it with a fence of
the same characters, at least as long. A block that holds other fences needs a longer one of its own: else the fence that closes the inner block closes it, and a later one opens a block to the end of the file. The finding stands at the fence that opens it.
Where no heading and no other fence stands behind it, nothing is lost, and nothing is said.`,
	Sources: []lint.Source{sources.CommonMark},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			if m.Body >= m.Size || !m.Prose().MayBeUnclosed {
				continue
			}
			text := m.Text()
			fence, nested := text.Unclosed, text.Nested
			switch {
			case fence.Empty():
			case !nested.Open.Empty() && !fence.Lang: // it was meant to close
				d := lint.Span(m.Pos(nested.Open.Start), m.Pos(nested.Open.End), "a fence within this block closes it, so that a later fence opens a block to the end of the file: write the outer fences as %s", nested.Longer)
				d.Related = []analysis.RelatedInformation{fenceAt(m, nested.Close, "this closes it"), fenceAt(m, fence.Span, "this opens a block that runs to the end of the file")}
				p.Report(d)
			case swallowed.Match(m.Between(fence.End, m.Size)):
				d := lint.Span(m.Pos(fence.Start), m.Pos(fence.End), "the code fence is never closed: everything after it is code")
				if !fence.Short.Empty() {
					d.Related = []analysis.RelatedInformation{fenceAt(m, fence.Short, "this does not close it: it is shorter, or indented too far")}
				}
				p.Report(d)
			}
		}
	},
}

// fenceAt is the place of another fence.
func fenceAt(m *skill.Manifest, at document.Span, says string) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: m.Pos(at.Start), End: m.Pos(at.End), Message: says}
}

// swallowed matches what was meant as Markdown behind a fence: a heading below the first
// level, which no comment of a script looks like, or another fence.
var swallowed = regexp.MustCompile("(?m)^ {0,3}(?:#{2,6} \\S|```|~~~)")
