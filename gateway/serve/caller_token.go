package serve

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/skilllint/skilllint/gateway"
)

// A provider in another process whose skill imports tools calls them for whoever called it. It is
// given a token for that with each call: it is that skill at work for that user, as deep in calls,
// and it ends when the call's time does. All gateways with one audit_key believe it.

// metaToken is the member of _meta that has the token of a call for an MCP server.
const metaToken = "dev.skilllint/token"

// callToken is what tokens of calls begin with.
const callToken = "skillgw-call."

// A pass is what a token of a call says.
type pass struct {
	Call    gateway.Handle `json:"call"`
	Expires time.Time      `json:"expires"`
}

// A seal makes tokens of calls, and believes its own.
type seal [sha256.Size]byte

func newSeal(auditKey []byte) (s seal) {
	mac := hmac.New(sha256.New, auditKey)
	mac.Write([]byte("skillgw: tokens of calls"))
	mac.Sum(s[:0])
	return s
}

func (s seal) sign(text string) []byte {
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// token is one for the call that a context carries.
func (s seal) token(ctx context.Context) (string, error) {
	inv, err := gateway.Current(ctx)
	if err != nil {
		return "", err
	}
	expires, _ := ctx.Deadline() // which each call has
	text, err := json.Marshal(pass{inv.Handle(), expires})
	if err != nil {
		return "", err
	}
	said := base64.RawURLEncoding.EncodeToString(text)
	return callToken + said + "." + base64.RawURLEncoding.EncodeToString(s.sign(said)), nil
}

// Authenticate implements Authenticator.
func (s seal) Authenticate(_ context.Context, token string) (*Caller, error) {
	rest, ours := strings.CutPrefix(token, callToken)
	said, signature, _ := strings.Cut(rest, ".")
	signed, err := base64.RawURLEncoding.DecodeString(signature)
	if !ours || err != nil || !hmac.Equal(signed, s.sign(said)) {
		return nil, errToken
	}
	text, err := base64.RawURLEncoding.DecodeString(said)
	if err != nil {
		return nil, errToken
	}
	var p pass
	if err := json.Unmarshal(text, &p); err != nil || !time.Now().Before(p.Expires) {
		return nil, errToken
	}
	return &Caller{Identity: p.Call.Identity, Skills: []string{p.Call.Skill}, Expires: p.Expires, call: &p.Call}, nil
}

type callTokenKey struct{}

// callTokenIn is the token that a provider is given with a call, or "".
func callTokenIn(ctx context.Context) string {
	token, _ := ctx.Value(callTokenKey{}).(string)
	return token
}

// withCallToken makes one, if the skill that serves the call imports tools.
func (s *Server) withCallToken(ctx context.Context, skill string) (context.Context, error) {
	if !s.state.Load().imports[skill] {
		return ctx, nil
	}
	token, err := s.seal.token(ctx)
	return context.WithValue(ctx, callTokenKey{}, token), err
}
