// Package quota counts calls of tools against limits such as 50 a day, exactly,
// for any number of concurrent callers.
//
// There is one operation that matters: [Store.Reserve] decides and counts in one
// atomic step, so no call slips in between a check and its count. A call is named
// by its id; whoever repeats a reservation, because a reply was lost or a client
// sent a request again, counts once.
//
// A store never guesses. When it cannot reach what it counts in, or is not sure
// that it did, it returns an error that wraps [ErrUnavailable], and the caller
// denies the call.
//
// This package does not parse rates, does not know which tool has which limit,
// and has no notion of an unlimited tool: such a tool is not reserved at all.
// [Memory] counts within one process. The packages quota/sqlite (the processes of
// one host) and quota/redis (many hosts) bring their drivers with them, which is
// why they are packages of their own.
package quota

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Remember is how long a store knows the id of a call that it counted in a calendar
// window, whatever window came after: longer than any retry of a call. In a sliding
// window an id is known for the window's length, if that is longer.
const Remember = 10 * time.Minute

// Ahead is how far in the future a window may begin that counts. One that begins later was
// made by a clock that has been set right since: it is void.
const Ahead = 10 * time.Minute

var (
	// ErrUnavailable is wrapped by each error that leaves open whether a call may be
	// made: the store cannot be reached, is full, or did not answer in time.
	ErrUnavailable = errors.New("quota store unavailable")
	// ErrInvalid is wrapped by errors about the arguments: a limit below 1, a window
	// that is none, an empty call id.
	ErrInvalid = errors.New("invalid quota")
)

// Unavailable wraps err as the failure of the named store.
func Unavailable(store string, err error) error {
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, store, err)
}

// A Store counts reservations. Its methods may be called concurrently.
type Store interface {
	// Reserve asks for one call. When the window of now has room it counts the call
	// and allows it, otherwise it counts nothing. A callID that was counted before
	// and is remembered is allowed again without being counted. Stores that have a
	// clock of their own, shared by their clients, go by that and not by now.
	//
	// Each error denies the call: it wraps ErrUnavailable or ErrInvalid.
	Reserve(ctx context.Context, key Key, limit Limit, callID string, now time.Time) (Decision, error)

	// Refund gives back what callID reserved in the window that it was counted in,
	// once. It is for calls that were never dispatched, and for no others. Unknown
	// ids, and those of windows that are over, change nothing.
	Refund(ctx context.Context, key Key, limit Limit, callID string) error

	// Close releases what the store holds. Counts stay, where the store keeps them.
	Close() error
}

// A Decision says whether a call may be made, and when the next one may.
type Decision struct {
	Allowed bool
	// Remaining is the number of calls that the window still has room for.
	Remaining int
	// ResetAt is when room comes back: the end of a calendar window; in a sliding
	// window, when the oldest call that has to leave it leaves.
	ResetAt time.Time
	// RetryAfter is the time from the store's clock to ResetAt in whole seconds,
	// rounded up (RFC 9110 §10.2.3), for a denied call; 0 for an allowed one.
	RetryAfter time.Duration
}

// A Key names what is counted together: the calls of one user of one organisation to
// one tool. Versions and callers are no part of it.
type Key struct{ Org, User, Provider, Tool string }

// Encode gives the key and the kind of window as text. Each part is preceded by its
// length, so that different keys never meet, whatever characters they are made of.
// Organisation and user stand in braces: what is counted for one user lies on one
// node of a Redis cluster.
func (k Key) Encode(w Window) string {
	b := append(make([]byte, 0, 64), '{')
	b = appendPart(appendPart(b, k.Org), k.User)
	b = append(b, '}')
	b = appendPart(appendPart(b, k.Provider), k.Tool)
	return string(appendPart(b, w.String()))
}

func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	return append(append(b, ':'), part...)
}

// A Limit allows N calls in each Window.
type Limit struct {
	N      int
	Window Window
}

// Check says what makes a reservation meaningless, wrapping ErrInvalid.
func Check(limit Limit, callID string) error {
	switch {
	case callID == "":
		return fmt.Errorf("%w: the call has no id", ErrInvalid)
	case limit.N < 1:
		return fmt.Errorf("%w: limit %d is below 1", ErrInvalid, limit.N)
	}
	return limit.Window.check()
}

// Decide gives the decision of a store that counted used calls, the asked one
// included if it is allowed, in a window that has room again at reset.
func (l Limit) Decide(allowed bool, used int, reset, now time.Time) Decision {
	d := Decision{Allowed: allowed, Remaining: max(0, l.N-used), ResetAt: reset.UTC()}
	if !allowed {
		const second = time.Second
		d.RetryAfter = max(second, (reset.Sub(now) + second - 1).Truncate(second))
	}
	return d
}

// An Inspector is a Store that an operator can look into.
type Inspector interface {
	// Used gives the decision that Reserve would give, and counts nothing.
	Used(ctx context.Context, key Key, limit Limit, now time.Time) (Decision, error)
	// Reset forgets what was counted.
	Reset(ctx context.Context, key Key, limit Limit) error
}
