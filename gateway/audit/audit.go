// Package audit keeps a record of every call of a tool, denied ones too, that survives
// the death of the process that wrote it.
//
// A call that is allowed is written twice: its intent before it is dispatched, its
// outcome after. A denied call is written once. Each of these returns when the row is
// on the disk; rows of concurrent calls share one write and one sync. When the disk
// cannot keep up, callers wait; when it does not answer, they get [ErrUnavailable], and
// the gateway denies the call. Nothing is dropped that a caller was told is on record, and
// nothing is dispatched that is not.
//
// Rows form segments: what one process wrote, each row holding the hash of the row
// before, and each run of a process names the sealed segments that were there before it.
// [Verify] finds rows and segments that were changed, removed or moved, and the end of a sealed
// segment that was cut off. With [Options].Key, seals and checkpoints are signed, and [CheckSigned]
// finds what was written anew by who has no key. What no log can know of itself is that its
// newest rows were cut off: keep what the Report says of segments somewhere else from time to
// time, and give it to the next Verify.
//
// A store that finds its open segment removed, replaced or shortened says [ErrTampered]; the
// log then takes nothing more until it is opened anew.
//
// Arguments and results are kept as HMAC and size only. This package does not decide
// calls, does not rotate or delete old segments on its own, and does not send rows
// anywhere. [OpenFiles] stores them in files; the packages audit/sqlite and
// audit/postgres in databases.
package audit

import (
	"context"
	"errors"
	"fmt"
)

var (
	// ErrUnavailable is wrapped by each error after which a row may be missing from
	// the log: the call must not be dispatched, or its reply not given.
	ErrUnavailable = errors.New("audit log unavailable")
	// ErrInvalid is wrapped by errors about the arguments: a record without a call id
	// or too large, an intent given twice, an outcome without an intent.
	ErrInvalid = errors.New("invalid audit record")
	// ErrTampered is wrapped by errors about a log that was not written by this package.
	ErrTampered = errors.New("audit log was changed")
)

// A Log takes the records of a gateway. Its methods may be called concurrently.
type Log interface {
	// Intent records that a call is about to be dispatched. When it returns nil the row
	// is durable. After an error the call must not be dispatched; should the row have
	// been written nevertheless, an outcome not_dispatched follows it.
	Intent(ctx context.Context, r Record) error

	// Outcome records how the call with an intent ended. It is written even if ctx is
	// over, for a call does not end unrecorded because its caller left. An error that
	// wraps ErrUnavailable says that the row is not durable yet; it is kept, and
	// written as soon as the store allows.
	Outcome(ctx context.Context, r Record) error

	// Denial records a call that was not allowed.
	Denial(ctx context.Context, r Record) error
}

// unavailable wraps err as the failure of the log.
func unavailable(err error) error { return fmt.Errorf("%w: %w", ErrUnavailable, err) }
