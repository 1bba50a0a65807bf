package audit

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash"
	"time"
)

// A chain is a segment that is being written, and its end.
type chain struct {
	segment Segment
	link    link
	size    int                // bytes
	key     ed25519.PrivateKey // nil without signatures
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

// newChain begins a segment. The first row's Prev is the hash of the last row of Previous.
func newChain(ctx context.Context, store Store, begin Row, key ed25519.PrivateKey) (*chain, error) {
	now := time.Now().UTC()
	first, err := beginRow(now, begin)
	if err != nil {
		return nil, err
	}
	segment, err := store.Create(ctx, now.Format("20060102T150405.000000000Z")+"-"+rand.Text()[:10])
	if err != nil {
		return nil, err
	}
	c := &chain{segment: segment, link: newLink(segment.ID(), begin.Prev), key: key}
	if err := c.append(ctx, []row{first}); err != nil {
		segment.Close()
		return nil, err
	}
	return c, nil
}

func beginRow(now time.Time, begin Row) (row, error) {
	r := &Record{Time: now, Kind: Begin}
	fields, err := json.Marshal(struct {
		*Record
		Previous string          `json:"previous,omitempty"`
		Open     []string        `json:"open,omitempty"`
		After    []SegmentReport `json:"after,omitempty"`
	}{r, begin.Previous, begin.Open, begin.After})
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
	if err := c.mark(ctx, Seal); err != nil {
		return err
	}
	return c.segment.Seal(ctx)
}

// mark appends a row of the log's own, signed if there is a key.
func (c *chain) mark(ctx context.Context, kind Kind) error {
	r := &Record{Time: time.Now().UTC(), Kind: kind}
	fields, err := encode(nil, r)
	if err != nil {
		return err
	}
	if c.key != nil {
		signature := ed25519.Sign(c.key, signedText(r, c.link.segment, c.link.seq, string(c.link.prev[:])))
		fields = append(base64.StdEncoding.AppendEncode(append(fields, `,"signature":"`...), signature), '"')
	}
	return c.append(ctx, []row{newRow(r, fields)})
}

// signedText is what a seal or a checkpoint signs: all of itself, and by the hash of the row
// before, all that stands before it.
func signedText(r *Record, segment string, seq uint64, prev string) []byte {
	return fmt.Appendf(nil, "skilllint audit row\n%s\n%s\n%s\n%d\n%s", r.Kind, r.Time.Format(time.RFC3339Nano), segment, seq, prev)
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
