package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
)

func TestIdempotencyKeys(t *testing.T) {
	const text = `{"version": 1, "contracts": [{"id": "s",
		"exports": [{"name": "pay"}, {"name": "put", "idempotent": true}], "access": {"rate_limit": [{"rate": "2/day"}]}}]}`
	made := 0
	var failure error
	g, ctx, log := served(t, text, func(context.Context, json.RawMessage) (json.RawMessage, error) {
		made++
		return fmt.Append(nil, made), failure
	})
	do := func(tool, key, args string) (string, gateway.Code) {
		r, err := g.Do(ctx, gateway.Request{Tool: tool, Args: json.RawMessage(args), IdempotencyKey: key})
		if err != nil {
			return "", code(t, err)
		}
		return string(r.Value), ""
	}
	for i, c := range []struct {
		tool, key, args, want string
		code                  gateway.Code
	}{
		{"pay", "k1", `{"n": 1}`, "1", ""},
		{"pay", "k1", `{ "n":1.0 }`, "1", ""}, // the same value
		{"pay", "k1", `{"n": 2}`, "", gateway.IdempotencyConflict},
		{"pay", "k2", `{"n": 1}`, "2", ""},
		{"pay", "k1", `{"n": 1}`, "1", ""},
		{"pay", "k3", `{"n": 1}`, "", gateway.RateLimited},
	} {
		if got, code := do(c.tool, c.key, c.args); got != c.want || code != c.code {
			t.Errorf("%d: %s %s, want %s %s", i, got, code, c.want, c.code)
		}
	}
	if got := log.kinds(); got[3] != "outcome replayed" {
		t.Errorf("on record is %q", got)
	}
	failure = errors.New("connection lost")
	do("put", "k1", "{}")
	failure = nil
	if got, code := do("put", "k1", "{}"); code != "" {
		t.Errorf("an idempotent tool that failed is made again: %s %s", got, code)
	}
	if got, code := do("put", "k9", "{}"); code != "" {
		t.Errorf("and counted once: %s %s", got, code)
	}
	if _, code := do("put", "k10", "{}"); code != gateway.RateLimited {
		t.Errorf("the third: %s", code)
	}

	// At once, one call is made; the others wait for it.
	g, ctx, _ = served(t, `{"version": 1, "contracts": [{"id": "s", "exports": [{"name": "pay"}]}]}`, func(context.Context, json.RawMessage) (json.RawMessage, error) {
		time.Sleep(10 * time.Millisecond)
		made++
		return fmt.Append(nil, made), nil
	})
	made = 0
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if got, code := do("pay", "k", "{}"); got != "1" || code != "" {
				t.Errorf("%s %s", got, code)
			}
		})
	}
	wg.Wait()
}

// TestFailedPayment: a tool that may not be repeated is not, whatever became of it.
func TestFailedPayment(t *testing.T) {
	made := 0
	g, ctx, log := served(t, retried, func(context.Context, json.RawMessage) (json.RawMessage, error) {
		made++
		return nil, errors.New("connection lost")
	})
	for range 3 {
		_, err := g.Do(ctx, gateway.Request{Tool: "once", IdempotencyKey: "k"})
		if code(t, err) != gateway.ProviderError {
			t.Error(err)
		}
	}
	if made != 1 {
		t.Errorf("it was made %d times", made)
	}
	log.breakDown(audit.Intent, audit.ErrUnavailable)
	for range 2 {
		g.Do(ctx, gateway.Request{Tool: "once", IdempotencyKey: "k2"})
	}
	log.breakDown("", nil)
	g.Do(ctx, gateway.Request{Tool: "once", IdempotencyKey: "k2"})
	if made != 2 {
		t.Errorf("after the log's outage it was made %d times", made)
	}
}
