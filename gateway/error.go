package gateway

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/skilllint/skilllint/contract"
)

// An Error is why a call was refused or failed, as its caller is told. What a provider
// said is not in it: that goes to the [Telemetry], for it may hold what the caller must
// not see.
type Error struct {
	Code    Code
	Message string // a fact, for people and models
	CallID  string // of the call in the audit log

	// SkillID is the provider, for SubscriptionRequired.
	SkillID string
	// RetryAfter is when the call may be made again: for RateLimited the end of the
	// window, for the codes of unavailable stores a guess with jitter.
	RetryAfter time.Duration
	// ResetAt and Limit ("50/day") are set for RateLimited.
	ResetAt time.Time
	Limit   string
	// Violations are set for InvalidArguments.
	Violations []Violation
	// Chain are the calls down to this one, for CallCycle and DepthExceeded.
	Chain []string
	// Want and Have are versions, for VersionMismatch.
	Want, Have string
	// Replacement and RemovalDate are set for ToolRemoved, if the contract has them.
	Replacement, RemovalDate string
	// Path is the data path, for NamespaceViolation.
	Path string
}

// A Violation is one place at which a value does not fit its schema. It has no values,
// which may be secret.
type Violation struct {
	Pointer string `json:"pointer"` // JSON Pointer (RFC 6901) into the value
	Keyword string `json:"keyword"` // of the schema, such as "required"
	Name    string `json:"name,omitempty"`
}

// Error is the code and the message, for logs; callers are told the JSON.
func (e *Error) Error() string {
	if e.Message == "" {
		return string(e.Code)
	}
	return string(e.Code) + ": " + e.Message
}

// Is reports whether target is the error's code, for errors.Is(err, gateway.RateLimited).
func (e *Error) Is(target error) bool { return target == e.Code }

// MarshalJSON gives the documented form: {"error": code, …}. A missing
// subscription has skill_id and action, a used-up quota retry_after in seconds (RFC 9110
// §10.2.3); every other code has a message.
func (e *Error) MarshalJSON() ([]byte, error) {
	doc := struct {
		Error       Code        `json:"error"`
		Message     string      `json:"message,omitempty"`
		SkillID     string      `json:"skill_id,omitempty"`
		Action      string      `json:"action,omitempty"`
		RetryAfter  int64       `json:"retry_after,omitempty"`
		ResetAt     time.Time   `json:"reset_at,omitzero"`
		Limit       string      `json:"limit,omitempty"`
		Remaining   *int        `json:"remaining,omitempty"`
		Violations  []Violation `json:"violations,omitempty"`
		Chain       []string    `json:"chain,omitempty"`
		Want        string      `json:"want,omitempty"`
		Have        string      `json:"have,omitempty"`
		Replacement string      `json:"replacement,omitempty"`
		RemovalDate string      `json:"removal_date,omitempty"`
		Path        string      `json:"path,omitempty"`
	}{
		Error: e.Code, Message: e.Message, SkillID: e.SkillID,
		RetryAfter: int64((e.RetryAfter + time.Second - 1) / time.Second), ResetAt: e.ResetAt, Limit: e.Limit,
		Violations: e.Violations, Chain: e.Chain, Want: e.Want, Have: e.Have,
		Replacement: e.Replacement, RemovalDate: e.RemovalDate, Path: e.Path,
	}
	switch e.Code {
	case SubscriptionRequired:
		doc.Message, doc.Action = "", "show_subscribe_card"
	case RateLimited:
		doc.Message, doc.Remaining = "", new(int)
	}
	return json.Marshal(doc)
}

func errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// denied tells a static denial of the contracts.
func denied(d *contract.Denial, provider *release) *Error {
	e := &Error{Code: d.Code, Message: d.Error()}
	switch d.Code {
	case ToolNotImported:
		e.Message = fmt.Sprintf("%q is not in the imports of %q", d.Tool, d.Consumer)
	case ToolRemoved:
		e.Replacement, e.RemovalDate = d.Deprecation.Replacement.Text, d.Deprecation.Removal.Text
	case VersionMismatch:
		e.Want = d.Import.Version.Text
		if provider != nil {
			e.Have = provider.Version.Text
		}
	}
	return e
}
