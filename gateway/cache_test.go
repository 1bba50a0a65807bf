package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
)

func TestCache(t *testing.T) {
	const text = `{"version": 1, "contracts": [{"id": "s",
		"exports": [{"name": "get", "read_only": true}, {"name": "set"}], "access": {"rate_limit": [{"tool": "get", "rate": "100/day"}]}}]}`
	synctest.Test(t, func(t *testing.T) {
		made := 0
		g, ctx, log := served(t, text, func(context.Context, json.RawMessage) (json.RawMessage, error) {
			made++
			return fmt.Append(nil, made), nil
		}, func(o *gateway.Options) { o.Cache.TTL = time.Minute; o.Cache.Entries = 2 })
		bob, leave, _ := g.Enter(t.Context(), gateway.Identity{Org: "acme", User: "bob"}, "s")
		defer leave()
		for i, c := range []struct {
			ctx        context.Context
			tool, args string
			wait       time.Duration
			want       string
		}{
			{ctx, "get", `{"a":1,"b":2}`, 0, "1"},
			{ctx, "get", `{"b":2, "a":1.0}`, 0, "1"}, // the same value
			{ctx, "get", `{"a":2}`, 0, "2"},
			{bob, "get", `{"a":2}`, 0, "3"}, // another user; the oldest goes
			{ctx, "get", `{"a":1,"b":2}`, 0, "4"},
			{ctx, "get", `{"a":1,"b":2}`, time.Minute - 1, "4"},
			{ctx, "get", `{"a":1,"b":2}`, 1, "5"}, // too old
			{ctx, "set", `{}`, 0, "6"},            // a write
			{ctx, "get", `{"a":1,"b":2}`, 0, "7"},
		} {
			time.Sleep(c.wait)
			r, err := g.Call(c.ctx, c.tool, json.RawMessage(c.args))
			if err != nil || string(r.Value) != c.want {
				t.Errorf("%d: %s %v, want %s", i, r.Value, err, c.want)
			}
		}
		if got := log.kinds(); got[3] != "outcome cached" {
			t.Errorf("on record is %q", got)
		}
	})
}
