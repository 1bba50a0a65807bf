package serve_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/serve"
)

// TestList: a skill sees its own tools and those that it imports, with the contract's bytes.
func TestList(t *testing.T) {
	w := started(t)
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	for skill, want := range map[string][]string{
		"jungastro": {"premium__gold", "zodiac__calculate", "zodiac__echo", "zodiac__slow"},
		"vault":     {"vault__open"},
	} {
		status, _, answer := w.post(t, skill, aliceToken, list)
		var r struct {
			Result struct {
				Tools []struct {
					Name, Description string
					InputSchema       json.RawMessage
				}
			}
		}
		if err := json.Unmarshal([]byte(answer), &r); err != nil || status != 200 {
			t.Fatalf("%d: %s", status, answer)
		}
		var names []string
		for _, tool := range r.Result.Tools {
			names = append(names, tool.Name)
		}
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("%s: %v, want %v", skill, names, want)
		}
	}
	_, _, answer := w.post(t, "jungastro", aliceToken, list)
	if want := `{"type":"object","required":["birth_date"],"properties":{"birth_date":{"type":"string"},"x":{}}}`; !strings.Contains(answer, want) {
		t.Errorf("%s\nwant the schema as the contract has it", answer)
	}
	_, _, answer = w.post(t, "jungastro", aliceToken, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
	if !strings.Contains(answer, `"cacheScope":"private"`) || !strings.Contains(answer, "zodiac__calculate") {
		t.Errorf("2026-07-28: %s", answer)
	}
}

// TestCall: results pass as bytes; each denial is a result that a model can act on.
func TestCall(t *testing.T) {
	w := started(t)
	r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1990-05-17","x":9007199254740993}`)
	if r.Result.IsError || string(r.Result.Structured) != `{"sign":"taurus","degrees":1.10}` || r.Result.Content[0].Text != `{"sign":"taurus","degrees":1.10}` {
		t.Errorf("%+v", r)
	}
	args := `{"n":9007199254740993,"f":1.10,"a":{"b":[1e2]}}`
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", args); string(r.Result.Structured) != args {
		t.Errorf("%s, want the arguments' bytes", r.Result.Structured)
	}
	if r := w.call(t, "jungastro", aliceToken, "premium__gold", `{}`); r.Result.IsError || r.Result.Content[0].Text != "gold" {
		t.Errorf("%+v", r)
	}
	for _, c := range []struct{ skill, token, tool, args, want string }{
		{"jungastro", bobToken, "premium__gold", `{}`, `{"error":"subscription_required","skill_id":"premium","action":"show_subscribe_card"}`},
		{"jungastro", bobToken, "zodiac__calculate", `{"x":1}`, `"violations":[{"pointer":"","keyword":"required","name":"birth_date"}]`},
		{"jungastro", bobToken, "zodiac__echo", `{"a":1,"a":2}`, `"error":"invalid_arguments"`},
		{"jungastro", bobToken, "vault__open", `{}`, `"error":"tool_not_imported"`},
	} {
		r := w.call(t, c.skill, c.token, c.tool, c.args)
		if !r.Result.IsError || !strings.Contains(string(r.Result.Structured), c.want) || r.Result.Content[0].Text != string(r.Result.Structured) {
			t.Errorf("%s: %+v, want %s", c.tool, r, c.want)
		}
	}
	if r := w.call(t, "jungastro", bobToken, "no_such_tool", `{}`); r.Error == nil || r.Error.Code != -32602 {
		t.Errorf("%+v, want -32602", r)
	}
	for i := range 6 {
		r := w.call(t, "jungastro", bobToken, "zodiac__calculate", `{"birth_date":"1"}`)
		if limited := r.code() == "rate_limited"; limited != (i == 5) {
			t.Errorf("call %d: %+v", i, r)
		}
	}
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	var denials []string
	for _, row := range w.rows(t) {
		if row.Kind == audit.Denial {
			denials = append(denials, row.User+" "+row.Code)
		}
	}
	want := []string{"bob subscription_required", "bob invalid_arguments", "bob invalid_arguments", "bob tool_not_imported", "bob tool_not_found", "bob rate_limited"}
	if !slices.Equal(denials, want) {
		t.Errorf("on record: %v, want %v", denials, want)
	}
	if report, err := audit.Verify(filepath.Join(w.dir, "audit")); err != nil || len(report.Faults)+len(report.Open) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestIdempotencyKey: by the header or by _meta, a call is made once.
func TestIdempotencyKey(t *testing.T) {
	w := started(t)
	for range 7 { // more than the quota
		r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1"}`, "Idempotency-Key", "k1")
		if r.Result.IsError {
			t.Fatalf("%+v", r)
		}
	}
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zodiac__calculate","arguments":{"birth_date":"2"},"_meta":{"dev.skilllint/idempotency-key":"k1"}}}`
	if _, _, answer := w.post(t, "jungastro", aliceToken, body); !strings.Contains(answer, "idempotency_conflict") {
		t.Error(answer)
	}
}

// TestPlainNames: tools may keep the names that the skills' texts have.
func TestPlainNames(t *testing.T) {
	w := start(t, configOf(t, t.TempDir(), "names: plain\n"), serve.Options{})
	if r := w.call(t, "jungastro", aliceToken, "calculate", `{"birth_date":"1"}`); r.Result.IsError {
		t.Errorf("%+v", r)
	}
	if _, _, answer := w.post(t, "jungastro", aliceToken, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); !strings.Contains(answer, `"name":"calculate"`) {
		t.Error(answer)
	}
}

// TestReload takes new contracts as a whole, or keeps the old ones.
func TestReload(t *testing.T) {
	w := started(t)
	file := filepath.Join(w.dir, "contracts.json")
	write(t, file, strings.Replace(contracts, `"tools": ["calculate", "echo", "slow"]`, `"tools": ["echo"]`, 1))
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{}`); r.code() != "tool_not_imported" {
		t.Errorf("%+v", r)
	}
	write(t, file, `{"version": 1, "contracts": [{"id": "jungastro", "exports": [{"name": "x", "input_schema": {"type": 7}}]}]}`)
	if err := w.Reload(t.Context()); err == nil {
		t.Error("a schema that is none was taken")
	}
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); r.Result.IsError {
		t.Errorf("after a reload that failed: %+v", r)
	}
	for i := range 2 {
		write(t, file, contracts)
		if err := w.Reload(t.Context()); err != nil {
			t.Fatal(i, err)
		}
	}
	if r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1"}`); r.Result.IsError {
		t.Errorf("%s", fmt.Sprint(r))
	}
}
