package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/skilllint/skilllint/gateway"
)

const (
	clockSkew = time.Minute      // that is allowed between the issuer's clock and ours
	keysFresh = 10 * time.Minute // how long keys are gone by without asking again
	keysPause = 5 * time.Second  // between two fetches, whatever tokens name
	keysWait  = 5 * time.Second  // of a fetch
)

// errKeys is wrapped by errors that say nothing of the token.
var errKeys = errors.New("no keys to verify tokens with")

// A verifier believes the tokens of one issuer.
type verifier struct {
	config     *JWT
	algorithms []jose.SignatureAlgorithm
	client     *http.Client

	mu      sync.Mutex
	keys    jose.JSONWebKeySet
	fetched time.Time // when they were had
	tried   time.Time
}

func newVerifier(c *JWT) (*verifier, error) {
	v := &verifier{config: c, client: &http.Client{Timeout: keysWait, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
	for _, a := range c.Algorithms {
		v.algorithms = append(v.algorithms, jose.SignatureAlgorithm(a))
	}
	if c.JWKSFile != "" { // a file that can't be read is known at the start
		if _, err := v.load(context.Background()); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// Authenticate implements Authenticator.
func (v *verifier) Authenticate(ctx context.Context, token string) (*Caller, error) {
	if len(token) > 16<<10 {
		return nil, errors.New("the token is too long")
	}
	parsed, err := jwt.ParseSigned(token, v.algorithms)
	if err != nil || len(parsed.Headers) != 1 {
		return nil, fmt.Errorf("%w: it is not signed as allowed", errToken)
	}
	key, err := v.key(ctx, parsed.Headers[0])
	if err != nil {
		return nil, err
	}
	var standard jwt.Claims
	var all map[string]any
	if err := parsed.Claims(key, &standard, &all); err != nil {
		return nil, fmt.Errorf("%w: its signature is not the issuer's", errToken)
	}
	if standard.Expiry == nil {
		return nil, fmt.Errorf("%w: it does not expire", errToken)
	}
	err = standard.ValidateWithLeeway(jwt.Expected{Issuer: v.config.Issuer, AnyAudience: jwt.Audience{v.config.Audience}, Time: time.Now()}, clockSkew)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errToken, err)
	}
	names := v.config.Claims
	c := &Caller{
		Identity: gateway.Identity{Org: text(all[names.Org]), User: text(all[names.User]), Session: text(all[names.Session]), Agent: text(all[names.Agent])},
		Skills:   skillsOf(all[names.Skills]), Expires: standard.Expiry.Time(),
	}
	if c.Org == "" || c.User == "" {
		return nil, fmt.Errorf("%w: it has no %q or no %q", errToken, names.Org, names.User)
	}
	return c, nil
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// skillsOf reads a claim that is a list or words. A scope is a skill's if it says so; in
// a list of its own the prefix may be left out.
func skillsOf(v any) (skills []string) {
	switch v := v.(type) {
	case string:
		for _, word := range strings.Fields(v) {
			if id, ok := strings.CutPrefix(word, "skill:"); ok {
				skills = append(skills, id)
			}
		}
	case []any:
		for _, item := range v {
			if s := text(item); s != "" {
				skills = append(skills, strings.TrimPrefix(s, "skill:"))
			}
		}
	}
	return skills
}

// key is the issuer's key that a token names. A key that is not known may be a new one, so
// keys are fetched again, but not for each token that somebody makes up.
func (v *verifier) key(ctx context.Context, header jose.Header) (*jose.JSONWebKey, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := v.find(header)
	stale := time.Since(v.fetched) > keysFresh
	if (key == nil || stale) && time.Since(v.tried) > keysPause || v.tried.IsZero() {
		v.tried = time.Now()
		if keys, err := v.load(context.WithoutCancel(ctx)); err == nil {
			v.keys, v.fetched = keys, time.Now()
			key = v.find(header)
		} else if key == nil {
			return nil, fmt.Errorf("%w: %w", errKeys, err)
		}
	}
	switch {
	case key != nil:
		return key, nil
	case v.fetched.IsZero():
		return nil, errKeys
	}
	return nil, fmt.Errorf("%w: it names no key of the issuer", errToken)
}

// find looks for a public key that is made for the token's algorithm.
func (v *verifier) find(header jose.Header) *jose.JSONWebKey {
	for i := range v.keys.Keys {
		k := &v.keys.Keys[i]
		if k.IsPublic() && k.KeyID == header.KeyID && (k.Use == "" || k.Use == "sig") && (k.Algorithm == "" || k.Algorithm == header.Algorithm) {
			return k
		}
	}
	return nil
}

// load reads the keys. Keys that can't be used are left out, as RFC 7517 has it.
func (v *verifier) load(ctx context.Context) (jose.JSONWebKeySet, error) {
	data, err := v.read(ctx)
	if err != nil {
		return jose.JSONWebKeySet{}, err
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return jose.JSONWebKeySet{}, fmt.Errorf("the keys of %s are no JWKS: %w", v.config.Issuer, err)
	}
	var keys jose.JSONWebKeySet
	for _, raw := range set.Keys {
		var k jose.JSONWebKey
		if json.Unmarshal(raw, &k) == nil && k.IsPublic() {
			keys.Keys = append(keys.Keys, k)
		}
	}
	if len(keys.Keys) == 0 {
		return keys, fmt.Errorf("%s has no public key that can be used", v.config.Issuer)
	}
	slices.SortStableFunc(keys.Keys, func(a, b jose.JSONWebKey) int { return strings.Compare(a.KeyID, b.KeyID) })
	return keys, nil
}

func (v *verifier) read(ctx context.Context) ([]byte, error) {
	if v.config.JWKSFile != "" {
		return os.ReadFile(v.config.JWKSFile)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, v.config.JWKSURL, nil)
	if err != nil {
		return nil, err
	}
	resp, err := v.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", v.config.JWKSURL, resp.Status)
	}
	return io.ReadAll(io.LimitReader(resp.Body, 1<<20))
}
