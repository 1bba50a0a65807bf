package rules

import (
	"time"

	"github.com/skilllint/skilllint/lint"
)

// ShortDeprecation is B5.
var ShortDeprecation = &lint.Rule{
	Name: "short-deprecation", Group: "B", Severity: lint.Error,
	Doc: `A deprecated tool is removed too soon, or on no date at all.

Consumers need at least 30 days (` + "`deprecation_days`" + ` in the configuration), counted in UTC from the day on which the
entry first appeared in the history, else from today. Set a later removal_date, YYYY-MM-DD.`,
	Run: shortDeprecation,
}

func shortDeprecation(p *lint.Pass) {
	for _, s := range p.Skills {
		for i := range s.Deprecated {
			d := &s.Deprecated[i]
			if d.Removal.Text == "" {
				continue // manifest-schema asks for the key
			}
			if d.RemovalDate.IsZero() {
				p.Reportf(d.Removal, "removal_date %q is no date, expected YYYY-MM-DD", d.Removal.Text)
				continue
			}
			announced := p.Now
			if day, known := p.Announced[d]; known && day.Before(p.Now) {
				announced = day
			}
			earliest := announced.AddDate(0, 0, p.Config.DeprecationDays)
			if d.Overdue(p.Now) || !d.RemovalDate.Before(earliest) {
				continue
			}
			days := int(d.RemovalDate.Sub(announced) / (24 * time.Hour))
			p.Reportf(d.Removal, "%q is removed %d days after its deprecation on %s, expected at least %d: not before %s",
				d.Tool.Text, days, announced.Format(time.DateOnly), p.Config.DeprecationDays, earliest.Format(time.DateOnly))
		}
	}
}
