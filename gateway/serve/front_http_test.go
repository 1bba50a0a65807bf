package serve_test

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

const changed = `"method":"notifications/tools/list_changed"`

// A stream is what a client hears, line by line, until it ends.
type stream struct {
	status int
	lines  chan string
}

// open sends a request whose answer stays open, with headers in pairs.
func (w *world) open(t *testing.T, method, body string, headers ...string) *stream {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		http.DefaultClient.CloseIdleConnections() // a stop waits for those that no request came by
	})
	req, err := http.NewRequestWithContext(ctx, method, w.url+"/mcp/jungastro", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+aliceToken)
	req.Header.Set("Accept", "text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	s := &stream{resp.StatusCode, make(chan string, 100)}
	go func() {
		defer close(s.lines)
		defer resp.Body.Close()
		for scanner := bufio.NewScanner(resp.Body); scanner.Scan(); {
			s.lines <- scanner.Text()
		}
	}()
	return s
}

// hears waits for a line that has a text, and gives it.
func (s *stream) hears(t *testing.T, text string) string {
	t.Helper()
	for timeout := time.After(20 * time.Second); ; {
		select {
		case line, ok := <-s.lines:
			if !ok {
				t.Fatalf("%d: the stream ended without %q", s.status, text)
			}
			if strings.Contains(line, text) {
				return line
			}
		case <-timeout:
			t.Fatalf("%q was not heard", text)
		}
	}
}

// changeContracts loads other contracts than there are.
func (w *world) changeContracts(t *testing.T, description string) {
	t.Helper()
	write(t, filepath.Join(w.dir, "contracts.json"), strings.Replace(contracts, "Open the vault", description, 1))
	if err := w.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// TestListChanged: a client of revision 2026-07-28 that listens hears of a reload.
func TestListChanged(t *testing.T) {
	w := started(t)
	s := w.open(t, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Content-Type", "application/json", "Accept", "application/json, text/event-stream", "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen")
	s.hears(t, "notifications/subscriptions/acknowledged")
	w.changeContracts(t, "another")
	s.hears(t, changed)
}

// TestListChangedByGet: a client of revision 2025-11-25 hears of it by the stream that it opens
// by GET, one that comes again learns what it missed, and a stop ends the streams.
func TestListChangedByGet(t *testing.T) {
	w := started(t)
	s := w.open(t, http.MethodGet, "", "MCP-Protocol-Version", "2025-11-25")
	id := strings.TrimPrefix(s.hears(t, "id: "), "id: ")
	if err := w.Reload(t.Context()); err != nil { // of the same
		t.Fatal(err)
	}
	same := w.open(t, http.MethodGet, "", "Last-Event-ID", id)
	w.changeContracts(t, "another")
	if next := strings.TrimPrefix(s.hears(t, "id: "), "id: "); next == id {
		t.Errorf("event %s twice: a reload of the same was told", id)
	}
	s.hears(t, changed)
	same.hears(t, "id: "+id)
	same.hears(t, changed)
	w.open(t, http.MethodGet, "", "Last-Event-ID", id).hears(t, changed)
	if err := w.stop(); err != nil {
		t.Error(err)
	}
	for range s.lines { // until it ends
	}
}

// TestListeners: who listens takes no place of calls, and there are bounds.
func TestListeners(t *testing.T) {
	file := configOf(t, t.TempDir(), "")
	replaceIn(t, file, "concurrency: 100", "concurrency: 2, listeners: 3")
	w := start(t, file, serve.Options{})
	for range 2 {
		w.open(t, http.MethodGet, "").hears(t, "prime")
	}
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); r.Result.IsError {
		t.Errorf("%+v", r)
	}
	for name, s := range map[string]*stream{
		"a third of the same user":         w.open(t, http.MethodGet, ""),
		"of the revision without":          w.open(t, http.MethodGet, "", "MCP-Protocol-Version", "2026-07-28", "Authorization", "Bearer "+bobToken),
		"who does not accept a stream":     w.open(t, http.MethodGet, "", "Accept", "application/json", "Authorization", "Bearer "+bobToken),
		"DELETE, as there are no sessions": w.open(t, http.MethodDelete, "", "Authorization", "Bearer "+bobToken),
	} {
		if s.status != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", name, s.status)
		}
	}
	w.open(t, http.MethodGet, "", "Authorization", "Bearer "+bobToken).hears(t, "prime")
	if s := w.open(t, http.MethodGet, "", "Authorization", "Bearer "+bobToken); s.status != http.StatusMethodNotAllowed {
		t.Errorf("a fourth of all: %d", s.status)
	}
	if s := w.open(t, http.MethodGet, "", "Authorization", "Bearer nobody"); s.status != http.StatusUnauthorized {
		t.Errorf("without a token: %d", s.status)
	}
}

// TestGarbage: what requests leave behind is collected rarely.
func TestGarbage(t *testing.T) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		t.Skip("the environment decides")
	}
	w := started(t)
	var before, after debug.GCStats
	debug.ReadGCStats(&before)
	for range 300 {
		w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`)
	}
	if debug.ReadGCStats(&after); after.NumGC-before.NumGC > 10 {
		t.Errorf("%d collections for 300 requests", after.NumGC-before.NumGC)
	}
}

// TestListenersToken: a stream ends with the token that opened it.
func TestListenersToken(t *testing.T) {
	expires := time.Now().Add(time.Second)
	w := start(t, configOf(t, t.TempDir(), ""), serve.Options{Authenticator: until(expires)})
	s := w.open(t, http.MethodGet, "")
	s.hears(t, "prime")
	for range s.lines {
	}
	if time.Now().Before(expires) {
		t.Error("the stream ended before its token")
	}
}

// until believes every token until then.
type until time.Time

func (u until) Authenticate(context.Context, string) (*serve.Caller, error) {
	return &serve.Caller{Identity: gateway.Identity{Org: "acme", User: "alice"}, Skills: []string{"*"}, Expires: time.Time(u)}, nil
}
