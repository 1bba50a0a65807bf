package gateway

import (
	"context"
	"fmt"
	"time"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/quota"
)

// Options are what a Gateway is made with. Audit is required; Quota and Subscriptions
// are if a contract asks for them.
type Options struct {
	// Audit takes a record of every call.
	Audit audit.Log
	// AuditKey makes the digests of arguments and results in the records.
	AuditKey audit.Key
	// Quota counts the calls of tools that have a rate.
	Quota quota.Store
	// Subscriptions tells who has subscribed to a skill.
	Subscriptions Subscriptions
	// Policy may refuse what the contracts allow.
	Policy Policy
	// Telemetry observes calls.
	Telemetry Telemetry

	// Core are the tools that every skill may call, as the exports of a contract. Its id
	// is contract.Core, whatever is written there; imports of other skills mean nothing to it.
	Core *contract.Contract
	// DataPaths names the argument of a core tool that is a path to write to, which must lie
	// in the caller's namespace. Nil is {"save": "path"}.
	DataPaths map[string]string

	// AllowOnQuotaOutage are the providers whose tools may be called, uncounted, while the
	// quota store does not answer. Their audit records have the code quota_unverified.
	AllowOnQuotaOutage []string
	// AllowOnAuditOutage lets calls be made that are not on record while the audit log does
	// not answer. NIST SP 800-53 AU-5 makes this the organisation's choice; the default denies.
	AllowOnAuditOutage bool

	// Shared, if not nil, makes several gateways agree on outcomes of calls with idempotency
	// keys, and on what each of them would otherwise go by because it saw it first.
	Shared Shared
	// Pins are definitions that are known from before, as [Gateway.Pins] gives them.
	Pins []Pin
	// Cache keeps results of read-only tools; the zero Cache keeps none.
	Cache Cache
	// Limits bound calls; zero fields have their defaults.
	Limits Limits
}

// Limits bound what a call may take. The zero value of a field is its default.
type Limits struct {
	Arguments   int           // bytes of arguments: 1 MiB
	Result      int           // bytes of a result: 8 MiB
	Nesting     int           // of arguments and results: 128
	Depth       int           // calls within calls: 16
	Timeout     time.Duration // of an attempt, where the tool says none: 30 s
	Retries     int           // of a tool that says nothing of them and may be retried: 2
	RetryBudget int           // retries below one invocation of the host, however deep: 10
	RetryDelay  time.Duration // the first back-off; it doubles, and the wait is a random part of it: 100 ms
}

func (l *Limits) fill() {
	set(&l.Arguments, 1<<20)
	set(&l.Result, 8<<20)
	set(&l.Nesting, 128)
	set(&l.Depth, 16)
	set(&l.Timeout, 30*time.Second)
	set(&l.Retries, 2)
	set(&l.RetryBudget, 10)
	set(&l.RetryDelay, 100*time.Millisecond)
}

func set[T comparable](field *T, value T) {
	if *field == *new(T) {
		*field = value
	}
}

// Subscriptions tells who has subscribed to a skill. An error denies the call with
// SubscriptionUnverified.
type Subscriptions interface {
	Subscribed(ctx context.Context, who Identity, skill string) (bool, error)
}

// SubscriptionFunc is a function that is Subscriptions.
type SubscriptionFunc func(ctx context.Context, who Identity, skill string) (bool, error)

// Subscribed calls the function.
func (f SubscriptionFunc) Subscribed(ctx context.Context, who Identity, skill string) (bool, error) {
	return f(ctx, who, skill)
}

// A Policy may refuse calls for reasons that are not in the contracts. It cannot allow
// what they refuse. An error or a panic denies. It is asked on every call of another
// skill's tool, and for each tool of a tool set.
type Policy func(ctx context.Context, call PolicyCall) (Verdict, error)

// A PolicyCall is what a Policy judges.
type PolicyCall struct {
	Identity
	Consumer, Provider, Tool string
	ConsumerVersion          string
	ProviderVersion          string
}

// A Verdict is what a Policy says.
type Verdict uint8

const (
	// Abstain leaves the decision to the contracts.
	Abstain Verdict = iota
	// Deny refuses the call with PolicyDenied.
	Deny
	// Hide refuses the call with ToolNotFound: the caller must not know that the tool exists.
	Hide
)

func (o *Options) check() error {
	switch l := &o.Limits; {
	case o.Audit == nil:
		return fmt.Errorf("gateway: no audit log is given")
	case o.Cache.TTL < 0 || o.Cache.Entries < 0 || o.Cache.Bytes < 0:
		return fmt.Errorf("gateway: the cache's bounds are negative")
	case min(l.Arguments, l.Result, l.Nesting, l.Depth, l.Retries, l.RetryBudget) < 0 || min(l.Timeout, l.RetryDelay) < 0:
		return fmt.Errorf("gateway: a limit is negative")
	}
	o.Limits.fill()
	if o.DataPaths == nil {
		o.DataPaths = map[string]string{"save": "path"}
	}
	return nil
}
