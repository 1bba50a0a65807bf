package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/gateway"
)

var (
	errTooMuch = errors.New("the answer is larger than allowed")
	errAway    = errors.New("the provider is not connected")
)

// A provider serves the tools of a skill.
type provider interface {
	call(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error)
	// promise says which tools it has to serve, as the contracts have it now.
	promise(tools []promised)
	// ready is nil if it can be reached.
	ready(ctx context.Context) error
	close()
}

// A promised tool is one of a contract, with the name that the provider gives it.
type promised struct {
	*contract.Tool
	upstream string
}

// upstreams are the providers of the configuration, by skill.
type upstreams struct {
	mu  sync.RWMutex
	all map[string]*upstream
}

type upstream struct {
	config  Provider
	serves  provider
	breaker *gobreaker.CircuitBreaker[json.RawMessage]
}

// follow starts, keeps and stops providers, so that they are those of a configuration.
func (u *upstreams) follow(s *Server, want map[string]Provider, catalog contract.Catalog) error {
	u.mu.Lock()
	old, all := u.all, map[string]*upstream{}
	for id, config := range want {
		if known := old[id]; known != nil && reflect.DeepEqual(known.config, config) {
			all[id] = known
			continue
		}
		all[id] = &upstream{config: config, serves: s.newProvider(id, config), breaker: newProviderBreaker(s, id)}
	}
	u.all = all
	u.mu.Unlock()
	for id, gone := range old {
		if all[id] != gone {
			gone.serves.close()
		}
	}
	for id, one := range all {
		handlers := map[string]gateway.Handler{}
		var tools []promised
		for _, c := range catalog.Versions(id) {
			if one.config.Version != "" && c.Version.Text != one.config.Version {
				continue
			}
			for i := range c.Exports {
				name := c.Exports[i].Name.Text
				if s.options.Functions[id][name] != nil {
					continue
				}
				t := promised{&c.Exports[i], name}
				if other := one.config.Tools[name]; other != "" {
					t.upstream = other
				}
				tools = append(tools, t)
				handlers[name] = u.handler(s, id, t.upstream)
			}
		}
		if err := s.gateway.Register(id, one.config.Version, handlers); err != nil {
			return err
		}
		if one.config.MCP == nil { // what an MCP server before it listed is of no account
			for name := range handlers {
				if err := s.gateway.Suspend(id, one.config.Version, name, false); err != nil {
					return err
				}
			}
		}
		one.serves.promise(tools)
	}
	return nil
}

// handler calls whoever serves the skill then.
func (u *upstreams) handler(s *Server, id, name string) gateway.Handler {
	return func(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
		u.mu.RLock()
		one := u.all[id]
		u.mu.RUnlock()
		if one == nil {
			return nil, gateway.NotDispatched(fmt.Errorf("no provider of %q is configured any more", id))
		}
		ctx, err := s.withCallToken(ctx, id)
		if err != nil {
			return nil, gateway.NotDispatched(err)
		}
		value, err := one.breaker.Execute(func() (json.RawMessage, error) { return one.serves.call(ctx, name, args) })
		if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
			return nil, gateway.NotDispatched(err)
		}
		return value, err
	}
}

// A refusal is an answer of a provider that is there.
type refusal struct{ error }

func newProviderBreaker(s *Server, id string) *gobreaker.CircuitBreaker[json.RawMessage] {
	return gobreaker.NewCircuitBreaker[json.RawMessage](gobreaker.Settings{
		Name: id, MaxRequests: 1, Timeout: 2 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= 5 },
		IsSuccessful: func(err error) bool {
			var answered refusal
			return err == nil || errors.As(err, &answered)
		},
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) },
		OnStateChange: func(name string, _, to gobreaker.State) {
			s.log.Warn("circuit breaker of a provider", "provider", name, "state", to.String())
		},
	})
}

func (u *upstreams) close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, one := range u.all {
		one.serves.close()
	}
	u.all = nil
}

// ready tells which providers can't be reached.
func (u *upstreams) ready(ctx context.Context) map[string]error {
	u.mu.RLock()
	defer u.mu.RUnlock()
	faults := map[string]error{}
	for id, one := range u.all {
		if err := one.serves.ready(ctx); err != nil {
			faults["provider "+id] = err
		}
	}
	return faults
}

func (s *Server) newProvider(id string, p Provider) provider {
	if p.MCP != nil {
		return newMCPUpstream(s, id, p)
	}
	return &httpUpstream{config: p.HTTP, most: int64(s.config.Limits.Result), client: newHTTPClient()}
}

// newHTTPClient keeps connections, follows no redirects (a provider is the one that the
// operator named), and leaves time-outs to the calls' contexts.
func newHTTPClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 64
	return &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// httpUpstream is an HTTP endpoint.
type httpUpstream struct {
	config *HTTPProvider
	client *http.Client
	most   int64
}

func (p *httpUpstream) promise([]promised) {}

func (p *httpUpstream) close() { p.client.CloseIdleConnections() }

func (p *httpUpstream) ready(ctx context.Context) error {
	u, err := url.Parse(p.config.URL)
	if err != nil {
		return err
	}
	port := u.Port()
	if port == "" {
		port = u.Scheme // by its name
	}
	conn, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if err != nil {
		return err
	}
	return conn.Close()
}

func (p *httpUpstream) call(ctx context.Context, tool string, args json.RawMessage) (json.RawMessage, error) {
	target := strings.ReplaceAll(p.config.URL, "{tool}", url.PathEscape(tool))
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(args))
	if err != nil {
		return nil, gateway.NotDispatched(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for name, value := range p.config.Headers {
		req.Header.Set(name, string(value))
	}
	if inv, err := gateway.Current(ctx); err == nil {
		who := inv.Identity()
		for name, value := range map[string]string{"Org": who.Org, "User": who.User, "Caller": inv.Caller(), "Call": inv.CallID()} {
			req.Header.Set("Skillgw-"+name, url.PathEscape(value)) // ids may hold any character
		}
	}
	if token := callTokenIn(ctx); token != "" {
		req.Header.Set("Skillgw-Token", token)
	}
	resp, err := p.client.Do(req)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) && op.Op == "dial" {
			return nil, gateway.NotDispatched(err)
		}
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, p.most+1))
	switch {
	case err != nil:
		return nil, err
	case resp.StatusCode >= 500:
		return nil, fmt.Errorf("the provider answers %s: %.200q", resp.Status, body)
	case resp.StatusCode/100 != 2:
		return nil, refusal{fmt.Errorf("the provider answers %s: %.200q", resp.Status, body)}
	}
	return body, nil
}
