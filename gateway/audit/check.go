package audit

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"maps"
	"slices"
	"time"
)

type checker struct {
	reader     Reader
	key        ed25519.PublicKey    // nil without
	began      map[string]time.Time // segments
	named      map[string]bool      // segments that others name; false for those told of already
	report     Report
	successors map[string]Row // first rows, by the segment before
	known      map[string][]SegmentReport
	signing    bool            // a segment was signed
	calls      map[string]bool // true for an intent without outcome, false for the reverse
}

func (c *checker) fault(segment string, row uint64, format string, args ...any) {
	c.report.Faults = append(c.report.Faults, Fault{segment, row, fmt.Sprintf(format, args...)})
}

// findSuccessors reads what the first rows say of other segments.
func (c *checker) findSuccessors(ctx context.Context, ids []string) error {
	for _, id := range ids {
		for line, err := range c.reader.Lines(ctx, id) {
			if err != nil {
				return err
			}
			row, err := parseRow(line)
			if err != nil {
				break
			}
			c.began[id] = row.Time
			for _, end := range row.After {
				c.known[end.ID] = append(c.known[end.ID], end)
				c.name(end.ID)
			}
			if row.Previous == "" {
				break
			}
			if other, ok := c.successors[row.Previous]; ok {
				c.fault(id, 0, "segment %s follows %s already", other.Segment, row.Previous)
			}
			c.successors[row.Previous] = row
			c.name(row.Previous)
			break
		}
	}
	return nil
}

func (c *checker) name(id string) {
	if _, told := c.named[id]; !told {
		c.named[id] = true
	}
}

// findMissing looks for the segments that others name.
func (c *checker) findMissing(ids []string) {
	for _, id := range slices.Sorted(maps.Keys(c.named)) {
		switch {
		case !c.named[id] || slices.Contains(ids, id):
		case len(ids) == 0 || id < ids[0]:
			c.report.Missing = append(c.report.Missing, id)
		default:
			c.fault(id, 0, "segment is gone, and an older one is there")
		}
	}
}

// since finds from when on nothing is wrong.
func (c *checker) since(ids []string) {
	from := 0
	for _, f := range c.report.Faults {
		if i := slices.IndexFunc(ids, func(id string) bool { return id > f.Segment }); i < 0 {
			from = len(ids)
		} else {
			from = max(from, i)
		}
	}
	for from < len(ids) && c.key != nil && c.report.Segments[from].Signed == 0 {
		from++
	}
	if from < len(ids) {
		c.report.Since = c.began[ids[from]]
	}
}

// segment checks one segment, up to the first fault in it.
func (c *checker) segment(ctx context.Context, id string) error {
	l := newLink(id, noHash)
	s := SegmentReport{ID: id}
	next, followed := c.successors[id]
	sealed, err := c.reader.Sealed(ctx, id) // before the rows, for they may become more
	if err != nil {
		return err
	}
	whole := true
	for line, err := range c.reader.Lines(ctx, id) {
		if err != nil {
			return err
		}
		row, err := l.check(line)
		switch {
		case err != nil:
		case s.Sealed:
			err = fmt.Errorf("row follows the end of the segment")
		case row.Seq == 0 && row.Previous == "" && row.Prev != noHash:
			err = fmt.Errorf("row follows one of no segment")
		case c.rewritten(row):
			err = fmt.Errorf("row is another than it was")
		}
		if err != nil {
			c.fault(id, s.Rows, "%v", err)
			followed, whole = false, false
			break
		}
		if err := c.signature(row, &s); err != nil {
			c.fault(id, row.Seq, "%v", err)
		}
		followed = followed && row.Hash != next.Prev
		s.Rows++
		s.Head = row.Hash
		s.Sealed = row.Kind == Seal
		c.call(row)
	}
	if whole && s.Rows < c.rows(id) {
		c.fault(id, s.Rows, "rows are missing from here on: there were %d", c.rows(id))
	} else if whole && sealed && !s.Sealed {
		c.fault(id, s.Rows, "rows are missing from here on: the segment was sealed, and its seal is gone")
	}
	if c.key != nil && s.Signed > 0 {
		c.signing = true
	} else if c.key != nil && c.signing && sealed && whole {
		c.fault(id, s.Rows, "the segment is not signed, and older ones are")
	}
	if followed {
		c.fault(next.Segment, 0, "row follows none of segment %s", id)
	}
	c.report.Segments = append(c.report.Segments, s)
	return nil
}

// signature verifies that of a row, if it has one.
func (c *checker) signature(row Row, s *SegmentReport) error {
	if c.key == nil || row.Kind != Seal && row.Kind != Checkpoint || row.Signature == nil {
		return nil
	}
	if !ed25519.Verify(c.key, signedText(&row.Record, row.Segment, row.Seq, row.Prev), row.Signature) {
		return fmt.Errorf("the signature is not of this key")
	}
	s.Signed = row.Seq + 1
	return nil
}

// rewritten reports whether another row is known to have stood in this one's place.
func (c *checker) rewritten(row Row) bool {
	return slices.ContainsFunc(c.known[row.Segment], func(k SegmentReport) bool { return k.Rows == row.Seq+1 && k.Head != row.Hash })
}

// rows is how many a segment is known to have had.
func (c *checker) rows(segment string) (n uint64) {
	for _, k := range c.known[segment] {
		n = max(n, k.Rows)
	}
	return n
}

// call keeps account of open calls. An outcome may come first: in another segment that
// sorts before.
func (c *checker) call(row Row) {
	open, known := c.calls[row.CallID]
	switch {
	case row.Kind == Intent && known && !open, row.Kind == Outcome && open:
		delete(c.calls, row.CallID)
	case row.Kind == Intent:
		c.calls[row.CallID] = true
	case row.Kind == Outcome:
		c.calls[row.CallID] = false
	}
}
