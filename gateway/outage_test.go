package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// TestAuditOutage: no reply without a record.
func TestAuditOutage(t *testing.T) {
	for _, allow := range []bool{false, true} {
		w := newWorld(t, func(o *gateway.Options) { o.AllowOnAuditOutage = allow })
		ctx := w.as(t, "jungastro")
		want := gateway.AuditUnavailable
		for _, kind := range []audit.Kind{audit.Denial, audit.Intent, audit.Outcome} {
			w.log.breakDown(kind, audit.ErrUnavailable)
			tool := "get_chart_snapshot"
			if kind == audit.Denial {
				tool = "unshared"
			}
			_, err := w.Call(ctx, tool, nil)
			if allow {
				want = ""
				if kind == audit.Denial {
					want = gateway.ToolNotImported
				}
			}
			if code(t, err) != want {
				t.Errorf("allow %t, %s: %v, want %q", allow, kind, err, want)
			}
		}
	}
}

// brokenQuota is a quota store that does not answer.
type brokenQuota struct{ quota.Store }

func (brokenQuota) Reserve(context.Context, quota.Key, quota.Limit, string, time.Time) (quota.Decision, error) {
	return quota.Decision{}, quota.Unavailable("test", errors.New("gone"))
}

func TestQuotaOutage(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Quota = brokenQuota{} })
	ctx := w.as(t, "jungastro")
	_, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth))
	if e := err.(*gateway.Error); e.Code != gateway.QuotaUnavailable || e.RetryAfter <= 0 {
		t.Error(err)
	}
	if _, err := w.Call(ctx, "get_chart_snapshot", nil); err != nil {
		t.Errorf("an unlimited tool: %v", err)
	}
	w = newWorld(t, func(o *gateway.Options) { o.Quota = brokenQuota{}; o.AllowOnQuotaOutage = []string{"zodiac"} })
	if _, err := w.Call(w.as(t, "jungastro"), "calculate_zodiac", json.RawMessage(birth)); err != nil {
		t.Error(err)
	}
	if got := w.log.kinds(); got[0] != "intent quota_unverified" {
		t.Errorf("on record is %s", got)
	}
}

// panickingQuota is a quota store with a fault.
type panickingQuota struct{ quota.Store }

func (panickingQuota) Reserve(context.Context, quota.Key, quota.Limit, string, time.Time) (quota.Decision, error) {
	panic("a fault")
}

// TestFaultsAreOnRecord: what breaks denies, and is audited.
func TestFaultsAreOnRecord(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Quota = panickingQuota{} })
	_, err := w.Call(w.as(t, "jungastro"), "calculate_zodiac", json.RawMessage(birth))
	if got := w.log.kinds(); code(t, err) != gateway.Internal || len(got) != 1 || got[0] != "denial internal" {
		t.Errorf("%v; on record is %q", err, got)
	}
}
