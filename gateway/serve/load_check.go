package serve

import (
	"encoding/hex"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// check looks at what the types do not say, and makes paths whole.
func (d *decoder) check(root *yaml.Node, c *Config) {
	for _, p := range []*string{&c.Contracts, &c.Core, &c.Skills} {
		*p = d.path(*p)
	}
	for _, s := range []struct {
		key     string
		dsn     *DSN
		schemes []string
	}{
		{"quota", &c.Quota, []string{"memory", "sqlite", "redis", "rediss"}},
		{"audit", &c.Audit, []string{"files", "sqlite", "postgres", "postgresql"}},
		{"shared", &c.Shared, []string{"sqlite", "redis", "rediss"}},
	} {
		d.store(at(root, s.key), s.key, s.dsn, s.schemes)
	}
	if c.Shared == "" && c.Quota != "memory" {
		c.Shared = c.Quota
	}
	d.key(root, "audit_key", c.AuditKey)
	d.key(root, "audit_sign", c.AuditSign)
	d.url(root, "public_url", c.PublicURL)
	d.url(root, "traces", c.Traces)
	for i, t := range c.Auth.Tokens {
		sum, err := hex.DecodeString(strings.TrimPrefix(t.Hash, "sha256:"))
		if !strings.HasPrefix(t.Hash, "sha256:") || err != nil || len(sum) != 32 {
			d.fault(item(at(root, "auth", "tokens"), i), "hash is no sha256: with 64 hexadecimal digits; the token itself must not stand there")
		}
	}
	d.jwt(root, c)
	for id, p := range c.Providers {
		d.provider(at(root, "providers", id), id, p)
	}
	if s := c.Subscriptions; s != nil {
		s.File = d.path(s.File)
		d.store(at(root, "subscriptions", "database"), "database", &s.Database, []string{"sqlite", "postgres", "postgresql"})
		if given := count(s.File != "", s.URL != "", s.Query != ""); given != 1 || (s.Query != "") != (s.Database != "") {
			d.fault(at(root, "subscriptions"), "subscriptions want one of file, url, and query with its database")
		}
	}
}

func (d *decoder) jwt(root *yaml.Node, c *Config) {
	j := c.Auth.JWT
	if j == nil {
		return
	}
	n := at(root, "auth", "jwt")
	j.JWKSFile = d.path(j.JWKSFile)
	if count(j.JWKSURL != "", j.JWKSFile != "") != 1 {
		d.fault(n, "jwt wants one of jwks_url and jwks_file")
	}
	if j.Audience == "" {
		j.Audience = c.PublicURL
	}
	if j.Audience == "" {
		d.fault(n, "jwt has no audience, and there is no public_url to take its place")
	}
	if len(j.Algorithms) == 0 {
		j.Algorithms = []string{"RS256", "ES256", "EdDSA"}
	}
	known := []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}
	for i, a := range j.Algorithms {
		if !slices.Contains(known, a) {
			d.fault(item(at(n, "algorithms"), i), "%q is no algorithm that may be believed: %s", a, strings.Join(known, ", "))
		}
	}
}

func (d *decoder) provider(n *yaml.Node, id string, p Provider) {
	switch {
	case count(p.MCP != nil, p.HTTP != nil) != 1:
		d.fault(n, "provider %s wants one of mcp and http", id)
	case p.MCP != nil:
		p.MCP.Dir = d.path(p.MCP.Dir)
		if count(len(p.MCP.Command) > 0, p.MCP.URL != "") != 1 {
			d.fault(at(n, "mcp"), "mcp of provider %s wants one of command and url", id)
		}
		d.url(n, "mcp", p.MCP.URL)
	default:
		d.url(n, "http", p.HTTP.URL)
	}
}

func (d *decoder) key(root *yaml.Node, name string, s Secret) {
	if b, err := hex.DecodeString(string(s)); s != "" && (err != nil || len(b) != 32) {
		d.fault(at(root, name), "%s is not 32 bytes in hexadecimal; openssl rand -hex 32 makes some", name)
	}
}

func (d *decoder) url(n *yaml.Node, name, s string) {
	if s == "" {
		return
	}
	if u, err := url.Parse(s); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		d.fault(at(n, name), "%s is no http or https URL", name)
	}
}

// store checks a DSN, and makes the path in it whole.
func (d *decoder) store(n *yaml.Node, name string, dsn *DSN, schemes []string) {
	if *dsn == "" {
		return
	}
	scheme, rest, _ := strings.Cut(string(*dsn), ":")
	if !slices.Contains(schemes, scheme) {
		d.fault(n, "%s is %q, expected one of %s%s", name, scheme, strings.Join(schemes, ", "), nearest(scheme, schemes))
		return
	}
	switch scheme {
	case "sqlite", "files":
		if rest == "" {
			d.fault(n, "%s has no path", name)
		}
		*dsn = DSN(scheme + ":" + d.path(rest))
	}
}

// at is the node below a key, or the last one on the way there.
func at(n *yaml.Node, path ...string) *yaml.Node {
next:
	for _, name := range path {
		for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
			if n.Content[i].Value == name {
				n = n.Content[i+1]
				continue next
			}
		}
		return n
	}
	return n
}

func item(n *yaml.Node, i int) *yaml.Node {
	if n.Kind == yaml.SequenceNode && i < len(n.Content) {
		return n.Content[i]
	}
	return n
}

func count(facts ...bool) (n int) {
	for _, f := range facts {
		if f {
			n++
		}
	}
	return n
}

func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	for i := range t.NumField() {
		if f := t.Field(i); f.Tag.Get("yaml") == name {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

func keys(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		names = append(names, t.Field(i).Tag.Get("yaml"))
	}
	return names
}

// nearest suggests the word that is most like the one that was written.
func nearest(word string, words []string) string {
	best, at := "", 1+max(1, len(word)/3)
	for _, w := range words {
		if n := distance(word, w); n < at {
			best, at = w, n
		}
	}
	if best == "" {
		return ""
	}
	return " (did you mean \"" + best + "\"?)"
}

// distance is how many letters have to change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := last
			if a[i] != b[j] {
				cost++
			}
			last, row[j+1] = row[j+1], min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
