package audit

import (
	"crypto/sha256"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// An entry is a row on its way, and somebody who waits to be told what came of it.
type entry struct {
	row
	kept  Record // what row points to
	since time.Time
	state atomic.Int32
	done  chan error
}

var entries = sync.Pool{New: func() any {
	e := &entry{done: make(chan error, 1)}
	e.record, e.hash = &e.kept, sha256.New()
	return e
}}

// States of an entry. Who moves it away from waiting tells its caller, and decides what comes
// of it.
const (
	waiting = iota
	left    // its caller was told that it may not be on record
	written // the goroutine has told its caller, and lets go of it
)

// tell gives an entry's caller its answer, unless it has one.
func (e *entry) tell(state int32, err error) {
	if e.state.CompareAndSwap(waiting, state) {
		e.done <- err
	}
}

var errLate = errors.New("the store did not answer in time")

// expire tells callers that have waited too long. One timer for all of them costs a row
// nothing; one of its own would cost as much as its hash.
func (w *Writer) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	var next time.Duration
	for _, list := range [][]*entry{w.batch, w.queue} {
		for _, e := range list {
			rest := w.options.Timeout - now.Sub(e.since)
			if rest <= 0 {
				e.tell(left, unavailable(errLate))
			} else if next == 0 || rest < next {
				next = rest
			}
		}
	}
	if w.expiring = next > 0; w.expiring {
		w.late.Reset(next)
	}
}
