package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/schema"
)

// A Request is one call of a tool.
type Request struct {
	Tool string
	Args json.RawMessage // empty stands for {}
	// IdempotencyKey, if not empty, names the call for ten minutes: the same key with the
	// same arguments is the same call, which counts once and, unless the tool is idempotent,
	// is made once; with other arguments it is an IdempotencyConflict.
	IdempotencyKey string
}

// A Result is what a call gave.
type Result struct {
	Value json.RawMessage `json:"value"`
	Meta  Meta            `json:"meta"`
}

// Meta is what is to be known about a result besides its value.
type Meta struct {
	CallID      string  `json:"call_id"` // in the audit log
	Skill       string  `json:"skill"`
	Version     string  `json:"version,omitempty"`
	Attempts    int     `json:"attempts,omitempty"`
	Cached      bool    `json:"cached,omitempty"`   // an earlier result of a read-only tool
	Replayed    bool    `json:"replayed,omitempty"` // the result of an earlier call with this idempotency key
	Remaining   *int    `json:"remaining,omitempty"`
	Deprecation *Notice `json:"deprecation,omitempty"`
}

// A Notice announces that the tool will be removed.
type Notice struct {
	RemovalDate string `json:"removal_date"`
	DaysLeft    int    `json:"days_left"` // whole days in UTC until the tool is refused
	Replacement string `json:"replacement,omitempty"`
}

// Call calls a tool as the skill whose invocation ctx carries. Errors are *Error.
func (g *Gateway) Call(ctx context.Context, tool string, args json.RawMessage) (*Result, error) {
	return g.Do(ctx, Request{Tool: tool, Args: args})
}

// Call calls a tool through the gateway whose invocation ctx carries: the way for skills,
// which hold no Gateway.
func Call(ctx context.Context, tool string, args json.RawMessage) (*Result, error) {
	return Do(ctx, Request{Tool: tool, Args: args})
}

// Do makes a call through the gateway whose invocation ctx carries.
func Do(ctx context.Context, req Request) (*Result, error) {
	inv, err := Current(ctx)
	if err != nil {
		return nil, err // no gateway, and so no log to put it in
	}
	return inv.gateway.Do(ctx, req)
}

// Do makes a call. The checks have one order: what is refused burns no quota, and who is
// not authorised learns nothing of the schema. Every call is on record before its reply
// is given, or the reply is AuditUnavailable.
func (g *Gateway) Do(ctx context.Context, req Request) (result *Result, err error) {
	c := call{gateway: g, request: req, start: time.Now(), id: newCallID(), span: noSpan{}}
	if t := g.options.Telemetry; t != nil {
		ctx, c.span = t.Start(ctx, req.Tool)
	}
	result, failure := c.run(ctx)
	if failure != nil {
		failure.CallID = c.id
		result, err = nil, failure
	}
	if g.options.Telemetry != nil {
		c.span.End(c.ended(result, failure))
	}
	return result, err
}

// A call is a Request on its way.
type call struct {
	gateway  *Gateway
	request  Request
	start    time.Time
	id       string
	span     Span
	inv      *Invocation // nil if there is none
	consumer *release
	decision
	args     json.RawMessage // a copy that is the gateway's own
	value    *schema.Value   // args
	digest   audit.Digest    // of args
	quota    audit.Quota
	intended bool // its intent is on record
	attempts int
	cause    error // why it failed, which the caller is not told
}

func (c *call) run(ctx context.Context) (result *Result, failure *Error) {
	defer func() {
		if p := recover(); p != nil {
			c.cause = fmt.Errorf("panic: %v", p)
			result, failure = nil, c.broken(ctx)
		}
	}()
	if failure := c.check(ctx); failure != nil {
		return nil, c.refuse(ctx, failure)
	}
	if c.request.IdempotencyKey != "" {
		return c.gateway.repeats.do(ctx, c)
	}
	return c.execute(ctx, c.id)
}

func (c *call) meta() Meta {
	m := Meta{CallID: c.id, Skill: c.provider.ID.Text, Version: c.provider.Version.Text, Attempts: c.attempts}
	if d := c.provider.Deprecation(c.request.Tool); d != nil && c.provider != c.consumer {
		m.Deprecation = noticeOf(d, c.start)
	}
	return m
}

func noticeOf(d *contract.Deprecation, now time.Time) *Notice {
	n := &Notice{RemovalDate: d.Removal.Text, Replacement: d.Replacement.Text}
	if !d.RemovalDate.IsZero() {
		n.DaysLeft = int(d.RemovalDate.Sub(now.UTC().Truncate(24*time.Hour)) / (24 * time.Hour))
	}
	return n
}
