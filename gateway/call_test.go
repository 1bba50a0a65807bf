package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
)

func TestCall(t *testing.T) {
	w := newWorld(t)
	result, err := w.Call(w.as(t, "jungastro"), "calculate_zodiac", json.RawMessage(birth))
	if err != nil {
		t.Fatal(err)
	}
	if string(result.Value) != `{"sun_sign": "Leo"}` || result.Meta.Skill != "zodiac" || result.Meta.Version != "1.0" || *result.Meta.Remaining != 2 {
		t.Errorf("result is %s", jsonOf(t, result))
	}
	if got := strings.Join(w.log.kinds(), ", "); got != "intent , outcome " {
		t.Errorf("on record is %s", got)
	}
	r := w.log.records[1]
	var key audit.Key // the zero one
	if r.Args != key.Digest([]byte(birth)) || r.Result != key.Digest(result.Value) {
		t.Errorf("digests are %v and %v", r.Args, r.Result)
	}
	if r.Org != "acme" || r.User != "alice" || r.Consumer != "jungastro" || r.ConsumerVersion != "3.0" || r.Provider != "zodiac" ||
		r.Tool != "calculate_zodiac" || r.Decision != "allow" || r.Args.Size != len(birth) || r.Result.Size == 0 || r.Attempts != 1 ||
		r.Depth != 1 || r.CallID != result.Meta.CallID || !strings.HasPrefix(r.Definition, "sha256:") || r.Quota.Remaining != 2 {
		t.Errorf("the outcome is %+v", r)
	}
}

// TestDenialsAreTheSeeds: the JSON that callers rely on.
func TestDenialsAreTheSeeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is 2000-01-01, midnight
		w := newWorld(t)
		ctx := w.as(t, "jungastro")
		for range 3 {
			if _, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth)); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			ctx        context.Context
			tool, args string
			want       string
		}{
			{ctx, "unshared", `{}`, `{"error":"tool_not_imported","message":"\"unshared\" is not in the imports of \"jungastro\""}`},
			{w.as(t, "jungastro", gateway.Identity{Org: "acme", User: "bob"}), "calculate_zodiac", birth,
				`{"error":"subscription_required","skill_id":"zodiac","action":"show_subscribe_card"}`},
			{ctx, "calculate_zodiac", birth,
				`{"error":"rate_limited","retry_after":86400,"reset_at":"2000-01-02T00:00:00Z","limit":"3/day","remaining":0}`},
			{ctx, "nothing", `{}`, `{"error":"tool_not_found","message":"no tool \"nothing\""}`},
			{ctx, "calculate_zodiac", `{"house": 13}`, `{"error":"invalid_arguments","message":"the arguments of \"calculate_zodiac\" do not fit its schema",` +
				`"violations":[{"pointer":"","keyword":"required","name":"birth_date"},{"pointer":"/house","keyword":"maximum"}]}`},
			{w.as(t, "future"), "calculate_zodiac", birth,
				`{"error":"version_mismatch","message":"future: needs zodiac 2.0 for \"calculate_zodiac\"","want":"2.0","have":"1.0"}`},
		} {
			_, err := w.Call(c.ctx, c.tool, json.RawMessage(c.args))
			if got := jsonOf(t, err); got != c.want {
				t.Errorf("%s %s\n got %s\nwant %s", c.tool, c.args, got, c.want)
			}
		}
	})
}

// TestRemoval: a notice with the result until the day, a refusal from then on.
func TestRemoval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		ctx := w.as(t, "jungastro")
		result, err := w.Call(ctx, "old_calculate", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := jsonOf(t, result.Meta.Deprecation); got != `{"removal_date":"2000-06-01","days_left":152,"replacement":"calculate_zodiac"}` {
			t.Errorf("the notice is %s", got)
		}
		time.Sleep(152*24*time.Hour - 1)
		if result, err = w.Call(ctx, "old_calculate", nil); err != nil || result.Meta.Deprecation.DaysLeft != 1 {
			t.Errorf("on the last day: %s, %v", jsonOf(t, result), err)
		}
		time.Sleep(time.Nanosecond)
		_, err = w.Call(ctx, "old_calculate", nil)
		if got := jsonOf(t, err); got != `{"error":"tool_removed","message":"jungastro: \"old_calculate\" of zodiac was to be removed on 2000-06-01","replacement":"calculate_zodiac","removal_date":"2000-06-01"}` {
			t.Errorf("on the day: %s", got)
		}
	})
}

// TestOrderOfChecks mends one fault of a call after the other; what is refused is always
// the first that is left.
func TestOrderOfChecks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hidden := true
		verdict := gateway.Hide
		w := newWorld(t, func(o *gateway.Options) {
			o.Limits.Depth = 1
			o.Policy = func(context.Context, gateway.PolicyCall) (gateway.Verdict, error) {
				if hidden {
					return gateway.Hide, nil
				}
				return verdict, nil
			}
		})
		w.subscribed["alice"] = false
		ctx := t.Context()
		nested := context.Context(nil)
		w.serve(t, "zodiac", "get_chart_snapshot", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			_, err := gateway.Call(ctx, "interpret", nil)
			nested = ctx
			return nil, err
		})
		tool, args := "nothing", json.RawMessage(`{"birth_date": `+strings.Repeat(" ", 2<<20)+`1}`)
		steps := []struct {
			want gateway.Code
			mend func()
		}{
			{gateway.PayloadTooLarge, func() { args = json.RawMessage(`{"house": 1, "house": 1}`) }},
			{gateway.Unauthenticated, func() { ctx = w.as(t, "future") }},
			{gateway.ToolNotFound, func() { tool = "calculate_zodiac" }},
			{gateway.ToolNotFound, func() { hidden, verdict = false, gateway.Deny }}, // by the policy
			{gateway.VersionMismatch, func() { ctx = w.as(t, "jungastro"); tool = "unshared" }},
			{gateway.ToolNotImported, func() { tool = "calculate_zodiac" }},
			{gateway.PolicyDenied, func() { verdict = gateway.Abstain }},
			{gateway.SubscriptionRequired, func() { w.subscribed["alice"] = true }},
			{gateway.InvalidArguments, func() { args = json.RawMessage(`{"house": 1}`) }},
			{gateway.InvalidArguments, func() { args = json.RawMessage(birth) }},
		}
		for i, step := range steps {
			_, err := w.Call(ctx, tool, args)
			if got := code(t, err); got != step.want {
				t.Fatalf("step %d: %v, want %v", i, err, step.want)
			}
			step.mend()
		}
		for i := range 4 {
			_, err := w.Call(ctx, tool, args)
			if got := code(t, err); (i < 3 && got != "") || (i == 3 && got != gateway.RateLimited) {
				t.Errorf("call %d of 3 a day: %v", i, err)
			}
		}
		// Depth stands before what is asked of imports.
		if _, err := w.Call(ctx, "get_chart_snapshot", nil); code(t, err) != gateway.ProviderError {
			t.Error(err)
		}
		if nested == nil {
			t.Error("the tool was not called")
		}
		denials := w.log.kinds()
		want := "denial depth_exceeded"
		if !strings.Contains(strings.Join(denials, ","), want) {
			t.Errorf("%s is not among %s", want, denials)
		}
	})
}

// TestNothingRefusedCounts: only calls that are made burn quota.
func TestNothingRefusedCounts(t *testing.T) {
	w := newWorld(t)
	ctx := w.as(t, "jungastro")
	for range 10 {
		w.Call(ctx, "calculate_zodiac", json.RawMessage(`{}`))
		w.Call(w.as(t, "future"), "calculate_zodiac", json.RawMessage(birth))
	}
	w.log.breakDown(audit.Intent, audit.ErrUnavailable)
	for range 10 {
		if _, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth)); code(t, err) != gateway.AuditUnavailable {
			t.Fatal(err)
		}
	}
	if n := w.calls["calculate_zodiac"]; n != 0 {
		t.Errorf("%d calls were made that are not on record", n)
	}
	w.log.breakDown("", nil)
	for i := range 3 {
		if _, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth)); err != nil {
			t.Errorf("call %d of 3: %v", i, err)
		}
	}
}

func TestSubscriptionSource(t *testing.T) {
	var failure error
	asked, subscribed := 0, true
	source := gateway.SubscriptionFunc(func(context.Context, gateway.Identity, string) (bool, error) {
		asked++
		if failure != nil && failure.Error() == "panic" {
			panic(failure)
		}
		return subscribed, failure
	})
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(o *gateway.Options) { o.Subscriptions = gateway.RememberSubscriptions(source, time.Minute) })
		call := func() gateway.Code {
			_, err := w.Call(w.as(t, "jungastro"), "calculate_zodiac", json.RawMessage(birth))
			return code(t, err)
		}
		for _, step := range []struct {
			subscribed bool
			failure    error
			wait       time.Duration
			want       gateway.Code
		}{
			{false, nil, 0, gateway.SubscriptionRequired},
			{true, nil, 0, ""}, // a negative answer is not remembered
			{false, errors.New("down"), time.Minute - 1, ""},
			{false, errors.New("down"), 1, gateway.SubscriptionUnverified},
			{false, errors.New("panic"), 0, gateway.SubscriptionUnverified},
		} {
			time.Sleep(step.wait)
			subscribed, failure = step.subscribed, step.failure
			if got := call(); got != step.want {
				t.Errorf("%+v: %q", step, got)
			}
		}
		if asked != 4 {
			t.Errorf("the source was asked %d times", asked)
		}
	})
}

// TestPolicy: it refuses, and cannot allow; a fault of it refuses.
func TestPolicy(t *testing.T) {
	for name, policy := range map[string]gateway.Policy{
		"deny": func(context.Context, gateway.PolicyCall) (gateway.Verdict, error) { return gateway.Deny, nil },
		"error": func(context.Context, gateway.PolicyCall) (gateway.Verdict, error) {
			return gateway.Abstain, errors.New("down")
		},
		"panic":   func(context.Context, gateway.PolicyCall) (gateway.Verdict, error) { panic("policy") },
		"nothing": func(context.Context, gateway.PolicyCall) (gateway.Verdict, error) { return 77, nil },
	} {
		w := newWorld(t, func(o *gateway.Options) { o.Policy = policy })
		ctx := w.as(t, "jungastro")
		if _, err := w.Call(ctx, "get_chart_snapshot", nil); code(t, err) != gateway.PolicyDenied {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := w.Call(ctx, "interpret", nil); err != nil {
			t.Errorf("%s: a skill's own tool: %v", name, err)
		}
		if tools, err := w.Tools(ctx); err != nil || len(tools) != 1 {
			t.Errorf("%s: tools are %v, %v", name, tools, err)
		}
	}
	w := newWorld(t, func(o *gateway.Options) {
		o.Policy = func(_ context.Context, c gateway.PolicyCall) (gateway.Verdict, error) {
			if got := fmt.Sprint(c); got != "{{acme alice s1 } jungastro zodiac unshared 3.0 1.0}" {
				t.Errorf("the policy is asked about %s", got)
			}
			return gateway.Abstain, nil
		}
	})
	if _, err := w.Call(w.as(t, "jungastro"), "unshared", nil); code(t, err) != gateway.ToolNotImported {
		t.Errorf("a policy allows: %v", err)
	}
}
