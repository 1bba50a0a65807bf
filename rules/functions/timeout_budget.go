package functions

import (
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/pipelines"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
	"github.com/skilllint/skilllint/template"
)

// defaultTimeout is a function's timeout in milliseconds where it writes none.
const defaultTimeout = 30_000

// TimeoutBudget reports composites whose steps may take longer than the composite.
var TimeoutBudget = &lint.Rule{
	Name: "timeout-budget", Group: "D", Severity: lint.Warning,
	Doc: `The steps of a composite may take longer than the composite's own timeout.

Its ` + "`timeout`" + ` is below that of the longest chain of steps that wait for each other: each takes up to its own timeout (30,000 ms where it
writes none) and that of the step, as often as both are retried, with the time between tries; of a ` + "`foreach`" + ` one call counts. Raise it, or lower theirs.`,
	Sources: []lint.Source{sources.DialectsPage, sources.TemplatesPage},
	Run: func(p *lint.Pass) {
		for _, s := range p.Skills {
			m := dialects.ManifestOf(s, skill.Function)
			if m == nil || m.Root.Get("mode").Str() != manifest.CompositeMode {
				continue
			}
			limit := m.Root.Get("timeout")
			have, ok := milliseconds(limit)
			body, _ := pipelines.Of(m)
			if !ok || body == nil {
				continue
			}
			need, related := longestPath(p, m, body)
			if have < need {
				d := lint.Span(limit.Pos, limit.End, "timeout is %s ms, but the steps may take %s ms: raise it, or lower those of the steps", limit.Text, number(need))
				d.Related = related
				p.Report(d)
			}
		}
	},
}

// longestPath is how long the steps that wait for each other may take at most, and which these are; 0
// when they have no order. What is no function of the workspace takes at least no time.
func longestPath(p *lint.Pass, m *skill.Manifest, body *template.Pipeline) (most float64, related []analysis.RelatedInformation) {
	until := make([]float64, len(body.Steps)) // when each step has ended
	previous := make([]int, len(body.Steps))  // what it waits for longest, -1 for nothing
	last := -1
	steps := m.Root.Get("pipeline").Items()
	for _, i := range body.Order {
		previous[i] = -1
		for _, j := range body.Steps[i].After {
			if until[j] > until[i] {
				until[i], previous[i] = until[j], j
			}
		}
		need, _ := stepBudget(p, &body.Steps[i])
		until[i] += need
		if until[i] > most {
			most, last = until[i], i
		}
	}
	for i := last; i >= 0; i = previous[i] {
		if _, text := stepBudget(p, &body.Steps[i]); text != "" {
			at := steps[i].Value.Get("skill")
			related = append(related, analysis.RelatedInformation{Pos: at.Pos, End: at.End, Message: text})
		}
	}
	slices.Reverse(related)
	return most, related
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

// stepBudget is how long a step may take with its tries and the time between them, and in words; 0 where
// that is not known.
func stepBudget(p *lint.Pass, s *template.PipelineStep) (need float64, text string) {
	if callee := functionNamed(p, s.Skill); callee != nil {
		need, text = budget(callee)
	}
	if limit := float64(s.Timeout.Milliseconds()); limit > 0 && limit < need {
		need, text = limit, "up to "+number(limit)+" ms"
	}
	if s.Retry == 0 || need == 0 {
		return need, text
	}
	need *= float64(s.Retry + 1)
	delay := float64(s.RetryDelay.Milliseconds())
	for range min(s.Retry, 1000) {
		need += min(delay, longestDelay)
		delay = min(2*delay, longestDelay)
	}
	return need, text + ", tried up to " + number(float64(s.Retry+1)) + " times"
}

// longestDelay is the longest time between two tries of a step, in milliseconds.
const longestDelay = 30_000

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// functionNamed returns the manifest of the one function skill of that name.
func functionNamed(p *lint.Pass, name string) *skill.Manifest {
	owners := p.Index.ID(name)
	if len(owners) != 1 {
		return nil
	}
	return dialects.ManifestOf(p.Owner(owners[0]), skill.Function)
}
