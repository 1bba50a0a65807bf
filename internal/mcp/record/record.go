// Package record asks a live MCP server for its tools, over stdio or streamable
// HTTP. The SDK of the protocol is the transport only: what the server sent is
// kept to the byte, since the SDK's types round numbers and drop members that they
// do not know. Whatever the server does, asking it ends in time, leaves no process
// behind, and holds no more than [Limits] in memory.
package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	names "github.com/skilllint/skilllint/internal/mcp"
)

// A Server says how a server is reached: by a command, or by an address.
type Server struct {
	Command string
	Args    []string
	Dir     string            // where the command runs
	Env     map[string]string // besides PATH and HOME
	URL     string            // of streamable HTTP
	Headers map[string]string
	Secrets []string // values that no error may hold, besides those of Headers and URL
}

// Limits of one recording.
type Limits struct {
	Whole time.Duration // of all of it
	Page  time.Duration // of one answer, once the server is there
	Line  int           // bytes of one message
	Bytes int64         // of all that the server sends
	Pages int
	Tools int
}

// DefaultLimits leave time for a package manager to fetch the server first.
var DefaultLimits = Limits{Whole: 90 * time.Second, Page: 20 * time.Second, Line: 16 << 20, Bytes: 32 << 20, Pages: 100, Tools: 10_000}

// An Answer is what a server said.
type Answer struct {
	Info  names.Info
	Tools []json.RawMessage // of all pages, as they were sent
}

// Tools asks a server for its tools.
func Tools(ctx context.Context, s Server, l Limits) (answer Answer, err error) {
	mask := s.masker()
	ctx, cancel := context.WithTimeoutCause(ctx, l.Whole, fmt.Errorf("it did not answer within %s", l.Whole))
	defer cancel()
	wire := &tap{limits: l}
	defer func() {
		if err != nil {
			err = errors.New(mask.mask(err.Error()))
		} else if mask.found(answer) {
			answer, err = Answer{}, errors.New("its tools hold the value of a secret that it was given: nothing was recorded")
		}
	}()
	var transport mcp.Transport
	if s.URL != "" {
		if transport, err = s.http(wire); err != nil {
			return Answer{}, err
		}
		answer, err = ask(ctx, transport, wire)
		return answer, explain(ctx, err, wire, "")
	}
	p, err := start(s, wire)
	if err != nil {
		return Answer{}, err
	}
	wire.stop = p.kill // lines are bounded by the tap; a server that sends too much is not waited for
	answer, err = ask(ctx, &mcp.IOTransport{Reader: p.out, Writer: p.in, MaxLineLength: -1}, wire)
	tail := p.end()
	return answer, explain(ctx, err, wire, tail)
}

// ask connects and reads all pages.
func ask(ctx context.Context, t mcp.Transport, wire *tap) (Answer, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "skilllint", Version: "1"}, nil)
	session, err := within(ctx, func() (*mcp.ClientSession, error) { return client.Connect(ctx, t, nil) })
	if err != nil {
		return Answer{}, err
	}
	defer func() { // a server that does not let itself be closed is ended by its caller
		done := make(chan struct{})
		go func() { session.Close(); close(done) }()
		select {
		case <-done:
		case <-time.After(time.Second):
		}
	}()
	var a Answer
	if info := session.InitializeResult(); info != nil && info.ServerInfo != nil {
		a.Info = names.Info{Name: info.ServerInfo.Name, Version: info.ServerInfo.Version}
	}
	seen := map[string]bool{}
	for cursor := ""; ; {
		result, err := page(ctx, session, wire, cursor)
		if err != nil {
			return Answer{}, err
		}
		a.Tools = append(a.Tools, result.Tools...)
		switch cursor = result.Cursor; {
		case cursor == "":
			return a, nil
		case seen[cursor]:
			return Answer{}, errors.New("its pages go round in a circle: a cursor came back that was there before")
		case len(seen)+1 >= wire.limits.Pages:
			return Answer{}, fmt.Errorf("its list has more than %d pages", wire.limits.Pages)
		case len(a.Tools) > wire.limits.Tools:
			return Answer{}, fmt.Errorf("it has more than %d tools", wire.limits.Tools)
		}
		seen[cursor] = true
	}
}

// page reads one page, from the bytes that came.
func page(ctx context.Context, session *mcp.ClientSession, wire *tap, cursor string) (names.Page, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, wire.limits.Page, fmt.Errorf("it did not answer to tools/list within %s", wire.limits.Page))
	defer cancel()
	wire.take()
	_, err := within(ctx, func() (*mcp.ListToolsResult, error) {
		return session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
	})
	raw := wire.take()
	if raw == nil { // one that came, and that the SDK would not take, counts
		if err == nil {
			err = errors.New("it did not answer to tools/list")
		}
		return names.Page{}, err
	}
	return names.ParsePage(raw)
}

// within waits for what a call gives, or for the end of the time.
func within[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type outcome struct {
		v   T
		err error
	}
	c := make(chan outcome, 1)
	go func() {
		v, err := call()
		c <- outcome{v, err}
	}()
	select {
	case o := <-c:
		if o.err != nil && ctx.Err() != nil {
			o.err = context.Cause(ctx)
		}
		return o.v, o.err
	case <-ctx.Done():
		var zero T
		return zero, context.Cause(ctx)
	}
}

// explain says in words what went wrong.
func explain(ctx context.Context, err error, wire *tap, stderr string) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	switch limit, stray := wire.fault(); {
	case limit != "":
		text = limit
	case stray != "":
		text = fmt.Sprintf("it writes text to its standard output, where only messages of the protocol may stand: %q", stray)
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		text = context.Cause(ctx).Error()
	case errors.Is(err, io.EOF) || strings.HasSuffix(text, "EOF") || strings.Contains(text, "closed"):
		text = "it ended before it answered"
	}
	if stderr != "" {
		text += "\nits last words: " + stderr
	}
	return errors.New(text)
}
