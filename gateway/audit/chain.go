package audit

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"hash"
	"time"
)

// A chain is a segment that is being written, and its end.
type chain struct {
	segment Segment
	link    link
	size    int // bytes
	// What follows belongs to append, and is kept to be used again.
	buf     []byte
	ends    []int
	entries []Entry
}

// A row is a record with its JSON, but for the brace that closes it, and the hash of these
// bytes. What is left to do when the row before is known is the same for rows of any length.
type row struct {
	record *Record
	fields []byte
	hash   hash.Hash
}

func newRow(r *Record, fields []byte) row {
	w := row{r, fields, sha256.New()}
	w.rehash()
	return w
}

// rehash makes the hash that of the fields alone.
func (r *row) rehash() {
	r.hash.Reset()
	r.hash.Write(r.fields)
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
	c := &chain{segment: segment, link: newLink(segment.ID(), prev)}
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
	if err != nil {
		return row{}, err
	}
	return newRow(r, fields[:len(fields)-1]), nil
}

// append makes rows durable at the end of the segment. If it fails, the segment is dead.
func (c *chain) append(ctx context.Context, rows []row) error {
	l := c.link
	c.buf, c.ends, c.entries = c.buf[:0], c.ends[:0], c.entries[:0]
	for _, r := range rows {
		c.entries = append(c.entries, Entry{Seq: l.seq, Record: r.record})
		c.buf = l.row(c.buf, r)
		c.ends = append(c.ends, len(c.buf))
	}
	start := 0
	for i, end := range c.ends {
		c.entries[i].Line = c.buf[start:end:end]
		start = end
	}
	if err := c.segment.Append(ctx, c.entries); err != nil {
		return err
	}
	c.link = l
	c.size += len(c.buf)
	return nil
}

// seal ends the segment.
func (c *chain) seal(ctx context.Context) error {
	r := &Record{Time: time.Now().UTC(), Kind: Seal}
	fields, err := encode(nil, r)
	if err != nil {
		return err
	}
	if err := c.append(ctx, []row{newRow(r, fields)}); err != nil {
		return err
	}
	return c.segment.Seal(ctx)
}

// ending is an outcome that the log gives to a call itself.
func ending(r Record, code string) row {
	r.Time, r.Kind, r.Code = time.Now().UTC(), Outcome, code
	fields, err := encode(nil, &r)
	if err != nil { // the code made it too long
		r = Record{Time: r.Time, Kind: r.Kind, CallID: r.CallID, Code: r.Code}
		fields, _ = encode(nil, &r)
	}
	return newRow(&r, fields)
}
