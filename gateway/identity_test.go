package gateway_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
)

// TestInvocationEnds: nobody calls after the invocation that gave the right has ended.
func TestInvocationEnds(t *testing.T) {
	w := newWorld(t)
	var kept context.Context
	w.serve(t, "zodiac", "get_chart_snapshot", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		kept = ctx
		inv, err := gateway.Current(ctx)
		if err != nil {
			return nil, err
		}
		got := []string{inv.Skill(), inv.Version(), inv.Caller(), inv.Identity().User, strings.Join(inv.Chain(), " → ")}
		if !slices.Equal(got, []string{"zodiac", "1.0", "jungastro", "alice", "jungastro → zodiac.get_chart_snapshot"}) {
			t.Errorf("the invocation is %q", got)
		}
		return json.RawMessage(`{}`), nil
	})
	ctx, leave, err := w.Enter(t.Context(), alice, "jungastro")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Call(ctx, "get_chart_snapshot", nil); err != nil {
		t.Fatal(err)
	}
	other := newWorld(t)
	for name, ctx := range map[string]context.Context{"tool": context.WithoutCancel(kept), "none": t.Context(), "other gateway": other.as(t, "jungastro")} {
		if _, err := w.Call(ctx, "unshared", nil); code(t, err) != gateway.Unauthenticated {
			t.Errorf("%s: %v", name, err)
		}
	}
	leave()
	if _, err := w.Call(ctx, "get_chart_snapshot", nil); code(t, err) != gateway.Unauthenticated {
		t.Errorf("after leaving: %v", err)
	}
	if _, err := gateway.Call(ctx, "get_chart_snapshot", nil); code(t, err) != gateway.Unauthenticated {
		t.Errorf("after leaving: %v", err)
	}
	if n := w.calls["get_chart_snapshot"]; n != 1 {
		t.Errorf("%d calls were made", n)
	}
	if got := w.log.kinds(); len(got) != 6 || got[5] != "denial unauthenticated" {
		t.Errorf("on record is %q", got)
	}
	for _, who := range []gateway.Identity{{Org: "acme"}, {User: "alice"}} {
		if _, _, err := w.Enter(t.Context(), who, "jungastro"); err == nil {
			t.Errorf("%+v entered", who)
		}
	}
	if _, _, err := w.Enter(t.Context(), alice, "nobody"); err == nil {
		t.Error("a skill without a contract was entered")
	}
}

// TestCycle: a tool that is being called is not called again below, and the chain is told.
func TestCycle(t *testing.T) {
	const loop = `{"version": 1, "contracts": [
		{"id": "a", "exports": [{"name": "ta"}], "imports": [{"from": "b", "tools": ["tb"]}]},
		{"id": "b", "exports": [{"name": "tb"}], "imports": [{"from": "a", "tools": ["ta"]}]}]}`
	log := &memoryLog{}
	g, err := gateway.New(catalogOf(t, loop), gateway.Options{Audit: log})
	if err != nil {
		t.Fatal(err)
	}
	var seen error
	forward := func(tool string) gateway.Handler {
		return func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
			r, err := gateway.Call(ctx, tool, args)
			if err != nil {
				if seen == nil {
					seen = err
				}
				return nil, err
			}
			return r.Value, nil
		}
	}
	for skill, tools := range map[string]map[string]gateway.Handler{"a": {"ta": forward("tb")}, "b": {"tb": forward("ta")}} {
		if err := g.Register(skill, "", tools); err != nil {
			t.Fatal(err)
		}
	}
	ctx, leave, _ := g.Enter(t.Context(), alice, "a")
	defer leave()
	_, err = g.Call(ctx, "ta", nil)
	if got := jsonOf(t, seen); got != `{"error":"call_cycle","message":"\"ta\" is being called already","chain":["a","a.ta","b.tb","a.ta"]}` {
		t.Error(got)
	}
	if code(t, err) != gateway.ProviderError || strings.Contains(err.Error(), "cycle") {
		t.Errorf("the host is told %v", err)
	}
	root := log.records[0].RootCallID
	for _, r := range log.records {
		if r.RootCallID != root {
			t.Errorf("%s has another root", r.CallID)
		}
	}
	if log.records[1].ParentCallID != log.records[0].CallID {
		t.Error("the second call does not name its parent")
	}
}

// TestForwarded: what a tool meets about the user's subscription reaches the user.
func TestForwarded(t *testing.T) {
	w := newWorld(t)
	w.serve(t, "jungastro", "interpret", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		_, err := gateway.Call(ctx, "calculate_zodiac", json.RawMessage(birth))
		return nil, err
	})
	w.subscribed["alice"] = false
	_, err := w.Call(w.as(t, "jungastro"), "interpret", nil)
	if got := jsonOf(t, err); got != `{"error":"subscription_required","skill_id":"zodiac","action":"show_subscribe_card"}` {
		t.Error(got)
	}
}

func TestCheckWrite(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) {
		o.Core = &contract.Contract{Exports: []contract.Tool{{Name: contract.Name{Text: "save"}}, {Name: contract.Name{Text: "read"}}}}
	})
	w.serve(t, "core", "save", func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		if inv, _ := gateway.Current(ctx); inv.Caller() != "jungastro" || inv.Skill() != "core" {
			t.Errorf("save is called by %q as %q", inv.Caller(), inv.Skill())
		}
		return nil, nil
	})
	ctx := w.as(t, "jungastro")
	inv, _ := gateway.Current(ctx)
	for path, ok := range map[string]bool{
		"skills.jungastro.chart": true, "skills.jungastro.星盘.日": true,
		"skills.jungastro": false, "skills.jungastro.": false, "skills.jungastro_evil.x": false, "skills.jung.x": false,
		"skills.zodiac.x": false, "skills": false, "": false, ".": false, "profile.identity": false, "Skills.jungastro.x": false,
		"skills.jungastro..zodiac": false, "skills.jungastro/../zodiac.x": false, "skills.jungastro.x[0]": false,
		`skills.jungastro."x"`: false, " skills.jungastro.x": false, "skills.jungastro.*": false, "skills.jungastro.x\x00": false,
	} {
		err := inv.CheckWrite(path)
		_, saved := w.Call(ctx, "save", json.RawMessage(jsonOf(t, map[string]string{"path": path})))
		for _, err := range []error{err, saved} {
			if got := code(t, err); (got == "") != ok || !ok && got != gateway.NamespaceViolation {
				t.Errorf("%q: %v", path, err)
			}
		}
	}
	// Decoders that do not look at the case would write to the other path.
	for _, args := range []string{`{"path": "skills.jungastro.x", "PATH": "skills.zodiac.x"}`, `{"\u0050ath": "skills.zodiac.x", "path": "skills.jungastro.x"}`} {
		if _, err := w.Call(ctx, "save", json.RawMessage(args)); code(t, err) != gateway.InvalidArguments {
			t.Errorf("%s: %v", args, err)
		}
	}
	for _, args := range []string{`{}`, `{"path": 1}`, `[]`, `null`} {
		if _, err := w.Call(ctx, "save", json.RawMessage(args)); code(t, err) != gateway.NamespaceViolation {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestCacheKeysDiffer: whatever the parts are made of.
func TestCacheKeysDiffer(t *testing.T) {
	w := newWorld(t)
	part := rapid.SampledFrom([]string{"", "a", "b", "ab", ":", "1:", "1:a", "2:ab", "a1:b", "skill:"})
	key := func(t *rapid.T, who gateway.Identity, parts []string) string {
		ctx, leave, err := w.Enter(context.Background(), who, "jungastro")
		if err != nil {
			t.Fatal(err)
		}
		defer leave()
		inv, err := gateway.Current(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return inv.CacheKey(parts...)
	}
	rapid.Check(t, func(t *rapid.T) {
		draw := func() (gateway.Identity, []string) {
			id := gateway.Identity{Org: "o" + part.Draw(t, "org"), User: "u" + part.Draw(t, "user"), Session: part.Draw(t, "session"), Agent: part.Draw(t, "agent")}
			return id, rapid.SliceOfN(part, 0, 3).Draw(t, "parts")
		}
		who1, parts1 := draw()
		who2, parts2 := draw()
		same := who1 == who2 && slices.Equal(parts1, parts2)
		if (key(t, who1, parts1) == key(t, who2, parts2)) != same {
			t.Fatalf("%+v %q and %+v %q", who1, parts1, who2, parts2)
		}
	})
}

func TestTempDir(t *testing.T) {
	w := newWorld(t)
	dir := t.TempDir()
	base, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	seen := map[string]bool{}
	for _, who := range []gateway.Identity{
		{Org: "acme", User: "alice"}, {Org: "acme", User: "bob"}, {Org: "ACME", User: "alice"}, {Org: "../..", User: "/etc"},
		{Org: "acme", User: "alice", Session: "..", Agent: "a\x00b"}, {Org: strings.Repeat("x", 5000), User: "CON"},
	} {
		ctx := w.as(t, "jungastro", who)
		inv, _ := gateway.Current(ctx)
		root, err := inv.TempDir(base)
		if err != nil {
			t.Fatal(err)
		}
		if seen[root.Name()] || !strings.HasPrefix(root.Name(), dir) {
			t.Errorf("%+v has the directory %s", who, root.Name())
		}
		seen[root.Name()] = true
		if err := root.WriteFile("x", nil, 0o600); err != nil {
			t.Error(err)
		}
		if _, err := root.Open("../x"); err == nil {
			t.Error("a file outside was opened")
		}
		root.Close()
	}
	if _, err := os.Stat(filepath.Join(dir, gateway.DirName("acme"), gateway.DirName("bob"))); err != nil {
		t.Error(err)
	}
	if _, err := base.Stat("."); err != nil {
		t.Errorf("the base was closed: %v", err)
	}
}
