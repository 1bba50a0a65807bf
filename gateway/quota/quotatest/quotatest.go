// Package quotatest holds the tests that each quota.Store has to pass. It is for
// authors of stores, and is used by the tests of the stores beside it.
package quotatest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// A Clock is what a store goes by. Real clocks cost a few seconds of sleep.
type Clock struct {
	Now   func() time.Time
	Sleep func(time.Duration)
}

// Real is the clock of stores with a clock of their own.
func Real() Clock { return Clock{time.Now, time.Sleep} }

// Fake is a clock that stands still but for its Sleep. It is for stores that go by the
// now of their callers.
func Fake() Clock {
	now := time.Date(2026, 3, 14, 15, 9, 26, 535_897_932, time.UTC)
	var mu sync.Mutex
	return Clock{
		Now:   func() time.Time { mu.Lock(); defer mu.Unlock(); return now },
		Sleep: func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) },
	}
}

var (
	month  = quota.Calendar(quota.Month, nil)
	second = quota.Calendar(quota.Second, nil)
)

// Run tests the stores that open gives. Each subtest uses keys of its own, so open may
// give the same store again.
func Run(t *testing.T, open func(t *testing.T) quota.Store, clock Clock) {
	for name, test := range map[string]func(*harness){
		"exactly the limit":                   exactly,
		"a repeated id counts once":           repeated,
		"an id outlives its window":           outlives,
		"a denied id is not remembered":       deniedIDs,
		"refund":                              refund,
		"refund of an older window":           refundOlder,
		"calendar window ends":                windowEnds,
		"sliding window":                      sliding,
		"a lower limit sees the same calls":   lower,
		"keys never meet":                     keysApart,
		"windows never meet":                  windowsApart,
		"concurrent callers":                  concurrent,
		"invalid arguments and ended context": refused,
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			for try := range 10 {
				h := &harness{T: t, store: store, clock: clock, key: quota.Key{Org: "acme", User: "alice", Provider: t.Name(), Tool: fmt.Sprint("calculate", try)}}
				if h.inTime(test) {
					return
				}
			}
			t.Fatal("this machine is too slow: ten times, a window was over before the test was")
		})
	}
}

type harness struct {
	*testing.T
	store quota.Store
	clock Clock
	key   quota.Key
	until time.Time // when what is expected ends to be so, or zero
}

// late is thrown by a test whose window was over before it came to its question.
type late struct{}

// inTime runs a test, and reports whether it was quick enough: when the machine has stood
// still for longer than a window, the answers of the store prove nothing.
func (h *harness) inTime(test func(*harness)) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if r != (late{}) {
				panic(r)
			}
			ok = false
		}
	}()
	test(h)
	return true
}

// unexpected ends the test, which has failed if it was in time.
func (h *harness) unexpected(format string, args ...any) {
	h.Helper()
	if !h.until.IsZero() && !h.clock.Now().Before(h.until) {
		panic(late{})
	}
	h.Fatalf(format, args...)
}

func (h *harness) reserve(limit quota.Limit, id string) quota.Decision {
	h.Helper()
	d, err := h.store.Reserve(context.Background(), h.key, limit, id, h.clock.Now())
	if err != nil {
		h.Fatalf("reserve %s: %v", id, err)
	}
	return d
}

func (h *harness) want(limit quota.Limit, id string, allowed bool, remaining int) quota.Decision {
	h.Helper()
	d := h.reserve(limit, id)
	if d.Allowed != allowed || d.Remaining != remaining {
		h.unexpected("reserve %s: allowed %v, remaining %d; want %v, %d", id, d.Allowed, d.Remaining, allowed, remaining)
	}
	if allowed && d.RetryAfter != 0 {
		h.Errorf("an allowed call has RetryAfter %v", d.RetryAfter)
	}
	if !allowed && (d.RetryAfter < time.Second || d.RetryAfter%time.Second != 0) {
		h.Errorf("RetryAfter %v, want whole seconds, at least one", d.RetryAfter)
	}
	return d
}

func (h *harness) refund(limit quota.Limit, id string) {
	h.Helper()
	if err := h.store.Refund(context.Background(), h.key, limit, id); err != nil {
		h.Fatalf("refund %s: %v", id, err)
	}
}

var ids struct {
	sync.Mutex
	n int
}

// id gives a call id that was not given before.
func (h *harness) id() string {
	ids.Lock()
	defer ids.Unlock()
	ids.n++
	return fmt.Sprint("call", ids.n)
}

func keysApart(h *harness) {
	p := h.key.Provider
	keys := []quota.Key{
		{Org: "a", User: "b_c", Provider: p, Tool: "t"}, {Org: "a_b", User: "c", Provider: p, Tool: "t"},
		{Org: "a}", User: "{b", Provider: p, Tool: "t"}, {Org: "a", User: "}{b", Provider: p, Tool: "t"},
		{Org: "1:a", User: "", Provider: p, Tool: "t"}, {Org: "", User: "1:a", Provider: p, Tool: "t"},
		{Org: "a", User: "b", Provider: p + "1:t", Tool: ""}, {Org: "a", User: "b", Provider: p, Tool: "1:t"},
		{Org: "a\x00", User: "b", Provider: p, Tool: "t"}, {Org: "a", User: "\x00b", Provider: p, Tool: "t"},
		{Org: "\xff", User: "b", Provider: p, Tool: "t"}, {Org: "\xfe", User: "b", Provider: p, Tool: "t"},
		{Org: "组织", User: "b", Provider: p, Tool: "t"}, {Org: "", User: "", Provider: p, Tool: "t"},
	}
	limit := quota.Limit{N: 1, Window: month}
	for _, h.key = range keys {
		h.want(limit, "the same id", true, 0)
	}
	for _, h.key = range keys {
		h.want(limit, "another", false, 0)
	}
}

func refused(h *harness) {
	ctx := context.Background()
	good := quota.Limit{N: 1, Window: month}
	for _, c := range []struct {
		limit quota.Limit
		id    string
	}{
		{good, ""},
		{quota.Limit{N: 0, Window: month}, "a"},
		{quota.Limit{N: -1, Window: month}, "a"},
		{quota.Limit{N: 1}, "a"},
		{quota.Limit{N: 1, Window: quota.Sliding(time.Millisecond)}, "a"},
		{quota.Limit{N: 1, Window: quota.Sliding(-24 * time.Hour)}, "a"},
		{quota.Limit{N: 1, Window: quota.Calendar(quota.Month+1, nil)}, "a"},
		{quota.Limit{N: 1, Window: quota.Calendar(quota.Day, time.Local)}, "a"},
	} {
		d, err := h.store.Reserve(ctx, h.key, c.limit, c.id, h.clock.Now())
		if !errors.Is(err, quota.ErrInvalid) || d.Allowed {
			h.Errorf("reserve %v %q: %+v, %v; want ErrInvalid", c.limit, c.id, d, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	d, err := h.store.Reserve(ended, h.key, good, "a", h.clock.Now())
	if !errors.Is(err, quota.ErrUnavailable) || !errors.Is(err, context.Canceled) || d.Allowed {
		h.Errorf("reserve with an ended context: %+v, %v; want ErrUnavailable and context.Canceled", d, err)
	}
	h.want(good, "b", true, 0)
}
