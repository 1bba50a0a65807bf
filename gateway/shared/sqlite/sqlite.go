// Package sqlite keeps what the gateways of one host share in a SQLite database, which may be
// that of the quotas.
package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/skilllint/skilllint/gateway"
)

// A row is worth nothing from expires on, in nanoseconds since 1970; 0 is never.
const schema = `
CREATE TABLE IF NOT EXISTS shared_value (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS shared_value_expires ON shared_value (expires);`

// Store is a gateway.Shared in one database file.
type Store struct{ db *sql.DB }

var _ gateway.Shared = (*Store)(nil)

// Open opens the database at path, and makes it if it is not there. The folder must exist.
func Open(ctx context.Context, path string) (*Store, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open shared database: %w", err)
	}
	query := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)"}}
	dsn := url.URL{Scheme: "file", Path: filepath.ToSlash(abs), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err == nil {
		db.SetMaxOpenConns(1)
		_, err = db.ExecContext(ctx, schema)
	}
	if err != nil {
		if db != nil {
			db.Close()
		}
		return nil, fmt.Errorf("open shared database: %w", err)
	}
	return &Store{db}, nil
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

func expiry(keep time.Duration) int64 {
	if keep == 0 {
		return 0
	}
	return time.Now().Add(keep).UnixNano()
}

// First implements gateway.Shared.
func (s *Store) First(ctx context.Context, key string, value []byte, keep time.Duration) ([]byte, error) {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `DELETE FROM shared_value WHERE expires <> 0 AND expires <= ?`, time.Now().UnixNano()); err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO shared_value VALUES (?, ?, ?)`, key, value, expiry(keep)); err != nil {
		return nil, err
	}
	var first []byte
	if err := tx.QueryRowContext(ctx, `SELECT value FROM shared_value WHERE key = ?`, key).Scan(&first); err != nil {
		return nil, err
	}
	return first, tx.Commit()
}

// Set implements gateway.Shared.
func (s *Store) Set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	_, err := s.db.ExecContext(ctx, `INSERT OR REPLACE INTO shared_value VALUES (?, ?, ?)`, key, value, expiry(keep))
	return err
}

// Remove implements gateway.Shared.
func (s *Store) Remove(ctx context.Context, key string) error {
	_, err := s.db.ExecContext(ctx, `DELETE FROM shared_value WHERE key = ?`, key)
	return err
}
