package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
)

const (
	connectWait = 30 * time.Second
	firstDelay  = 200 * time.Millisecond // before a server is started or reached again
	longDelay   = 30 * time.Second
	steady      = 30 * time.Second // a connection that lasted begins with firstDelay again
)

// mcpUpstream is an MCP server, kept connected.
type mcpUpstream struct {
	server *Server
	id     string
	config Provider
	cancel context.CancelFunc
	ended  chan struct{}

	session  atomic.Pointer[mcp.ClientSession]
	changed  chan struct{} // the server's list, or the contracts
	progress sync.Map      // of relays, by token
	tokens   atomic.Int64

	mu      sync.Mutex
	tools   []promised
	failure error // of the last try to connect
}

func newMCPUpstream(s *Server, id string, config Provider) *mcpUpstream {
	ctx, cancel := context.WithCancel(context.Background())
	u := &mcpUpstream{
		server: s, id: id, config: config, cancel: cancel, ended: make(chan struct{}),
		changed: make(chan struct{}, 1), failure: errAway,
	}
	go u.run(ctx)
	return u
}

func (u *mcpUpstream) close() {
	u.cancel()
	<-u.ended
}

func (u *mcpUpstream) promise(tools []promised) {
	u.mu.Lock()
	u.tools = tools
	u.mu.Unlock()
	u.change()
}

func (u *mcpUpstream) change() {
	select {
	case u.changed <- struct{}{}:
	default:
	}
}

func (u *mcpUpstream) ready(context.Context) error {
	if u.session.Load() != nil {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.failure
}

// run connects, and does so again when the connection ends, each time later.
func (u *mcpUpstream) run(ctx context.Context) {
	defer close(u.ended)
	delay := firstDelay
	for ctx.Err() == nil {
		began := time.Now()
		err := u.serve(ctx)
		if ctx.Err() != nil {
			return
		}
		if time.Since(began) > steady {
			delay = firstDelay
		}
		u.mu.Lock()
		u.failure = err
		u.mu.Unlock()
		pause := delay/2 + rand.N(delay)
		u.server.log.Warn("an MCP server is away", "provider", u.id, "error", err.Error(), "again_in", pause.String())
		u.server.metrics.restarts.WithLabelValues(u.id).Inc()
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		delay = min(2*delay, longDelay)
	}
}

// serve holds one connection for as long as it lasts.
func (u *mcpUpstream) serve(ctx context.Context) error {
	most := u.server.config.Limits.Result + 1<<20
	var transport mcp.Transport
	var said *tail
	if u.config.MCP.URL != "" {
		client := newHTTPClient()
		client.Transport = &rawRoundTripper{next: client.Transport, headers: u.config.MCP.Headers, most: int64(most)}
		defer client.CloseIdleConnections()
		transport = &mcp.StreamableClientTransport{Endpoint: u.config.MCP.URL, HTTPClient: client, MaxEventSize: most}
	} else {
		c, err := startChild(u.config.MCP)
		if err != nil {
			return err
		}
		defer c.end()
		transport, said = rawTransport{c.transport(most)}, c.said
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "skillgw", Version: Version}, &mcp.ClientOptions{
		Capabilities:                &mcp.ClientCapabilities{}, // it may ask us for nothing
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { u.change() },
		ProgressNotificationHandler: u.onProgress,
	})
	asked, cancel := context.WithTimeout(ctx, connectWait)
	defer cancel()
	session, err := client.Connect(asked, transport, nil)
	if err != nil {
		return u.explained(err, said)
	}
	defer session.Close()
	return u.explained(u.hold(ctx, session), said)
}

// hold has calls sent by a session for as long as it lasts.
func (u *mcpUpstream) hold(ctx context.Context, session *mcp.ClientSession) error {
	gone := make(chan error, 1)
	go func() { gone <- session.Wait() }()
	if err := u.compare(ctx, session); err != nil {
		return err
	}
	u.session.Store(session)
	defer u.session.Store(nil)
	u.server.log.Info("an MCP server is connected", "provider", u.id)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-gone:
			if err == nil {
				err = errors.New("it ended the connection")
			}
			return err
		case <-u.changed:
			if err := u.compare(ctx, session); err != nil {
				return err
			}
		}
	}
}

// explained adds what the program said last.
func (u *mcpUpstream) explained(err error, said *tail) error {
	if said != nil {
		time.Sleep(20 * time.Millisecond) // for what is on its way
		if text := said.String(); text != "" {
			return fmt.Errorf("%w; it said: %.1000q", err, text)
		}
	}
	return err
}

func (u *mcpUpstream) onProgress(_ context.Context, req *mcp.ProgressNotificationClientRequest) {
	if r, ok := u.progress.Load(fmt.Sprint(req.Params.ProgressToken)); ok {
		r.(*relay).progress(req.Params)
	}
}

// A rawResult is the result of tools/call as it came.
type rawResult struct {
	Content    []json.RawMessage `json:"content"`
	Structured json.RawMessage   `json:"structuredContent"`
	IsError    bool              `json:"isError"`
}

func (u *mcpUpstream) call(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error) {
	session := u.session.Load()
	if session == nil {
		return nil, gateway.NotDispatched(errAway)
	}
	r := relayIn(ctx)
	params := &mcp.CallToolParams{Name: tool, Arguments: args}
	if r.wantsProgress() {
		token := strconv.FormatInt(u.tokens.Add(1), 10)
		params.SetProgressToken(token)
		u.progress.Store(token, r)
		defer u.progress.Delete(token)
	}
	if token := callTokenIn(ctx); token != "" {
		if params.Meta == nil {
			params.Meta = mcp.Meta{}
		}
		params.Meta[metaToken] = token
	}
	asked, keep := capturing(ctx)
	result, err := session.CallTool(asked, params)
	if errors.Is(err, mcp.ErrConnectionClosed) {
		u.session.CompareAndSwap(session, nil) // before serve notices
	}
	if err != nil {
		return nil, err
	}
	var raw rawResult
	if kept := keep.get(); kept == nil {
		return nil, errors.New("the answer was not seen")
	} else if err := json.Unmarshal(kept, &raw); err != nil {
		return nil, err
	}
	if raw.IsError {
		return nil, refusal{fmt.Errorf("the tool failed: %.500q", contentText(result.Content))}
	}
	value, err := raw.value()
	if err == nil {
		r.keep(result.Content, value)
	}
	return value, err
}

// value is the JSON that a result stands for: its structured content, else the JSON or the
// words of its only text, else its content as it is.
func (r *rawResult) value() (json.RawMessage, error) {
	if r.Structured != nil && string(r.Structured) != "null" {
		return r.Structured, nil
	}
	if len(r.Content) == 1 {
		var only struct{ Type, Text string }
		if json.Unmarshal(r.Content[0], &only) == nil && only.Type == "text" {
			if json.Valid([]byte(only.Text)) {
				return json.RawMessage(only.Text), nil
			}
			return json.Marshal(only.Text)
		}
	}
	return json.Marshal(map[string]any{"content": r.Content})
}

func contentText(content []mcp.Content) string {
	for _, c := range content {
		if t, ok := c.(*mcp.TextContent); ok {
			return t.Text
		}
	}
	return ""
}
