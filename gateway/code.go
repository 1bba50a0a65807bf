package gateway

import "github.com/skilllint/skilllint/contract"

// A Code says why a call was refused or failed. The list is closed, and the texts are
// part of the protocol: they never change.
type Code = contract.Code

// The codes, in the order in which a call meets them.
const (
	PayloadTooLarge        Code = "payload_too_large"       // the arguments are larger than Limits.Arguments
	Unauthenticated        Code = "unauthenticated"         // the context carries no living invocation of this gateway
	ToolNotFound                = contract.ToolNotFound     // nobody exports the tool, or a policy hides it
	DepthExceeded          Code = "depth_exceeded"          // calls are nested deeper than Limits.Depth
	CallCycle              Code = "call_cycle"              // the tool is being called further up
	ToolNotImported             = contract.ToolNotImported  // the skill does not declare it
	ToolRemoved                 = contract.ToolRemoved      // its removal date has come
	VersionMismatch             = contract.VersionMismatch  // the provider is not in a version that the import, or the agent, asks for
	DefinitionChanged      Code = "definition_changed"      // it is not what its version had first
	PolicyDenied           Code = "policy_denied"           // Options.Policy refuses it
	SubscriptionRequired   Code = "subscription_required"   // the user has not subscribed to the provider
	SubscriptionUnverified Code = "subscription_unverified" // Options.Subscriptions failed
	InvalidArguments       Code = "invalid_arguments"       // the arguments are no JSON, or do not fit the schema
	NamespaceViolation     Code = "namespace_violation"     // the path lies outside of the skill's data
	IdempotencyConflict    Code = "idempotency_conflict"    // the key was used with other arguments
	RateLimited            Code = "rate_limited"            // the quota is used up
	QuotaUnavailable       Code = "quota_unavailable"       // Options.Quota failed
	AuditUnavailable       Code = "audit_unavailable"       // the call, or its outcome, could not be put on record
	ProviderError          Code = "provider_error"          // the tool failed, or is not served
	Timeout                Code = "timeout"                 // the tool did not answer in time
	Cancelled              Code = "cancelled"               // the caller gave up
	InvalidResult          Code = "invalid_result"          // the result is no JSON, or does not fit the schema
	Internal               Code = "internal"                // a fault of the gateway
)

// ErrRateLimited and ErrSubscriptionRequired are the codes that skills most often look
// for: errors.Is(err, ErrRateLimited). Every Code works the same way.
var (
	ErrRateLimited          error = RateLimited
	ErrSubscriptionRequired error = SubscriptionRequired
)

// A Surface is how a code appears to those who speak other protocols.
type Surface struct {
	// HTTP is the status of the response.
	HTTP int
	// JSONRPC is the error code of a JSON-RPC response, or 0: then an MCP server answers
	// with a result that has isError, so that the model can act on it (SEP-1303).
	JSONRPC int
	// Retry says that the same call may succeed later. Calls that were dispatched are
	// only to be repeated if the tool is idempotent.
	Retry bool
	// Dispatched says that the provider may have been reached, and the call counted.
	Dispatched bool
}

// SurfaceOf tells how a code appears elsewhere. What is no code appears as Internal.
func SurfaceOf(code Code) Surface {
	if s, ok := surfaces[code]; ok {
		return s
	}
	return surfaces[Internal]
}

var surfaces = map[Code]Surface{
	PayloadTooLarge:        {HTTP: 413},
	Unauthenticated:        {HTTP: 401, JSONRPC: -32603},
	ToolNotFound:           {HTTP: 404, JSONRPC: -32602},
	DepthExceeded:          {HTTP: 409},
	CallCycle:              {HTTP: 409},
	ToolNotImported:        {HTTP: 403},
	ToolRemoved:            {HTTP: 410},
	VersionMismatch:        {HTTP: 409},
	DefinitionChanged:      {HTTP: 409},
	PolicyDenied:           {HTTP: 403},
	SubscriptionRequired:   {HTTP: 402},
	SubscriptionUnverified: {HTTP: 503, Retry: true},
	InvalidArguments:       {HTTP: 422},
	NamespaceViolation:     {HTTP: 403},
	IdempotencyConflict:    {HTTP: 409},
	RateLimited:            {HTTP: 429, Retry: true},
	QuotaUnavailable:       {HTTP: 503, Retry: true},
	AuditUnavailable:       {HTTP: 503, Retry: true},
	ProviderError:          {HTTP: 502, Retry: true, Dispatched: true},
	Timeout:                {HTTP: 504, Retry: true, Dispatched: true},
	Cancelled:              {HTTP: 499, Retry: true, Dispatched: true},
	InvalidResult:          {HTTP: 502, Dispatched: true},
	Internal:               {HTTP: 500, JSONRPC: -32603},
}
