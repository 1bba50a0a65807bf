package texts

import (
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// escapingTexts reports the links and paths in the texts of packages that leave
// the package, whether or not something is there.
func escapingTexts(p *lint.Pass) {
	for _, f := range p.Texts() {
		if pkg := packageAt(p, f.Path); pkg != nil && strings.EqualFold(path.Ext(f.Path), ".md") && !paths.Historical(p, f.Path) {
			p.Folding(folding.Folded("links and paths point out of the package")).Report(escapesOf(p, f, pkg.Dir)...)
		}
	}
}

// escapesOf are the links of a text that leave its package, and the paths in its
// words that do, from the text and from the package. Blocks of code may be about
// the user's own project.
func escapesOf(p *lint.Pass, t *skill.File, pkg string) []analysis.Diagnostic {
	if len(t.Prose().Ups) == 0 {
		return nil
	}
	var found []analysis.Diagnostic
	text := t.Text()
	for _, link := range text.Links {
		if target, ok := paths.LocalTarget(link.Dest); ok && leavesPackage(p, t, target) {
			found = append(found, lint.Span(t.Pos(link.Start), t.Pos(link.End), "the link points to %q, out of the package, which is installed without it: move the file inside", messages.Shorten(link.Dest)))
		}
	}
	for _, up := range t.Prose().Ups {
		if _, block := skilltext.BlockAt(text, up.Start); block || skilltext.InLink(text, up.Start) || !paths.IsInstruction(up.Path) || paths.IsPlaceholder(up.Path) {
			continue
		}
		if !leavesPackage(p, t, up.Path) || paths.Inside(pkg, path.Join(pkg, up.Path)) {
			continue
		}
		words, from := skilltext.LineAt(t.Source(), up.Start)
		if !ofProject.MatchString(words[:up.Start-from]) && !elsewhereSays.MatchString(words) {
			found = append(found, lint.Span(t.Pos(up.Start), t.Pos(up.End), "the text names %q, out of the package, which is installed without it: move the file inside", messages.Shorten(up.Path)))
		}
	}
	return found
}
