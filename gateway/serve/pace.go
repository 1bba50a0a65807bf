package serve

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace bounds what one user takes of the server, and what all do. It is no quota: it keeps
// the server alive.
type pace struct {
	limits    Limits
	all       chan struct{}
	listeners chan struct{}

	mu    sync.Mutex
	users map[[2]string]*user
}

type user struct {
	under     int // way
	listeners int
	bucket    *rate.Limiter
	last      time.Time
}

func newPace(l Limits) *pace {
	return &pace{limits: l, all: make(chan struct{}, l.Total), listeners: make(chan struct{}, l.Listeners), users: map[[2]string]*user{}}
}

// mostUsers are known before idle ones are forgotten.
const mostUsers = 10_000

// A place is what a request has among those under way, or, if it only listens, among those.
type place struct {
	pace *pace
	user *user
	of   chan struct{}
	n    *int
}

// begin takes a place, or says why there is none.
func (p *pace) begin(c *Caller) (_ *place, reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if len(p.users) > mostUsers {
		for key, u := range p.users {
			if u.under+u.listeners == 0 && now.Sub(u.last) > time.Minute {
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
	one := &place{p, u, p.all, &u.under}
	if !one.take() {
		return nil, "total"
	}
	return one, ""
}

func (p *place) take() bool {
	select {
	case p.of <- struct{}{}:
		*p.n++
		return true
	default:
		return false
	}
}

func (p *place) leave() {
	<-p.of
	*p.n--
}

func (p *place) end() {
	p.pace.mu.Lock()
	defer p.pace.mu.Unlock()
	p.leave()
}

// listen takes a place among the listeners for the one among the requests under way, if there
// is one: clients that listen do nothing and stay for long.
func (p *place) listen() bool {
	p.pace.mu.Lock()
	defer p.pace.mu.Unlock()
	among := &place{p.pace, p.user, p.pace.listeners, &p.user.listeners}
	if *among.n >= p.pace.limits.Concurrency || !among.take() {
		return false
	}
	p.leave()
	*p = *among
	return true
}

type placeKey struct{}

// placeIn is the place of a request.
func placeIn(ctx context.Context) *place {
	p, _ := ctx.Value(placeKey{}).(*place)
	return p
}

// paced lets a caller's request through when he has not too many.
func (s *Server) paced(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		place, reason := s.state.Load().pace.begin(callerIn(r.Context()))
		if place == nil {
			s.tooMany(w, reason)
			return
		}
		defer place.end()
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), placeKey{}, place)))
	})
}

// tooMany refuses a request for a while.
func (s *Server) tooMany(w http.ResponseWriter, reason string) {
	s.metrics.refused.WithLabelValues(reason).Inc()
	w.Header().Set("Retry-After", "1")
	status := http.StatusTooManyRequests
	if reason == "total" {
		status = http.StatusServiceUnavailable
	}
	http.Error(w, "too many requests ("+reason+")", status)
}
