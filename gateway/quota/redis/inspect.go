package redis

import (
	"context"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

var _ quota.Inspector = (*Store)(nil)

// Used implements quota.Inspector. It reserves and gives back at once: for a moment there
// is one call less.
func (s *Store) Used(ctx context.Context, key quota.Key, limit quota.Limit, now time.Time) (quota.Decision, error) {
	const id = "skillgw quota show"
	d, err := s.Reserve(ctx, key, limit, id, now)
	if err != nil || !d.Allowed {
		return d, err
	}
	d.Remaining++
	return d, s.Refund(ctx, key, limit, id)
}

// Reset implements quota.Inspector.
func (s *Store) Reset(ctx context.Context, key quota.Key, limit quota.Limit) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := s.client.Del(ctx, keys(key, limit)...).Err(); err != nil {
		return quota.Unavailable("redis", err)
	}
	return nil
}
