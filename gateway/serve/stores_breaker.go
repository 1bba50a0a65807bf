package serve

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
)

// A store that failed twice in a row is left alone for a second, and calls that need it are
// denied at once. (Quotas in Redis have a breaker of their own.) What ends a call that was begun
// is always tried: it is on record and its outcome is known, if that can be had at all.

const storeWait = 5 * time.Second // for a source of subscriptions

// A storeBreaker stands before what begins a call.
type storeBreaker struct {
	breaker *gobreaker.CircuitBreaker[any]
}

func newStoreBreaker(name string, log *slog.Logger) storeBreaker {
	return storeBreaker{gobreaker.NewCircuitBreaker[any](gobreaker.Settings{
		Name: name, MaxRequests: 1, Timeout: time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 2 },
		IsExcluded:  func(err error) bool { return errors.Is(err, context.Canceled) },
		OnStateChange: func(name string, _, to gobreaker.State) {
			log.Warn("circuit breaker of a store", "store", name, "state", to.String())
		},
	})}
}

func (b storeBreaker) do(f func() error) error {
	_, err := b.breaker.Execute(func() (any, error) { return nil, f() })
	return err
}

type guardedAudit struct {
	audit.Log
	breaker storeBreaker
}

func (g guardedAudit) Intent(ctx context.Context, r audit.Record) error {
	return g.breaker.do(func() error { return g.Log.Intent(ctx, r) })
}

func (g guardedAudit) Denial(ctx context.Context, r audit.Record) error {
	return g.breaker.do(func() error { return g.Log.Denial(ctx, r) })
}

type guardedShared struct {
	gateway.Shared
	breaker storeBreaker
}

func (g guardedShared) First(ctx context.Context, key string, value []byte, keep time.Duration) (first []byte, err error) {
	err = g.breaker.do(func() error {
		first, err = g.Shared.First(ctx, key, value, keep)
		return err
	})
	return first, err
}

type guardedSubscriptions struct {
	gateway.Subscriptions
	breaker storeBreaker
}

func (g guardedSubscriptions) Subscribed(ctx context.Context, who gateway.Identity, skill string) (ok bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, storeWait)
	defer cancel()
	err = g.breaker.do(func() error {
		ok, err = g.Subscriptions.Subscribed(ctx, who, skill)
		return err
	})
	return ok, err
}
