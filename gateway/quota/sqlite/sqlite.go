// Package sqlite counts quotas in a SQLite database, exactly for all processes of one
// host. It is the default of a gateway that needs no server.
//
// Each reservation is one immediate transaction. A reservation that was allowed is on
// the disk when Reserve returns. The database must lie on a local file system: SQLite's
// locks do not work over a network.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"sync/atomic"
	"time"

	driver "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"github.com/skilllint/skilllint/gateway/quota"
)

// patience is how long a reservation waits for its turn when ctx sets no earlier end.
const patience = 5 * time.Second

// Times are nanoseconds since 1970. A row is worth nothing from expires on.
const schema = `
CREATE TABLE IF NOT EXISTS quota_window (
	key TEXT NOT NULL, opens INTEGER NOT NULL, closes INTEGER NOT NULL, used INTEGER NOT NULL, expires INTEGER NOT NULL,
	PRIMARY KEY (key, opens)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS quota_call (
	key TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (key, id)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS quota_call_at ON quota_call (key, at);
CREATE INDEX IF NOT EXISTS quota_call_expires ON quota_call (expires);
CREATE INDEX IF NOT EXISTS quota_window_expires ON quota_window (expires);`

// Store is a quota.Store in one database file.
type Store struct {
	db     *sql.DB
	writes atomic.Uint64
}

var _ quota.Store = (*Store)(nil)

// Open opens the database at path, and makes it if it is not there. The folder must exist.
func Open(ctx context.Context, path string) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open quota database: %w", err)
	}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {"journal_mode(WAL)", "synchronous(FULL)"}}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, fmt.Errorf("open quota database: %w", err)
	}
	// Writers take turns anyway; in Go's queue they do so in order and without waking up in vain.
	db.SetMaxOpenConns(1)
	s := &Store{db: db}
	err = s.update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, schema)
		return err
	})
	if err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

// Reserve implements quota.Store. It goes by the now of its callers, which share the
// clock of their host; where these pass each other, the newest call's time counts.
// A reservation in a sliding window reads the calls in it, at most limit.N.
func (s *Store) Reserve(ctx context.Context, key quota.Key, limit quota.Limit, callID string, now time.Time) (quota.Decision, error) {
	if err := quota.Check(limit, callID); err != nil {
		return quota.Decision{}, err
	}
	var d quota.Decision
	err := s.update(ctx, func(tx *sql.Tx) (err error) {
		r := reservation{ctx: ctx, tx: tx, key: key.Encode(limit.Window), limit: limit, id: callID, now: now}
		if limit.Window.Sliding() != 0 {
			d, err = r.sliding()
		} else {
			d, err = r.calendar()
		}
		if err == nil && s.writes.Add(1)%1024 == 0 {
			err = r.sweep()
		}
		return err
	})
	if err != nil {
		return quota.Decision{}, err
	}
	return d, nil
}

// Refund implements quota.Store.
func (s *Store) Refund(ctx context.Context, key quota.Key, limit quota.Limit, callID string) error {
	k := key.Encode(limit.Window)
	return s.update(ctx, func(tx *sql.Tx) error {
		var at int64
		err := tx.QueryRowContext(ctx, `DELETE FROM quota_call WHERE key = ? AND id = ? RETURNING at`, k, callID).Scan(&at)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE quota_window SET used = used - 1 WHERE key = ? AND opens <= ? AND closes > ?`, k, at, at)
		}
		return err
	})
}

// update runs f in an immediate transaction, again while another process holds the lock.
// SQLite's own busy handler sleeps for milliseconds at least, and does not look at ctx.
func (s *Store) update(ctx context.Context, f func(*sql.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for wait := 50 * time.Microsecond; ; wait = min(2*wait, 2*time.Millisecond) {
		err := s.attempt(ctx, f)
		if err == nil {
			return nil
		}
		var e *driver.Error
		if !errors.As(err, &e) || e.Code()&0xff != codes.SQLITE_BUSY {
			return quota.Unavailable("sqlite", err)
		}
		select {
		case <-ctx.Done():
			return quota.Unavailable("sqlite", fmt.Errorf("%w: %w", ctx.Err(), err))
		case <-time.After(wait/2 + rand.N(wait)):
		}
	}
}

func (s *Store) attempt(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

// A reservation is one call of Reserve inside its transaction.
type reservation struct {
	ctx   context.Context
	tx    *sql.Tx
	key   string
	limit quota.Limit
	id    string
	now   time.Time
}

func (r *reservation) calendar() (quota.Decision, error) {
	var start, end, used int64
	err := r.tx.QueryRowContext(r.ctx, `SELECT opens, closes, used FROM quota_window WHERE key = ? AND opens <= ? ORDER BY opens DESC LIMIT 1`,
		r.key, r.now.Add(quota.Ahead).UnixNano()).Scan(&start, &end, &used)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return quota.Decision{}, err
	}
	at := max(r.now.UnixNano(), start)
	if at >= end {
		s, e := r.limit.Window.Bounds(time.Unix(0, at))
		start, end, used = s.UnixNano(), e.UnixNano(), 0
	}
	known, err := r.known()
	if err != nil {
		return quota.Decision{}, err
	}
	allowed := known || used < int64(r.limit.N)
	if allowed && !known {
		used++
		_, err = r.tx.ExecContext(r.ctx, `INSERT OR REPLACE INTO quota_window VALUES (?, ?, ?, ?, ?)`,
			r.key, start, end, used, end+int64(quota.Remember))
		if err == nil {
			err = r.record(at, quota.Remember)
		}
	}
	return r.limit.Decide(allowed, int(used), time.Unix(0, end), r.now), err
}

func (r *reservation) sliding() (quota.Decision, error) {
	length := r.limit.Window.Sliding()
	known, err := r.known()
	if err != nil {
		return quota.Decision{}, err
	}
	latest := r.now.Add(quota.Ahead).UnixNano() // a call after that was counted by a clock that was wrong
	var newest sql.NullInt64
	if err := r.tx.QueryRowContext(r.ctx, `SELECT max(at) FROM quota_call WHERE key = ? AND at <= ?`, r.key, latest).Scan(&newest); err != nil {
		return quota.Decision{}, err
	}
	at := max(r.now.UnixNano(), newest.Int64)
	after := at - int64(length)
	var used int
	if err := r.tx.QueryRowContext(r.ctx, `SELECT count(*) FROM quota_call WHERE key = ? AND at > ? AND at <= ?`, r.key, after, latest).Scan(&used); err != nil {
		return quota.Decision{}, err
	}
	allowed := known || used < r.limit.N
	if allowed && !known {
		used++
		if err := r.record(at, max(length, quota.Remember)); err != nil {
			return quota.Decision{}, err
		}
	}
	leaves := after
	if used > 0 {
		err = r.tx.QueryRowContext(r.ctx, `SELECT at FROM quota_call WHERE key = ? AND at > ? AND at <= ? ORDER BY at LIMIT 1 OFFSET ?`,
			r.key, after, latest, max(0, used-r.limit.N)).Scan(&leaves)
	}
	return r.limit.Decide(allowed, used, time.Unix(0, leaves).Add(length), r.now), err
}

func (r *reservation) known() (known bool, err error) {
	err = r.tx.QueryRowContext(r.ctx, `SELECT EXISTS (SELECT 1 FROM quota_call WHERE key = ? AND id = ?)`, r.key, r.id).Scan(&known)
	return known, err
}

func (r *reservation) record(at int64, keep time.Duration) error {
	_, err := r.tx.ExecContext(r.ctx, `INSERT INTO quota_call VALUES (?, ?, ?, ?)`, r.key, r.id, at, at+int64(keep))
	return err
}

// sweep forgets what has expired, of all keys.
func (r *reservation) sweep() error {
	for _, table := range []string{"quota_call", "quota_window"} {
		if _, err := r.tx.ExecContext(r.ctx, `DELETE FROM `+table+` WHERE expires <= ?`, r.now.UnixNano()); err != nil {
			return err
		}
	}
	return nil
}
