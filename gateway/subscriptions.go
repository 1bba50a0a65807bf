package gateway

import (
	"context"
	"sync"
	"time"
)

// RememberSubscriptions asks source once and goes by a positive answer for ttl, so that
// a short outage of source goes unnoticed. Negative answers and errors are not kept: who
// subscribes can call at once.
func RememberSubscriptions(source Subscriptions, ttl time.Duration) Subscriptions {
	return &remembered{source: source, ttl: ttl, until: map[subscription]time.Time{}}
}

type subscription struct{ org, user, skill string }

type remembered struct {
	source Subscriptions
	ttl    time.Duration

	mu      sync.Mutex
	until   map[subscription]time.Time
	sweepAt int
}

func (r *remembered) Subscribed(ctx context.Context, who Identity, skill string) (bool, error) {
	key := subscription{who.Org, who.User, skill}
	asked := time.Now()
	r.mu.Lock()
	known := asked.Before(r.until[key])
	r.mu.Unlock()
	if known {
		return true, nil
	}
	ok, err := r.source.Subscribed(ctx, who, skill)
	if err != nil || !ok {
		return false, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.until) >= r.sweepAt {
		for k, until := range r.until {
			if !asked.Before(until) {
				delete(r.until, k)
			}
		}
		r.sweepAt = max(1024, 2*len(r.until))
	}
	r.until[key] = asked.Add(r.ttl)
	return true, nil
}
