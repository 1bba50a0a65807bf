package serve_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/skilllint/skilllint/gateway/serve"
)

// An issuer signs tokens and publishes its keys.
type issuer struct {
	*httptest.Server
	mu      sync.Mutex
	keys    map[string]*rsa.PrivateKey
	fetches int
}

func newIssuer(t *testing.T) *issuer {
	i := &issuer{keys: map[string]*rsa.PrivateKey{}}
	i.rotate("k1")
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		i.fetches++
		var set jose.JSONWebKeySet
		for id, key := range i.keys {
			set.Keys = append(set.Keys, jose.JSONWebKey{Key: &key.PublicKey, KeyID: id, Algorithm: "RS256", Use: "sig"})
		}
		_ = json.NewEncoder(w).Encode(set)
	}))
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) rotate(id string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	key, _ := rsa.GenerateKey(rand.Reader, 2048)
	i.keys = map[string]*rsa.PrivateKey{id: key}
}

func claims(change ...any) map[string]any {
	c := map[string]any{
		"iss": "https://issuer.example", "aud": []string{"https://gw.example"}, "sub": "carol", "org": "acme",
		"exp": time.Now().Add(time.Hour).Unix(), "scope": "openid skill:jungastro",
	}
	for i := 0; i < len(change); i += 2 {
		if c[change[i].(string)] = change[i+1]; change[i+1] == nil {
			delete(c, change[i].(string))
		}
	}
	return c
}

func sign(t *testing.T, alg jose.SignatureAlgorithm, key any, id string, c map[string]any) string {
	t.Helper()
	options := (&jose.SignerOptions{}).WithType("JWT")
	if id != "" {
		options = options.WithHeader("kid", id)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, options)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(c).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// TestTokens: who has no token that the issuer made for this gateway, and for this skill, does not
// get in.
func TestTokens(t *testing.T) {
	i := newIssuer(t)
	file := configOf(t, t.TempDir(), "")
	config := fmt.Sprintf("  jwt: {issuer: https://issuer.example, audience: https://gw.example, jwks_url: %q}\nsubscriptions:", i.URL)
	replaceIn(t, file, "subscriptions:", config)
	w := start(t, file, serve.Options{})
	key, old := i.keys["k1"], i.keys["k1"]
	other, _ := rsa.GenerateKey(rand.Reader, 2048)
	curve, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	public, _ := x509.MarshalPKIXPublicKey(&key.PublicKey)
	asPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	none := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none","kid":"k1"}`)) + "." +
		strings.Split(sign(t, jose.RS256, key, "k1", claims()), ".")[1] + "."
	good := sign(t, jose.RS256, key, "k1", claims())
	now := time.Now()
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		name, token, skill string
		status             int
	}{
		{"good", good, "jungastro", 200},
		{"within the skew", sign(t, jose.RS256, key, "k1", claims("exp", now.Add(-30*time.Second).Unix())), "jungastro", 200},
		{"a list of audiences", sign(t, jose.RS256, key, "k1", claims("aud", []string{"x", "https://gw.example"})), "jungastro", 200},
		{"another skill", good, "vault", 403},
		{"a skill that is not there", good, "nonsuch", 403},
		{"no token", "", "jungastro", 401},
		{"no words", "\x00", "jungastro", 401},
		{"expired", sign(t, jose.RS256, key, "k1", claims("exp", now.Add(-2*time.Minute).Unix())), "jungastro", 401},
		{"not yet", sign(t, jose.RS256, key, "k1", claims("nbf", now.Add(2*time.Minute).Unix())), "jungastro", 401},
		{"never expires", sign(t, jose.RS256, key, "k1", claims("exp", nil)), "jungastro", 401},
		{"another issuer", sign(t, jose.RS256, key, "k1", claims("iss", "https://evil.example")), "jungastro", 401},
		{"no issuer", sign(t, jose.RS256, key, "k1", claims("iss", nil)), "jungastro", 401},
		{"another audience", sign(t, jose.RS256, key, "k1", claims("aud", "https://other.example")), "jungastro", 401},
		{"no audience", sign(t, jose.RS256, key, "k1", claims("aud", nil)), "jungastro", 401},
		{"no organisation", sign(t, jose.RS256, key, "k1", claims("org", nil)), "jungastro", 401},
		{"an organisation that is no text", sign(t, jose.RS256, key, "k1", claims("org", 7)), "jungastro", 401},
		{"no user", sign(t, jose.RS256, key, "k1", claims("sub", "")), "jungastro", 401},
		{"somebody else's key", sign(t, jose.RS256, other, "k1", claims()), "jungastro", 401},
		{"a key that is not known", sign(t, jose.RS256, other, "k9", claims()), "jungastro", 401},
		{"no key named", sign(t, jose.RS256, key, "", claims()), "jungastro", 401},
		{"another curve", sign(t, jose.ES256, curve, "k1", claims()), "jungastro", 401},
		{"an algorithm that the key is not for", sign(t, jose.PS256, key, "k1", claims()), "jungastro", 401},
		{"the public key as HMAC secret", sign(t, jose.HS256, asPEM, "k1", claims()), "jungastro", 401},
		{"alg none", none, "jungastro", 401},
		{"a changed payload", good[:len(good)/2] + other64(good[len(good)/2]) + good[len(good)/2+1:], "jungastro", 401},
		{"two dots more", good + ".x.y", "jungastro", 401},
		{"a huge token", strings.Repeat("a", 30<<10), "jungastro", 401},
		{"a static token still", bobToken, "jungastro", 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			headers := []string{}
			if c.token == "\x00" {
				headers, c.token = []string{"Authorization", "Basic YTpi"}, ""
			}
			status, header, answer := w.post(t, c.skill, c.token, ping, headers...)
			if status != c.status {
				t.Errorf("%d %s, want %d", status, answer, c.status)
			}
			challenge := header.Get("WWW-Authenticate")
			if c.status != 200 && !strings.Contains(challenge, `resource_metadata="`+w.url+`/.well-known/oauth-protected-resource/mcp/`+c.skill+`"`) {
				t.Errorf("WWW-Authenticate: %s", challenge)
			}
			if c.status == 403 && !strings.Contains(challenge, `error="insufficient_scope", scope="skill:`+c.skill+`"`) {
				t.Errorf("WWW-Authenticate: %s", challenge)
			}
		})
	}
	if i.fetches > 2 {
		t.Errorf("keys were fetched %d times for made-up tokens", i.fetches)
	}
	// Keys rotate: what the new one signs is believed, and after a while what the old one signed is not.
	i.rotate("k2")
	deadline := time.Now().Add(15 * time.Second)
	for {
		status, _, _ := w.post(t, "jungastro", sign(t, jose.RS256, i.keys["k2"], "k2", claims()), ping)
		if status == 200 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the new key is not believed: %d", status)
		}
		time.Sleep(100 * time.Millisecond)
	}
	if status, _, _ := w.post(t, "jungastro", sign(t, jose.RS256, old, "k1", claims()), ping); status != 401 {
		t.Errorf("the old key: %d, want 401", status)
	}
	resp, err := http.Get(w.url + "/.well-known/oauth-protected-resource/mcp/jungastro")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var m struct {
		Resource string   `json:"resource"`
		Servers  []string `json:"authorization_servers"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil || m.Resource != w.url+"/mcp/jungastro" || len(m.Servers) != 1 || m.Servers[0] != "https://issuer.example" {
		t.Errorf("%+v, %v", m, err)
	}
}

// TestIdentityIsTheTokens: neither headers nor arguments nor what a client says of itself
// make it somebody else.
func TestIdentityIsTheTokens(t *testing.T) {
	w := started(t)
	body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"zodiac__echo","arguments":{"user":"alice","org":"acme"},"_meta":{"user":"alice","dev.skilllint/user":"alice"}}}`
	w.post(t, "jungastro", bobToken, body, "Skillgw-User", "alice", "X-Forwarded-User", "alice", "X-User", "alice", "Baggage", "user=alice")
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	for _, r := range w.rows(t) {
		if r.User != "bob" || r.Org != "acme" || r.Consumer != "jungastro" {
			t.Errorf("%+v", r.Record)
		}
	}
}

// other64 is a character of base64 that another one is not.
func other64(c byte) string {
	if c == 'x' {
		return "y"
	}
	return "x"
}
