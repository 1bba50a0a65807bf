package rules

import (
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// defaultTimeout is a function's timeout in milliseconds where it writes none.
const defaultTimeout = 30_000

// TimeoutBudget reports composites whose steps may take longer than the composite.
var TimeoutBudget = &lint.Rule{
	Name: "timeout-budget", Group: "D", Severity: lint.Warning,
	Doc: `The steps of a composite may take longer than the composite's own timeout.

Its ` + "`timeout`" + ` is below the sum of its steps': each takes up to its own timeout (30,000 ms where it writes none), as often as it is
retried. Raise it, or lower theirs.`,
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := manifestOf(s, skill.Function)
			if m == nil || m.Root.Get("mode").Str() != skill.CompositeMode {
				continue
			}
			limit := m.Root.Get("timeout")
			have, ok := milliseconds(limit)
			steps := m.Root.Get("pipeline").Items()
			if !ok || len(steps) == 0 {
				continue
			}
			sum := 0.0
			var related []analysis.RelatedInformation
			for _, step := range steps {
				callee := functionNamed(p, step.Value.Get("skill").Str())
				if callee == nil {
					continue // not a function of the workspace: it takes at least no time
				}
				need, text := budget(callee)
				sum += need
				at := step.Value.Get("skill")
				related = append(related, analysis.RelatedInformation{Pos: at.Pos, End: at.End, Message: text})
			}
			if have < sum {
				d := lint.Span(limit.Pos, limit.End, "timeout is %s ms, but the steps may take %s ms: raise it, or lower those of the steps", limit.Text, number(sum))
				d.Related = related
				p.Report(d)
			}
		}
	},
}

func milliseconds(n *skill.Node) (float64, bool) {
	if !n.Is(skill.Number) {
		return 0, false
	}
	ms, err := strconv.ParseFloat(n.Text, 64)
	return ms, err == nil && ms >= 0
}

// budget is how long a function may take with its retries, and in words.
func budget(m *skill.Manifest) (float64, string) {
	ms, ok := milliseconds(m.Root.Get("timeout"))
	if !ok {
		ms = defaultTimeout
	}
	retries, _ := milliseconds(m.Root.Get("retry"))
	if retries == 0 {
		return ms, "up to " + number(ms) + " ms"
	}
	return ms * (retries + 1), "up to " + number(retries+1) + " times " + number(ms) + " ms"
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// functionNamed returns the manifest of the one function skill of that name.
func functionNamed(p *lint.Pass, name string) *skill.Manifest {
	owners := p.Index.ID(name)
	if len(owners) != 1 {
		return nil
	}
	return manifestOf(p.Owner(owners[0]), skill.Function)
}
