package audit

import (
	"context"
	"fmt"
	"iter"
)

// A Reader gives the segments of a log back.
type Reader interface {
	// Segments lists the ids of all segments, oldest first, which is their order as text.
	Segments(ctx context.Context) ([]string, error)
	// Sealed reports whether a segment was given up for good, so that its last row has to
	// be a seal.
	Sealed(ctx context.Context, segment string) (bool, error)
	// Lines gives the complete lines of a segment in order, without line ends. A line is
	// valid until the next.
	Lines(ctx context.Context, segment string) iter.Seq2[[]byte, error]
}

// A Store keeps segments for the Writers of any number of processes.
type Store interface {
	Reader
	// Create begins a segment that belongs to the caller until it is sealed or closed,
	// or the process dies.
	Create(ctx context.Context, id string) (Segment, error)
	// Abandoned takes over a segment that was not sealed and belongs to nobody. It gives
	// nil when there is none.
	Abandoned(ctx context.Context) (Segment, error)
	Close() error
}

// A Segment is written by one Writer.
type Segment interface {
	ID() string
	// Append makes entries durable, all or none, before it returns nil. After an error it
	// is unknown which of them are, and the segment takes no more. It keeps no entry.
	Append(ctx context.Context, entries []Entry) error
	// Seal gives the segment up for good: its last row is written.
	Seal(ctx context.Context) error
	// Close gives it up, for another to take over. A segment that nothing was appended to
	// may vanish.
	Close() error
}

// An Entry is a row to write: the line is what counts, the record is for stores that
// make some of its fields searchable.
type Entry struct {
	Seq    uint64
	Line   []byte
	Record *Record
}

// Rows gives all rows of a log, segment by segment. It checks each row's hash, not that
// rows follow each other, which is the business of Check.
func Rows(ctx context.Context, r Reader) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		segments, err := r.Segments(ctx)
		if err != nil {
			yield(Row{}, err)
			return
		}
		for _, id := range segments {
			for line, err := range r.Lines(ctx, id) {
				var row Row
				if err == nil {
					if row, err = parseRow(line); err != nil {
						err = fmt.Errorf("%w: segment %s: %w", ErrTampered, id, err)
					}
				}
				if !yield(row, err) || err != nil {
					return
				}
			}
		}
	}
}
