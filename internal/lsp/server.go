package lsp

import (
	"context"
	"fmt"
	"sync"

	"github.com/creachadair/jrpc2"

	"github.com/skilllint/skilllint/internal/parallel"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// Options are what the server is given by the command.
type Options struct {
	Version string
	Rules   []*lint.Rule
	// Root returns the root of the workspace that a folder is in, without
	// symbolic links.
	Root func(folder string) (string, error)
	// Judge reads and judges the workspace that some folders with one root are
	// in. Texts replace those of files, by their paths from the root. An error
	// in the configuration is a *lint.ConfigError. last is the verdict before.
	Judge func(folders []string, last Verdict, texts map[string][]byte) (Verdict, error)
	// Part judges one folder of such a workspace again, by itself, see
	// skill.LoadPart; whole is the last verdict on all of it.
	Part func(folders []string, whole Verdict, part string, texts map[string][]byte) (Verdict, error)
}

// A Verdict is a workspace with the findings in it.
type Verdict struct {
	*skill.Workspace
	Config   *lint.Config
	Findings []lint.Finding
	Contents *tree.Contents // of the files on the disk, for the next verdict
}

// Judged is the workspace with its findings.
func (v Verdict) Judged() lint.Judged {
	return lint.Judged{Workspace: v.Workspace, Findings: v.Findings}
}

// A server speaks with one client.
type server struct {
	opts    Options
	rpc     *jrpc2.Server
	client  clientCapabilities
	docs    documents
	ctx     context.Context // of what runs between messages
	stop    context.CancelFunc
	running sync.WaitGroup
	exit    sync.Once
	gone    chan struct{} // closed by exit

	mu    sync.Mutex
	phase phase
	roots map[string]*root // by folder on the disk

	publishing sync.Mutex
	published  map[string]string // by URI, what the client shows
}

// A phase is how far the conversation has come.
type phase int

const (
	beginning phase = iota
	initialized
	shutDown
)

// advance moves the conversation on and returns where it was.
func (s *server) advance(to phase) phase {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.phase
	s.phase = max(was, to)
	return was
}

// The errors of the protocol that JSON-RPC does not have.
const (
	notInitialized jrpc2.Code = -32002
	requestFailed  jrpc2.Code = -32803
)

// on makes a handler of a method: it reads the parameters, and turns a panic
// into an error, so that one request ends and not the server.
func on[P any](s *server, f func(context.Context, P) (any, error)) jrpc2.Handler {
	return func(ctx context.Context, req *jrpc2.Request) (result any, err error) {
		defer func() {
			if e := recover(); e != nil {
				err = s.fault(req.Method(), e)
			}
		}()
		if err := s.allowed(req.Method()); err != nil {
			return nil, err
		}
		var params P
		if err := req.UnmarshalParams(&params); err != nil {
			if req.IsNotification() {
				s.complain(fmt.Sprintf("%s: %v", req.Method(), err))
			}
			return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%s: %v", req.Method(), err)
		}
		return f(ctx, params)
	}
}

// allowed says whether a method may be called in this phase.
func (s *server) allowed(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == "exit":
		return nil
	case s.phase == beginning && method != "initialize":
		return jrpc2.Errorf(notInitialized, "%s came before initialize", method)
	case s.phase >= initialized && method == "initialize":
		return jrpc2.Errorf(jrpc2.InvalidRequest, "initialize came twice")
	case s.phase >= shutDown:
		return jrpc2.Errorf(jrpc2.InvalidRequest, "%s came after shutdown", method)
	}
	return nil
}

// fault tells the client of a panic.
func (s *server) fault(what string, e any) error {
	s.complain(fmt.Sprintf("a fault of skilllint itself, please report it: %s: %v\n%s", what, e, parallel.StackOf(e)))
	return jrpc2.Errorf(jrpc2.InternalError, "%s: %v", what, e)
}

// complain shows the user an error.
func (s *server) complain(message string) {
	s.notify("window/showMessage", showMessageParams{messageError, "skilllint: " + message})
}

// notify sends a message that is not answered. A client that is gone gets none.
func (s *server) notify(method string, params any) {
	_ = s.rpc.Notify(s.ctx, method, params)
}

// spawn runs something besides the messages, until the server ends.
func (s *server) spawn(f func()) {
	s.running.Go(func() {
		defer func() {
			if e := recover(); e != nil {
				_ = s.fault("in the background", e)
			}
		}()
		f()
	})
}
