// Package redis counts quotas in Redis or Valkey, exactly for the gateways of many hosts. A reservation is one script and one round trip. The script goes by
// the server's clock, so the clocks of the hosts do not matter, and it knows the ids of
// calls, so a command that is sent again after a lost reply counts once.
//
// What it cannot promise: replication is asynchronous, so a failover to a replica may
// forget the reservations of the last moments, and allow as many calls once more; and
// with appendfsync everysec, so may a host that loses power. Where that is not
// acceptable, set appendfsync always and fail over by hand.
package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
	"github.com/sony/gobreaker/v2"

	"github.com/skilllint/skilllint/gateway/quota"
)

// patience bounds a reservation, retries included, when ctx sets no earlier end.
const patience = 3 * time.Second

// Store is a quota.Store in one Redis server, cluster, or group watched by Sentinel.
type Store struct {
	client redis.UniversalClient
	// skew is the server's clock minus the callers', in nanoseconds, as last seen when
	// it mattered. It only saves a second round trip.
	skew atomic.Int64
	// breaker answers for a server that does not: while it is away, callers are denied at
	// once, and one of them a second tries.
	breaker *gobreaker.CircuitBreaker[[]int64]
}

// silence is the client's logger: what fails is an error of the call that it failed for.
type silence struct{}

func (silence) Printf(context.Context, string, ...any) {}

func init() { redis.SetLogger(silence{}) }

func newBreaker() *gobreaker.CircuitBreaker[[]int64] {
	return gobreaker.NewCircuitBreaker[[]int64](gobreaker.Settings{
		Name: "redis", MaxRequests: 1, Timeout: time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 2 },
		IsExcluded:  func(err error) bool { return errors.Is(err, context.Canceled) },
		IsSuccessful: func(err error) bool {
			var answered redis.Error // by a server that is there, such as "out of memory"
			return err == nil || errors.As(err, &answered)
		},
	})
}

var _ quota.Store = (*Store)(nil)

// Open connects, and checks that the server keeps what it is told: it must not evict
// keys, and must write an append-only file. Where opt leaves them 0, MaxRetries is 2,
// DialTimeout, ReadTimeout and WriteTimeout are one second. Deadlines of contexts are
// always kept. It silences the client library's own logger, which writes to stderr.
func Open(ctx context.Context, opt *redis.UniversalOptions) (*Store, error) {
	o := *opt
	o.ContextTimeoutEnabled = true
	if o.MaxRetries == 0 {
		o.MaxRetries = 2
	}
	for _, d := range []*time.Duration{&o.DialTimeout, &o.ReadTimeout, &o.WriteTimeout} {
		if *d == 0 {
			*d = time.Second
		}
	}
	if o.MaintNotificationsConfig == nil {
		o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	}
	s := &Store{client: redis.NewUniversalClient(&o), breaker: newBreaker()}
	if err := s.check(ctx); err != nil {
		s.client.Close()
		return nil, err
	}
	return s, nil
}

// check asks by INFO, which hosted services allow where they refuse CONFIG.
func (s *Store) check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if c, ok := s.client.(*redis.ClusterClient); ok {
		return c.ForEachMaster(ctx, func(ctx context.Context, c *redis.Client) error { return checkServer(ctx, c) })
	}
	return checkServer(ctx, s.client)
}

func checkServer(ctx context.Context, c redis.Cmdable) error {
	info, err := c.Info(ctx).Result()
	if err != nil {
		return quota.Unavailable("redis", err)
	}
	facts := map[string]string{}
	for line := range strings.Lines(info) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		facts[name] = value
	}
	if p := facts["maxmemory_policy"]; p != "noeviction" {
		return quota.Unavailable("redis", fmt.Errorf("maxmemory-policy is %q, want \"noeviction\": "+
			"quota keys expire, so the server may evict them, and calls that were counted are forgotten", p))
	}
	if facts["aof_enabled"] != "1" {
		return quota.Unavailable("redis", fmt.Errorf("appendonly is \"no\", want \"yes\": "+
			"a server that is started again would forget which calls were made"))
	}
	return nil
}

// Close closes the connections.
func (s *Store) Close() error { return s.client.Close() }

// Reserve implements quota.Store. It goes by the server's clock; now is a guess at it
// that saves a round trip when it lies in the same window.
func (s *Store) Reserve(ctx context.Context, key quota.Key, limit quota.Limit, callID string, now time.Time) (quota.Decision, error) {
	if err := quota.Check(limit, callID); err != nil {
		return quota.Decision{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if length := limit.Window.Sliding(); length != 0 {
		r, err := s.run(ctx, reserveSliding, keys(key, limit), callID, limit.N, length.Microseconds(), max(length, quota.Remember).Microseconds(), quota.Ahead.Microseconds())
		if err != nil {
			return quota.Decision{}, err
		}
		return limit.Decide(r.status == allowed, r.used, r.oldest.Add(length), r.now), nil
	}
	// A second attempt is for a clock that is off, a third for a window that ended meanwhile.
	guess := now.Add(time.Duration(s.skew.Load()))
	for range 3 {
		start, end := limit.Window.Bounds(guess)
		r, err := s.run(ctx, reserveCalendar, keys(key, limit), callID, limit.N, start.UnixMicro(), end.UnixMicro(), quota.Remember.Microseconds())
		if err != nil {
			return quota.Decision{}, err
		}
		if r.status != elsewhen {
			return limit.Decide(r.status == allowed, r.used, end, r.now), nil
		}
		guess = r.now
		s.skew.Store(int64(r.now.Sub(now)))
	}
	return quota.Decision{}, quota.Unavailable("redis", fmt.Errorf("the server's clock never lies in the window of %s that it gives", limit.Window))
}

// Refund implements quota.Store.
func (s *Store) Refund(ctx context.Context, key quota.Key, limit quota.Limit, callID string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := refund.Run(ctx, s.client, keys(key, limit), callID).Err(); err != nil {
		return quota.Unavailable("redis", err)
	}
	return nil
}

// keys gives the two keys that scripts touch: the calls, and the window that counts them.
// They share the braces of the encoded key, and so the node of a cluster.
func keys(key quota.Key, limit quota.Limit) []string {
	k := key.Encode(limit.Window)
	return []string{"skilllint:quota:calls:" + k, "skilllint:quota:window:" + k}
}

type reply struct {
	status      int64
	used        int
	now, oldest time.Time
}

func (s *Store) run(ctx context.Context, script *redis.Script, keys []string, args ...any) (reply, error) {
	n, err := s.breaker.Execute(func() ([]int64, error) {
		return script.Run(ctx, s.client, keys, args...).Int64Slice()
	})
	if err != nil {
		return reply{}, quota.Unavailable("redis", err)
	}
	if len(n) != 4 {
		return reply{}, quota.Unavailable("redis", fmt.Errorf("the script gave %d numbers, want 4", len(n)))
	}
	return reply{status: n[0], used: int(n[1]), now: time.UnixMicro(n[2]), oldest: time.UnixMicro(n[3])}, nil
}
