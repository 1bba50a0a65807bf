package postgres

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skilllint/skilllint/gateway/audit"
)

type segment struct {
	conn *pgx.Conn
	id   string
	kept bool // something in it is on record
	err  error
}

// lock opens a session that holds the segment, or gives nil if another does.
func (s *Store) lock(ctx context.Context, id string) (*segment, error) {
	c, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	var locked bool
	if err := c.QueryRow(ctx, `SELECT pg_try_advisory_lock($1)`, lockOf(id)).Scan(&locked); err != nil || !locked {
		hangUp(c)
		return nil, err
	}
	return &segment{conn: c, id: id}, nil
}

// lockOf gives the number that stands for a segment among advisory locks.
func lockOf(id string) int64 {
	sum := sha256.Sum256([]byte("skilllint audit " + id))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

func (g *segment) ID() string { return g.id }

// One statement is one transaction and one round trip.
const insert = `INSERT INTO skilllint_audit_row SELECT $1, * FROM unnest($2::bigint[], $3::timestamptz[], $4::text[],
	$5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])`

// Append implements audit.Segment.
func (g *segment) Append(ctx context.Context, entries []audit.Entry) error {
	if g.err != nil {
		return g.err
	}
	seq, when := make([]int64, len(entries)), make([]time.Time, len(entries))
	var columns [9][]string
	for i, e := range entries {
		r := e.Record
		seq[i], when[i] = int64(e.Seq), r.Time
		for j, text := range [...]string{string(r.Kind), r.CallID, r.Org, r.User, r.Consumer, r.Provider, r.Tool, r.Code, string(e.Line)} {
			columns[j] = append(columns[j], storable(text))
		}
	}
	args := []any{g.id, seq, when}
	for _, c := range columns {
		args = append(args, c)
	}
	_, g.err = g.conn.Exec(ctx, insert, args...)
	g.kept = g.kept || g.err == nil
	return g.err
}

// storable replaces what PostgreSQL does not take in a text: NUL and broken UTF-8. Lines
// have neither.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

// Seal implements audit.Segment.
func (g *segment) Seal(ctx context.Context) error {
	_, err := g.conn.Exec(ctx, `UPDATE skilllint_audit_segment SET sealed = true WHERE id = $1`, g.id)
	hangUp(g.conn)
	return err
}

// Close implements audit.Segment.
func (g *segment) Close() error {
	if !g.kept && !g.conn.IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
		defer cancel()
		g.conn.Exec(ctx, `DELETE FROM skilllint_audit_segment s WHERE id = $1 AND NOT EXISTS (SELECT FROM skilllint_audit_row WHERE segment = s.id)`, g.id)
	}
	return hangUp(g.conn)
}
