package plugins

import (
	"path"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
)

// otherEnding reports instructions that say to which files they apply, and whose name has not the ending by which hosts know
// them: api.instruction.md.
func otherEnding(p *lint.Pass) {
	var found folding.Batches[string]
	for _, c := range p.PassedOver() {
		if c.Kind != hosts.Instruction || c.Root.Get("applyTo").Str() == "" || putAway.MatchString(path.Base(c.Path)) {
			continue
		}
		var titles []string
		for _, r := range c.Readers {
			titles = append(titles, r.Host.Title)
		}
		stem, _, _ := strings.Cut(path.Base(c.Path), ".")
		ending := c.Readers[0].Folder.Ending()
		do := "does"
		if len(titles) > 1 {
			do = "do"
		}
		found.Add(path.Dir(c.Path), lint.Span(c.Pos(0), c.Pos(0), "%s %s not load these instructions: the name of the file does not end in %q; rename it to %q", messages.And(titles), do, ending, stem+ending))
	}
	for _, at := range found.Causes {
		p.Folding(folding.Gathered("file beside it has that fault", "files beside it have that fault")).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// putAway matches the names of files that are kept from being loaded, as they are or were.
var putAway = regexp.MustCompile(`(?i)backup|\b(?:bak|old|orig|draft|disabled|template|example|sample)\b`)
