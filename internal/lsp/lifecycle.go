package lsp

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/handler"
)

// methods are what a client may ask and say.
func (s *server) methods() handler.Map {
	return handler.Map{
		"initialize":                          on(s, s.initialize),
		"initialized":                         on(s, s.watch),
		"shutdown":                            on(s, s.shutdown),
		"exit":                                on(s, s.leave),
		"$/cancelRequest":                     on(s, s.cancel),
		"$/setTrace":                          on(s, ignored),
		"textDocument/didOpen":                on(s, s.didOpen),
		"textDocument/didChange":              on(s, s.didChange),
		"textDocument/didClose":               on(s, s.didClose),
		"textDocument/didSave":                on(s, ignored), // the text was judged while it was typed
		"textDocument/definition":             on(s, s.definition),
		"textDocument/references":             on(s, s.references),
		"textDocument/documentHighlight":      on(s, s.highlight),
		"textDocument/hover":                  on(s, s.hover),
		"textDocument/prepareRename":          on(s, s.prepareRename),
		"textDocument/codeAction":             on(s, s.codeActions),
		"textDocument/documentLink":           on(s, s.documentLinks),
		"textDocument/documentSymbol":         on(s, s.outline),
		"textDocument/selectionRange":         on(s, s.selections),
		"workspace/symbol":                    on(s, s.search),
		"textDocument/completion":             on(s, s.complete),
		"textDocument/rename":                 on(s, s.rename),
		"workspace/didChangeConfiguration":    on(s, ignored), // the configuration is a file
		"workspace/didChangeWatchedFiles":     on(s, s.didChangeFiles),
		"workspace/didChangeWorkspaceFolders": on(s, s.didChangeFolders),
	}
}

func ignored(context.Context, any) (any, error) { return nil, nil }

func (s *server) initialize(_ context.Context, p initializeParams) (any, error) {
	s.client = p.Capabilities
	folders := p.WorkspaceFolders
	if len(folders) == 0 && p.RootURI != nil {
		folders = []workspaceFolder{{URI: *p.RootURI}}
	}
	if len(folders) == 0 && p.RootPath != nil && *p.RootPath != "" {
		folders = []workspaceFolder{{URI: uriOf(*p.RootPath)}}
	}
	s.advance(initialized)
	s.addFolders(folders)
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "skilllint", "version": s.opts.Version},
		"capabilities": object{
			"positionEncoding":          "utf-16",
			"textDocumentSync":          object{"openClose": true, "change": 2},
			"definitionProvider":        true,
			"referencesProvider":        true,
			"documentHighlightProvider": true,
			"hoverProvider":             true,
			"codeActionProvider":        object{"codeActionKinds": []string{"quickfix"}},
			"documentLinkProvider":      object{},
			"documentSymbolProvider":    true,
			"selectionRangeProvider":    true,
			"workspaceSymbolProvider":   true,
			"completionProvider":        object{"triggerCharacters": []string{"[", " ", "\"", "/", "(", ","}},
			"renameProvider":            object{"prepareProvider": true},
			"workspace":                 object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
		},
	}, nil
}

// watch asks the client to tell when a file changes: any file may be one that
// a manifest names.
func (s *server) watch(context.Context, any) (any, error) {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return nil, nil
	}
	type object = map[string]any
	watchers := []object{{"globPattern": "**/*"}}
	s.spawn(func() { // the answer comes when this message is done with
		_, _ = s.rpc.Callback(s.ctx, "client/registerCapability", object{"registrations": []object{
			{"id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": object{"watchers": watchers}},
		}})
	})
	return nil, nil
}

func (s *server) shutdown(context.Context, any) (any, error) {
	s.advance(shutDown)
	s.stop()
	return nil, nil
}

func (s *server) leave(context.Context, any) (any, error) {
	s.exit.Do(func() { close(s.gone) })
	return nil, nil
}

func (s *server) cancel(_ context.Context, p cancelParams) (any, error) {
	s.rpc.CancelRequest(string(p.ID))
	return nil, nil
}

func (s *server) didOpen(_ context.Context, p didOpenParams) (any, error) {
	path, ok := pathOf(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	path = realPath(path)
	s.docs.put(&buffer{uri: p.TextDocument.URI, path: path, version: p.TextDocument.Version, text: documentText([]byte(p.TextDocument.Text))})
	s.mu.Lock()
	alone := len(s.roots) == 0
	s.mu.Unlock()
	if alone { // an editor without a folder
		s.addFolders([]workspaceFolder{{URI: uriOf(filepath.Dir(path))}})
	}
	s.judgeAgain(path)
	return nil, nil
}

func (s *server) didChange(_ context.Context, p didChangeParams) (any, error) {
	path, ok := pathOf(p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	doc, err := s.docs.change(p)
	if err != nil {
		s.complain(err.Error())
		s.judgeAgain(realPath(path))
		return nil, jrpc2.Errorf(jrpc2.InvalidParams, "%v", err)
	}
	s.judgeAgain(doc.path)
	return nil, nil
}

func (s *server) didClose(_ context.Context, p documentParams) (any, error) {
	if doc := s.docs.get(p.TextDocument.URI); doc != nil {
		s.docs.drop(doc.uri)
		s.judgeAgain(doc.path)
	}
	return nil, nil
}

// didChangeFiles judges what files belong to that changed on the disk. Of an
// open one its text counts, and the file once it is closed.
func (s *server) didChangeFiles(_ context.Context, p watchedFilesParams) (any, error) {
	open := map[string]bool{}
	for _, doc := range s.docs.all() {
		open[doc.path] = true
	}
	for _, c := range p.Changes {
		if path, ok := pathOf(c.URI); ok {
			path = realPath(path)
			for _, r := range s.rootsWith(path) {
				if r.touched.Store(true); !open[path] {
					r.judgeAgain()
				}
			}
		}
	}
	return nil, nil
}

func (s *server) didChangeFolders(_ context.Context, p foldersParams) (any, error) {
	s.removeFolders(p.Event.Removed)
	s.addFolders(p.Event.Added)
	return nil, nil
}

// concurrent is how many requests are answered at a time. Those before the
// first verdict wait for it, and must not keep edits from being read.
const concurrent = 256

// errUnclean is what Serve returns when the client left without a shutdown.
var errUnclean = fmt.Errorf("the client left without a shutdown request")

// Serve speaks the protocol until the client says exit or closes the
// connection. It returns an error when what came was no message, and when
// the client left without saying so.
func Serve(ctx context.Context, in io.Reader, out io.WriteCloser, opts Options) error {
	s := &server{opts: opts, docs: documents{open: map[string]*buffer{}}, gone: make(chan struct{}), roots: map[string]*root{}, published: map[string]string{}}
	s.ctx, s.stop = context.WithCancel(ctx)
	defer s.running.Wait()
	defer s.stop()
	s.rpc = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: concurrent})
	s.rpc.Start(newWire(in, out))
	ended := make(chan error, 1)
	go func() { ended <- s.rpc.Wait() }()
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		if err == nil {
			err = errUnclean
		}
		return err
	case <-s.gone:
	}
	if s.advance(shutDown) != shutDown {
		return errUnclean
	}
	return nil
}
