package audit

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"
)

const (
	batchRows  = 1024
	batchBytes = 1 << 20
	// lateDenials is how many rows may wait before denials are left out whose callers
	// were told that they may not be on record.
	lateDenials  = 4096
	storeTimeout = 10 * time.Second
	// pause is how long rows are refused without trying after the store took no segment.
	pause = 100 * time.Millisecond
)

// run is the goroutine.
func (w *Writer) run() {
	defer close(w.done)
	var tick <-chan time.Time
	if w.options.Key != nil {
		ticker := time.NewTicker(w.options.Checkpoint)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-w.wake:
		case <-tick:
			w.checkpoint()
			continue
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
	batch := w.spare[:0]
	n, size := 0, 0
	for n < len(w.queue) && len(batch) < batchRows && size < batchBytes {
		e := w.queue[n]
		n++
		if e.state.Load() == left && (e.record.Kind == Intent || e.record.Kind == Denial && len(w.queue)-n >= lateDenials) {
			if e.record.Kind == Intent {
				delete(w.calls, e.record.CallID)
			}
			continue
		}
		batch = append(batch, e)
		size += len(e.fields)
	}
	w.queue = slices.Delete(w.queue, 0, n)
	w.batch, w.spare = batch, batch
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
	reply := err
	if err != nil {
		reply = unavailable(err)
	}
	told := batch[:0]
	var again []*entry
	w.mu.Lock()
	w.batch = nil
	for _, e := range batch {
		id, kind := e.record.CallID, e.record.Kind
		if err != nil && kind == Outcome {
			e.rehash()
			again = append(again, e)
			continue
		}
		there := e.state.CompareAndSwap(waiting, written)
		switch {
		case kind == Outcome, kind == Intent && err != nil:
			delete(w.calls, id)
		case kind == Intent && there:
			w.calls[id] = open
		case kind == Intent:
			w.calls[id] = ended
			again = append(again, &entry{row: ending(*e.record, CodeNotDispatched), since: e.since, done: make(chan error, 1)})
		}
		if there {
			told = append(told, e)
		}
	}
	w.queue = append(again, w.queue...)
	w.mu.Unlock()
	// Out of the lock, for who is told comes back for it at once.
	for _, e := range told {
		e.done <- reply
	}
	if err == nil && w.chain.size >= w.options.SegmentBytes {
		w.rotate(ctx)
	}
	return err
}

// checkpoint signs the segment, if it has grown.
func (w *Writer) checkpoint() {
	if w.chain == nil || w.chain.link.seq <= w.signed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	if err := w.chain.mark(ctx, Checkpoint); err != nil {
		w.abandon(ctx, err)
		return
	}
	w.signed = w.chain.link.seq
}

// abandon gives up the segment after an error. When somebody else changed it, the log takes
// nothing more: another segment says which one it was.
func (w *Writer) abandon(ctx context.Context, err error) {
	w.dead = append(w.dead, w.chain.segment)
	w.prev = string(w.chain.link.prev[:])
	w.chain = nil
	if errors.Is(err, ErrTampered) && w.tampered == nil {
		w.tampered = err
		_ = w.begin(ctx) // best effort: calls are refused anyway
	}
	w.failure = err // of this segment; another may do, so it is tried at once
}

// write appends a batch to the segment, and begins one if there is none.
func (w *Writer) write(ctx context.Context, batch []*entry) error {
	if w.tampered != nil {
		w.retryAt = time.Now().Add(pause)
		return w.tampered
	}
	if w.chain == nil {
		if err := w.begin(ctx); err != nil {
			return err
		}
	}
	w.rows = w.rows[:0]
	for _, e := range batch {
		w.rows = append(w.rows, e.row)
	}
	if err := w.chain.append(ctx, w.rows); err != nil {
		w.abandon(ctx, err)
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
	c, err := newChain(ctx, w.store, Row{Previous: w.previous, Prev: w.prev, Open: ids, After: w.after}, w.options.Key)
	if err != nil {
		w.failure, w.retryAt = err, time.Now().Add(pause)
		return err
	}
	w.chain, w.previous, w.after, w.signed = c, c.segment.ID(), nil, c.link.seq
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
	w.prev = string(full.link.prev[:])
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
		e.tell(left, unavailable(errors.New("it was closed")))
	}
	if w.chain != nil {
		w.failure = w.chain.end(ctx, ids)
		if w.failure != nil {
			w.dead = append(w.dead, w.chain.segment)
		}
	}
	if w.failure == nil {
		w.failure = w.tampered
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
