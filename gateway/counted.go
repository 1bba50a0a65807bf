package gateway

import (
	"fmt"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway/quota"
)

// A Counted is a tool that has a rate.
type Counted struct {
	Key   quota.Key // without organisation and user
	Limit quota.Limit
	Rate  string // as the contract writes it
}

// CountedTools lists the tools whose calls are counted, once for each rate that a version of
// the skill gives them.
func CountedTools(catalog contract.Catalog) (list []Counted, err error) {
	seen := map[string]bool{}
	for _, c := range catalog.Contracts {
		if c.Access.ZoneErr != nil {
			return nil, fmt.Errorf("gateway: time zone of %q: %w", c.ID.Text, c.Access.ZoneErr)
		}
		for i := range c.Exports {
			key := quota.Key{Provider: c.ID.Text, Tool: c.Exports[i].Name.Text}
			rate := c.Access.RateOf(key.Tool)
			if rate.Window == contract.Unlimited {
				continue
			}
			limit := quota.Limit{N: rate.N, Window: windowOf(rate.Window, c.Access.Location)}
			if id := fmt.Sprint(limit.N, key.Encode(limit.Window)); !seen[id] {
				seen[id] = true
				list = append(list, Counted{key, limit, rate.String()})
			}
		}
	}
	return list, nil
}
