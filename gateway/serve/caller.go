package serve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"

	"github.com/skilllint/skilllint/gateway"
)

// A Caller is who was authenticated, and what he may enter.
type Caller struct {
	gateway.Identity
	// Skills are the ids of the skills that may be entered; "*" stands for all.
	Skills []string
	// Expires is when the token does; zero for never.
	Expires time.Time

	call *gateway.Handle // of the tool's call that the caller works on, if that is who he is
}

// may tells whether the caller may enter a skill.
func (c *Caller) may(skill string) bool {
	return slices.Contains(c.Skills, skill) || slices.Contains(c.Skills, "*")
}

// An Authenticator finds out whose a bearer token is. An error means that it is nobody's;
// it says nothing that is secret.
type Authenticator interface {
	Authenticate(ctx context.Context, token string) (*Caller, error)
}

// errToken is what is said of tokens that are nobody's.
var errToken = errors.New("the token is not valid")

// tokens are fixed ones by their hash. Looking one up takes as long for each token.
type tokens map[[sha256.Size]byte]*Caller

func newTokens(list []Token) tokens {
	known := tokens{}
	for _, t := range list {
		var sum [sha256.Size]byte
		_, _ = hex.Decode(sum[:], []byte(strings.TrimPrefix(t.Hash, "sha256:"))) // Load has checked it
		known[sum] = &Caller{Identity: gateway.Identity{Org: t.Org, User: t.User, Session: t.Session, Agent: t.Agent}, Skills: t.Skills}
	}
	return known
}

func (t tokens) Authenticate(_ context.Context, token string) (*Caller, error) {
	if c := t[sha256.Sum256([]byte(token))]; c != nil {
		return c, nil
	}
	return nil, errToken
}

// anyOf asks one after the other.
type anyOf []Authenticator

func (a anyOf) Authenticate(ctx context.Context, token string) (*Caller, error) {
	err := errToken
	for _, one := range a {
		c, failure := one.Authenticate(ctx, token)
		if failure == nil {
			return c, nil
		}
		err = failure
	}
	return nil, err
}

func authenticatorOf(a Auth) (Authenticator, error) {
	list := anyOf{newTokens(a.Tokens)}
	if a.JWT != nil {
		j, err := newVerifier(a.JWT)
		if err != nil {
			return nil, err
		}
		list = append(list, j)
	}
	return list, nil
}

type callerKey struct{}

// callerIn is who was authenticated for a request.
func callerIn(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}

// authenticated lets through who has a token that may enter the skill in the path. Who may
// not learns nothing of which skills there are.
func (s *Server) authenticated(next http.Handler) http.Handler {
	// The SDK hands to its handlers what its own middleware has found.
	known := func(ctx context.Context, _ string, _ *http.Request) (*auth.TokenInfo, error) {
		c := callerIn(ctx)
		return &auth.TokenInfo{UserID: c.Org + "\x00" + c.User, Extra: map[string]any{"caller": c}}, nil
	}
	next = auth.RequireBearerToken(known, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || token == "" || len(r.Header.Values("Authorization")) != 1 {
			s.refuse(w, r, http.StatusUnauthorized, "")
			return
		}
		auth := s.state.Load().auth
		if strings.HasPrefix(token, callToken) {
			auth = s.seal
		}
		c, err := auth.Authenticate(r.Context(), token)
		skill := r.PathValue("skill")
		switch {
		case errors.Is(err, errKeys):
			s.log.Error("the issuer's keys can not be had", "error", err.Error())
			http.Error(w, "the token can not be verified now", http.StatusServiceUnavailable)
		case err != nil:
			s.metrics.refused.WithLabelValues("token").Inc()
			s.log.Debug("token refused", "reason", err.Error())
			s.refuse(w, r, http.StatusUnauthorized, `error="invalid_token"`)
		case !c.may(skill):
			s.metrics.refused.WithLabelValues("skill").Inc()
			s.refuse(w, r, http.StatusForbidden, fmt.Sprintf(`error="insufficient_scope", scope=%q`, "skill:"+printable(skill)))
		default:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
		}
	})
}

// refuse answers as RFC 6750 and RFC 9728 have it.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, reason string) {
	challenge := "Bearer "
	if s.config.Auth.JWT != nil {
		challenge += fmt.Sprintf("resource_metadata=%q", s.base(r)+metadataPath+r.URL.EscapedPath())
		if reason != "" {
			challenge += ", "
		}
	}
	w.Header().Set("WWW-Authenticate", strings.TrimSpace(challenge+reason))
	http.Error(w, http.StatusText(status), status)
}

// printable keeps what a caller made up from being more than a word in a header.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f && r != '"' && r != '\\' {
			return r
		}
		return '?'
	}, s[:min(len(s), 64)])
}
