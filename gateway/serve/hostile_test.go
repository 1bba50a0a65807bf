package serve_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/serve"
)

// hostileBodies are requests that nobody sends who means well.
func hostileBodies() map[string]string {
	deep := func(open, close string, n int) string { return strings.Repeat(open, n) + strings.Repeat(close, n) }
	bodies := map[string]string{
		"nothing": "", "white space": " \n", "no JSON": "hello", "half": `{"jsonrpc":"2.0","id":1,"method":"tools/call"`, "null": "null", "number": "1", "text": `"x"`,
		"empty batch": "[]", "batch": `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`, "no method": `{"jsonrpc":"2.0","id":1}`,
		"version": `{"jsonrpc":"1.0","id":1,"method":"ping"}`, "id object": `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "method number": `{"jsonrpc":"2.0","id":1,"method":7}`,
		"unknown method": `{"jsonrpc":"2.0","id":1,"method":"gateway/admin"}`, "response": `{"jsonrpc":"2.0","id":1,"result":{}}`, "BOM": "\ufeff{}", "UTF-16": "\xff\xfe{\x00}\x00",
		"two": `{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}`, "deep message": deep("[", "]", 100_000), "deep params": `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + deep(`{"a":`, "}", 50_000) + "}",
		"case": `{"jsonrpc":"2.0","id":1,"METHOD":"tools/call","method":"ping"}`, "twice": `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}`,
		"params list": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}`, "no name": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`,
	}
	for name, args := range map[string]string{
		"exponent": `{"n":1e10000000}`, "minus": `{"n":1e-10000000}`, "digits": `{"n":` + strings.Repeat("9", 100_000) + `}`, "fraction": `{"n":0.` + strings.Repeat("9", 100_000) + `}`,
		"NaN": `{"n":NaN}`, "hex": `{"n":0x3}`, "zeros": `{"n":003}`, "plus": `{"n":+3}`, "depth": `{"l":` + deep("[", "]", 10_000) + `}`, "duplicate": `{"n":3,"n":3}`,
		"escaped duplicate": `{"n":3,"\u006e":3}`, "surrogate": `{"s":"\ud800"}`, "UTF-8": "{\"s\":\"\xff\"}", "NUL": "{\"s\":\"a\x00\"}", "comment": `{} // x`, "comma": `{"n":3,}`,
		"array": `[]`, "text": `"x"`, "null": `null`, "number": `7`, "true": `true`, "long": `{"s":"` + strings.Repeat("a", 1<<20) + `"}`, "many": `{` + strings.Repeat(`"a":1,`, 50_000) + `"b":1}`,
		"names": `{"` + strings.Repeat("a", 100_000) + `":1}`, "newlines": "{\n\n\n}", "single quotes": `{'a':1}`, "infinity": `{"n":1e999}`, "control": "{\"s\":\"\x01\"}", "bare": `{s:1}`,
	} {
		for _, tool := range []string{"zodiac__calculate", "zodiac__echo"} {
			bodies["arguments "+name+" of "+tool] = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + args + `}}`
		}
	}
	for i, tool := range []string{`""`, `"a\u0000b"`, `"../x"`, `7`, `null`, `"` + strings.Repeat("t", 100_000) + `"`, `"zodiac__calculate\n"`, `"ZODIAC__CALCULATE"`, `"any_tool"`} {
		bodies[fmt.Sprint("tool ", i)] = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":` + tool + `,"arguments":{}}}`
	}
	return bodies
}

// TestHostileBodies: each gets an answer, no tool is called wrongly, and the next caller is served.
func TestHostileBodies(t *testing.T) {
	w := started(t)
	bodies := hostileBodies()
	if len(bodies) < 91 {
		t.Errorf("%d bodies, want 91 at least", len(bodies))
	}
	for name, body := range bodies {
		status, _, answer := w.post(t, "jungastro", bobToken, body)
		if status >= 500 || len(answer) > 1_500_000 || strings.Contains(answer, "goroutine") {
			t.Errorf("%s: %d %.300s", name, status, answer)
		}
		if strings.Contains(name, "calculate") && status == 200 && !strings.Contains(answer, `error`) {
			t.Errorf("%s: was called: %.300s", name, answer)
		}
	}
	if r := w.call(t, "jungastro", bobToken, "zodiac__echo", `{"a":1}`); r.Result.IsError {
		t.Errorf("%+v", r)
	}
}

// TestHostileRequests: what a browser, a proxy or a scanner might send.
func TestHostileRequests(t *testing.T) {
	w := started(t)
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		name    string
		headers []string
		status  int
	}{
		{"as it should be", nil, 200},
		{"another origin", []string{"Origin", "https://evil.example"}, 403},
		{"the null origin", []string{"Origin", "null"}, 403},
		{"its own origin", []string{"Origin", w.url}, 200},
		{"another host", []string{"Host", "evil.example"}, 421},
		{"another host with the port", []string{"Host", "evil.example:80"}, 421},
		{"localhost", []string{"Host", "localhost"}, 200},
		{"an address that is not its own", []string{"Host", "10.0.0.1"}, 421},
		{"a forwarded host", []string{"X-Forwarded-Host", "evil.example"}, 200},
		{"no JSON", []string{"Content-Type", "text/plain"}, 415},
		{"an unknown revision", []string{"MCP-Protocol-Version", "1999-01-01"}, 400},
	} {
		if status, _, answer := w.post(t, "jungastro", bobToken, ping, c.headers...); status != c.status {
			t.Errorf("%s: %d %s, want %d", c.name, status, answer, c.status)
		}
	}
	for _, path := range []string{"/mcp/", "/mcp/vault", "/mcp/..%2fvault", "/mcp/jungastro%2f..%2fvault", "/mcp/jungastro%00", "/mcp/jungastro/", "/mcp/%2e%2e", "/mcp/JUNGASTRO", "/mcp/jungastro;vault", "/mcp//jungastro", "/mcp/*", "/mcp/" + strings.Repeat("a", 10_000)} {
		req, err := http.NewRequest(http.MethodPost, w.url+path, strings.NewReader(ping))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+bobToken)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		resp, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			t.Errorf("%.60s: %s", path, resp.Status)
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut, "TRACE"} {
		req, _ := http.NewRequest(method, w.url+"/mcp/jungastro", nil)
		req.Header.Set("Authorization", "Bearer "+bobToken)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode < 400 {
			t.Errorf("%s: %s", method, resp.Status)
		}
	}
}

// endless is a body of a gigabyte. The client may still read from it after it has its answer, so
// what was read is counted atomically.
type endless struct{ sent atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.sent.Load() >= 1<<30 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	e.sent.Add(int64(len(p)))
	return len(p), nil
}

// TestHugeBody is refused without being kept.
func TestHugeBody(t *testing.T) {
	w := started(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	body := &endless{}
	req, _ := http.NewRequest(http.MethodPost, w.url+"/mcp/jungastro", body)
	req.Header.Set("Authorization", "Bearer "+bobToken)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err == nil {
		resp.Body.Close()
		if resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s", resp.Status)
		}
	}
	runtime.ReadMemStats(&after)
	if sent := body.sent.Load(); sent > 64<<20 || after.TotalAlloc-before.TotalAlloc > 64<<20 {
		t.Errorf("%d bytes were read, %d allocated", sent, after.TotalAlloc-before.TotalAlloc)
	}
}

// TestSlowClients: who sends a byte now and then keeps nobody else from being served. A hundred of
// the two hundred are refused at once: one user has no more under way.
func TestSlowClients(t *testing.T) {
	w := started(t)
	addr := strings.TrimPrefix(w.url, "http://")
	var slow []net.Conn
	for range 200 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /mcp/jungastro HTTP/1.1\r\nHost: %s\r\nContent-Length: 1000\r\nAuthorization: Bearer %s\r\n\r\n{", addr, bobToken)
		slow = append(slow, c)
	}
	start := time.Now()
	for range 20 {
		if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); r.Result.IsError {
			t.Fatalf("%+v", r)
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("20 calls beside %d slow clients took %v", len(slow), took)
	}
}

// TestLimits: one user's calls are bounded, another's go on.
func TestLimits(t *testing.T) {
	file := configOf(t, t.TempDir(), "")
	replaceIn(t, file, "concurrency: 100", "concurrency: 3")
	w := start(t, file, serve.Options{})
	var wg sync.WaitGroup
	var mu sync.Mutex
	refused := 0
	for range 8 {
		wg.Go(func() {
			status, _, _ := w.post(t, "jungastro", bobToken, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zodiac__slow","arguments":{}}}`)
			mu.Lock()
			defer mu.Unlock()
			if status == http.StatusTooManyRequests {
				refused++
			}
		})
	}
	time.Sleep(300 * time.Millisecond)
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); r.Result.IsError {
		t.Errorf("%+v", r)
	}
	wg.Wait()
	if refused != 5 {
		t.Errorf("%d were refused of 8, want 5", refused)
	}
}

// TestDrain: a call under way gets its answer, and is on record, when the server stops.
func TestDrain(t *testing.T) {
	w := started(t)
	answered := make(chan reply, 1)
	go func() { answered <- w.call(t, "jungastro", aliceToken, "zodiac__slow", `{}`) }()
	time.Sleep(200 * time.Millisecond)
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	if r := <-answered; r.Result.IsError || r.Result.Content[0].Text != "done" {
		t.Errorf("%+v", r)
	}
	if rows := w.rows(t); len(rows) != 2 || rows[1].Code != "" {
		t.Errorf("%+v", rows)
	}
}
