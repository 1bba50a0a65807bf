package quotatest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// Model makes random reservations and refunds, with clocks that pass each other by up to
// two seconds, and compares each decision with those of a list of calls that is searched
// from end to end. It is for stores that go by the now of their callers.
func Model(t *testing.T, open func(t *testing.T) quota.Store, seeds int) {
	for seed := range seeds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		store := open(t)
		key := quota.Key{Provider: "model", Tool: fmt.Sprint(seed)}
		window := quota.Calendar(quota.Unit(1+r.IntN(2)), nil)
		if r.IntN(2) == 0 {
			window = quota.Sliding(time.Duration(1+r.IntN(9)) * time.Second)
		}
		now := time.Date(2026, 12, 31, 23, 59, 55, 0, time.UTC)
		m := model{window: window}
		var log []string
		for step := range 60 {
			now = now.Add(time.Duration(r.IntN(1500)) * time.Millisecond)
			limit := quota.Limit{N: 1 + r.IntN(6), Window: window}
			id := fmt.Sprint(r.IntN(step + 2))
			if r.IntN(5) == 0 {
				log = append(log, "refund "+id)
				m.refund(id)
				if err := store.Refund(context.Background(), key, limit, id); err != nil {
					t.Fatal(err)
				}
				continue
			}
			at := now.Add(-time.Duration(r.IntN(2000)) * time.Millisecond)
			want := m.reserve(limit, id, at)
			got, err := store.Reserve(context.Background(), key, limit, id, at)
			if err != nil {
				t.Fatal(err)
			}
			log = append(log, fmt.Sprintf("reserve %s of %d at %s: %+v", id, limit.N, at.Format("05.000"), got))
			if got.Allowed != want.Allowed || got.Remaining != want.Remaining || !got.ResetAt.Equal(want.ResetAt) || got.RetryAfter != want.RetryAfter {
				t.Fatalf("seed %d, %v, want %+v after\n%s", seed, window, want, log)
			}
		}
	}
}

type model struct {
	window quota.Window
	calls  []modelCall
	start  time.Time // of the newest calendar window with a call, refunded or not
}

type modelCall struct {
	id string
	at time.Time
}

// counted lists the times of the calls that count at the time, and when the window ends.
func (m *model) counted(at time.Time) (calls []time.Time, end time.Time) {
	start, end := m.window.Bounds(at)
	for _, c := range m.calls {
		if s := m.window.Sliding(); s != 0 && c.at.After(start) || s == 0 && !c.at.Before(start) {
			calls = append(calls, c.at)
		}
	}
	return calls, end
}

func (m *model) reserve(limit quota.Limit, id string, now time.Time) quota.Decision {
	at, known := now, false
	if at.Before(m.start) {
		at = m.start
	}
	for _, c := range m.calls {
		if c.at.After(at) && m.window.Sliding() != 0 {
			at = c.at
		}
		known = known || c.id == id
	}
	calls, end := m.counted(at)
	allowed := known || len(calls) < limit.N
	if allowed && !known {
		m.calls = append(m.calls, modelCall{id, at})
		calls, end = m.counted(at)
		if m.window.Sliding() == 0 {
			m.start, _ = m.window.Bounds(at)
		}
	}
	if s := m.window.Sliding(); s != 0 && len(calls) > 0 {
		end = calls[max(0, len(calls)-limit.N)].Add(s)
	}
	return limit.Decide(allowed, len(calls), end, now)
}

func (m *model) refund(id string) {
	for i, c := range m.calls {
		if c.id == id {
			m.calls = append(m.calls[:i], m.calls[i+1:]...)
			return
		}
	}
}
