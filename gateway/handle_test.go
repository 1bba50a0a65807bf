package gateway_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/skilllint/skilllint/gateway"
)

// circle is a workspace of two skills that call each other.
const circle = `{"version": 1, "contracts": [
	{"id": "a", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "ask"}, {"name": "other"}], "imports": [{"from": "b", "tools": ["answer"]}]},
	{"id": "b", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "answer"}], "imports": [{"from": "a", "tools": ["ask", "other"]}]}]}`

// TestHandle: an invocation that is taken up in another process is the same skill for the same
// user, as deep in calls, and its calls stand below it in the log.
func TestHandle(t *testing.T) {
	catalog := catalogOf(t, circle)
	newGateway := func() (*gateway.Gateway, *memoryLog) {
		log := &memoryLog{}
		g, err := gateway.New(catalog, gateway.Options{Audit: log, AuditKey: [32]byte{1}})
		if err != nil {
			t.Fatal(err)
		}
		return g, log
	}
	first, _ := newGateway()
	second, log := newGateway()
	if err := second.Register("a", "", map[string]gateway.Handler{"ask": answer(`1`), "other": answer(`1`)}); err != nil {
		t.Fatal(err)
	}
	var text []byte
	err := first.Register("b", "", map[string]gateway.Handler{"answer": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
		inv, err := gateway.Current(ctx)
		if err != nil {
			return nil, err
		}
		text, err = json.Marshal(inv.Handle())
		return json.RawMessage(`{}`), err
	}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave, err := first.Enter(t.Context(), alice, "a")
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	result, err := first.Call(ctx, "answer", nil)
	if err != nil {
		t.Fatal(err)
	}
	var handle gateway.Handle
	if err := json.Unmarshal(text, &handle); err != nil {
		t.Fatal(err)
	}
	resumed, end, err := second.Resume(t.Context(), handle)
	if err != nil {
		t.Fatal(err)
	}
	inv, err := gateway.Current(resumed)
	if err != nil || inv.Identity() != alice || inv.Skill() != "b" || inv.Version() != "1.0" || inv.Caller() != "a" ||
		inv.CallID() != result.Meta.CallID || !slices.Equal(inv.Chain(), []string{"a", "b.answer"}) {
		t.Errorf("%+v %v", inv, err)
	}
	if _, err := second.Call(resumed, "other", nil); err != nil {
		t.Error(err)
	}
	if r := log.records[0]; r.ParentCallID != result.Meta.CallID || r.RootCallID != handle.Chain[0].ID || r.Depth != 2 || r.Consumer != "b" || r.User != "alice" {
		t.Errorf("on record: %+v", r)
	}
	looped := handle
	looped.Chain = append(slices.Clone(handle.Chain[:1]), gateway.Link{ID: "x", Skill: "a", Tool: "ask"}, handle.Chain[1])
	if ctx, _, err := second.Resume(t.Context(), looped); err != nil {
		t.Error(err)
	} else if _, err := second.Call(ctx, "ask", nil); code(t, err) != gateway.CallCycle {
		t.Errorf("%v, want a cycle", err)
	}
	deep := handle
	for range 20 {
		deep.Chain = append(slices.Clone(deep.Chain), gateway.Link{ID: "x", Skill: "b", Tool: "answer"})
	}
	if ctx, _, err := second.Resume(t.Context(), deep); err != nil {
		t.Error(err)
	} else if _, err := second.Call(ctx, "other", nil); code(t, err) != gateway.DepthExceeded {
		t.Errorf("%v, want it to be too deep", err)
	}
	end()
	if _, err := second.Call(resumed, "other", nil); code(t, err) != gateway.Unauthenticated {
		t.Errorf("%v after the end", err)
	}
	for name, change := range map[string]func(*gateway.Handle){
		"no user":       func(h *gateway.Handle) { h.Identity.User = "" },
		"no chain":      func(h *gateway.Handle) { h.Chain = nil },
		"other version": func(h *gateway.Handle) { h.Version = "2.0" },
		"other skill":   func(h *gateway.Handle) { h.Skill = "c" },
	} {
		h := handle
		change(&h)
		if _, _, err := second.Resume(t.Context(), h); err == nil {
			t.Errorf("%s: taken up", name)
		}
	}
}
