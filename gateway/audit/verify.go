package audit

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Report is what a log turned out to be.
type Report struct {
	Segments []SegmentReport `json:"segments"`
	// Faults are rows and segments that are not as they were written; none means that
	// the log holds together.
	Faults []Fault `json:"faults"`
	// Open lists the calls with an intent and no outcome: those under way, and those of
	// processes that died, until the next one starts.
	Open []string `json:"open"`
	// Missing lists segments that others name as the one before them and that are not
	// there, because they were moved away as too old, or by somebody else.
	Missing []string `json:"missing"`
}

// A SegmentReport is about one segment. Kept elsewhere, as JSON for instance, and given to a
// later Check, it proves that the segment has not been shortened or written anew since.
type SegmentReport struct {
	ID   string `json:"id"`
	Rows uint64 `json:"rows"`
	Head string `json:"head"` // hash of the last row
	// Sealed says that the segment is complete. One that is not belongs to a process that
	// lives, or that died and whose last rows may be gone: only who knows a later head can tell.
	Sealed bool `json:"sealed"`
}

// A Fault is something that Check found. Row is where in the segment, from 0.
type Fault struct {
	Segment string `json:"segment"`
	Row     uint64 `json:"row"`
	Reason  string `json:"reason"`
}

func (f Fault) String() string {
	return fmt.Sprintf("segment %s, row %d: %s", f.Segment, f.Row, f.Reason)
}

// Verify checks the log in a folder, or the one segment in a file, as Check does. A file
// that its writer has locked has a .lock file beside it, without which its end is missed.
func Verify(path string, known ...SegmentReport) (Report, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	if info.IsDir() {
		return Check(context.Background(), &Files{dir: path}, known...)
	}
	id, ok := strings.CutSuffix(filepath.Base(path), rowsExt)
	if !ok {
		return Report{}, fmt.Errorf("verify audit log: %s is no %s file", path, rowsExt)
	}
	known = slices.DeleteFunc(slices.Clone(known), func(k SegmentReport) bool { return k.ID != id })
	return Check(context.Background(), oneFile{&Files{dir: filepath.Dir(path)}, id}, known...)
}

type oneFile struct {
	*Files
	id string
}

func (o oneFile) Segments(context.Context) ([]string, error) { return []string{o.id}, nil }

// Check verifies the log of any store, and that it still has what earlier reports said of
// segments. Its error is about reading; what is wrong with the log is in the report. It may
// run beside the writers.
func Check(ctx context.Context, r Reader, known ...SegmentReport) (Report, error) {
	ids, err := r.Segments(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	c := checker{reader: r, successors: map[string]Row{}, calls: map[string]bool{}, known: map[string][]SegmentReport{}}
	for _, k := range known {
		c.known[k.ID] = append(c.known[k.ID], k)
	}
	for _, id := range slices.Sorted(maps.Keys(c.known)) {
		if !slices.Contains(ids, id) {
			c.fault(id, 0, "segment is gone: there were %d rows", c.rows(id))
		}
	}
	if err := c.findSuccessors(ctx, ids); err != nil {
		return Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	for _, id := range ids {
		if err := c.segment(ctx, id); err != nil {
			return Report{}, fmt.Errorf("verify audit log: %w", err)
		}
	}
	for id, open := range c.calls {
		if open {
			c.report.Open = append(c.report.Open, id)
		}
	}
	for previous := range c.successors {
		if !slices.Contains(ids, previous) {
			c.report.Missing = append(c.report.Missing, previous)
		}
	}
	slices.Sort(c.report.Open)
	slices.Sort(c.report.Missing)
	return c.report, nil
}

type checker struct {
	reader     Reader
	report     Report
	successors map[string]Row // first rows, by the segment before
	known      map[string][]SegmentReport
	calls      map[string]bool // true for an intent without outcome, false for the reverse
}

func (c *checker) fault(segment string, row uint64, format string, args ...any) {
	c.report.Faults = append(c.report.Faults, Fault{segment, row, fmt.Sprintf(format, args...)})
}

func (c *checker) findSuccessors(ctx context.Context, ids []string) error {
	for _, id := range ids {
		for line, err := range c.reader.Lines(ctx, id) {
			if err != nil {
				return err
			}
			row, err := parseRow(line)
			if err != nil || row.Previous == "" {
				break
			}
			if other, ok := c.successors[row.Previous]; ok {
				c.fault(id, 0, "segment %s follows %s already", other.Segment, row.Previous)
			}
			c.successors[row.Previous] = row
			break
		}
	}
	return nil
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
	if followed {
		c.fault(next.Segment, 0, "row follows none of segment %s", id)
	}
	c.report.Segments = append(c.report.Segments, s)
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
