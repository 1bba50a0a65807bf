package audit

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"time"
)

// recoverAll completes the segments of processes that died.
func recoverAll(ctx context.Context, store Store, key ed25519.PrivateKey) error {
	for {
		segment, err := store.Abandoned(ctx)
		if err != nil {
			return unavailable(err)
		}
		if segment == nil {
			return nil
		}
		if err := recoverOne(ctx, store, segment, key); err != nil {
			segment.Close()
			return fmt.Errorf("recover audit segment %s: %w", segment.ID(), err)
		}
	}
}

// recoverOne ends each open call of a segment, but for those that its process took along
// into another segment, and seals it.
func recoverOne(ctx context.Context, store Store, segment Segment, key ed25519.PrivateKey) error {
	c := &chain{segment: segment, link: newLink(segment.ID(), noHash), key: key}
	calls, order, last, err := c.openCalls(ctx, store)
	if err != nil {
		return err
	}
	if last == Seal {
		return segment.Seal(ctx)
	}
	next, survived, err := successor(ctx, store, segment.ID())
	if err != nil {
		return unavailable(err)
	}
	code := CodeUnknown
	if survived { // and went on with the calls it had been told were on record
		code = CodeNotDispatched
		for _, id := range next.Open {
			delete(calls, id)
		}
	}
	var rows []row
	if c.link.seq == 0 {
		first, err := beginRow(time.Now().UTC(), Row{})
		if err != nil {
			return err
		}
		rows = append(rows, first)
	}
	for _, id := range order {
		if r, ok := calls[id]; ok {
			rows = append(rows, ending(r, code))
			delete(calls, id)
		}
	}
	if len(rows) > 0 {
		if err := c.append(ctx, rows); err != nil {
			return unavailable(err)
		}
	}
	if err := c.seal(ctx); err != nil {
		return unavailable(err)
	}
	return nil
}

// openCalls reads a segment, checks its chain, and returns the calls that have no outcome in
// it, the order in which they came, and the kind of the last row.
func (c *chain) openCalls(ctx context.Context, store Store) (calls map[string]Record, order []string, last Kind, err error) {
	calls, last = map[string]Record{}, Begin
	for line, err := range store.Lines(ctx, c.segment.ID()) {
		if err != nil {
			return nil, nil, last, unavailable(err)
		}
		r, err := c.link.check(line)
		if err != nil {
			return nil, nil, last, fmt.Errorf("%w: row %d: %w; keep a copy to inspect, and move the segment away to start without it", ErrTampered, c.link.seq, err)
		}
		last = r.Kind
		switch r.Kind {
		case Begin:
			for _, id := range r.Open {
				calls[id] = Record{CallID: id}
				order = append(order, id)
			}
		case Intent:
			calls[r.CallID] = r.Record
			order = append(order, r.CallID)
		case Outcome:
			delete(calls, r.CallID)
		}
	}
	return calls, order, last, nil
}

// successor finds the first row of the segment that the process of a failed one went on with.
func successor(ctx context.Context, r Reader, segment string) (row Row, found bool, err error) {
	ids, err := r.Segments(ctx)
	if err != nil {
		return Row{}, false, err
	}
	for _, id := range ids {
		if id <= segment {
			continue
		}
		for line, err := range r.Lines(ctx, id) {
			if err != nil {
				return Row{}, false, err
			}
			if row, err := parseRow(line); err == nil && row.Previous == segment {
				return row, true, nil
			}
			break
		}
	}
	return Row{}, false, nil
}

// ends lists the sealed segments that no other one follows. The next run names them, so
// that one of them can't be taken away, or written anew, and not be missed.
func ends(ctx context.Context, r Reader) ([]SegmentReport, error) {
	ids, err := r.Segments(ctx)
	if err != nil {
		return nil, err
	}
	followed := map[string]bool{}
	for _, id := range ids {
		for line, err := range r.Lines(ctx, id) {
			if err != nil {
				return nil, err
			}
			if row, err := parseRow(line); err == nil {
				followed[row.Previous] = true
				for _, a := range row.After {
					followed[a.ID] = true
				}
			}
			break
		}
	}
	var list []SegmentReport
	for _, id := range ids {
		if sealed, err := r.Sealed(ctx, id); err != nil {
			return nil, err
		} else if !sealed || followed[id] {
			continue
		}
		end := SegmentReport{ID: id, Sealed: true}
		var last []byte
		for line, err := range r.Lines(ctx, id) {
			if err != nil {
				return nil, err
			}
			end.Rows++
			last = append(last[:0], line...)
		}
		if row, err := parseRow(last); err == nil { // else it is Check that says so
			end.Head = row.Hash
			list = append(list, end)
		}
	}
	return list, nil
}
