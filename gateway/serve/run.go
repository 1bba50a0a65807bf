package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	headerWait = 10 * time.Second // for a request's header
	bodyWait   = 30 * time.Second // for its body
	idleWait   = 2 * time.Minute
	tracesWait = 5 * time.Second
	watchEvery = 2 * time.Second
)

// metadataPath is where RFC 9728 wants the metadata of a protected resource.
const metadataPath = "/.well-known/oauth-protected-resource"

// Listen opens the ports. Serve is next.
func (s *Server) Listen() (front, admin net.Listener, err error) {
	if front, err = net.Listen("tcp", s.config.Listen); err != nil {
		return nil, nil, err
	}
	if s.config.Admin != "" {
		if admin, err = net.Listen("tcp", s.config.Admin); err != nil {
			front.Close()
			return nil, nil, err
		}
	}
	return front, admin, nil
}

// Run serves until ctx ends, then drains: it is not ready any more, takes no new calls, and
// waits for those under way.
func (s *Server) Run(ctx context.Context) error {
	front, admin, err := s.Listen()
	if err != nil {
		return err
	}
	return s.Serve(ctx, front, admin)
}

// Serve is Run on listeners; admin may be nil.
func (s *Server) Serve(ctx context.Context, front, admin net.Listener) error {
	headroom()
	main := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerWait, ReadTimeout: bodyWait, IdleTimeout: idleWait,
		MaxHeaderBytes: 64 << 10, ErrorLog: quiet(s.log),
	}
	// Listening clients stay for as long as they like; a stop ends them.
	streams, endStreams := context.WithCancel(context.Background())
	defer endStreams()
	main.BaseContext = func(net.Listener) context.Context {
		return context.WithValue(context.Background(), streamsKey{}, streams)
	}
	failed := make(chan error, 2)
	go func() { failed <- main.Serve(front) }()
	var side *http.Server
	if admin != nil {
		side = &http.Server{Handler: s.admin(), ReadHeaderTimeout: headerWait, ReadTimeout: bodyWait, ErrorLog: quiet(s.log)}
		go func() { failed <- side.Serve(admin) }()
	}
	s.log.Info("serving", "address", front.Addr().String(), "version", Version)
	var err error
	select {
	case <-ctx.Done():
	case err = <-failed:
	}
	s.draining.Store(true)
	s.log.Info("draining")
	wait, cancel := context.WithTimeout(context.Background(), s.config.Limits.Drain)
	defer cancel()
	endStreams()
	if late := main.Shutdown(wait); late != nil {
		s.log.Error("calls were still under way", "error", late.Error())
		main.Close()
	}
	if side != nil {
		side.Close()
	}
	s.log.Info("stopped")
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// headroom is memory that nobody writes to, so the machine never gives it. The collector of
// garbage runs whenever the heap has doubled: with it that is once for 64 MiB, without it once for
// four, which is a dozen requests, since the SDK leaves 300 kB behind for each. Who has set GOGC or
// GOMEMLIMIT has decided otherwise.
var headroom = sync.OnceValue(func() []byte {
	if os.Getenv("GOGC") != "" || debug.SetMemoryLimit(-1) != math.MaxInt64 {
		return nil
	}
	return make([]byte, 64<<20)
})

type streamsKey struct{}

// Handler serves /mcp/{skill}, the metadata of RFC 9728, and, where operators have no address
// of their own, whether the server is ready. Nobody has to say who he is for that, so it tells
// neither parts nor figures.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/mcp/{skill}", s.guarded(s.authenticated(s.paced(s.bounded(s.handler())))))
	if s.config.Auth.JWT != nil {
		mux.HandleFunc("GET "+metadataPath+"/mcp/{skill}", s.metadata)
		mux.HandleFunc("GET "+metadataPath, s.metadata)
	}
	if s.config.Admin == "" {
		mux.Handle("/", s.probes(false))
	}
	return mux
}

// guarded refuses what a browser was talked into: a foreign Host (DNS rebinding), a foreign
// Origin.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.ownHost(r) {
			s.metrics.refused.WithLabelValues("host").Inc()
			http.Error(w, "this host is not served here", http.StatusMisdirectedRequest)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" {
			if origin != s.base(r) && !slices.Contains(s.state.Load().config.Origins, origin) {
				s.metrics.refused.WithLabelValues("origin").Inc()
				http.Error(w, "this origin may not call", http.StatusForbidden)
				return
			}
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Vary", "Origin")
			w.Header().Set("Access-Control-Expose-Headers", "WWW-Authenticate")
			if r.Method == http.MethodOptions {
				w.Header().Set("Access-Control-Allow-Methods", "GET, POST")
				w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID, Idempotency-Key, Traceparent")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// ownHost tells whether a request means this server: by the public URL's host, by the
// address that it arrived at, or by localhost on the loopback interface.
func (s *Server) ownHost(r *http.Request) bool {
	if u, err := url.Parse(s.config.PublicURL); err == nil && u.Host != "" && r.Host == u.Host {
		return true
	}
	name := r.Host
	if host, _, err := net.SplitHostPort(r.Host); err == nil {
		name = host
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if local == nil {
		return false
	}
	if ip := net.ParseIP(trimBrackets(name)); ip != nil {
		return ip.Equal(local.IP)
	}
	return name == "localhost" && local.IP.IsLoopback()
}

func trimBrackets(s string) string {
	if len(s) > 2 && s[0] == '[' && s[len(s)-1] == ']' {
		return s[1 : len(s)-1]
	}
	return s
}

// base is the URL of this server, without a path.
func (s *Server) base(r *http.Request) string {
	if s.config.PublicURL != "" {
		u, err := url.Parse(s.config.PublicURL)
		if err == nil {
			return u.Scheme + "://" + u.Host
		}
	}
	return "http://" + r.Host
}

type bodyKey struct{}

// bodyOf is a request's body.
func bodyOf(r *http.Request) []byte {
	b, _ := r.Context().Value(bodyKey{}).([]byte)
	return b
}

// bounded reads the body, within its bounds of size and time. Who has no token, or has too
// many requests under way, does not get this far.
func (s *Server) bounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.config.Limits.Body)))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			s.metrics.refused.WithLabelValues("size").Inc()
			http.Error(w, fmt.Sprintf("the request is larger than %d bytes", tooLarge.Limit), http.StatusRequestEntityTooLarge)
			return
		case err != nil:
			http.Error(w, "the request ended early", http.StatusBadRequest)
			return
		}
		// The answer may take as long as the tool.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
		ctx, cancel := context.WithCancel(context.WithValue(r.Context(), bodyKey{}, body))
		defer cancel()
		if listens(r, body) {
			if streams, ok := r.Context().Value(streamsKey{}).(context.Context); ok {
				defer context.AfterFunc(streams, cancel)()
			}
			if expires := callerIn(r.Context()).Expires; !expires.IsZero() { // who listens has a right to as long as his token
				defer time.AfterFunc(time.Until(expires), cancel).Stop()
			}
		}
		r = r.WithContext(ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// Stdio serves one skill to one caller over stdin and stdout.
func (s *Server) Stdio(ctx context.Context, skill string, caller *Caller) error {
	if !s.state.Load().skills[skill] {
		return fmt.Errorf("no contract of a skill %q", skill)
	}
	e := s.newEndpoint(skill, caller)
	s.endpoints.mu.Lock()
	s.endpoints.all[skill] = e
	s.endpoints.mu.Unlock()
	return e.mcp.Run(ctx, &mcp.StdioTransport{})
}

// Watch reloads when one of the files is another than at the start, or when told
// to, until ctx ends.
func (s *Server) Watch(ctx context.Context, told <-chan os.Signal) {
	last := s.state.Load().mark
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-told:
			last = s.fingerprint(s.state.Load().config)
		case <-ticker.C:
			now := s.fingerprint(s.state.Load().config)
			if now == last {
				continue
			}
			last = now
		}
		if err := s.Reload(ctx); err != nil {
			s.log.Error("not reloaded: what was loaded before goes on", "error", err.Error())
		}
	}
}

// fingerprint is of the files that a reload reads.
func (s *Server) fingerprint(config *Config) string {
	h := sha256.New()
	for _, file := range []string{s.options.File, config.Contracts} {
		data, _ := os.ReadFile(file) // Reload says what is wrong with it
		fmt.Fprintf(h, "%d:", len(data))
		h.Write(data)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
