package serve

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	auditpg "github.com/skilllint/skilllint/gateway/audit/postgres"
	auditsqlite "github.com/skilllint/skilllint/gateway/audit/sqlite"
	"github.com/skilllint/skilllint/gateway/quota"
	quotaredis "github.com/skilllint/skilllint/gateway/quota/redis"
	quotasqlite "github.com/skilllint/skilllint/gateway/quota/sqlite"
	sharedredis "github.com/skilllint/skilllint/gateway/shared/redis"
	sharedsqlite "github.com/skilllint/skilllint/gateway/shared/sqlite"
)

// stores are all that outlives a process, and what has to be asked elsewhere.
type stores struct {
	audit         *audit.Writer
	log           audit.Log // audit behind its breaker
	auditStore    audit.Store
	quota         quota.Store
	shared        gateway.Shared // nil with counting in memory
	subscriptions gateway.Subscriptions
	asks          map[string]func(context.Context) error // whether stores answer
	closers       []func() error                         // last first
}

func (s *stores) onClose(f func() error) { s.closers = append(s.closers, f) }

func (s *stores) close() error {
	var errs []error
	for i := len(s.closers) - 1; i >= 0; i-- {
		errs = append(errs, s.closers[i]())
	}
	return errors.Join(errs...)
}

func openStores(ctx context.Context, c *Config, log *slog.Logger) (_ *stores, err error) {
	s := &stores{asks: map[string]func(context.Context) error{}}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.auditStore, err = OpenAudit(ctx, c.Audit); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	s.onClose(s.auditStore.Close)
	key, err := c.SigningKey()
	if err != nil {
		return nil, err
	}
	if s.audit, err = audit.New(ctx, s.auditStore, audit.Options{Key: key}); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	s.onClose(s.audit.Close)
	s.log = guardedAudit{s.audit, newStoreBreaker("audit", log)}
	if s.quota, err = OpenQuota(ctx, c.Quota); err != nil {
		return nil, fmt.Errorf("quota: %w", err)
	}
	s.onClose(s.quota.Close)
	s.asks["quota"] = func(ctx context.Context) error {
		limit := quota.Limit{N: 1 << 30, Window: quota.Calendar(quota.Minute, nil)}
		_, err := s.quota.Reserve(ctx, quota.Key{Org: "skillgw", User: "readiness"}, limit, "readiness", time.Now())
		return err
	}
	s.asks["audit"] = func(ctx context.Context) error {
		_, err := s.auditStore.Segments(ctx)
		return err
	}
	if err := s.openShared(ctx, c.Shared); err != nil {
		return nil, fmt.Errorf("shared: %w", err)
	}
	if s.shared != nil {
		s.shared = guardedShared{s.shared, newStoreBreaker("shared", log)}
	}
	if c.Subscriptions != nil {
		if err := s.openSubscriptions(ctx, c.Subscriptions, newStoreBreaker("subscriptions", log)); err != nil {
			return nil, fmt.Errorf("subscriptions: %w", err)
		}
	}
	return s, nil
}

// SigningKey is the key of audit_sign, or nil.
func (c *Config) SigningKey() (ed25519.PrivateKey, error) {
	if c.AuditSign == "" {
		return nil, nil
	}
	seed, err := hex.DecodeString(string(c.AuditSign))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, errors.New("audit_sign is no Ed25519 seed")
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// OpenAudit opens the store of an audit log.
func OpenAudit(ctx context.Context, dsn DSN) (audit.Store, error) {
	switch scheme, path, _ := strings.Cut(string(dsn), ":"); scheme {
	case "files":
		return audit.OpenFiles(path)
	case "sqlite":
		return auditsqlite.Open(ctx, path)
	case "postgres", "postgresql":
		return auditpg.Open(ctx, string(dsn))
	}
	return nil, fmt.Errorf("%q is no store of audit logs", dsn)
}

// OpenQuota opens the store that calls are counted in.
func OpenQuota(ctx context.Context, dsn DSN) (quota.Store, error) {
	switch scheme, path, _ := strings.Cut(string(dsn), ":"); scheme {
	case "memory":
		return quota.NewMemory(), nil
	case "sqlite":
		return quotasqlite.Open(ctx, path)
	case "redis", "rediss":
		options, err := redisOptions(dsn)
		if err != nil {
			return nil, err
		}
		return quotaredis.Open(ctx, options)
	}
	return nil, fmt.Errorf("%q is no store of quotas", dsn)
}

func redisOptions(dsn DSN) (*goredis.UniversalOptions, error) {
	one, err := goredis.ParseURL(string(dsn))
	if err != nil {
		return nil, err
	}
	return &goredis.UniversalOptions{
		Addrs: []string{one.Addr}, DB: one.DB, Username: one.Username, Password: one.Password, TLSConfig: one.TLSConfig,
	}, nil
}

func (s *stores) openShared(ctx context.Context, dsn DSN) error {
	switch scheme, path, _ := strings.Cut(string(dsn), ":"); scheme {
	case "sqlite":
		store, err := sharedsqlite.Open(ctx, path)
		if err != nil {
			return err
		}
		s.shared = store
		s.onClose(store.Close)
	case "redis", "rediss":
		options, err := redisOptions(dsn)
		if err != nil {
			return err
		}
		store := sharedredis.Open(options)
		s.shared = store
		s.onClose(store.Close)
	}
	return nil
}
