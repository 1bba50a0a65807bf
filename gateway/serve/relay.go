package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/propagation"

	"github.com/skilllint/skilllint/gateway"
)

// A relay carries what a call has besides arguments and result between a client and an
// upstream server: progress, and content that is more than text.
type relay struct {
	request *mcp.CallToolRequest
	// notify sends to the client while its request is under way: the SDK finds the way by the
	// request's context.
	notify func(*mcp.ProgressNotificationParams) error

	mu    sync.Mutex
	parts []mcp.Content
	value json.RawMessage // the result that they belong to
}

type relayKey struct{}

func withRelay(ctx context.Context, r *relay) context.Context {
	return context.WithValue(ctx, relayKey{}, r)
}

// relayIn is the relay of the client's own call: a tool that calls another one stands between.
func relayIn(ctx context.Context) *relay {
	inv, err := gateway.Current(ctx)
	if err != nil || len(inv.Chain()) != 2 {
		return nil
	}
	r, _ := ctx.Value(relayKey{}).(*relay)
	return r
}

// keep notes the content that an upstream gave with a value.
func (r *relay) keep(parts []mcp.Content, value json.RawMessage) {
	if r != nil {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.parts, r.value = parts, value
	}
}

// content is what the upstream gave for this very result, or nil.
func (r *relay) content(result *gateway.Result) []mcp.Content {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.value == nil || !bytes.Equal(r.value, result.Value) {
		return nil
	}
	return r.parts
}

// progress hands an upstream's progress on, if the client asked for it.
func (r *relay) progress(p *mcp.ProgressNotificationParams) {
	if r == nil {
		return
	}
	if token := r.request.Params.GetProgressToken(); token != nil {
		told := *p
		told.ProgressToken, told.Meta = token, nil
		_ = r.notify(&told) // a client that left needs none
	}
}

// wantsProgress tells whether the client asked for it.
func (r *relay) wantsProgress() bool {
	return r != nil && r.request.Params.GetProgressToken() != nil
}

// traced continues the client's trace: from _meta, else from the request's headers.
func traced(ctx context.Context, req *mcp.CallToolRequest) context.Context {
	parent, _ := req.Params.Meta["traceparent"].(string)
	if parent == "" && req.Extra != nil {
		parent = req.Extra.Header.Get("Traceparent")
	}
	if parent == "" {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": parent})
}
