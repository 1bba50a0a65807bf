package audit

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"
)

// A chain is a segment that is being written, and its end.
type chain struct {
	segment Segment
	link    link
	size    int // bytes
	buf     []byte
}

// A row is a record with its JSON.
type row struct {
	record *Record
	fields []byte
}

// newChain begins a segment after the one named previous, whose last row had the hash
// prev. It says which calls were open then.
func newChain(ctx context.Context, store Store, previous, prev string, open []string) (*chain, error) {
	now := time.Now().UTC()
	first, err := beginRow(now, previous, open)
	if err != nil {
		return nil, err
	}
	segment, err := store.Create(ctx, now.Format("20060102T150405.000000000Z")+"-"+rand.Text()[:10])
	if err != nil {
		return nil, err
	}
	c := &chain{segment: segment, link: link{segment: segment.ID(), prev: prev}}
	if err := c.append(ctx, []row{first}); err != nil {
		segment.Close()
		return nil, err
	}
	return c, nil
}

func beginRow(now time.Time, previous string, open []string) (row, error) {
	r := &Record{Time: now, Kind: Begin}
	fields, err := json.Marshal(struct {
		*Record
		Previous string   `json:"previous,omitempty"`
		Open     []string `json:"open,omitempty"`
	}{r, previous, open})
	return row{r, fields}, err
}

// append makes rows durable at the end of the segment. If it fails, the segment is dead.
func (c *chain) append(ctx context.Context, rows []row) error {
	l, buf := c.link, c.buf[:0]
	entries := make([]Entry, len(rows))
	ends := make([]int, len(rows))
	for i, r := range rows {
		entries[i] = Entry{Seq: l.seq, Record: r.record}
		buf = l.row(buf, r.fields)
		ends[i] = len(buf)
	}
	c.buf = buf
	start := 0
	for i, end := range ends {
		entries[i].Line = buf[start:end:end]
		start = end
	}
	if err := c.segment.Append(ctx, entries); err != nil {
		return err
	}
	c.link = l
	c.size += len(buf)
	return nil
}

// seal ends the segment.
func (c *chain) seal(ctx context.Context) error {
	r := &Record{Time: time.Now().UTC(), Kind: Seal}
	fields, err := encode(r)
	if err != nil {
		return err
	}
	if err := c.append(ctx, []row{{r, fields}}); err != nil {
		return err
	}
	return c.segment.Seal(ctx)
}

// ending is an outcome that the log gives to a call itself.
func ending(r Record, code string) row {
	r.Time, r.Kind, r.Code = time.Now().UTC(), Outcome, code
	fields, err := encode(&r)
	if err != nil { // the code made it too long
		r = Record{Time: r.Time, Kind: r.Kind, CallID: r.CallID, Code: r.Code}
		fields, _ = encode(&r)
	}
	return row{&r, fields}
}

// encode gives the record's JSON, bounded in size.
func encode(r *Record) ([]byte, error) {
	if len(r.CallID) > maxCallID {
		return nil, fmt.Errorf("%w: the call id takes %d bytes, more than %d", ErrInvalid, len(r.CallID), maxCallID)
	}
	fields, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	if len(fields) > maxRecord {
		return nil, fmt.Errorf("%w: it takes %d bytes, more than %d", ErrInvalid, len(fields), maxRecord)
	}
	return fields, nil
}
