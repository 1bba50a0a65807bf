package lsp_test

import (
	"context"
	"encoding/json"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"golang.org/x/tools/txtar"

	"github.com/skilllint/skilllint/internal/lsp"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
	"github.com/skilllint/skilllint/skill"
)

// A client is an editor's half of a conversation, over pipes.
type client struct {
	t    testing.TB
	dir  string // of the workspace
	rpc  *jrpc2.Client
	ends chan error // what Serve returned

	mu       sync.Mutex
	news     *sync.Cond
	found    map[string][]lsp.Diagnostic // by path from dir: the last that was published
	versions map[string]int              // of those
	messages []string                    // that were shown
	whole    work                        // judging all
	parts    work                        // judging parts
}

// Work is what the server has done for a client, and what holds it up.
type work struct {
	done int
	held chan struct{} // nil to go on
}

// begin waits until the work may be done.
func (c *client) begin(w *work) {
	c.mu.Lock()
	held := w.held
	w.done++
	c.news.Broadcast()
	c.mu.Unlock()
	if held != nil {
		<-held
	}
}

// day is the day that the tests' dates are judged by.
var day = time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)

// judge judges a folder, as the command does with its rules.
func judge(all []*lint.Rule, folders []string, texts map[string][]byte) (v lsp.Verdict, err error) {
	fsys := lint.Overlay{Under: os.DirFS(folders[0]), Files: texts}
	if v.Config, err = lint.LoadConfig(fsys, all); err != nil {
		return v, err
	}
	if v.Workspace, err = skill.Load(token.NewFileSet(), fsys, v.Config.LoadOptions()); err != nil {
		return v, err
	}
	v.Findings = lint.Run(lint.Input{Workspace: v.Workspace, Config: v.Config, Now: day}, all)
	return v, nil
}

// judgePart judges a part of a folder, as the command does.
func judgePart(all []*lint.Rule, folders []string, whole lsp.Verdict, part string, texts map[string][]byte) (v lsp.Verdict, err error) {
	v.Config = whole.Config
	v.Workspace = skill.LoadPart(token.NewFileSet(), lint.Overlay{Under: os.DirFS(folders[0]), Files: texts}, whole.Workspace, part)
	v.Findings = lint.RunPart(lint.Input{Workspace: v.Workspace, Config: v.Config, Now: day}, all)
	return v, nil
}

// start writes the files of an archive and opens their folder.
func start(t testing.TB, archive string) *client {
	t.Helper()
	c := dial(t, archive)
	c.call("initialize", object{"rootUri": c.uri(""), "capabilities": capabilities}, nil)
	c.notify("initialized", object{})
	return c
}

type object = map[string]any

var capabilities = object{
	"textDocument": object{"publishDiagnostics": object{"relatedInformation": true}},
	"workspace": object{
		"didChangeWatchedFiles": object{"dynamicRegistration": true},
		"workspaceEdit":         object{"documentChanges": true, "resourceOperations": []string{"create", "rename"}},
	},
}

// dial connects to a server that nothing was said to yet.
func dial(t testing.TB, archive string) *client {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &client{t: t, dir: dir, ends: make(chan error, 1), found: map[string][]lsp.Diagnostic{}, versions: map[string]int{}}
	c.news = sync.NewCond(&c.mu)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		c.write(f.Name, string(f.Data))
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	all := rules.All // a server that ends later than its test asks for none
	go func() {
		c.ends <- lsp.Serve(ctx, in, out, lsp.Options{
			Version: "test", Rules: all,
			Part: func(folders []string, whole lsp.Verdict, part string, texts map[string][]byte) (lsp.Verdict, error) {
				c.begin(&c.parts)
				return judgePart(all, folders, whole, part, texts)
			},
			Judge: func(folders []string, _ lsp.Verdict, texts map[string][]byte) (lsp.Verdict, error) {
				c.begin(&c.whole)
				return judge(all, folders, texts)
			},
			Root: func(folder string) (string, error) { return folder, nil },
		})
		out.Close()
	}()
	c.rpc = jrpc2.NewClient(ordered{channel.LSP(fromServer, toServer), c}, &jrpc2.ClientOptions{
		OnCallback: func(context.Context, *jrpc2.Request) (any, error) { return nil, nil },
	})
	t.Cleanup(func() { stop(); in.Close(); fromServer.Close(); c.rpc.Close() })
	return c
}

func (c *client) write(name, text string) {
	c.t.Helper()
	file := filepath.Join(c.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) read(name string) string {
	c.t.Helper()
	src, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(src)
}

func (c *client) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.dir, filepath.FromSlash(name)))
}

func (c *client) name(uri string) string {
	return strings.TrimPrefix(strings.TrimPrefix(uri, "file://"+filepath.ToSlash(c.dir)), "/")
}

// An ordered channel has the client hear notifications in the order that they
// come in. The client of jrpc2 starts a goroutine for each message, so that a
// later one may overtake.
type ordered struct {
	channel.Channel
	client *client
}

func (o ordered) Recv() ([]byte, error) {
	message, err := o.Channel.Recv()
	if err == nil {
		o.client.hear(message)
	}
	return message, err
}

// hear takes what the server says by itself, of all messages.
func (c *client) hear(message []byte) {
	var m struct {
		Method string
		Params struct {
			URI         string
			Version     int
			Diagnostics []lsp.Diagnostic
			Message     string
		}
	}
	if err := json.Unmarshal(message, &m); err != nil {
		c.t.Errorf("%s: %v", message, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch p := m.Params; m.Method {
	case "window/showMessage":
		c.messages = append(c.messages, p.Message)
	case "textDocument/publishDiagnostics":
		c.found[c.name(p.URI)] = p.Diagnostics
		c.versions[c.name(p.URI)] = p.Version
	default:
		return
	}
	c.news.Broadcast()
}

// until waits for a state of what the server said.
func (c *client) until(what string, holds func() bool) {
	c.t.Helper()
	late := time.AfterFunc(10*time.Second, func() { c.news.Broadcast() })
	defer late.Stop()
	deadline := time.Now().Add(10 * time.Second)
	c.mu.Lock()
	defer c.mu.Unlock()
	for !holds() {
		if time.Now().After(deadline) {
			got, _ := json.MarshalIndent(c.found, "", " ")
			c.t.Fatalf("%s: waited in vain; messages %q, found %s", what, c.messages, got)
		}
		c.news.Wait()
	}
}

// says waits until the findings of a file, as "line:column-line:column rule",
// counted from 0, are these.
func (c *client) says(name string, want ...string) {
	c.t.Helper()
	var got []string
	c.until(name+" has "+strings.Join(want, ", "), func() bool {
		if _, heard := c.found[name]; !heard && len(want) > 0 {
			return false
		}
		got = nil
		for _, d := range c.found[name] {
			got = append(got, place(d.Range)+" "+d.Code)
		}
		return strings.Join(got, "\n") == strings.Join(want, "\n")
	})
}

func (c *client) call(method string, params, result any) {
	c.t.Helper()
	if err := c.ask(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) ask(method string, params, result any) error {
	ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
	defer stop()
	r, err := c.rpc.Call(ctx, method, params)
	if err != nil || result == nil {
		return err
	}
	return r.UnmarshalResult(result)
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.rpc.Notify(context.Background(), method, params); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

func (c *client) open(name, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", object{"textDocument": object{"uri": c.uri(name), "languageId": "markdown", "version": 1, "text": text}})
}

// edit replaces a part of an open document.
func (c *client) edit(name string, version int, where, text string) {
	c.t.Helper()
	c.notify("textDocument/didChange", object{
		"textDocument":   object{"uri": c.uri(name), "version": version},
		"contentChanges": []object{{"range": rangeOf(where), "text": text}},
	})
}
