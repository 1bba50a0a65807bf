package gateway

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Shared keeps what the gateways of one installation have to agree on: outcomes of calls with
// idempotency keys, the definitions that were seen first, and the versions that bindings
// without a lock were first resolved to. Packages shared/redis and shared/sqlite are some.
type Shared interface {
	// First stores a value under a key that has none, and returns the one that is there then.
	// It is forgotten after keep, or never where that is 0.
	First(ctx context.Context, key string, value []byte, keep time.Duration) (first []byte, err error)
	// Set stores a value in place of another.
	Set(ctx context.Context, key string, value []byte, keep time.Duration) error
	// Remove forgets a key.
	Remove(ctx context.Context, key string) error
}

const (
	sharedWait = 5 * time.Second // for an answer
	sharedPoll = 25 * time.Millisecond
	sharedMost = 1 << 20 // bytes of a result; of a larger one only its key is kept
)

// first is what all gateways saw first under a name.
func (o *Options) first(kind string, parts []string, value string) (string, error) {
	if o.Shared == nil {
		return value, nil
	}
	key := []byte(kind + ":")
	for _, p := range parts {
		key = appendPart(key, p)
	}
	ctx, cancel := context.WithTimeout(context.Background(), sharedWait)
	defer cancel()
	b, err := o.Shared.First(ctx, string(key), []byte(value), 0)
	if err != nil {
		return "", fmt.Errorf("gateway: the shared store: %w", err)
	}
	return string(b), nil
}

// An outcome is what became of a call with an idempotency key, as gateways tell each other.
type outcome struct {
	Args    string        `json:"args"` // hash
	Call    string        `json:"call"` // id
	Done    bool          `json:"done,omitempty"`
	Dropped bool          `json:"dropped,omitempty"` // the result was too large
	Result  *Result       `json:"result,omitempty"`
	Failure *plainFailure `json:"failure,omitempty"`
}

// plainFailure is an Error with all its fields; Error itself marshals to what callers are told.
type plainFailure Error

var errUnderWay = errors.New("it was begun, and has no outcome yet")

// claim makes a call this gateway's to execute, or gives the outcome that it had at another.
func (c *call) claim(ctx context.Context, e *repeat) (earlier *outcome, err error) {
	mine := outcome{Args: hex.EncodeToString(e.args[:]), Call: c.id}
	text, err := json.Marshal(mine)
	if err != nil {
		return nil, err
	}
	end := time.Now().Add(c.tool.timeout + sharedWait)
	for {
		asked, cancel := context.WithTimeout(ctx, sharedWait)
		first, err := c.gateway.options.Shared.First(asked, sharedKey(e), text, repeatTime)
		cancel()
		if err != nil {
			return nil, err
		}
		var o outcome
		if err := json.Unmarshal(first, &o); err != nil {
			return nil, fmt.Errorf("an outcome that can't be read: %w", err)
		}
		switch {
		case o.Call == c.id:
			return nil, nil
		case o.Args != mine.Args || o.Done:
			return &o, nil
		case time.Now().After(end):
			return nil, errUnderWay
		}
		if !wait(ctx, sharedPoll) {
			return nil, context.Cause(ctx)
		}
	}
}

// settle tells other gateways what became of a call that was claimed.
func (c *call) settle(ctx context.Context, e *repeat) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sharedWait)
	defer cancel()
	if e.again {
		return c.gateway.options.Shared.Remove(ctx, sharedKey(e))
	}
	o := outcome{Args: hex.EncodeToString(e.args[:]), Call: c.id, Done: true, Result: e.result, Failure: (*plainFailure)(e.failure)}
	if o.Result != nil && len(o.Result.Value) > sharedMost {
		o.Result, o.Dropped = nil, true
	}
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return c.gateway.options.Shared.Set(ctx, sharedKey(e), text, repeatTime)
}

func sharedKey(e *repeat) string { return "call:" + hex.EncodeToString(e.key[:]) }

// elsewhere executes a call with an idempotency key, unless another gateway has.
func (r *repeats) elsewhere(ctx context.Context, c *call, e *repeat) (*Result, *Error) {
	earlier, err := c.claim(ctx, e)
	switch {
	case errors.Is(err, errUnderWay):
		e.again = true // here: another gateway is asked anew
		return nil, c.refuse(ctx, errorf(IdempotencyConflict, "the call was begun, and what became of it is not known"))
	case ctx.Err() != nil:
		e.again = true
		return nil, c.refuse(ctx, interrupted(ctx.Err()))
	case err != nil:
		e.again = true
		c.cause = err
		f := errorf(QuotaUnavailable, "the idempotency key could not be looked up")
		f.RetryAfter = soon()
		return nil, c.refuse(ctx, f)
	case earlier == nil:
		result, failure := r.run(ctx, c, e)
		c.cause = errors.Join(c.cause, c.settle(ctx, e)) // without it, others find the call under way
		return result, failure
	case earlier.Args != hex.EncodeToString(e.args[:]):
		e.again = true
		return nil, c.refuse(ctx, errorf(IdempotencyConflict, "the idempotency key was used with other arguments"))
	case earlier.Dropped:
		e.again = true
		return nil, c.refuse(ctx, errorf(IdempotencyConflict, "the call was made, and its result is no longer kept"))
	}
	e.result, e.failure = earlier.Result, (*Error)(earlier.Failure)
	return c.answered(ctx, auditReplayed, e.result, e.failure)
}
