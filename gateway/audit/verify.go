package audit

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
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
	// there, because they were moved away as too old: none that is there is older. One that
	// is missing among those that are there is a fault.
	Missing []string `json:"missing"`
	// Since is when the oldest row was written from which on nothing is wrong: after the
	// last segment with a fault, and with a key, from the first signed segment on. It is zero
	// when the newest segment has a fault.
	Since time.Time `json:"since,omitzero"`
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
	// Signed is how many rows, from the first, the last signature vouches for. CheckSigned sets it.
	Signed uint64 `json:"signed,omitempty"`
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
	return CheckSigned(ctx, r, nil, known...)
}

// CheckSigned is Check, and verifies the signatures of seals and checkpoints by the public
// half of [Options.Key]. From the first signed segment on, every sealed one has to be signed.
// Rows after the last signature of an open segment are not vouched for yet.
func CheckSigned(ctx context.Context, r Reader, key ed25519.PublicKey, known ...SegmentReport) (Report, error) {
	ids, err := r.Segments(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	c := checker{reader: r, key: key, began: map[string]time.Time{}, named: map[string]bool{}, successors: map[string]Row{}, calls: map[string]bool{}, known: map[string][]SegmentReport{}}
	for _, k := range known {
		c.known[k.ID] = append(c.known[k.ID], k)
	}
	for _, id := range slices.Sorted(maps.Keys(c.known)) {
		if !slices.Contains(ids, id) {
			c.fault(id, 0, "segment is gone: there were %d rows", c.rows(id))
			c.named[id] = false
		}
	}
	if err := c.findSuccessors(ctx, ids); err != nil {
		return Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	c.findMissing(ids)
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
	slices.Sort(c.report.Open)
	c.since(ids)
	return c.report, nil
}
