package changes

import (
	"fmt"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/skill"
)

// access compares who may call a tool, and how often. Access is tightened
// when some sequence of calls that was allowed is refused now.
func access(before, after *skill.Skill, tool string) []Change {
	var list []Change
	add := func(subscription bool, format string, args ...any) {
		list = append(list, Change{Kind: Tightened, Level: Major, Tool: tool, Before: before.Export(tool), After: after.Export(tool), Subscription: subscription, Message: fmt.Sprintf(format, args...)})
	}
	if before.Access.Free(tool) && !after.Access.Free(tool) {
		add(true, "%q needs a subscription now", tool)
	}
	old, current := before.Access.RateOf(tool), after.Access.RateOf(tool)
	if stricter(old, current) {
		add(false, "%q may be called %s now, it was %s", tool, current, old)
	}
	return list
}

// lengths are the windows as spans of time; a month counts as the longest.
var lengths = map[contract.Window]time.Duration{
	contract.Second: time.Second, contract.Minute: time.Minute, contract.Hour: time.Hour,
	contract.Day: 24 * time.Hour, contract.Sliding24h: 24 * time.Hour, contract.Month: 31 * 24 * time.Hour,
}

// stricter reports whether N or N/T fell.
func stricter(old, current contract.Rate) bool {
	switch {
	case current.Window == contract.Unlimited:
		return false
	case old.Window == contract.Unlimited:
		return true
	case current.N < old.N:
		return true
	}
	return int64(current.N)*int64(lengths[old.Window]/time.Second) < int64(old.N)*int64(lengths[current.Window]/time.Second)
}
