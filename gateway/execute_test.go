package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

const retried = `{"version": 1, "contracts": [{"id": "s", "exports": [
	{"name": "once", "timeout_ms": 1000}, {"name": "again", "idempotent": true, "timeout_ms": 1000, "retry": 3}, {"name": "look", "read_only": true, "timeout_ms": 1000, "retry": 3},
	{"name": "typed", "output_schema": {"type": "integer"}}]}]}`

func served(t *testing.T, text string, f gateway.Handler, change ...func(*gateway.Options)) (*gateway.Gateway, context.Context, *memoryLog) {
	t.Helper()
	log := &memoryLog{}
	options := gateway.Options{Audit: log, Quota: quota.NewMemory()}
	for _, c := range change {
		c(&options)
	}
	catalog := catalogOf(t, text)
	g, err := gateway.New(catalog, options)
	if err != nil {
		t.Fatal(err)
	}
	tools := map[string]gateway.Handler{}
	for _, tool := range catalog.Contracts[0].Exports {
		tools[tool.Name.Text] = f
	}
	if err := g.Register(catalog.Contracts[0].ID.Text, "", tools); err != nil {
		t.Fatal(err)
	}
	ctx, leave, err := g.Enter(t.Context(), alice, catalog.Contracts[0].ID.Text)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leave)
	return g, ctx, log
}

func TestRetries(t *testing.T) {
	secret := errors.New("password is 1234")
	for _, c := range []struct {
		name, tool string
		err        error
		failures   int
		want       gateway.Code
		attempts   int
	}{
		{"not idempotent", "once", secret, 1, gateway.ProviderError, 1},
		{"not dispatched", "once", gateway.NotDispatched(secret), 2, "", 3},
		{"not dispatched for long", "once", fmt.Errorf("dial: %w", gateway.NotDispatched(secret)), 99, gateway.ProviderError, 3},
		{"idempotent", "again", secret, 3, "", 4},
		{"read-only", "look", secret, 3, "", 4},
		{"idempotent for long", "again", secret, 99, gateway.ProviderError, 4},
	} {
		synctest.Test(t, func(t *testing.T) {
			attempts := 0
			g, ctx, log := served(t, retried, func(context.Context, json.RawMessage) (json.RawMessage, error) {
				if attempts++; attempts <= c.failures {
					return nil, c.err
				}
				return nil, nil
			})
			_, err := g.Call(ctx, c.tool, nil)
			if code(t, err) != c.want || attempts != c.attempts {
				t.Errorf("%s: %v after %d attempts", c.name, err, attempts)
			}
			if got := log.records[1]; got.Attempts != c.attempts || len(log.records) != 2 {
				t.Errorf("%s: on record are %+v", c.name, log.records)
			}
			if s := fmt.Sprint(err) + jsonOf(t, err); errors.Is(err, secret) || len(s) > 200 || c.want != "" && !json.Valid([]byte(jsonOf(t, err))) {
				t.Errorf("%s: the caller is told %s", c.name, s)
			}
		})
	}
}

// TestRetryBudget: what is below one entry shares its retries.
func TestRetryBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		attempts := 0
		g, ctx, _ := served(t, retried, func(context.Context, json.RawMessage) (json.RawMessage, error) {
			attempts++
			return nil, errors.New("down")
		}, func(o *gateway.Options) { o.Limits.RetryBudget = 5 })
		for range 10 {
			g.Call(ctx, "again", nil)
		}
		if attempts != 10+5 {
			t.Errorf("%d attempts", attempts)
		}
	})
}

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := make(chan error, 10)
		g, ctx, log := served(t, retried, func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			time.Sleep(5 * time.Second) // does not heed its context
			_, err := gateway.Call(ctx, "again", nil)
			late <- err
			return nil, ctx.Err()
		})
		start := time.Now()
		_, err := g.Call(ctx, "once", nil)
		if code(t, err) != gateway.Timeout || time.Since(start) != time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		if got := log.records[1].Code; got != "unknown_after_timeout" {
			t.Errorf("on record is %s", got)
		}
		if err := <-late; code(t, err) != gateway.Unauthenticated {
			t.Errorf("what was left behind may call: %v", err)
		}

		// The caller's deadline is the earlier one, over all attempts.
		short, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
		defer cancel()
		start = time.Now()
		_, err = g.Call(short, "again", nil)
		if code(t, err) != gateway.Timeout || time.Since(start) > 1500*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
		gone, cancel := context.WithCancel(ctx)
		go func() { time.Sleep(100 * time.Millisecond); cancel() }()
		if _, err = g.Call(gone, "once", nil); code(t, err) != gateway.Cancelled {
			t.Error(err)
		}
		if _, err = g.Call(gone, "once", nil); code(t, err) != gateway.Cancelled {
			t.Error(err)
		}
		time.Sleep(time.Minute)
	})
}

func TestBadProviders(t *testing.T) {
	for name, f := range map[string]gateway.Handler{
		"panic":   func(context.Context, json.RawMessage) (json.RawMessage, error) { panic("secret") },
		"no JSON": answer(`{`), "twice": answer(`1 2`), "NaN": answer(`NaN`), "duplicate": answer(`{"a":1,"a":2}`),
		"wrong type": answer(`"x"`), "nothing": answer(``), "huge number": answer(`1e10000000`),
		"large": func(context.Context, json.RawMessage) (json.RawMessage, error) {
			return make(json.RawMessage, 9<<20), nil
		},
	} {
		g, ctx, log := served(t, retried, f)
		_, err := g.Call(ctx, "typed", nil)
		want := gateway.InvalidResult
		if name == "panic" {
			want = gateway.ProviderError
		}
		if code(t, err) != want || log.records[1].Code != string(want) {
			t.Errorf("%s: %v; on record is %s", name, err, log.records[1].Code)
		}
	}
	log := &memoryLog{}
	g, err := gateway.New(catalogOf(t, retried), gateway.Options{Audit: log})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave, _ := g.Enter(t.Context(), alice, "s")
	defer leave()
	if _, err := g.Call(ctx, "once", nil); code(t, err) != gateway.ProviderError || log.records[0].Kind != audit.Denial {
		t.Errorf("without a function: %v", err)
	}
}

// TestProviderCannotChangeWhatWasChecked: arguments and results are copies.
func TestNobodyChangesWhatWasChecked(t *testing.T) {
	args := json.RawMessage(`{"a":1}`)
	result := json.RawMessage(`7`)
	g, ctx, _ := served(t, retried, func(_ context.Context, got json.RawMessage) (json.RawMessage, error) {
		copy(args, `{"b":2}`)
		if string(got) != `{"a":1}` {
			t.Errorf("the function was given %s", got)
		}
		return result, nil
	})
	r, err := g.Call(ctx, "typed", args)
	copy(result, `"`)
	if err != nil || string(r.Value) != "7" {
		t.Errorf("%s, %v", r.Value, err)
	}
}

// TestLimitHolds: many callers at once, exactly the limit.
func TestLimitHolds(t *testing.T) {
	defer goleak.VerifyNone(t)
	w := newWorld(t)
	ctx := w.as(t, "jungastro")
	var wg sync.WaitGroup
	var mu sync.Mutex
	codes := map[gateway.Code]int{}
	for range 64 {
		wg.Go(func() {
			_, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth))
			mu.Lock()
			defer mu.Unlock()
			codes[code(t, err)]++
		})
	}
	wg.Wait()
	if codes[""] != 3 || codes[gateway.RateLimited] != 61 || w.calls["calculate_zodiac"] != 3 {
		t.Errorf("%v; %d calls", codes, w.calls["calculate_zodiac"])
	}
}
