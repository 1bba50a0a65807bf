package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// circle are two skills that call each other: asker in this process, oracle in another.
const circle = `{"version": 1, "contracts": [
 {"id": "asker", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "ask"}, {"name": "other"}], "imports": [{"from": "oracle", "tools": ["answer"]}]},
 {"id": "oracle", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "answer", "timeout_ms": 3000}], "imports": [{"from": "asker", "tools": ["ask", "other"]}]}]}`

// circled serves circle with an oracle, and, if it is changed, another text in its configuration.
func circled(t *testing.T, oracle string, change ...string) *world {
	dir := t.TempDir()
	t.Setenv("OTHER_KEY", strings.Repeat("08", 32))
	file := configOf(t, dir, fmt.Sprintf("providers: {oracle: {%s}}\n", oracle))
	replaceIn(t, file, "subscriptions: {file: subscribed.yaml}\n", "")
	if len(change) > 0 {
		replaceIn(t, file, change[0], change[1])
	}
	write(t, filepath.Join(dir, "contracts.json"), circle)
	return start(t, file, serve.Options{Functions: map[string]map[string]gateway.Handler{"asker": {
		"ask": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			r, err := gateway.Call(ctx, "answer", nil)
			if err != nil {
				return nil, err
			}
			return r.Value, nil
		},
		"other": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
			inv, err := gateway.Current(ctx)
			if err != nil {
				return nil, err
			}
			return json.Marshal(map[string]any{"user": inv.Identity().User, "chain": inv.Chain()})
		},
	}}})
}

// TestCallToken: a provider in another process calls on for the user whose call it works on, by
// any replica, as deep in calls as that one is, for no other skill, and for as long as the call takes.
func TestCallToken(t *testing.T) {
	var token string
	var said []string
	var other *world
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Skillgw-Token")
		for _, tool := range []string{"asker__other", "asker__ask", "oracle__answer"} {
			r := other.call(t, "oracle", token, tool, `{}`)
			said = append(said, string(r.Result.Structured)+r.code())
		}
		fmt.Fprint(w, `{"done":true}`)
	}))
	defer provider.Close()
	config := fmt.Sprintf("http: {url: %q}", provider.URL)
	other = circled(t, config)
	w := circled(t, config)
	if r := w.call(t, "asker", aliceToken, "asker__ask", `{}`); string(r.Result.Structured) != `{"done":true}` {
		t.Fatalf("%+v", r)
	}
	if len(said) != 3 || said[0] != `{"chain":["asker","asker.ask","oracle.answer","asker.other"],"user":"alice"}` || !strings.HasSuffix(said[1], "call_cycle") || !strings.HasSuffix(said[2], "call_cycle") {
		t.Errorf("%q", said)
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	stranger := circled(t, config, "audit_key: ${AUDIT_KEY}", "audit_key: ${OTHER_KEY}")
	for name, c := range map[string]struct {
		w            *world
		skill, token string
		want         int
	}{
		"what the oracle may call":  {other, "oracle", token, http.StatusOK},
		"as another skill":          {other, "asker", token, http.StatusForbidden},
		"of another key":            {stranger, "oracle", token, http.StatusUnauthorized},
		"changed":                   {other, "oracle", strings.Replace(token, "call.e", "call.f", 1), http.StatusUnauthorized},
		"without its signature":     {other, "oracle", token[:strings.LastIndex(token, ".")], http.StatusUnauthorized},
		"with an empty signature":   {other, "oracle", token[:strings.LastIndex(token, ".")+1], http.StatusUnauthorized},
		"nothing but its beginning": {other, "oracle", "skillgw-call.", http.StatusUnauthorized},
	} {
		if status, _, answer := c.w.post(t, c.skill, c.token, list); status != c.want {
			t.Errorf("%s: %d %s, want %d", name, status, answer, c.want)
		}
	}
	for status := 0; status != http.StatusUnauthorized; time.Sleep(50 * time.Millisecond) { // the call's time ends
		status, _, _ = other.post(t, "oracle", token, list)
	}
	if err := other.stop(); err != nil {
		t.Fatal(err)
	}
	if rows := other.rows(t); rows[0].ParentCallID == "" || rows[0].RootCallID == rows[0].ParentCallID || rows[0].Depth != 3 || rows[0].Consumer != "oracle" || rows[0].User != "alice" {
		t.Errorf("on record: %+v", rows[0])
	}
}

// TestCallTokenOfMCP: an MCP server has it in _meta, and who imports nothing has none.
func TestCallTokenOfMCP(t *testing.T) {
	var token atomic.Value
	server := mcp.NewServer(&mcp.Implementation{Name: "oracle", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "answer", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, _ := r.Params.Meta["dev.skilllint/token"].(string)
		token.Store(text)
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{}`)}, nil
	})
	remote := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	defer remote.CloseClientConnections()
	w := circled(t, fmt.Sprintf("mcp: {url: %q}", remote.URL))
	w.ready(t, true)
	ask := func() string {
		if r := w.call(t, "asker", aliceToken, "oracle__answer", `{}`); r.Result.IsError {
			t.Fatalf("%+v", r)
		}
		text, _ := token.Load().(string)
		return text
	}
	if text := ask(); !strings.HasPrefix(text, "skillgw-call.") {
		t.Errorf("the token is %q", text)
	}
	replaceIn(t, filepath.Join(w.dir, "contracts.json"), `, "imports": [{"from": "asker", "tools": ["ask", "other"]}]`, "")
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := ask(); text != "" {
		t.Errorf("a skill without imports is given %q", text)
	}
}
