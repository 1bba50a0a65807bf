package serve_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/serve"
)

// contracts are those of the tests: jungastro may call tools of zodiac, and nobody those of vault.
const contracts = `{"version": 1, "contracts": [
 {"id": "zodiac", "version": "1.2", "provides": "1.2.0", "exports": [
  {"name": "calculate", "description": "Calculate a chart", "input_schema": {"type":"object","required":["birth_date"],"properties":{"birth_date":{"type":"string"},"x":{}}},
   "output_schema": {"type":"object"}},
  {"name": "echo", "description": "Give the arguments back", "read_only": true},
  {"name": "slow", "description": "Take its time", "timeout_ms": 5000}],
  "access": {"rate_limit": [{"tool": "calculate", "rate": "5/day"}]}},
 {"id": "premium", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "gold", "description": "For who has subscribed"}],
  "access": {"requires_subscription": true}},
 {"id": "vault", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "open", "description": "Open the vault"}]},
 {"id": "jungastro", "version": "3.0.0", "imports": [
  {"from": "zodiac", "tools": ["calculate", "echo", "slow"], "version": "1.0", "range": ">=1.0.0 <2.0.0", "key": "imports"},
  {"from": "premium", "tools": ["gold"], "version": "1.0", "range": ">=1.0.0 <2.0.0", "key": "imports"}]}
]}`

const (
	aliceToken = "alice-0123456789abcdef0123456789abcdef"
	bobToken   = "bob-0123456789abcdef0123456789abcdef"
)

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// A world is a server with its folder.
type world struct {
	*serve.Server
	dir, url string
	admin    string // where operators look
	stop     func() error
}

// configOf writes the files of a server, and gives the configuration's path.
func configOf(t testing.TB, dir, extra string) string {
	t.Helper()
	write(t, filepath.Join(dir, "contracts.json"), contracts)
	write(t, filepath.Join(dir, "subscribed.yaml"), "- {org: acme, user: alice, skill: premium}\n")
	t.Setenv("AUDIT_KEY", strings.Repeat("07", 32))
	file := filepath.Join(dir, "skillgw.yaml")
	config := fmt.Sprintf(`listen: 127.0.0.1:0
contracts: contracts.json
audit: files:audit
audit_key: ${AUDIT_KEY}
log: error
auth:
  tokens:
    - {hash: %q, org: acme, user: alice, skills: ["*"]}
    - {hash: %q, org: acme, user: bob, skills: [jungastro]}
subscriptions: {file: subscribed.yaml}
limits: {rate: 100000, concurrency: 100, drain: 5s}
`, hash(aliceToken), hash(bobToken))
	write(t, file, config+extra)
	return file
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// functions are the tools of the tests.
func functions() map[string]map[string]gateway.Handler {
	return map[string]map[string]gateway.Handler{
		"zodiac": {
			"calculate": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
				return json.RawMessage(`{"sign":"taurus","degrees":1.10}`), nil
			},
			"echo": func(_ context.Context, args json.RawMessage) (json.RawMessage, error) { return args, nil },
			"slow": func(ctx context.Context, _ json.RawMessage) (json.RawMessage, error) {
				select {
				case <-time.After(time.Second):
					return json.RawMessage(`"done"`), nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			},
		},
		"premium": {"gold": func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`"gold"`), nil }},
		"vault":   {"open": func(context.Context, json.RawMessage) (json.RawMessage, error) { return json.RawMessage(`"open"`), nil }},
	}
}

// start serves a configuration.
func start(t testing.TB, file string, options serve.Options) *world {
	t.Helper()
	config, err := serve.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	options.File = file
	if options.Functions == nil {
		options.Functions = functions()
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	s, err := serve.New(context.Background(), config, options)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	side, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { served <- s.Serve(ctx, l, side) }()
	w := &world{Server: s, dir: filepath.Dir(file), url: "http://" + l.Addr().String(), admin: "http://" + side.Addr().String()}
	stopped := false
	w.stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		err := <-served
		if e := s.Close(); err == nil {
			err = e
		}
		return err
	}
	t.Cleanup(func() {
		if err := w.stop(); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return w
}

func started(t testing.TB) *world { return start(t, configOf(t, t.TempDir(), ""), serve.Options{}) }

// post sends a request with headers in pairs.
func (w *world) post(t testing.TB, skill, token, body string, headers ...string) (status int, header http.Header, answer string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPost, w.url+"/mcp/"+skill, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-11-25")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		} else {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(bytes.TrimSpace(b))
}

// A reply is the result of tools/call.
type reply struct {
	Result struct {
		Content    []struct{ Type, Text string }
		Structured json.RawMessage `json:"structuredContent"`
		IsError    bool
		Meta       map[string]json.RawMessage `json:"_meta"`
	}
	Error *struct {
		Code    int
		Message string
	}
}

// call calls a tool.
func (w *world) call(t testing.TB, skill, token, tool, args string, headers ...string) reply {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, args)
	status, _, answer := w.post(t, skill, token, body, headers...)
	var r reply
	if err := json.Unmarshal([]byte(answer), &r); err != nil {
		t.Fatalf("%d: %s: %v", status, answer, err)
	}
	return r
}

func (r reply) code() string {
	var e struct{ Error string }
	_ = json.Unmarshal(r.Result.Structured, &e)
	return e.Error
}

// rows are the log's.
func (w *world) rows(t testing.TB) (rows []audit.Row) {
	t.Helper()
	store, err := audit.OpenFiles(filepath.Join(w.dir, "audit"))
	if err != nil {
		t.Fatal(err)
	}
	for row, err := range audit.Rows(context.Background(), store) {
		if err != nil {
			t.Fatal(err)
		}
		if row.CallID != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// replaceIn changes a file's text.
func replaceIn(t testing.TB, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("%s has no %q: %v", file, old, err)
	}
	write(t, file, strings.Replace(string(text), old, new, 1))
}
