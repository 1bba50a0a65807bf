package gateway

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// repeats remembers the calls that have an idempotency key
// (draft-ietf-httpapi-idempotency-key-header). It is this process's: without
// [Options.Shared], another gateway counts a repeated call once, by the id of its
// reservation, but makes it again.
type repeats struct {
	mu      sync.Mutex
	entries map[[32]byte]*list.Element
	oldest  list.List // of *repeat, in the order in which they began
	bytes   int       // of the results that are kept
}

// Bounds: how long a key is known, how many are, and the bytes of results that are kept;
// a result is dropped before its key.
const (
	repeatTime  = quota.Remember
	repeatKeys  = 100_000
	repeatBytes = 64 << 20
)

type repeat struct {
	key     [32]byte
	args    [32]byte
	began   time.Time
	done    chan struct{}
	result  *Result // these are written before done is closed
	failure *Error
	again   bool // it failed, and may be made again
	dropped bool // guarded by repeats.mu
}

func newRepeats() *repeats { return &repeats{entries: map[[32]byte]*list.Element{}} }

// do executes a call, or answers with what it gave before.
func (r *repeats) do(ctx context.Context, c *call) (*Result, *Error) {
	var b []byte
	for _, part := range []string{c.inv.who.Org, c.inv.who.User, c.inv.consumer.skill, c.tool.provider(), c.request.Tool, c.request.IdempotencyKey} {
		b = appendPart(b, part)
	}
	key, args := sha256.Sum256(b), sha256.Sum256([]byte(c.value.String()))
	for {
		e, first := r.entry(key, args, c.start)
		if e.args != args {
			return nil, c.refuse(ctx, errorf(IdempotencyConflict, "the idempotency key was used with other arguments"))
		}
		if first {
			return r.first(ctx, c, e)
		}
		select {
		case <-e.done:
		case <-ctx.Done():
			return nil, c.refuse(ctx, interrupted(ctx.Err()))
		}
		if e.again {
			continue // it left the entries, so this call is the first
		}
		r.mu.Lock()
		dropped := e.dropped
		r.mu.Unlock()
		if dropped {
			return nil, c.refuse(ctx, errorf(IdempotencyConflict, "the call was made, and its result is no longer kept"))
		}
		return c.answered(ctx, auditReplayed, e.result, e.failure)
	}
}

// entry is the one of a key, or a new one.
func (r *repeats) entry(key, args [32]byte, now time.Time) (e *repeat, first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for old := r.oldest.Front(); old != nil; old = r.oldest.Front() {
		if e := old.Value.(*repeat); r.oldest.Len() < repeatKeys && now.Sub(e.began) < repeatTime {
			break
		}
		r.remove(old)
	}
	if known := r.entries[key]; known != nil {
		return known.Value.(*repeat), false
	}
	e = &repeat{key: key, args: args, began: now, done: make(chan struct{})}
	r.entries[key] = r.oldest.PushBack(e)
	return e, true
}

func (r *repeats) first(ctx context.Context, c *call, e *repeat) (*Result, *Error) {
	defer close(e.done)
	e.failure = errorf(Internal, "the gateway failed") // if there is a panic
	execute := r.run
	if c.gateway.options.Shared != nil {
		execute = r.elsewhere
	}
	result, failure := execute(ctx, c, e)
	r.mu.Lock()
	defer r.mu.Unlock()
	element := r.entries[e.key]
	switch {
	case element == nil || element.Value != e: // it took longer than its key is known
	case e.again:
		r.remove(element)
	case result != nil:
		r.bytes += len(result.Value)
		for old := r.oldest.Front(); old != nil && r.bytes > repeatBytes; old = old.Next() {
			r.drop(old.Value.(*repeat))
		}
	}
	return result, failure
}

// run executes a call, and notes what became of it.
func (r *repeats) run(ctx context.Context, c *call, e *repeat) (*Result, *Error) {
	e.result, e.failure = c.execute(ctx, "key:"+hex.EncodeToString(e.key[:]))
	e.again = e.failure != nil && (c.attempts == 0 || c.tool.Idempotent || c.tool.ReadOnly)
	return e.result, e.failure
}

func (r *repeats) remove(element *list.Element) {
	e := r.oldest.Remove(element).(*repeat)
	delete(r.entries, e.key)
	r.drop(e)
}

// drop lets go of a result. Who waits for it already has it.
func (r *repeats) drop(e *repeat) {
	select {
	case <-e.done:
	default:
		return // it has none yet
	}
	if e.result != nil && !e.dropped {
		r.bytes -= len(e.result.Value)
		e.dropped = true
	}
}
