package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The SDK decodes results into Go values, by which numbers lose digits and unknown members
// vanish. So the bytes of a result are kept on their way in.

// A capture is the result of one request, as it came.
type capture struct {
	mu     sync.Mutex
	result json.RawMessage
}

type captureKey struct{}

func capturing(ctx context.Context) (context.Context, *capture) {
	c := &capture{}
	return context.WithValue(ctx, captureKey{}, c), c
}

func captureIn(ctx context.Context) *capture {
	c, _ := ctx.Value(captureKey{}).(*capture)
	return c
}

func (c *capture) set(result json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.result = bytes.Clone(result)
}

func (c *capture) get() json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.result
}

// rawTransport keeps results over pipes.
type rawTransport struct{ mcp.Transport }

func (t rawTransport) Connect(ctx context.Context) (mcp.Connection, error) {
	conn, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &rawConnection{Connection: conn, pending: map[any]*capture{}}, nil
}

type rawConnection struct {
	mcp.Connection
	mu      sync.Mutex
	pending map[any]*capture
}

func (c *rawConnection) Write(ctx context.Context, m jsonrpc.Message) error {
	if req, ok := m.(*jsonrpc.Request); ok && req.IsCall() {
		if keep := captureIn(ctx); keep != nil {
			c.mu.Lock()
			c.pending[req.ID.Raw()] = keep
			c.mu.Unlock()
			context.AfterFunc(ctx, func() { c.forget(req.ID.Raw()) })
		}
	}
	return c.Connection.Write(ctx, m)
}

func (c *rawConnection) forget(id any) *capture {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep := c.pending[id]
	delete(c.pending, id)
	return keep
}

func (c *rawConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := c.Connection.Read(ctx)
	if resp, ok := m.(*jsonrpc.Response); ok && err == nil {
		if keep := c.forget(resp.ID.Raw()); keep != nil {
			keep.set(resp.Result)
		}
	}
	return m, err
}

// rawRoundTripper keeps results over HTTP, sets headers, and bounds what a server sends.
type rawRoundTripper struct {
	next    http.RoundTripper
	headers map[string]Secret
	most    int64
}

func (t *rawRoundTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	for name, value := range t.headers {
		req.Header.Set(name, string(value))
	}
	resp, err := t.next.RoundTrip(req)
	keep := captureIn(req.Context())
	if err != nil || keep == nil {
		return resp, err
	}
	resp.Body = &rawBody{ReadCloser: resp.Body, keep: keep, most: t.most, stream: strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream")}
	return resp, nil
}

// rawBody reads along.
type rawBody struct {
	io.ReadCloser
	keep   *capture
	most   int64
	stream bool
	seen   bytes.Buffer
}

func (b *rawBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.most -= int64(n); b.most < 0 {
		return 0, errTooMuch
	}
	b.seen.Write(p[:n])
	switch {
	case b.stream:
		b.events()
	case err == io.EOF:
		b.message(b.seen.Bytes())
	}
	return n, err
}

// events looks for the response among the events that are whole.
func (b *rawBody) events() {
	for {
		line, rest, whole := bytes.Cut(b.seen.Bytes(), []byte("\n"))
		if !whole {
			return
		}
		if data, ok := bytes.CutPrefix(bytes.TrimRight(line, "\r"), []byte("data:")); ok {
			b.message(data)
		}
		b.seen.Next(b.seen.Len() - len(rest))
	}
}

func (b *rawBody) message(data []byte) {
	var m struct {
		Result json.RawMessage `json:"result"`
	}
	if json.Unmarshal(data, &m) == nil && m.Result != nil {
		b.keep.set(m.Result)
	}
}
