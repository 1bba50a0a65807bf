package serve

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers of queries
	"go.yaml.in/yaml/v4"
	_ "modernc.org/sqlite"

	"github.com/skilllint/skilllint/gateway"
)

func (s *stores) openSubscriptions(ctx context.Context, c *Subscriptions, breaker storeBreaker) error {
	var source gateway.Subscriptions
	switch {
	case c.File != "":
		f := &subscriptionFile{path: c.File}
		if err := f.read(); err != nil {
			return err
		}
		s.subscriptions = f // it is at hand, and ends a subscription at once
		return nil
	case c.URL != "":
		source = &subscriptionURL{url: c.URL, headers: c.Headers, client: &http.Client{Timeout: 5 * time.Second}}
	default:
		db, err := openQuery(ctx, c.Database)
		if err != nil {
			return err
		}
		s.onClose(db.Close)
		source = gateway.SubscriptionFunc(func(ctx context.Context, who gateway.Identity, skill string) (bool, error) {
			rows, err := db.QueryContext(ctx, c.Query, who.Org, who.User, skill)
			if err != nil {
				return false, err
			}
			defer rows.Close()
			return rows.Next(), rows.Err()
		})
	}
	s.subscriptions = gateway.RememberSubscriptions(guardedSubscriptions{source, breaker}, c.Remember)
	return nil
}

func openQuery(ctx context.Context, dsn DSN) (*sql.DB, error) {
	driver, source := "pgx", string(dsn)
	if path, ok := strings.CutPrefix(source, "sqlite:"); ok {
		u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: url.Values{"mode": {"ro"}}.Encode()}
		driver, source = "sqlite", u.String()
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// subscriptionFile is a list of who has subscribed.
type subscriptionFile struct {
	path string

	mu      sync.Mutex
	changed time.Time
	entries map[[3]string]bool
}

func (f *subscriptionFile) read() error {
	info, err := os.Stat(f.path)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.entries != nil && info.ModTime().Equal(f.changed) {
		return nil
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		return err
	}
	var list []struct{ Org, User, Skill string }
	if err := yaml.Unmarshal(data, &list); err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	entries := map[[3]string]bool{}
	for i, e := range list {
		if e.Org == "" || e.User == "" || e.Skill == "" {
			return fmt.Errorf("%s: entry %d has no org, user or skill; * stands for all", f.path, i)
		}
		entries[[3]string{e.Org, e.User, e.Skill}] = true
	}
	f.entries, f.changed = entries, info.ModTime()
	return nil
}

// Subscribed implements gateway.Subscriptions.
func (f *subscriptionFile) Subscribed(_ context.Context, who gateway.Identity, skill string) (bool, error) {
	if err := f.read(); err != nil {
		return false, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, org := range []string{who.Org, "*"} {
		for _, user := range []string{who.User, "*"} {
			for _, id := range []string{skill, "*"} {
				if f.entries[[3]string{org, user, id}] {
					return true, nil
				}
			}
		}
	}
	return false, nil
}

// subscriptionURL asks a service.
type subscriptionURL struct {
	url     string
	headers map[string]Secret
	client  *http.Client
}

// Subscribed implements gateway.Subscriptions.
func (s *subscriptionURL) Subscribed(ctx context.Context, who gateway.Identity, skill string) (bool, error) {
	query := url.Values{"org": {who.Org}, "user": {who.User}, "skill": {skill}}
	join := "?"
	if strings.Contains(s.url, "?") {
		join = "&"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+join+query.Encode(), nil)
	if err != nil {
		return false, err
	}
	for name, value := range s.headers {
		req.Header.Set(name, string(value))
	}
	resp, err := s.client.Do(req)
	if err != nil {
		return false, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return false, fmt.Errorf("subscriptions are answered with %s", resp.Status)
	}
	var answer struct {
		Subscribed *bool `json:"subscribed"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&answer); err != nil {
		return false, fmt.Errorf("the answer about subscriptions is no JSON: %w", err)
	}
	if answer.Subscribed == nil {
		return false, errors.New("the answer about subscriptions has no subscribed")
	}
	return *answer.Subscribed, nil
}
