package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

// broken puts a fault of the gateway or of a store on record.
func (c *call) broken(ctx context.Context) *Error {
	e := errorf(Internal, "the gateway failed")
	if !c.intended {
		return c.refuse(ctx, e)
	}
	r := c.record()
	r.Decision, r.Code = "allow", string(e.Code)
	return c.onRecord(c.gateway.options.Audit.Outcome(ctx, r), e)
}

// refuse puts a refusal on record.
func (c *call) refuse(ctx context.Context, e *Error) *Error {
	r := c.record()
	r.Decision, r.Code = "deny", string(e.Code)
	return c.onRecord(c.gateway.options.Audit.Denial(context.WithoutCancel(ctx), r), e)
}

// onRecord gives the reply that a call has after it was put on record, or was not.
func (c *call) onRecord(err error, e *Error) *Error {
	if err == nil {
		return e
	}
	c.cause = errors.Join(c.cause, err)
	if c.gateway.options.AllowOnAuditOutage {
		return e
	}
	unavailable := errorf(AuditUnavailable, "the call could not be recorded")
	unavailable.RetryAfter = soon()
	return unavailable
}

// record is what the audit log keeps of the call.
func (c *call) record() audit.Record {
	r := audit.Record{
		Time: time.Now(), CallID: c.id, Tool: shortened(c.request.Tool),
		Quota: c.quota, Attempts: c.attempts, Duration: time.Since(c.start),
		Args: c.digest, TraceID: c.span.TraceID(),
	}
	if inv := c.inv; inv != nil {
		r.ParentCallID, r.RootCallID, r.Depth = inv.frame.id, inv.root.id, inv.frame.depth+1
		r.Org, r.User, r.Session, r.Agent = inv.who.Org, inv.who.User, inv.who.Session, inv.who.Agent
		r.Consumer, r.ConsumerVersion = inv.consumer.skill, inv.consumer.version
	}
	if c.provider != nil {
		r.Provider, r.ProviderVersion = c.provider.ID.Text, c.provider.Version.Text
	}
	if c.tool != nil {
		r.Definition = c.tool.definition
	}
	return r
}

// shortened keeps names that a caller makes up from filling records.
func shortened(name string) string {
	const most = 256
	if len(name) <= most {
		return name
	}
	return name[:most] + "…"
}

// ended is what telemetry is told.
func (c *call) ended(result *Result, failure *Error) CallEnd {
	e := CallEnd{
		CallID: c.id, Tool: shortened(c.request.Tool), Cause: c.cause, Attempts: c.attempts,
		Cached: result != nil && result.Meta.Cached, Duration: time.Since(c.start),
	}
	if c.inv != nil {
		e.Identity, e.Consumer = c.inv.who, c.inv.consumer.skill
		e.ParentCallID, e.Depth = c.inv.frame.id, c.inv.frame.depth+1
	}
	if c.provider != nil {
		e.Provider, e.ProviderVersion = c.provider.ID.Text, c.provider.Version.Text
	}
	if failure != nil {
		e.Code = failure.Code
	}
	return e
}
