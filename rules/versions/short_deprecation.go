package versions

import (
	"fmt"
	"time"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/sources"
)

// ShortDeprecation reports deprecations whose window is too short or has no end.
var ShortDeprecation = &lint.Rule{
	Name: "short-deprecation", Group: "B", Severity: lint.Error, Local: true,
	Doc: `A deprecated tool is removed too soon, or has no removal date.

Consumers need at least 30 days (` + "`deprecation_days`" + ` in the configuration), counted in UTC from the day on which the
entry first appeared in the history, else from today. Set a later removal_date, YYYY-MM-DD. In a shallow or
partial clone, where the entry may be older than what is known, the finding is a warning.`,
	Sources: []lint.Source{sources.ChangesPage},
	Run:     shortDeprecation,
}

func shortDeprecation(p *lint.Pass) {
	for _, s := range p.Skills {
		for i := range s.Deprecated {
			d := &s.Deprecated[i]
			if d.Removal.Text == "" {
				continue // manifest-schema asks for the key
			}
			if d.RemovalDate.IsZero() {
				p.Reportf(d.Removal, "removal_date %q is not a date, expected YYYY-MM-DD", d.Removal.Text)
				continue
			}
			announced, cut := p.Now, p.Announced[d].Cut
			if a, known := p.Announced[d]; known && a.Day.Before(p.Now) {
				announced = a.Day
			}
			earliest := announced.AddDate(0, 0, p.Config.DeprecationDays)
			if d.Overdue(p.Now) || !d.RemovalDate.Before(earliest) {
				continue
			}
			days := int(d.RemovalDate.Sub(announced) / (24 * time.Hour))
			message := fmt.Sprintf("%q is removed %d days after its deprecation on %s, expected at least %d: not before %s",
				d.Tool.Text, days, announced.Format(time.DateOnly), p.Config.DeprecationDays, earliest.Format(time.DateOnly))
			if cut {
				p.ReportAs(lint.Warning, lint.At(d.Removal, "%s; this clone lacks a part of the history, where the entry may be older: fetch it (fetch-depth: 0)", message))
				continue
			}
			p.Report(lint.At(d.Removal, "%s", message))
		}
	}
}
