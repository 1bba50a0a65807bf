package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

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
	for name := range members {
		if name != c.tool.datapath && strings.EqualFold(name, c.tool.datapath) {
			// Many decoders would take it for the path.
			return errorf(InvalidArguments, "the path's member is %q, in this spelling alone", c.tool.datapath)
		}
	}
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
