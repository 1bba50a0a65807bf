package quotatest

import (
	"context"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// Jumped lets the clock be a year ahead for some calls, and tests that this locks nobody
// out when it is right again, and that a window of the calendar grants no call anew. It is for stores that go by
// the now of their callers.
func Jumped(t *testing.T, open func(t *testing.T) quota.Store) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		window quota.Window
	}{
		{"day", quota.Calendar(quota.Day, nil)}, {"month", quota.Calendar(quota.Month, nil)}, {"24h", quota.Sliding(24 * time.Hour)},
	} {
		t.Run(c.name, func(t *testing.T) {
			store, limit := open(t), quota.Limit{N: 5, Window: c.window}
			key := quota.Key{Org: "acme", User: "alice", Provider: "jump", Tool: c.name}
			n := 0
			reserve := func(at time.Time) bool {
				n++
				d, err := store.Reserve(context.Background(), key, limit, string(rune('a'+n)), at)
				if err != nil {
					t.Fatal(err)
				}
				return d.Allowed
			}
			allowed := 0
			for range 3 {
				if reserve(now) {
					allowed++
				}
			}
			ahead := now.AddDate(1, 0, 0)
			for range 6 {
				reserve(ahead)
			}
			for i := range 6 {
				if reserve(now.Add(time.Duration(i) * time.Second)) {
					allowed++
				}
				reserve(ahead)
			}
			// A sliding window has nothing but its calls, and those of a year ago are forgotten.
			if allowed != 5 && (c.window.Sliding() == 0 || allowed < 5) {
				t.Errorf("%d calls of the window were allowed, want 5", allowed)
			}
		})
	}
}
