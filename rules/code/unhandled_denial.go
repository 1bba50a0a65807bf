package code

import (
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnhandledDenial reports results of calls that are used without a check for a denial.
var UnhandledDenial = &lint.Rule{
	Name: "unhandled-denial", Group: "C", Severity: lint.Note,
	Doc: `The result of a call is used without a check whether the call was denied.

The gateway answers ` + "`tool_not_imported`, `subscription_required` or `rate_limited`" + ` in the place of a result. Ask for
its error before anything else. Tools of the skill itself and core tools cannot be denied.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
			if provider, denial := refs.ProviderOf(p, src.Skill, r.Text); r.Ignored && provider != nil && denial == nil && p.Owner(provider).Server == nil {
				p.Reportf(r.Name, "the result of %q is used without a check whether the call was denied", r.Text)
			}
		})
	},
}
