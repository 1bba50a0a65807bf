package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
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

// A Notice announces that the tool will be removed (R8).
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

// check makes the decisions that change nothing.
func (c *call) check(ctx context.Context) *Error {
	limits := &c.gateway.options.Limits
	if n := len(c.request.Args); n > limits.Arguments {
		c.digest.Size = n // hashing it would be work for who sends too much
		return errorf(PayloadTooLarge, "the arguments take %d bytes, more than %d", n, limits.Arguments)
	}
	c.args = bytes.Clone(c.request.Args)
	if len(c.args) == 0 {
		c.args = json.RawMessage("{}")
	}
	c.digest = c.gateway.digester.digest(c.args)
	var malformed error
	c.value, malformed = parse(c.args, limits.Nesting)

	inv, err := c.gateway.invocation(ctx)
	if err != nil {
		return err.(*Error)
	}
	c.inv = inv
	s := c.gateway.snapshot.Load()
	if c.consumer = inv.consumerIn(s); c.consumer == nil {
		return errorf(Unauthenticated, "version %q of %q is no longer served", inv.Version(), inv.Skill())
	}
	c.decision = s.decide(c.consumer, inv.who.Agent, c.request.Tool, c.start)
	verdict := c.gateway.judge(ctx, inv, c.decision)
	switch f := inv.frame; {
	case c.code == ToolNotFound || verdict == Hide:
		return errorf(ToolNotFound, "no tool %q", shortened(c.request.Tool))
	case f.depth >= limits.Depth:
		e := errorf(DepthExceeded, "calls are nested deeper than %d", limits.Depth)
		e.Chain = f.chain()
		return e
	case c.tool != nil && f.includes(c.tool.provider(), c.request.Tool):
		e := errorf(CallCycle, "%q is being called already", c.request.Tool)
		e.Chain = append(f.chain(), c.tool.provider()+"."+c.request.Tool)
		return e
	case c.code != "":
		return c.denied()
	case verdict == Deny:
		return errorf(PolicyDenied, "a policy refuses %q", c.request.Tool)
	}
	if err := c.subscribed(ctx); err != nil {
		return err
	}
	if malformed != nil {
		return errorf(InvalidArguments, "the arguments can not be read: %v", malformed)
	}
	return c.fits()
}

// denied tells why the contracts refuse.
func (c *call) denied() *Error {
	switch {
	case c.denial != nil:
		return denied(c.denial, c.provider)
	case c.code == ToolNotImported:
		return errorf(ToolNotImported, "%q is not in the imports of %q", c.request.Tool, c.consumer.ID.Text)
	case c.code == DefinitionChanged:
		return errorf(DefinitionChanged, "the definition of %q is not the one that version %q of %q had",
			c.request.Tool, c.provider.Version.Text, c.provider.ID.Text)
	}
	e := errorf(VersionMismatch, "no version of the skill with %q may be used", c.request.Tool)
	e.Want = c.lock
	return e
}

// subscribed checks the user's subscription, if the tool needs one. A skill needs none for itself.
func (c *call) subscribed(ctx context.Context) *Error {
	if c.tool.free || c.provider == c.consumer {
		return nil
	}
	skill := c.provider.ID.Text
	ok := false
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	err := safely(func() (err error) {
		ok, err = c.gateway.options.Subscriptions.Subscribed(ctx, c.inv.who, skill)
		return err
	})
	switch {
	case err != nil:
		c.cause = err
		e := errorf(SubscriptionUnverified, "the subscription to %q could not be verified", skill)
		e.RetryAfter = soon()
		return e
	case !ok:
		return &Error{Code: SubscriptionRequired, SkillID: skill, Message: fmt.Sprintf("%q requires a subscription", skill)}
	}
	return nil
}

// fits checks the arguments against the tool's schema and the caller's namespace.
func (c *call) fits() *Error {
	if c.tool.defaults != nil {
		if err := c.fillDefaults(); err != nil {
			return errorf(InvalidArguments, "the arguments with their defaults can not be read: %v", err)
		}
	}
	if c.tool.in != nil && !c.tool.in.Valid(c.value) {
		e := errorf(InvalidArguments, "the arguments of %q do not fit its schema", c.request.Tool)
		e.Violations = violations(c.tool.in.Validate(c.value))
		return e
	}
	if c.tool.datapath == "" {
		return nil
	}
	args, err := decode(c.args)
	if err != nil {
		return errorf(InvalidArguments, "the arguments are no JSON")
	}
	members, _ := args.(map[string]any)
	path, _ := members[c.tool.datapath].(string)
	return checkWrite(c.consumer.ID.Text, path)
}

func (c *call) fillDefaults() error {
	args, err := decode(c.args)
	if err != nil || !fillDefaults(c.tool.defaults, args) {
		return err
	}
	if c.args, err = json.Marshal(args); err != nil {
		return err
	}
	c.value, err = parse(c.args, c.gateway.options.Limits.Nesting)
	return err
}

// askTimeout bounds what is asked of others before a call.
const askTimeout = 5 * time.Second

// judge asks the policy about another skill's tool.
func (g *Gateway) judge(ctx context.Context, inv *Invocation, d decision) Verdict {
	if g.options.Policy == nil || d.provider == nil || d.provider.skill.id == inv.consumer.skill || d.tool == nil {
		return Abstain
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	verdict := Deny
	err := safely(func() (err error) {
		verdict, err = g.options.Policy(ctx, PolicyCall{
			Identity: inv.who, Consumer: inv.consumer.skill, ConsumerVersion: inv.consumer.version,
			Provider: d.tool.provider(), ProviderVersion: d.provider.Version.Text, Tool: d.tool.Name.Text,
		})
		return err
	})
	if err != nil || verdict > Hide {
		return Deny
	}
	return verdict
}

// safely turns a panic of somebody else's code into an error.
func safely(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
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
