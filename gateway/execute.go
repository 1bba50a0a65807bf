package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// Codes of audit records that are no errors, or not only.
const (
	auditCached       = "cached"                // answered from the cache
	auditReplayed     = "replayed"              // answered with an earlier call's outcome
	auditUnverified   = "quota_unverified"      // allowed while the quota store did not answer
	auditAfterTimeout = "unknown_after_timeout" // the provider may still be at work
)

// execute makes a call that may be made: reserve, record the intent, dispatch, validate,
// record the outcome. The reservation's id is what the quota store counts by.
func (c *call) execute(ctx context.Context, reservation string) (*Result, *Error) {
	if c.tool.handler == nil {
		c.cause = errors.New("no function is registered for it")
		return nil, c.refuse(ctx, errorf(ProviderError, "%q is not served here", c.request.Tool))
	}
	if err := ctx.Err(); err != nil {
		return nil, c.refuse(ctx, interrupted(err))
	}
	g := c.gateway
	slot := g.cache.slot(c)
	if value, ok := slot.load(); ok {
		return c.answered(ctx, auditCached, &Result{Value: value, Meta: Meta{Cached: true}}, nil)
	}
	note, failure := c.reserve(ctx, reservation)
	if failure != nil {
		return nil, c.refuse(ctx, failure)
	}
	intent := c.record()
	intent.Decision, intent.Code = "allow", note
	if err := g.options.Audit.Intent(ctx, intent); err != nil {
		if failure := c.onRecord(err, nil); failure != nil {
			c.refund(ctx, reservation)
			return nil, failure
		}
	} else {
		c.intended = true
	}
	value, failure := c.dispatch(ctx)
	if failure != nil {
		value = nil
	}
	if !c.tool.ReadOnly {
		g.cache.forget(c)
	}
	c.intended = false // its outcome comes now
	outcome := c.record()
	outcome.Decision, outcome.Result = "allow", g.digester.digest(value)
	if failure != nil {
		if outcome.Code = string(failure.Code); failure.Code == Timeout {
			outcome.Code = auditAfterTimeout
		}
	}
	if failure := c.onRecord(g.options.Audit.Outcome(ctx, outcome), failure); failure != nil {
		return nil, failure
	}
	slot.store(value)
	result := &Result{Value: value, Meta: c.meta()}
	if c.tool.limited && note == "" {
		result.Meta.Remaining = &c.quota.Remaining
	}
	return result, nil
}

// answered gives an earlier outcome, and puts that on record.
func (c *call) answered(ctx context.Context, code string, earlier *Result, failure *Error) (*Result, *Error) {
	r := c.record()
	r.Decision, r.Code = "allow", code
	if err := c.gateway.options.Audit.Intent(ctx, r); err != nil {
		if failure := c.onRecord(err, nil); failure != nil {
			return nil, failure
		}
	}
	r = c.record()
	r.Decision, r.Code = "allow", code
	if earlier != nil {
		r.Result = c.gateway.digester.digest(earlier.Value)
	}
	if failure := c.onRecord(c.gateway.options.Audit.Outcome(ctx, r), failure); failure != nil {
		told := *failure
		return nil, &told
	}
	meta := c.meta()
	meta.Cached, meta.Replayed = earlier.Meta.Cached, code == auditReplayed
	return &Result{Value: bytes.Clone(earlier.Value), Meta: meta}, nil
}

// reserve counts the call, if the tool has a rate. A skill's own calls count too: the
// rate is the user's.
func (c *call) reserve(ctx context.Context, id string) (note string, failure *Error) {
	if !c.tool.limited {
		return "", nil
	}
	g, key := c.gateway, c.quotaKey()
	c.quota.Key = key.Encode(c.tool.limit.Window)
	d, err := g.options.Quota.Reserve(ctx, key, c.tool.limit, id, c.start)
	if err != nil {
		c.cause = err
		for _, provider := range g.options.AllowOnQuotaOutage {
			if provider == key.Provider {
				return auditUnverified, nil
			}
		}
		e := errorf(QuotaUnavailable, "the quota of %q could not be counted", c.request.Tool)
		e.RetryAfter = soon()
		return "", e
	}
	c.quota.Remaining = d.Remaining
	if !d.Allowed {
		return "", &Error{
			Code: RateLimited, RetryAfter: d.RetryAfter, ResetAt: d.ResetAt, Limit: c.tool.rate,
			Message: fmt.Sprintf("%q may be called %s", c.request.Tool, c.tool.rate),
		}
	}
	return "", nil
}

func (c *call) quotaKey() quota.Key {
	return quota.Key{Org: c.inv.who.Org, User: c.inv.who.User, Provider: c.tool.provider(), Tool: c.request.Tool}
}

// refund gives back what a call reserved that was never dispatched.
func (c *call) refund(ctx context.Context, id string) {
	if !c.tool.limited {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	// If it fails the user has one call less, never one more.
	c.cause = errors.Join(c.cause, c.gateway.options.Quota.Refund(ctx, c.quotaKey(), c.tool.limit, id))
}

// soon is when to ask a store again that does not answer: not all at once.
func soon() time.Duration { return time.Second + rand.N(2*time.Second) }

// notDispatched marks errors of calls that the provider never saw.
type notDispatched struct{ error }

func (e notDispatched) Unwrap() error { return e.error }

// NotDispatched marks an error of a Handler as one of a call that had no effect, such as a
// connection that was refused: the gateway may try again even if the tool is not idempotent.
func NotDispatched(err error) error { return notDispatched{err} }

// dispatch runs the tool, again if it fails and may be repeated, within the caller's deadline.
func (c *call) dispatch(ctx context.Context) (json.RawMessage, *Error) {
	delay := c.gateway.options.Limits.RetryDelay
	for {
		c.attempts++
		value, err := c.attempt(ctx)
		if err == nil {
			return c.accept(value)
		}
		c.cause = err
		if !c.again(ctx, err) || !wait(ctx, rand.N(delay)) {
			return nil, c.failed(ctx, err)
		}
		delay = min(2*delay, 5*time.Second)
	}
}

// again reports whether another attempt may be made.
func (c *call) again(ctx context.Context, err error) bool {
	var e *Error
	var pre notDispatched
	switch {
	case c.attempts > c.tool.retries || ctx.Err() != nil:
		return false
	case errors.As(err, &e) && forwarded(e):
		return false
	case !c.tool.Idempotent && !c.tool.ReadOnly && !errors.As(err, &pre):
		return false
	}
	return c.inv.root.retries.Add(-1) >= 0
}

// wait sleeps, unless ctx ends before.
func wait(ctx context.Context, d time.Duration) bool {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// attempt runs the function once, in a goroutine of its own: one that does not heed its
// context is left behind when the time is over, without the right to call.
func (c *call) attempt(ctx context.Context) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, c.tool.timeout)
	defer cancel()
	inv := &Invocation{
		gateway: c.gateway, who: c.inv.who, root: c.inv.root,
		consumer: version{c.tool.provider(), c.provider.Version.Text},
		frame:    &frame{parent: c.inv.frame, depth: c.inv.frame.depth + 1, id: c.id, provider: c.tool.provider(), tool: c.request.Tool},
	}
	defer inv.end()
	ctx = context.WithValue(ctx, contextKey{}, inv)
	type reply struct {
		value json.RawMessage
		err   error
	}
	replies := make(chan reply, 1)
	handler, args := c.tool.handler, c.args
	if c.attempts <= c.tool.retries {
		args = bytes.Clone(args) // the function may write to them
	}
	go func() {
		var r reply
		r.err = safely(func() (err error) {
			r.value, err = handler(ctx, args)
			return err
		})
		replies <- r
	}()
	select {
	case r := <-replies:
		return r.value, r.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// accept checks a result. What does not fit is the provider's fault.
func (c *call) accept(value json.RawMessage) (json.RawMessage, *Error) {
	limits := &c.gateway.options.Limits
	if len(value) == 0 {
		value = json.RawMessage("null")
	}
	var err error
	if n := len(value); n > limits.Result {
		err = fmt.Errorf("the result takes %d bytes, more than %d", n, limits.Result)
	} else if v, malformed := parse(value, limits.Nesting); malformed != nil {
		err = malformed
	} else if c.tool.out != nil && !c.tool.out.Valid(v) {
		for _, violation := range violations(c.tool.out.Validate(v)) {
			err = errors.Join(err, fmt.Errorf("the result's %q: %s", violation.Pointer, violation.Keyword))
		}
	} else {
		return bytes.Clone(value), nil // the function may still write to its own
	}
	c.cause = err
	return nil, errorf(InvalidResult, "the result of %q does not fit its schema", c.request.Tool)
}

// failed tells the caller that a provider failed, and not how.
func (c *call) failed(ctx context.Context, err error) *Error {
	var e *Error
	switch {
	case errors.As(err, &e) && forwarded(e):
		told := *e
		return &told
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(ctx.Err(), context.DeadlineExceeded):
		return errorf(Timeout, "%q did not answer in time", c.request.Tool)
	case ctx.Err() != nil:
		return errorf(Cancelled, "the call was cancelled")
	}
	return errorf(ProviderError, "%q failed", c.request.Tool)
}

// forwarded errors of calls within calls are about the user, who is the same on each level.
func forwarded(e *Error) bool { return e.Code == SubscriptionRequired || e.Code == RateLimited }

func interrupted(err error) *Error {
	if errors.Is(err, context.DeadlineExceeded) {
		return errorf(Timeout, "the caller's time is over")
	}
	return errorf(Cancelled, "the call was cancelled")
}
