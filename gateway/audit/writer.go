package audit

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Options of a Writer; the zero value is good.
type Options struct {
	// Timeout bounds how long a caller waits for its row to be durable, when its context
	// sets no earlier end; 0 is 5 seconds.
	Timeout time.Duration
	// SegmentBytes is the size at which a segment is sealed and another begun; 0 is 64 MiB.
	SegmentBytes int
	// Key, if not nil, signs seals, and checkpoints in between: who has no key can't write
	// the log anew. All processes of a log have the same one. CheckSigned takes its public half.
	Key ed25519.PrivateKey
	// Checkpoint is how often a segment that has grown is signed; 0 is a minute.
	Checkpoint time.Duration
}

// A Writer is a Log over a Store: one goroutine writes what all callers of the process
// have to say, as many rows at once as have come together during the last write.
type Writer struct {
	store   Store
	options Options
	wake    chan struct{}
	closing chan struct{}
	done    chan struct{}

	mu     sync.Mutex
	closed bool
	queue  []*entry
	batch  []*entry // being written
	// late fires when a row has waited too long; one timer for all of them.
	late     *time.Timer
	expiring bool // it is set
	// calls holds those without an outcome on record. As outcomes come from it alone, it
	// bounds the queue's length.
	calls map[string]callState

	// The rest belongs to the goroutine.
	chain    *chain // nil after a failure
	previous string // segment before the next, and the hash of its last row
	prev     string
	after    []SegmentReport // for the first segment
	signed   uint64          // rows of the segment up to the last checkpoint
	tampered error           // the log was changed under it, so it takes nothing more
	rows     []row           // of the batch
	spare    []*entry        // the last batch, for its memory
	dead     []Segment       // failed; kept from others while the calls in them are open
	failure  error           // why the last write failed; nil if it did not
	retryAt  time.Time       // not before
}

type callState uint8

const (
	opening callState = iota // its intent waits
	open                     // its intent is on record
	ended                    // so it is, and its outcome waits
)

var _ Log = (*Writer)(nil)

// New begins to write to store. What processes that died left behind is completed first:
// calls without an outcome get the outcome unknown, and their segments are sealed.
func New(ctx context.Context, store Store, options Options) (*Writer, error) {
	if options.Timeout == 0 {
		options.Timeout = 5 * time.Second
	}
	if options.SegmentBytes == 0 {
		options.SegmentBytes = 64 << 20
	}
	if options.Checkpoint == 0 {
		options.Checkpoint = time.Minute
	}
	if err := recoverAll(ctx, store, options.Key); err != nil {
		return nil, err
	}
	after, err := ends(ctx, store)
	if err != nil {
		return nil, unavailable(err)
	}
	w := &Writer{
		store: store, options: options,
		wake: make(chan struct{}, 1), closing: make(chan struct{}), done: make(chan struct{}),
		calls: map[string]callState{}, prev: noHash, after: after,
	}
	// A log that cannot be written to is known at the start, not with the first call.
	if err := w.begin(ctx); err != nil {
		return nil, unavailable(err)
	}
	w.late = time.AfterFunc(options.Timeout, w.expire)
	go w.run()
	return w, nil
}

// Intent implements Log.
func (w *Writer) Intent(ctx context.Context, r Record) error {
	r.Kind = Intent
	return w.submit(ctx, &r)
}

// Denial implements Log.
func (w *Writer) Denial(ctx context.Context, r Record) error {
	r.Kind = Denial
	return w.submit(ctx, &r)
}

// Outcome implements Log.
func (w *Writer) Outcome(ctx context.Context, r Record) error {
	r.Kind = Outcome
	return w.submit(context.WithoutCancel(ctx), &r)
}

func (w *Writer) submit(ctx context.Context, r *Record) (err error) {
	if r.CallID == "" {
		return fmt.Errorf("%w: it has no call id", ErrInvalid)
	}
	e := entries.Get().(*entry)
	e.kept, e.since = *r, time.Now()
	if r.Time.IsZero() {
		e.kept.Time = e.since
	}
	e.kept.Time = e.kept.Time.UTC()
	e.state.Store(waiting)
	if e.fields, err = encode(e.fields[:0], e.record); err != nil {
		entries.Put(e)
		return err
	}
	e.rehash()
	if err := w.enqueue(e); err != nil {
		entries.Put(e)
		return err
	}
	select {
	case err = <-e.done:
	case <-ctx.Done():
		if e.state.CompareAndSwap(waiting, left) {
			return unavailable(context.Cause(ctx))
		}
		err = <-e.done
	}
	if e.state.Load() == written {
		entries.Put(e)
	}
	return err
}

func (w *Writer) enqueue(e *entry) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return unavailable(errors.New("it was closed"))
	}
	id := e.record.CallID
	state, known := w.calls[id]
	switch {
	case e.record.Kind == Intent && known:
		return fmt.Errorf("%w: call %q has an intent already", ErrInvalid, id)
	case e.record.Kind == Outcome && (!known || state != open):
		return fmt.Errorf("%w: call %q is not open", ErrInvalid, id)
	case e.record.Kind == Intent:
		w.calls[id] = opening
	case e.record.Kind == Outcome:
		w.calls[id] = ended
	}
	w.queue = append(w.queue, e)
	if !w.expiring {
		w.expiring = true
		w.late.Reset(w.options.Timeout)
	}
	w.signal()
	return nil
}

func (w *Writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Close writes what waits, gives calls that are still open the outcome unknown, and seals
// the segment. It returns what kept it from doing so; the next Writer makes up for it.
func (w *Writer) Close() error {
	w.mu.Lock()
	first := !w.closed
	w.closed = true
	w.mu.Unlock()
	if first {
		close(w.closing)
	}
	<-w.done
	w.late.Stop()
	return w.failure
}
