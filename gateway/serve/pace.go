package serve

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace bounds what one user takes of the server, and what all do. It is no quota: it keeps
// the server alive.
type pace struct {
	limits Limits
	all    chan struct{}

	mu    sync.Mutex
	users map[[2]string]*user
}

type user struct {
	under  int // way
	bucket *rate.Limiter
	last   time.Time
}

func newPace(l Limits) *pace {
	return &pace{limits: l, all: make(chan struct{}, l.Total), users: map[[2]string]*user{}}
}

// mostUsers are known before idle ones are forgotten.
const mostUsers = 10_000

// begin takes a place, or says why there is none.
func (p *pace) begin(c *Caller) (end func(), reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if len(p.users) > mostUsers {
		for key, u := range p.users {
			if u.under == 0 && now.Sub(u.last) > time.Minute {
				delete(p.users, key)
			}
		}
	}
	key := [2]string{c.Org, c.User}
	u := p.users[key]
	if u == nil {
		u = &user{bucket: rate.NewLimiter(rate.Limit(p.limits.Rate), 2*p.limits.Rate)}
		p.users[key] = u
	}
	u.last = now
	switch {
	case u.under >= p.limits.Concurrency:
		return nil, "concurrency"
	case !u.bucket.AllowN(now, 1):
		return nil, "rate"
	}
	select {
	case p.all <- struct{}{}:
	default:
		return nil, "total"
	}
	u.under++
	return func() {
		<-p.all
		p.mu.Lock()
		defer p.mu.Unlock()
		u.under--
	}, ""
}

// paced lets a caller's request through when he has not too many.
func (s *Server) paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		end, reason := s.state.Load().pace.begin(callerIn(r.Context()))
		if end == nil {
			s.metrics.refused.WithLabelValues(reason).Inc()
			w.Header().Set("Retry-After", "1")
			status := http.StatusTooManyRequests
			if reason == "total" {
				status = http.StatusServiceUnavailable
			}
			http.Error(w, "too many requests ("+reason+")", status)
			return
		}
		defer end()
		next.ServeHTTP(w, r)
	})
}
