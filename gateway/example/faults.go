package main

import (
	"context"
	"errors"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// faults are what the example breaks, to show what callers are told then.
type faults struct {
	billing, quota, audit bool // do not answer
	bug                   bool // the quota store panics
}

var errDown = errors.New("connection refused")

// billing tells who has subscribed; a real host asks its own.
type billing struct {
	subscribed map[string]bool // users
	faults     *faults
}

func (b billing) Subscribed(_ context.Context, who gateway.Identity, _ string) (bool, error) {
	if b.faults.billing {
		return false, errDown
	}
	return b.subscribed[who.User], nil
}

// A frozenQuota counts as if it were noon, so that the example prints the same all day.
type frozenQuota struct {
	quota.Store
	faults *faults
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func (q frozenQuota) Reserve(ctx context.Context, key quota.Key, limit quota.Limit, callID string, _ time.Time) (quota.Decision, error) {
	switch {
	case q.faults.bug:
		panic("a bug in a store")
	case q.faults.quota:
		return quota.Decision{}, quota.Unavailable("memory", errDown)
	}
	return q.Store.Reserve(ctx, key, limit, callID, noon)
}

// A fragileLog is an audit log that can be taken away.
type fragileLog struct {
	audit.Log
	faults *faults
}

func (l fragileLog) Intent(ctx context.Context, r audit.Record) error {
	if l.faults.audit {
		return errDown
	}
	return l.Log.Intent(ctx, r)
}

func (l fragileLog) Denial(ctx context.Context, r audit.Record) error {
	if l.faults.audit {
		return errDown
	}
	return l.Log.Denial(ctx, r)
}
