package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

var _ quota.Inspector = (*Store)(nil)

// errLook ends a transaction that was only to look.
var errLook = errors.New("nothing is to be kept")

// Used implements quota.Inspector.
func (s *Store) Used(ctx context.Context, key quota.Key, limit quota.Limit, now time.Time) (d quota.Decision, err error) {
	err = s.update(ctx, func(tx *sql.Tx) (err error) {
		r := reservation{ctx: ctx, tx: tx, key: key.Encode(limit.Window), limit: limit, id: "look", now: now}
		if limit.Window.Sliding() != 0 {
			d, err = r.sliding()
		} else {
			d, err = r.calendar()
		}
		if err == nil {
			err = errLook
		}
		return err
	})
	if !errors.Is(err, errLook) {
		return quota.Decision{}, err
	}
	if d.Allowed {
		d.Remaining++ // it was counted, and is not
	}
	return d, nil
}

// Reset implements quota.Inspector.
func (s *Store) Reset(ctx context.Context, key quota.Key, limit quota.Limit) error {
	k := key.Encode(limit.Window)
	return s.update(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"quota_call", "quota_window"} {
			if _, err := tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE key = ?`, k); err != nil {
				return err
			}
		}
		return nil
	})
}
