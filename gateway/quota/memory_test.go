package quota_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
	"github.com/skilllint/skilllint/gateway/quota/quotatest"
)

func TestMemory(t *testing.T) {
	quotatest.Run(t, func(*testing.T) quota.Store { return quota.NewMemory() }, quotatest.Fake())
}

func TestMemoryAgainstModel(t *testing.T) {
	quotatest.Model(t, func(*testing.T) quota.Store { return quota.NewMemory() }, 300)
}

// TestMemoryForgets: a year of users leaves behind what the last windows need.
func TestMemoryForgets(t *testing.T) {
	m := quota.NewMemory()
	limit := quota.Limit{N: 5, Window: quota.Calendar(quota.Minute, nil)}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	const users = 200_000
	for i := range users {
		now = now.Add(time.Second)
		if _, err := m.Reserve(context.Background(), quota.Key{User: fmt.Sprint(i)}, limit, "id", now); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.Len(); n > 64*2*64 {
		t.Errorf("%d keys are kept of %d, of which 660 are in use", n, users)
	}
}

func BenchmarkMemory(b *testing.B) {
	ids := make([]string, 1<<16)
	for i := range ids {
		ids[i] = fmt.Sprintf("01890a5d-ac96-774b-bcce-%012x", i)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ctx := context.Background()
	limit := quota.Limit{N: 50, Window: quota.Calendar(quota.Day, nil)}
	b.Run("denied", func(b *testing.B) {
		m := quota.NewMemory()
		key := quota.Key{Org: "acme", User: "alice", Provider: "zodiac", Tool: "calculate"}
		for i := range 50 {
			m.Reserve(ctx, key, limit, ids[i], now)
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			m.Reserve(ctx, key, limit, ids[50+i%1000], now)
		}
	})
	users := make([]string, 1000)
	for i := range users {
		users[i] = fmt.Sprint("user", i)
	}
	b.Run("allowed", func(b *testing.B) {
		m := quota.NewMemory()
		limit := quota.Limit{N: 1 << 40, Window: quota.Calendar(quota.Day, nil)}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ { // a call of each user each second: ids are remembered for 10 minutes
			key := quota.Key{Org: "acme", User: users[i%1000], Provider: "zodiac", Tool: "calculate"}
			m.Reserve(ctx, key, limit, ids[i/1000%len(ids)], now.Add(time.Duration(i)*time.Millisecond))
		}
	})
	b.Run("parallel", func(b *testing.B) {
		m := quota.NewMemory()
		limit := quota.Limit{N: 1 << 40, Window: quota.Calendar(quota.Day, nil)}
		b.ReportAllocs()
		b.RunParallel(func(pb *testing.PB) {
			for i := rand.IntN(1 << 20); pb.Next(); i++ {
				key := quota.Key{Org: "acme", User: users[i%1000], Provider: "zodiac", Tool: "calculate"}
				m.Reserve(ctx, key, limit, ids[i/1000%len(ids)], now.Add(time.Duration(i)*time.Millisecond))
			}
		})
	})
}

func TestMemoryAfterAJump(t *testing.T) {
	quotatest.Jumped(t, func(*testing.T) quota.Store { return quota.NewMemory() })
}

// TestMemoryRemembersWhileSweeping: a call that is repeated within Remember counts
// once, though many other keys came between.
func TestMemoryRemembersWhileSweeping(t *testing.T) {
	m := quota.NewMemory()
	limit := quota.Limit{N: 5, Window: quota.Calendar(quota.Second, nil)}
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	key := quota.Key{User: "alice"}
	reserve := func(k quota.Key, id string, now time.Time) {
		t.Helper()
		if _, err := m.Reserve(context.Background(), k, limit, id, now); err != nil {
			t.Fatal(err)
		}
	}
	reserve(key, "once", start)
	before := m.Len()
	soon := start.Add(quota.Remember - time.Second)
	for i := range 100_000 {
		reserve(quota.Key{User: fmt.Sprint(i)}, "id", soon)
	}
	if m.Len() != before+100_000 {
		t.Errorf("%d keys are kept, want all %d: their ids are to be remembered", m.Len(), before+100_000)
	}
}
