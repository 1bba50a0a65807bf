package quotatest

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

func exactly(h *harness) {
	limit := quota.Limit{N: 3, Window: month}
	_, end := month.Bounds(h.clock.Now())
	for i := range 3 {
		h.want(limit, fmt.Sprint(i), true, 2-i)
	}
	for i := range 5 {
		d := h.want(limit, fmt.Sprint("more", i), false, 0)
		if !d.ResetAt.Equal(end) {
			h.Errorf("ResetAt %v, want %v", d.ResetAt, end)
		}
		if retry := end.Sub(h.clock.Now()); d.RetryAfter < retry-2*time.Second || d.RetryAfter > retry+2*time.Second {
			h.Errorf("RetryAfter %v, want about %v", d.RetryAfter, retry)
		}
	}
}

func repeated(h *harness) {
	limit := quota.Limit{N: 2, Window: month}
	h.want(limit, "a", true, 1)
	h.want(limit, "a", true, 1)
	h.want(limit, "b", true, 0)
	h.want(limit, "a", true, 0)
	h.want(limit, "c", false, 0)
	h.want(limit, "b", true, 0)
}

func deniedIDs(h *harness) {
	limit := quota.Limit{N: 1, Window: month}
	h.want(limit, "a", true, 0)
	h.want(limit, "b", false, 0)
	h.refund(limit, "b")
	h.want(limit, "b", false, 0)
	h.refund(limit, "a")
	h.want(limit, "b", true, 0)
}

func refund(h *harness) {
	for _, w := range []quota.Window{month, quota.Sliding(24 * time.Hour)} {
		limit := quota.Limit{N: 2, Window: w}
		h.want(limit, "a", true, 1)
		h.want(limit, "b", true, 0)
		h.refund(limit, "never reserved")
		h.refund(limit, "b")
		h.refund(limit, "b")
		h.want(limit, "c", true, 0)
		h.want(limit, "b", false, 0)
		h.refund(limit, "c")
		h.want(limit, "b", true, 0)
	}
}

func refundOlder(h *harness) {
	limit := quota.Limit{N: 1, Window: second}
	h.want(limit, "a", true, 0)
	h.nextSecond()
	h.want(limit, "b", true, 0)
	h.refund(limit, "a")
	h.want(limit, "c", false, 0)
}

func lower(h *harness) {
	for _, w := range []quota.Window{month, quota.Sliding(24 * time.Hour)} {
		for i := range 4 {
			h.want(quota.Limit{N: 5, Window: w}, fmt.Sprint(i), true, 4-i)
		}
		h.want(quota.Limit{N: 2, Window: w}, "x", false, 0)
		h.want(quota.Limit{N: 5, Window: w}, "y", true, 0)
	}
}

func concurrent(h *harness) {
	for _, w := range []quota.Window{month, quota.Sliding(24 * time.Hour)} {
		limit := quota.Limit{N: 50, Window: w}
		var wg sync.WaitGroup
		var mu sync.Mutex
		allowed := map[string]bool{}
		for i := range 32 {
			for range 2 { // each id is asked for twice at a time
				wg.Go(func() {
					for j := range 5 {
						id := fmt.Sprint(i, "/", j)
						d, err := h.store.Reserve(context.Background(), h.key, limit, id, h.clock.Now())
						if err != nil {
							h.Error(err)
							return
						}
						if d.Allowed {
							mu.Lock()
							allowed[id] = true
							mu.Unlock()
						}
					}
				})
			}
		}
		wg.Wait()
		if len(allowed) != 50 {
			h.Errorf("%v: %d calls of 160 were allowed, want 50", w, len(allowed))
		}
	}
}
