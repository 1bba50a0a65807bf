// Package redis keeps what gateways share in Redis or Valkey, from version 7.
package redis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/skilllint/skilllint/gateway"
)

// Store is a gateway.Shared in a Redis server.
type Store struct{ client redis.UniversalClient }

var _ gateway.Shared = (*Store)(nil)

// Open makes a store; it connects when it is first asked.
func Open(opt *redis.UniversalOptions) *Store {
	o := *opt
	o.ContextTimeoutEnabled = true
	if o.DialTimeout == 0 {
		o.DialTimeout = time.Second
	}
	if o.MaintNotificationsConfig == nil {
		o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	}
	return &Store{redis.NewUniversalClient(&o)}
}

// Close closes the connections.
func (s *Store) Close() error { return s.client.Close() }

func name(key string) string { return "skilllint:shared:" + key }

// First implements gateway.Shared.
func (s *Store) First(ctx context.Context, key string, value []byte, keep time.Duration) ([]byte, error) {
	first, err := s.client.SetArgs(ctx, name(key), value, redis.SetArgs{Mode: "NX", Get: true, TTL: keep}).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return value, nil
	case err != nil:
		return nil, fmt.Errorf("redis: %w", err)
	}
	return []byte(first), nil
}

// Set implements gateway.Shared.
func (s *Store) Set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	return s.client.Set(ctx, name(key), value, keep).Err()
}

// Remove implements gateway.Shared.
func (s *Store) Remove(ctx context.Context, key string) error {
	return s.client.Del(ctx, name(key)).Err()
}
