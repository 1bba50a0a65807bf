package audit

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options of a Writer; the zero value is good.
type Options struct {
	// Timeout bounds how long a caller waits for its row to be durable, when its context
	// sets no earlier end; 0 is 5 seconds.
	Timeout time.Duration
	// SegmentBytes is the size at which a segment is sealed and another begun; 0 is 64 MiB.
	SegmentBytes int
	// Waiting bounds the number of intents and denials that wait to be written; more
	// wait to wait. 0 is 4096.
	Waiting int
}

const (
	batchRows    = 1024
	batchBytes   = 1 << 20
	storeTimeout = 10 * time.Second
	// pause is how long rows are refused without trying after the store took no segment.
	pause = 100 * time.Millisecond
)

// A Writer is a Log over a Store: one goroutine writes what all callers of the process
// have to say, as many rows at once as have come together during the last write.
type Writer struct {
	store   Store
	options Options
	slots   chan struct{} // one for each waiting intent or denial
	wake    chan struct{}
	closing chan struct{}
	done    chan struct{}

	mu     sync.Mutex
	closed bool
	queue  []*entry
	// calls holds those without an outcome on record. As outcomes come from it alone, it
	// bounds the queue's length.
	calls map[string]callState

	// The rest belongs to the goroutine.
	chain    *chain // nil after a failure
	previous string // segment before the next, and the hash of its last row
	prev     string
	rows     []row     // of the batch
	dead     []Segment // failed; kept from others while the calls in them are open
	failure  error     // why the last write failed; nil if it did not
	retryAt  time.Time // not before
}

type callState uint8

const (
	opening callState = iota // its intent waits
	open                     // its intent is on record
	ended                    // so it is, and its outcome waits
)

var _ Log = (*Writer)(nil)

// An entry is a row on its way. The goroutine does not touch it after it has sent to done.
type entry struct {
	record Record
	fields []byte // its JSON
	state  atomic.Int32
	done   chan error
	late   *time.Timer
}

var entries = sync.Pool{New: func() any {
	return &entry{done: make(chan error, 1), late: time.NewTimer(time.Hour)}
}}

// States of an entry: who moves it away from waiting decides what comes of it.
const (
	waiting = iota
	left    // the caller of an intent was told that it is not on record
	written
)

// New begins to write to store. What processes that died left behind is completed first:
// calls without an outcome get the outcome unknown, and their segments are sealed.
func New(ctx context.Context, store Store, options Options) (*Writer, error) {
	if options.Timeout == 0 {
		options.Timeout = 5 * time.Second
	}
	if options.SegmentBytes == 0 {
		options.SegmentBytes = 64 << 20
	}
	if options.Waiting == 0 {
		options.Waiting = 4096
	}
	if err := recoverAll(ctx, store); err != nil {
		return nil, err
	}
	w := &Writer{
		store: store, options: options,
		slots: make(chan struct{}, options.Waiting), wake: make(chan struct{}, 1),
		closing: make(chan struct{}), done: make(chan struct{}),
		calls: map[string]callState{}, prev: noHash,
	}
	// A log that cannot be written to is known at the start, not with the first call.
	if err := w.begin(ctx); err != nil {
		return nil, unavailable(err)
	}
	go w.run()
	return w, nil
}

// Intent implements Log.
func (w *Writer) Intent(ctx context.Context, r Record) error {
	r.Kind = Intent
	return w.submit(ctx, r)
}

// Denial implements Log.
func (w *Writer) Denial(ctx context.Context, r Record) error {
	r.Kind = Denial
	return w.submit(ctx, r)
}

// Outcome implements Log.
func (w *Writer) Outcome(ctx context.Context, r Record) error {
	r.Kind = Outcome
	return w.submit(context.WithoutCancel(ctx), r)
}

func (w *Writer) submit(ctx context.Context, r Record) (err error) {
	if r.CallID == "" {
		return fmt.Errorf("%w: it has no call id", ErrInvalid)
	}
	if r.Time.IsZero() {
		r.Time = time.Now()
	}
	r.Time = r.Time.UTC()
	e := entries.Get().(*entry)
	e.record = r
	e.state.Store(waiting)
	if e.fields, err = encode(e.fields[:0], &e.record); err != nil {
		entries.Put(e)
		return err
	}
	e.late.Reset(w.options.Timeout)
	if r.Kind != Outcome {
		select {
		case w.slots <- struct{}{}:
		case <-ctx.Done():
			return unavailable(context.Cause(ctx))
		case <-e.late.C:
			return unavailable(errLate)
		}
	}
	if err := w.enqueue(e); err != nil {
		if r.Kind != Outcome {
			<-w.slots
		}
		return err
	}
	select {
	case err := <-e.done:
		e.late.Stop()
		entries.Put(e) // the goroutine has let go of it
		return err
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-e.late.C:
		err = errLate
	}
	if r.Kind == Intent && !e.state.CompareAndSwap(waiting, left) {
		return <-e.done // it was written after all
	}
	return unavailable(err)
}

var errLate = errors.New("the store did not answer in time")

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
	return w.failure
}

// run is the goroutine.
func (w *Writer) run() {
	defer close(w.done)
	for {
		select {
		case <-w.wake:
		case <-w.closing:
			w.retryAt = time.Time{}
			w.flush()
			w.finish()
			return
		}
		w.flush()
	}
}

// flush writes until nothing waits, or the store fails.
func (w *Writer) flush() {
	for {
		runtime.Gosched() // callers that were just told often have more to say
		batch := w.take()
		if len(batch) == 0 {
			return
		}
		if err := w.commit(batch); err != nil {
			time.AfterFunc(pause, w.signal) // for the outcomes, which are kept
			return
		}
	}
}

// take gives the next rows, without those that nobody waits for.
func (w *Writer) take() []*entry {
	w.mu.Lock()
	defer w.mu.Unlock()
	var batch []*entry
	n, size := 0, 0
	for n < len(w.queue) && len(batch) < batchRows && size < batchBytes {
		e := w.queue[n]
		n++
		if e.state.Load() == left {
			delete(w.calls, e.record.CallID)
			<-w.slots
			continue
		}
		batch = append(batch, e)
		size += len(e.fields)
	}
	w.queue = slices.Delete(w.queue, 0, n)
	return batch
}

// commit makes a batch durable and tells its callers.
func (w *Writer) commit(batch []*entry) error {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	err := w.failure
	if err == nil || !time.Now().Before(w.retryAt) {
		err = w.write(ctx, batch)
	}
	told := batch[:0]
	var again []*entry
	w.mu.Lock()
	for _, e := range batch {
		id := e.record.CallID
		switch kind := e.record.Kind; {
		case err != nil && kind == Outcome:
			again = append(again, e)
			continue
		case err != nil && kind == Intent:
			delete(w.calls, id)
			e.state.Store(left)
		case kind == Outcome:
			delete(w.calls, id)
		case kind == Intent && e.state.CompareAndSwap(waiting, written):
			w.calls[id] = open
		case kind == Intent: // its caller has left
			w.calls[id] = ended
			r := ending(e.record, CodeNotDispatched)
			again = append(again, &entry{record: *r.record, fields: r.fields, done: make(chan error, 1)})
		}
		told = append(told, e)
	}
	w.queue = append(again, w.queue...)
	w.mu.Unlock()
	// Out of the lock, for who is told comes back for it at once.
	reply := err
	if err != nil {
		reply = unavailable(err)
	}
	for _, e := range told {
		if e.record.Kind != Outcome {
			<-w.slots
		}
		e.done <- reply
	}
	if err == nil && w.chain.size >= w.options.SegmentBytes {
		w.rotate(ctx)
	}
	return err
}

// write appends a batch to the segment, and begins one if there is none.
func (w *Writer) write(ctx context.Context, batch []*entry) error {
	if w.chain == nil {
		if err := w.begin(ctx); err != nil {
			return err
		}
	}
	w.rows = w.rows[:0]
	for _, e := range batch {
		w.rows = append(w.rows, row{&e.record, e.fields})
	}
	if err := w.chain.append(ctx, w.rows); err != nil {
		w.dead = append(w.dead, w.chain.segment)
		w.prev = w.chain.link.prev
		w.chain = nil
		w.failure = err // of this segment; another may do, so it is tried at once
		return err
	}
	w.failure = nil
	return nil
}

// begin starts a segment that takes the open calls along.
func (w *Writer) begin(ctx context.Context) error {
	w.mu.Lock()
	ids := w.onRecord()
	w.mu.Unlock()
	c, err := newChain(ctx, w.store, w.previous, w.prev, ids)
	if err != nil {
		w.failure, w.retryAt = err, time.Now().Add(pause)
		return err
	}
	w.chain, w.previous = c, c.segment.ID()
	return nil
}

// onRecord lists the calls with an intent on record and no outcome.
func (w *Writer) onRecord() []string {
	ids := make([]string, 0, len(w.calls))
	for id, state := range w.calls {
		if state != opening {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// rotate goes on in another segment and seals this one, in this order: a process that
// dies between leaves no call without a successor. If it fails, this segment grows on.
func (w *Writer) rotate(ctx context.Context) {
	full := w.chain
	w.prev = full.link.prev
	if w.begin(ctx) != nil {
		w.failure = nil // no row was lost
		return
	}
	if full.seal(ctx) != nil {
		w.dead = append(w.dead, full.segment)
	}
}

// finish ends what is open.
func (w *Writer) finish() {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	w.mu.Lock()
	refused, ids := w.queue, w.onRecord()
	w.queue = nil
	w.mu.Unlock()
	for _, e := range refused {
		if e.record.Kind != Outcome {
			<-w.slots
		}
		e.state.Store(left)
		e.done <- unavailable(errors.New("it was closed"))
	}
	if w.chain != nil {
		w.failure = w.chain.end(ctx, ids)
		if w.failure != nil {
			w.dead = append(w.dead, w.chain.segment)
		}
	}
	for _, s := range w.dead {
		s.Close()
	}
}

// end gives the calls the outcome unknown and seals the segment.
func (c *chain) end(ctx context.Context, ids []string) error {
	rows := make([]row, len(ids))
	for i, id := range ids {
		rows[i] = ending(Record{CallID: id}, CodeUnknown)
	}
	if len(rows) > 0 {
		if err := c.append(ctx, rows); err != nil {
			return err
		}
	}
	return c.seal(ctx)
}
