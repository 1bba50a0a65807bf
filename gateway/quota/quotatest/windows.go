package quotatest

import (
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

func outlives(h *harness) {
	limit := quota.Limit{N: 2, Window: second}
	h.want(limit, "a", true, 1)
	h.nextSecond()
	h.want(limit, "a", true, 2)
	h.want(limit, "b", true, 1)
}

// nextSecond sleeps into the beginning of the next second, in which what follows has to be.
func (h *harness) nextSecond() {
	_, end := second.Bounds(h.clock.Now())
	h.clock.Sleep(end.Sub(h.clock.Now()) + 20*time.Millisecond)
	_, h.until = second.Bounds(h.clock.Now())
}

func windowEnds(h *harness) {
	limit := quota.Limit{N: 2, Window: second}
	h.nextSecond()
	for range 2 {
		h.want(limit, h.id(), true, 1)
		h.want(limit, h.id(), true, 0)
		d := h.want(limit, h.id(), false, 0)
		if d.RetryAfter != time.Second {
			h.unexpected("RetryAfter %v, want 1s", d.RetryAfter)
		}
		h.clock.Sleep(d.ResetAt.Sub(h.clock.Now()) + time.Millisecond)
		_, h.until = second.Bounds(h.clock.Now())
	}
}

func sliding(h *harness) {
	limit := quota.Limit{N: 2, Window: quota.Sliding(time.Second)}
	aEnds := h.clock.Now().Add(time.Second) // at the earliest
	h.want(limit, "a", true, 1)
	h.clock.Sleep(600 * time.Millisecond)
	h.until = aEnds
	bEnds := h.clock.Now().Add(time.Second)
	h.want(limit, "b", true, 0)
	d := h.want(limit, "c", false, 0)
	if left := d.ResetAt.Sub(h.clock.Now()); left <= 0 || left > 400*time.Millisecond {
		h.unexpected("room in %v, want 400ms at most", left)
	}
	h.clock.Sleep(d.ResetAt.Sub(h.clock.Now()) + time.Millisecond)
	h.until = bEnds
	cEnds := h.clock.Now().Add(time.Second)
	h.want(limit, "c", true, 0)
	d = h.want(limit, "d", false, 0)
	h.clock.Sleep(d.ResetAt.Sub(h.clock.Now()) + time.Millisecond)
	h.until = cEnds
	h.want(limit, "b", true, 1) // counted before, and its time is over
}

func windowsApart(h *harness) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		h.Fatal(err)
	}
	again, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		h.Fatal(err)
	}
	h.want(quota.Limit{N: 1, Window: month}, "a", true, 0)
	h.want(quota.Limit{N: 1, Window: quota.Sliding(24 * time.Hour)}, "a", true, 0)
	h.want(quota.Limit{N: 1, Window: quota.Calendar(quota.Month, berlin)}, "a", true, 0)
	h.want(quota.Limit{N: 1, Window: quota.Calendar(quota.Month, again)}, "b", false, 0)
}
