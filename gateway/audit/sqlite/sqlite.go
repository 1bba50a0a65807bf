// Package sqlite stores an audit log in a SQLite database, which the processes of one
// host may share. The rows can be queried: table audit_row holds the usual fields beside
// each line. They are for searching: what counts, and is verified, is the line. There is no
// index but the key; add what your queries need.
//
// The file PATH.ID.lock belongs to the process that writes the segment ID, for as long as
// it lives. The database must lie on a local file system.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/internal/flock"
)

// The time is in nanoseconds since 1970. The line is the row as it was hashed.
const schema = `
CREATE TABLE IF NOT EXISTS audit_segment (id TEXT PRIMARY KEY, sealed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS audit_row (
	segment TEXT NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL, call_id TEXT NOT NULL,
	org TEXT NOT NULL, user TEXT NOT NULL, consumer TEXT NOT NULL, provider TEXT NOT NULL, tool TEXT NOT NULL,
	code TEXT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (segment, seq)
) WITHOUT ROWID;`

const insert = `INSERT INTO audit_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// Store is an audit.Store in one database file.
type Store struct {
	db   *sql.DB
	path string
	info os.FileInfo // of the file when it was opened
}

var _ audit.Store = (*Store)(nil)

// Open opens the database at path, and makes it if it is not there. The folder must exist.
func Open(ctx context.Context, path string) (*Store, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open audit database: %w", err)
	}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(20000)", "journal_mode(WAL)", "synchronous(FULL)"}} // processes that share it take turns in no order, so that one may wait long
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err == nil {
		_, err = db.ExecContext(ctx, schema)
	}
	if err != nil {
		if db != nil {
			db.Close()
		}
		return nil, fmt.Errorf("open audit database: %w", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("open audit database: %w", err)
	}
	return &Store{db: db, path: path, info: info}, nil
}

// Verify checks the log in the database at path, as audit.Verify does for files.
func Verify(ctx context.Context, path string, known ...audit.SegmentReport) (audit.Report, error) {
	if _, err := os.Stat(path); err != nil {
		return audit.Report{}, fmt.Errorf("verify audit log: %w", err)
	}
	s, err := Open(ctx, path)
	if err != nil {
		return audit.Report{}, err
	}
	defer s.Close()
	return audit.Check(ctx, s, known...)
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Segments implements audit.Reader.
func (s *Store) Segments(ctx context.Context) ([]string, error) {
	return s.ids(ctx, `SELECT id FROM audit_segment ORDER BY id`)
}

// Sealed implements audit.Reader.
func (s *Store) Sealed(ctx context.Context, segment string) (sealed bool, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT sealed FROM audit_segment WHERE id = ?`, segment).Scan(&sealed)
	return sealed, err
}

func (s *Store) ids(ctx context.Context, query string) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Lines implements audit.Reader.
func (s *Store) Lines(ctx context.Context, segment string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		rows, err := s.db.QueryContext(ctx, `SELECT line FROM audit_row WHERE segment = ? ORDER BY seq`, segment)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var line []byte
			err := rows.Scan(&line)
			if !yield(line, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func (s *Store) lockPath(id string) string { return s.path + "." + id + ".lock" }

// Create implements audit.Store.
func (s *Store) Create(ctx context.Context, id string) (audit.Segment, error) {
	lock, err := flock.Lock(s.lockPath(id))
	if err != nil {
		return nil, err
	}
	seg := &segment{store: s, id: id, lock: lock}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO audit_segment (id) VALUES (?)`, id); err != nil {
		os.Remove(s.lockPath(id))
		lock.Close()
		return nil, err
	}
	return seg, nil
}

// Abandoned implements audit.Store.
func (s *Store) Abandoned(ctx context.Context) (audit.Segment, error) {
	ids, err := s.ids(ctx, `SELECT id FROM audit_segment WHERE NOT sealed ORDER BY id`)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		lock, err := flock.Lock(s.lockPath(id))
		if errors.Is(err, flock.ErrLocked) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var there bool // another may have been faster
		err = s.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM audit_segment WHERE id = ? AND NOT sealed)`, id).Scan(&there)
		if err == nil && there {
			return &segment{store: s, id: id, lock: lock, kept: true}, nil
		}
		if err == nil {
			os.Remove(s.lockPath(id))
		}
		lock.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

type segment struct {
	store *Store
	id    string
	lock  io.Closer
	kept  bool // something in it is on record
	err   error
}

func (g *segment) ID() string { return g.id }

// Append implements audit.Segment.
func (g *segment) Append(ctx context.Context, entries []audit.Entry) error {
	if g.err == nil {
		g.err = g.append(ctx, entries)
		g.kept = g.kept || g.err == nil
	}
	return g.err
}

func (g *segment) append(ctx context.Context, entries []audit.Entry) error {
	if now, err := os.Stat(g.store.path); err != nil || !os.SameFile(now, g.store.info) {
		return fmt.Errorf("%w: %s was removed or replaced", audit.ErrTampered, g.store.path)
	}
	tx, err := g.store.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if first := entries[0].Seq; first > 0 {
		var there bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM audit_row WHERE segment = ? AND seq = ?)`, g.id, int64(first-1)).Scan(&there)
		if err == nil && !there {
			err = fmt.Errorf("%w: row %d of segment %s is gone", audit.ErrTampered, first-1, g.id)
		}
		if err != nil {
			return err
		}
	}
	stmt, err := tx.PrepareContext(ctx, insert)
	if err != nil {
		return err
	}
	defer stmt.Close()
	for _, e := range entries {
		r := e.Record
		if _, err := stmt.ExecContext(ctx, g.id, int64(e.Seq), r.Time.UnixNano(), string(r.Kind), r.CallID,
			r.Org, r.User, r.Consumer, r.Provider, r.Tool, r.Code, string(e.Line)); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Seal implements audit.Segment.
func (g *segment) Seal(ctx context.Context) error {
	_, err := g.store.db.ExecContext(ctx, `UPDATE audit_segment SET sealed = 1 WHERE id = ?`, g.id)
	if err == nil {
		os.Remove(g.store.lockPath(g.id))
	}
	g.lock.Close()
	return err
}

// Close implements audit.Segment.
func (g *segment) Close() error {
	var err error
	if !g.kept {
		if _, err = g.store.db.Exec(`DELETE FROM audit_segment WHERE id = ? AND NOT EXISTS (SELECT 1 FROM audit_row WHERE segment = id)`, g.id); err == nil {
			os.Remove(g.store.lockPath(g.id))
		}
	}
	g.lock.Close()
	return err
}
