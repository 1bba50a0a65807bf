package record

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// http is the way to a server at an address: over TLS, or on this machine.
func (s Server) http(wire *tap) (mcp.Transport, error) {
	u, err := url.Parse(s.URL)
	switch {
	case err != nil || u.Host == "":
		return nil, errors.New("its address is no URL")
	case u.Scheme != "https" && !(u.Scheme == "http" && local(u.Hostname())):
		return nil, fmt.Errorf("its address begins with %q: expected https, or http on this machine", u.Scheme+"://")
	}
	client := &http.Client{
		Transport: &roundTap{next: http.DefaultTransport.(*http.Transport).Clone(), tap: wire, headers: s.Headers},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if req.URL.Host != u.Host || req.URL.Scheme != u.Scheme || len(via) > 3 {
				return errors.New("it leads to another host")
			}
			return nil
		},
	}
	return &mcp.StreamableClientTransport{Endpoint: s.URL, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: -1}, nil
}

// local reports whether a host is this machine.
func local(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}
