// Package postgres stores an audit log in PostgreSQL, for the gateways of many hosts. The
// rows can be queried: table skilllint_audit_row holds the usual fields beside each line.
// They are for searching: what counts, and is verified, is the line. There is no index but
// the key; add what your queries need.
//
// A writer holds an advisory lock for as long as its session lives, which tells others
// that its calls are under way. So it needs a session of its own: PgBouncer has to be in
// session mode. When the session breaks, the writer goes on in another segment, and
// another gateway that starts in between may have given its calls the outcome unknown;
// their real outcomes follow, and count.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skilllint/skilllint/gateway/audit"
)

// closeTimeout bounds the farewell to a server that may be gone.
const closeTimeout = time.Second

const schema = `
CREATE TABLE IF NOT EXISTS skilllint_audit_segment (id text PRIMARY KEY, sealed boolean NOT NULL DEFAULT false);
CREATE TABLE IF NOT EXISTS skilllint_audit_row (
	segment text NOT NULL REFERENCES skilllint_audit_segment, seq bigint NOT NULL, time timestamptz NOT NULL,
	kind text NOT NULL, call_id text NOT NULL, org text NOT NULL, "user" text NOT NULL, consumer text NOT NULL,
	provider text NOT NULL, tool text NOT NULL, code text NOT NULL, line text NOT NULL, PRIMARY KEY (segment, seq)
);`

// Store is an audit.Store in one database.
type Store struct {
	config *pgx.ConnConfig
	mu     sync.Mutex
	conn   *pgx.Conn // for what is no segment's business; nil when it broke
}

var _ audit.Store = (*Store)(nil)

// Open connects by a URL or key-value string as libpq takes it, and makes the tables if
// they are not there. It fails if the server runs with fsync off, since it then promises
// what it does not keep. Where synchronous_commit is off, sessions of this package turn it on.
func Open(ctx context.Context, dsn string) (*Store, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("open audit database: %w", err)
	}
	s := &Store{config: config}
	err = s.with(ctx, func(c *pgx.Conn) error {
		var fsync string
		if err := c.QueryRow(ctx, `SHOW fsync`).Scan(&fsync); err != nil {
			return err
		}
		if fsync != "on" {
			return fmt.Errorf("fsync is %q, want \"on\": rows that were acknowledged would not survive a crash of the host", fsync)
		}
		tx, err := c.Begin(ctx) // IF NOT EXISTS alone fails when two do it at once
		if err != nil {
			return err
		}
		defer tx.Rollback(ctx)
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockOf("schema")); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, schema); err != nil {
			return err
		}
		return tx.Commit(ctx)
	})
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("open audit database: %w", err)
	}
	return s, nil
}

// Verify checks the log in a database, as audit.Verify does for files.
func Verify(ctx context.Context, dsn string, known ...audit.SegmentReport) (audit.Report, error) {
	s, err := Open(ctx, dsn)
	if err != nil {
		return audit.Report{}, err
	}
	defer s.Close()
	return audit.Check(ctx, s, known...)
}

// Close ends the store's own session.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil
	}
	err := hangUp(s.conn)
	s.conn = nil
	return err
}

func hangUp(c *pgx.Conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	return c.Close(ctx)
}

func (s *Store) connect(ctx context.Context) (*pgx.Conn, error) {
	c, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return nil, err
	}
	var commit string
	if err = c.QueryRow(ctx, `SHOW synchronous_commit`).Scan(&commit); err == nil && commit == "off" {
		_, err = c.Exec(ctx, `SET synchronous_commit TO on`)
	}
	if err != nil {
		hangUp(c)
		return nil, err
	}
	return c, nil
}

// with lends the store's session to f, a new one if it broke.
func (s *Store) with(ctx context.Context, f func(*pgx.Conn) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil || s.conn.IsClosed() {
		c, err := s.connect(ctx)
		if err != nil {
			return err
		}
		s.conn = c
	}
	return f(s.conn)
}

// texts gives the one column of a query.
func (s *Store) texts(ctx context.Context, query string, args ...any) (texts []string, err error) {
	err = s.with(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		texts, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return texts, err
}

// Segments implements audit.Reader.
func (s *Store) Segments(ctx context.Context) ([]string, error) {
	return s.texts(ctx, `SELECT id FROM skilllint_audit_segment ORDER BY id COLLATE "C"`)
}

// Sealed implements audit.Reader.
func (s *Store) Sealed(ctx context.Context, segment string) (sealed bool, err error) {
	err = s.with(ctx, func(c *pgx.Conn) error {
		return c.QueryRow(ctx, `SELECT sealed FROM skilllint_audit_segment WHERE id = $1`, segment).Scan(&sealed)
	})
	return sealed, err
}

// Lines implements audit.Reader. It reads page by page, so the session is free in between.
func (s *Store) Lines(ctx context.Context, segment string) iter.Seq2[[]byte, error] {
	const page = 1000
	return func(yield func([]byte, error) bool) {
		// Rows are counted, not numbered: a row that is missing must not end the reading.
		after := int64(-1)
		for {
			var lines []string
			err := s.with(ctx, func(c *pgx.Conn) error {
				rows, err := c.Query(ctx, `SELECT seq, line FROM skilllint_audit_row WHERE segment = $1 AND seq > $2 ORDER BY seq LIMIT $3`, segment, after, page)
				if err != nil {
					return err
				}
				var line string
				_, err = pgx.ForEachRow(rows, []any{&after, &line}, func() error {
					lines = append(lines, line)
					return nil
				})
				return err
			})
			if err != nil {
				yield(nil, err)
				return
			}
			for _, line := range lines {
				if !yield([]byte(line), nil) {
					return
				}
			}
			if len(lines) < page {
				return
			}
		}
	}
}

// Create implements audit.Store.
func (s *Store) Create(ctx context.Context, id string) (audit.Segment, error) {
	g, err := s.lock(ctx, id)
	if err == nil && g == nil {
		err = errors.New("a new segment is locked")
	}
	if err != nil {
		return nil, err
	}
	if _, err := g.conn.Exec(ctx, `INSERT INTO skilllint_audit_segment (id) VALUES ($1)`, id); err != nil {
		hangUp(g.conn)
		return nil, err
	}
	return g, nil
}

// Abandoned implements audit.Store.
func (s *Store) Abandoned(ctx context.Context) (audit.Segment, error) {
	ids, err := s.texts(ctx, `SELECT id FROM skilllint_audit_segment WHERE NOT sealed ORDER BY id COLLATE "C"`)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		g, err := s.lock(ctx, id)
		if err != nil {
			return nil, err
		}
		if g == nil {
			continue
		}
		var there bool // another may have been faster
		err = g.conn.QueryRow(ctx, `SELECT EXISTS (SELECT FROM skilllint_audit_segment WHERE id = $1 AND NOT sealed)`, id).Scan(&there)
		if err == nil && there {
			g.kept = true
			return g, nil
		}
		hangUp(g.conn)
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}
