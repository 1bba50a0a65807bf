package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway/serve"
)

// TestMain lets the test's own program be an MCP server: what the tests start as a child.
func TestMain(m *testing.M) {
	switch os.Getenv("SKILLGW_TEST_SERVER") {
	case "":
		os.Exit(m.Run())
	case "replica":
		replica()
	case "garbage":
		fmt.Println("Starting server on stdio ...")
		time.Sleep(time.Minute)
	case "exits":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	default:
		_ = upstreamServer("").Run(context.Background(), &mcp.StdioTransport{})
	}
}

const calculateInput = `{"type":"object","properties":{"birth_date":{"type":"string"},"x":{}}}`

// upstreamServer is an MCP server with the tools of zodiac.
func upstreamServer(input string) *mcp.Server {
	if input == "" {
		input = calculateInput
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "zodiac", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "calculate", InputSchema: json.RawMessage(input)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"big":9007199254740993,"degrees":1.10}`), Content: []mcp.Content{&mcp.TextContent{Text: "taurus"}}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "repeat", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args struct {
			Exit, Fail bool
		}
		_ = json.Unmarshal(r.Params.Arguments, &args)
		switch {
		case args.Exit:
			os.Exit(7)
		case args.Fail:
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "secret of the provider"}}}, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}, &mcp.ImageContent{Data: []byte("png"), MIMEType: "image/png"}}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "slow", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for i := range 3 {
			if token := r.Params.GetProgressToken(); token != nil {
				_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: float64(i), Total: 3, Message: "step"})
			}
			select {
			case <-time.After(50 * time.Millisecond):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil
	})
	return s
}

// upstreamConfig has zodiac served by an MCP server.
func upstreamConfig(t *testing.T, provider string) string {
	return configOf(t, t.TempDir(), fmt.Sprintf("providers:\n  zodiac: {mcp: {%s}, tools: {echo: repeat}}\n", provider))
}

func childConfig(t *testing.T, kind string) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return upstreamConfig(t, fmt.Sprintf("command: [%q], env: {SKILLGW_TEST_SERVER: %s}", self, kind))
}

// withoutZodiac are the functions of the other skills.
func withoutZodiac() serve.Options {
	all := functions()
	delete(all, "zodiac")
	return serve.Options{Functions: all}
}

func (w *world) ready(t *testing.T, want bool) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		resp, err := http.Get(w.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if (resp.StatusCode == http.StatusOK) == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("readyz is %s", resp.Status)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestUpstream calls tools of MCP servers, over pipes and over HTTP.
func TestUpstream(t *testing.T) {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return upstreamServer("") }, nil)
	remote := httptest.NewServer(handler)
	defer remote.CloseClientConnections()
	for name, file := range map[string]func() string{
		"stdio": func() string { return childConfig(t, "zodiac") },
		"http":  func() string { return upstreamConfig(t, fmt.Sprintf("url: %q", remote.URL)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t, file(), withoutZodiac())
			w.ready(t, true)
			r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1990-05-17"}`)
			if string(r.Result.Structured) != `{"big":9007199254740993,"degrees":1.10}` || r.Result.Content[0].Text != "taurus" {
				t.Errorf("%+v, want the server's bytes", r)
			}
			r = w.call(t, "jungastro", aliceToken, "zodiac__echo", `{"n":9007199254740993,"f":1.10}`)
			if len(r.Result.Content) != 2 || r.Result.Content[0].Text != `{"n":9007199254740993,"f":1.10}` || r.Result.Content[1].Type != "image" {
				t.Errorf("%+v", r)
			}
			r = w.call(t, "jungastro", aliceToken, "zodiac__echo", `{"fail":true}`)
			if r.code() != "provider_error" || strings.Contains(r.Result.Content[0].Text, "secret") {
				t.Errorf("%+v, want an error without the provider's words", r)
			}
			body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zodiac__slow","arguments":{},"_meta":{"progressToken":"mine"}}}`
			_, _, answer := w.post(t, "jungastro", aliceToken, body)
			if strings.Count(answer, `"progressToken":"mine"`) == 0 || !strings.Contains(answer, `"done"`) {
				t.Errorf("progress: %s", answer)
			}
		})
	}
}

// TestChildDies: the server is started again, and what was under way is told as failed.
func TestChildDies(t *testing.T) {
	w := start(t, childConfig(t, "zodiac"), withoutZodiac())
	for range 2 {
		w.ready(t, true)
		if r := w.call(t, "jungastro", aliceToken, "zodiac__slow", `{}`); r.Result.IsError {
			t.Errorf("%+v", r)
		}
		replaceTool := w.call(t, "jungastro", bobToken, "zodiac__echo", `{"exit":true}`)
		if replaceTool.code() != "provider_error" {
			t.Errorf("%+v", replaceTool)
		}
	}
	w.ready(t, true)
}

// TestHostileChild: a server that is none leaves the others alone.
func TestHostileChild(t *testing.T) {
	for kind, says := range map[string]string{"garbage": "", "exits": "no licence found"} {
		t.Run(kind, func(t *testing.T) {
			var log logged
			options := withoutZodiac()
			options.Log = log.logger()
			w := start(t, childConfig(t, kind), options)
			if r := w.call(t, "jungastro", aliceToken, "premium__gold", `{}`); r.Result.IsError {
				t.Errorf("%+v", r)
			}
			if r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1"}`); r.code() != "provider_error" {
				t.Errorf("%+v", r)
			}
			log.wait(t, "an MCP server is away")
			log.wait(t, says)
			w.ready(t, false)
		})
	}
}

// TestStreamTakenUpAgain: a server may close the stream of a call before it has answered; the
// answer comes when the stream is taken up again, and the call is made once.
func TestStreamTakenUpAgain(t *testing.T) {
	var calls atomic.Int32
	upstream := upstreamServer("")
	upstream.AddTool(&mcp.Tool{Name: "repeat", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		calls.Add(1)
		r.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 10 * time.Millisecond})
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"f":1.10}`)}, nil
	})
	remote := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return upstream }, &mcp.StreamableHTTPOptions{EventStore: mcp.NewMemoryEventStore(nil)}))
	defer remote.CloseClientConnections()
	w := start(t, upstreamConfig(t, fmt.Sprintf("url: %q", remote.URL)), withoutZodiac())
	w.ready(t, true)
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); string(r.Result.Structured) != `{"f":1.10}` || calls.Load() != 1 {
		t.Errorf("%+v, %d calls", r, calls.Load())
	}
}

// TestDefinitionChanged: a server whose tool no longer accepts what the contract promises has that
// tool suspended, until it is mended; list-changed is enough for it to be seen.
func TestDefinitionChanged(t *testing.T) {
	upstream := upstreamServer(`{"type":"object","properties":{"birth_date":{"type":"string","maxLength":3}}}`)
	remote := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return upstream }, nil))
	defer remote.CloseClientConnections()
	var log logged
	options := withoutZodiac()
	options.Log = log.logger()
	w := start(t, upstreamConfig(t, fmt.Sprintf("url: %q", remote.URL)), options)
	w.ready(t, true)
	if r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1"}`); r.code() != "definition_changed" {
		t.Errorf("%+v", r)
	}
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); r.Result.IsError {
		t.Errorf("the other tool: %+v", r)
	}
	log.wait(t, `birth_date`)
	upstream.AddTool(&mcp.Tool{Name: "calculate", InputSchema: json.RawMessage(calculateInput)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{}`)}, nil
	})
	deadline := time.Now().Add(10 * time.Second)
	for {
		r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{"birth_date":"1"}`)
		if !r.Result.IsError {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("mended, and still %+v", r)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestHTTPProvider calls an HTTP endpoint.
func TestHTTPProvider(t *testing.T) {
	remote := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/tools/echo" && r.Header.Get("Skillgw-User") == "alice" && r.Header.Get("X-Key") == "s3cret" && r.Header.Get("Skillgw-Token") == "":
			fmt.Fprint(w, `{"from":"http","n":1.10}`)
		case r.URL.Path == "/tools/slow":
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		default:
			http.Error(w, "secret words", http.StatusInternalServerError)
		}
	}))
	defer remote.Close()
	t.Setenv("PROVIDER_KEY", "s3cret")
	w := start(t, configOf(t, t.TempDir(), fmt.Sprintf("providers:\n  zodiac: {http: {url: %q, headers: {X-Key: \"${PROVIDER_KEY}\"}}}\n", remote.URL+"/tools/{tool}")), withoutZodiac())
	if r := w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`); string(r.Result.Structured) != `{"from":"http","n":1.10}` {
		t.Errorf("%+v", r)
	}
	for _, tool := range []string{"zodiac__slow", "zodiac__calculate"} {
		if r := w.call(t, "jungastro", aliceToken, tool, `{"birth_date":"1"}`); r.code() != "provider_error" || strings.Contains(r.Result.Content[0].Text, "secret") {
			t.Errorf("%s: %+v", tool, r)
		}
	}
}

// logged is what a server logs.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) wait(t *testing.T, words string) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		l.mu.Lock()
		text := l.text.String()
		l.mu.Unlock()
		if strings.Contains(text, words) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no %q in the log:\n%s", words, text)
		}
	}
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }
