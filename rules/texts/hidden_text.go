package texts

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// HiddenText reports characters that people do not see and agents read.
var HiddenText = &lint.Rule{
	Name: "hidden-text", Group: "W", Severity: lint.Error, Local: true,
	Doc: `A skill's text, an agent, a command, the manifest of a plugin or the definition of an MCP server's tool contains characters that people do not see and agents read.

Tag characters, runs of zero-width characters, fillers and variation selectors can spell instructions; bidi controls reorder what a
person sees; in the code of a line that speaks of them they are an example, and a note. What tag characters spell is shown. Silent are what writing needs: emoji sequences and flags, joiners in
scripts that use them, marks and isolates in right-to-left text, isolates that the line closes and that reorder nothing, fillers in Korean and in pictures of braille, single zero-width spaces
between words. One inside a word in Latin letters, which agents then read as two, is found, and the fix removes it.`,
	Sources: []lint.Source{sources.UnicodeReport, sources.TrojanSource},
	Run: func(p *lint.Pass) {
		for _, m := range p.Manifests {
			hiddenInText(p, m.File)
			if m.Dialect == skill.PluginManifest || m.Dialect == skill.MarketplaceManifest {
				hiddenInValues(p, m.Root, "")
			}
		}
		for _, c := range p.Components() {
			switch {
			case p.ManifestAt(c.Path) != nil: // judged above
			case document.IsMarkdown(c.Path):
				hiddenInText(p, c.File)
			default:
				hiddenInValues(p, c.Root, "")
			}
		}
		for _, s := range p.RecordedServers() {
			for _, t := range s.Server.Tools {
				hiddenInValues(p, t.Node, fmt.Sprintf("in the definition of tool %q: ", t.Name.Text))
			}
		}
	},
}

// hiddenInText reports what a text in Markdown hides.
func hiddenInText(p *lint.Pass, f *skill.File) {
	var split []analysis.TextEdit
	for _, h := range f.Prose().Hidden {
		if h.Class == document.Splitting && !isShown(f, h) {
			split = append(split, analysis.TextEdit{Pos: f.Pos(h.Start), End: f.Pos(h.End)})
		}
	}
	shown := 0 // behind the last line that shows some
	for _, h := range f.Prose().Hidden {
		if isShown(f, h) {
			if h.Start < shown {
				continue
			}
			line, from := skilltext.LineAt(f.Source(), h.Start)
			shown = from + len(line)
			p.ReportAs(lint.Note, lint.Span(f.Pos(h.Start), f.Pos(h.End), "the line shows %s as it is, which nobody sees: write <%[1]s>", codes(h.Text)))
			continue
		}
		d := lint.Span(f.Pos(h.Start), f.Pos(h.End), "%s", hiddenText(h))
		if h.Class == document.Splitting {
			if len(split) == 0 {
				continue // the first speaks of all
			}
			d.SuggestedFixes = []analysis.SuggestedFix{{Message: "remove the zero-width spaces from words", TextEdits: split}}
			if len(split) > 1 {
				d.Message = fmt.Sprintf("%s, and %d more in this file", d.Message, len(split)-1)
			}
			split = nil
		}
		p.Report(d)
	}
}

// isShown reports whether characters stand in code of a line that speaks of such: an example of the attack. What
// tag characters spell is told all the same.
func isShown(f *skill.File, h document.Hidden) bool {
	if h.Class == document.Tags {
		return false
	}
	line, from := skilltext.LineAt(f.Source(), h.Start)
	_, in := skilltext.BlockAt(f.Text(), h.Start)
	return (in || strings.Count(line[:h.Start-from], "`")%2 == 1) && ofHidden.MatchString(line)
}

// ofHidden matches words for characters that nobody sees.
var ofHidden = regexp.MustCompile(`(?i)\bbidi|U\+(?:20[0-6]|FE0)|right-to-left|\bRLO\b|\binvisible|zero[- ]?width|\bhidden (?:unicode|characters?)|零[宽寬]|不可[见見]字符|ゼロ幅`)

// hiddenInValues reports what the texts of a value hide, which agents read. In JSON the
// characters may be escapes. in says what the value is.
func hiddenInValues(p *lint.Pass, n *skill.Node, in string) {
	if n == nil {
		return
	}
	if n.Is(skill.String) {
		if found := document.HiddenIn([]byte(n.Text)); len(found) > 0 {
			p.Report(lint.Span(n.Pos, n.End, "%s%s", in, hiddenText(found[0])))
		}
	}
	for _, m := range n.Members {
		hiddenInValues(p, m.Value, in)
	}
}

// hiddenText says what a run of hidden characters does.
func hiddenText(h document.Hidden) string {
	switch h.Class {
	case document.Tags:
		return fmt.Sprintf("%d invisible tag characters spell %q: remove them", len(h.Text), document.Untag(h.Text))
	case document.ZeroWidth:
		return fmt.Sprintf("%d zero-width characters in a row may hide a message: %s; remove them", len(h.Text), codes(h.Text))
	case document.Blank:
		return fmt.Sprintf("%d blank characters in a row may hide a message: %s; remove them", len(h.Text), codes(h.Text))
	case document.Scattered:
		return fmt.Sprintf("%d zero-width or blank characters stand one by one in plain text and may hide a message, the first one here", len(h.Text))
	case document.Splitting:
		return fmt.Sprintf("%s splits the word %q, which people read as one and agents do not: remove it", codes(h.Text), h.Word)
	case document.Selectors:
		return fmt.Sprintf("%d variation selectors in a row may hide a message: %s; remove them", len(h.Text), codes(h.Text))
	}
	return fmt.Sprintf("the bidirectional control %s shows people another order of this line than agents read: remove it", codes(h.Text))
}

// codes lists code points, at most eight.
func codes(text []rune) string {
	var list []string
	for i, r := range text {
		if i == 8 {
			list = append(list, "…")
			break
		}
		list = append(list, fmt.Sprintf("U+%04X", r))
	}
	return strings.Join(list, " ")
}
