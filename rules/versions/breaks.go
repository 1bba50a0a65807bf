package versions

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/changes"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/refs"
	"github.com/skilllint/skilllint/rules/internal/schemas"
	"github.com/skilllint/skilllint/schema"
	"github.com/skilllint/skilllint/skill"
)

// before is what the base's schema said at the keyword at fault, "" when that
// is long or no other.
func before(c *changes.Change) string {
	old, current := c.Before.Input, c.After.Input
	if c.Side == schema.Output {
		old, current = c.Before.Output, c.After.Output
	}
	a, _ := old.(*skill.Node)
	b, _ := current.(*skill.Node)
	if a == nil || b == nil {
		return ""
	}
	_, was := a.Find(c.Break.Old)
	_, is := b.Find(c.Break.New)
	const most = 80
	if text := string(was.JSON()); len(text) <= most && text != string(is.JSON()) {
		return text
	}
	return ""
}

// breakPlace is the keyword at fault in today's schema, else the tool's name.
func breakPlace(c *changes.Change) (token.Pos, token.Pos) {
	doc := c.After.Input
	if c.Side == schema.Output {
		doc = c.After.Output
	}
	if pos, end := doc.At(c.Break.New); pos.IsValid() {
		return pos, end
	}
	return place(c.After.Name)
}

func place(n contract.Name) (token.Pos, token.Pos) { return n.Pos, n.End }

// brokenCalls are the calls of other skills' code whose own literal arguments
// were accepted and are refused now.
func brokenCalls(p *lint.Pass, c *changes.Change) []analysis.RelatedInformation {
	if c.Side != schema.Input {
		return nil
	}
	before, _ := p.Schema(c.Before.Input)
	after, _ := p.Schema(c.After.Input)
	var related []analysis.RelatedInformation
	refs.Each(p, refs.Calls, func(src *skill.Source, r *skill.CallRef) {
		if r.Text == c.Tool && r.Args != nil && before != nil && after != nil && !schemas.Refuses(before, r) && schemas.Refuses(after, r) {
			related = append(related, lint.Related(r.Name, "%s calls it with arguments that are refused now", src.Skill.ID.Text))
		}
	})
	return related
}
