package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/skilllint/skilllint/internal/lsp"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules"
)

// TestOrder holds the server to the protocol's phases, and unknown methods and
// wrong parameters to an error that leaves it running.
func TestOrder(t *testing.T) {
	c := dial(t, two)
	fails := func(method string, params any, want string) {
		t.Helper()
		if err := c.ask(method, params, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", method, err, want)
		}
	}
	fails("textDocument/hover", object{}, "-32002")
	c.call("initialize", object{"rootUri": c.uri(""), "capabilities": object{}}, nil)
	fails("initialize", object{"capabilities": object{}}, "came twice")
	fails("textDocument/nothing", object{}, "-32601")
	fails("textDocument/hover", object{"textDocument": 1}, "-32602")
	fails("textDocument/hover", object{"textDocument": object{"uri": c.uri("tarot/SKILL.md")}, "position": object{"line": -1, "character": 0}}, "-32602")
	c.call("shutdown", nil, nil)
	fails("textDocument/hover", object{}, "came after shutdown")
	c.notify("exit", nil)
	if err := <-c.ends; err != nil {
		t.Errorf("the server ended with %v", err)
	}
}

// TestUnclean holds that a client that leaves without a word is an error.
func TestUnclean(t *testing.T) {
	c := start(t, two)
	c.notify("exit", nil)
	if err := <-c.ends; err == nil || !strings.Contains(err.Error(), "without a shutdown") {
		t.Errorf("the server ended with %v", err)
	}
}

// TestFrames sends what is no message: the end is an error that says why, and
// comes before any memory is taken for what was announced.
func TestFrames(t *testing.T) {
	for in, want := range map[string]string{
		"Content-Length: 99999999999\r\n\r\n{}":          "at most",
		"Content-Length: 9999999999999999999999\r\n\r\n": "expected a number",
		"Content-Length: -1\r\n\r\n":                     "expected a number",
		"Content-Type: x\r\n\r\n{}":                      "without Content-Length",
		"GET / HTTP/1.1\r\n\r\n":                         "is not a header line",
		strings.Repeat("x", 1<<16):                       "header line is longer",
		"Content-Length: 100\r\n\r\n{}":                  "unexpected EOF",
		"":                                               "without a shutdown",
	} {
		out, sink := io.Pipe()
		go io.Copy(io.Discard, out)
		err := lsp.Serve(context.Background(), strings.NewReader(in), sink, lsp.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", in, err, want)
		}
		sink.Close()
	}
}

// TestBrokenMessages sends broken JSON and wrong ids, and is answered after them.
func TestBrokenMessages(t *testing.T) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	go lsp.Serve(context.Background(), in, out, lsp.Options{Root: func(string) (string, error) { return "", os.ErrNotExist }})
	go func() {
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":1,"method":`, `[]`, `5`, `{"jsonrpc":"2.0","id":{},"method":"initialize"}`, `{"jsonrpc":"2.0","id":77,"result":null}`,
			`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}`, `{"jsonrpc":"2.0","id":5,"method":"initialize","params":{"capabilities":{}}}`,
			`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"nobody"}}`, `{"jsonrpc":"2.0","method":"$/unknown","params":{}}`,
			`{"jsonrpc":"2.0","id":"last","method":"shutdown"}`,
		} {
			fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(message), message)
		}
	}()
	got := make(chan string)
	go func() {
		var all strings.Builder
		buffer := make([]byte, 1<<12)
		for {
			n, err := fromServer.Read(buffer)
			all.Write(buffer[:n])
			if err != nil || strings.Contains(all.String(), `"id":"last"`) && strings.Contains(all.String(), `"id":5,"result"`) {
				got <- all.String()
				return
			}
		}
	}()
	select {
	case text := <-got:
		if !strings.Contains(text, `"id":5,"result"`) || !strings.Contains(text, "-32700") && !strings.Contains(text, "-32600") {
			t.Errorf("got %s", text)
		}
	case <-time.After(20 * time.Second):
		out.Close()
		t.Errorf("no answer to the last message: %s", <-got)
	}
	in.Close()
	out.Close()
}

// TestWildEdits sends edits out of range, backwards and of closed documents,
// URIs of everywhere, and files that vanish: each is told or clamped, and the
// server goes on.
func TestWildEdits(t *testing.T) {
	c := start(t, two)
	tarot := c.read("tarot/SKILL.md")
	c.open("tarot/SKILL.md", tarot)
	c.edit("tarot/SKILL.md", 2, "900:0-901:7", "The end.\n")
	c.edit("tarot/SKILL.md", 3, "6:12-6:16", "sing")
	c.says("tarot/SKILL.md", "6:12-6:16 import-not-exported")
	c.edit("tarot/SKILL.md", 3, "6:12-6:16", "sung")
	c.edit("tarot/SKILL.md", 9, "7:0-6:0", "x")
	c.edit("zodiac/SKILL.md", 2, "0:0-0:0", "x")
	c.open("tarot/SKILL.md", tarot+"More.\n")
	c.notify("textDocument/didChange", object{"textDocument": object{"uri": c.uri("tarot/SKILL.md"), "version": 10}, "contentChanges": []object{{"range": object{"start": -1}, "text": "x"}}})
	c.until("four complaints", func() bool { return len(c.messages) == 4 })
	for _, want := range []string{"version 3 came after version 3", "ends before it begins", "is not open", "cannot unmarshal"} {
		if !strings.Contains(strings.Join(c.messages, "\n"), want) {
			t.Errorf("%q lacks %q", c.messages, want)
		}
	}
	c.says("tarot/SKILL.md") // it was dropped, so that the file counts
	for _, uri := range []string{"untitled:x", "file:///etc/passwd", "file://elsewhere/x", "file:///%00", "file:", "::", "", "https://example.com/SKILL.md", c.uri("") + "/../../etc/passwd", c.uri("tarot")} {
		c.notify("textDocument/didOpen", object{"textDocument": object{"uri": uri, "languageId": "x", "version": 1, "text": "---\nname: A\n---\n"}})
		for _, method := range []string{"hover", "definition", "references", "completion", "documentLink", "documentSymbol", "prepareRename", "codeAction", "selectionRange"} {
			_ = c.ask("textDocument/"+method, object{"textDocument": object{"uri": uri}, "position": object{"line": 1 << 30, "character": 1 << 30}, "positions": []object{{"line": 9}}}, nil)
		}
		c.notify("textDocument/didClose", object{"textDocument": object{"uri": uri}})
	}
	if err := os.RemoveAll(filepath.Join(c.dir, "zodiac")); err != nil {
		t.Fatal(err)
	}
	c.notify("workspace/didChangeWatchedFiles", object{"changes": []object{{"uri": c.uri("zodiac"), "type": 3}}})
	c.says("tarot/SKILL.md", "5:10-5:16 unknown-provider")
	for path := range c.found {
		if strings.Contains(path, "passwd") {
			t.Errorf("findings in %s", path)
		}
	}
}

// TestRoots holds that several folders are several workspaces, that one that
// goes takes its findings along, and that a folder which cannot be read is told.
func TestRoots(t *testing.T) {
	c := dial(t, strings.ReplaceAll(strings.ReplaceAll(two, "-- zodiac", "-- a/zodiac"), "-- tarot", "-- b/tarot"))
	c.call("initialize", object{"workspaceFolders": []object{{"uri": c.uri("a"), "name": "a"}}, "capabilities": capabilities}, nil)
	c.open("b/tarot/SKILL.md", c.read("b/tarot/SKILL.md"))
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{{"uri": c.uri("b"), "name": "b"}}, "removed": []object{}}})
	c.says("b/tarot/SKILL.md", "5:10-5:16 unknown-provider")
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{}, "removed": []object{{"uri": c.uri("b"), "name": "b"}}}})
	c.says("b/tarot/SKILL.md")
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": []object{{"uri": c.uri("nowhere"), "name": "x"}}, "removed": []object{}}})
	c.until("a complaint", func() bool { return len(c.messages) == 1 })
}

// TestFault holds that a rule that panics is told, and that the server lives on.
func TestFault(t *testing.T) {
	bad := &lint.Rule{Name: "skill-name", Severity: lint.Error, Doc: "x", Run: func(*lint.Pass) { panic("broken") }}
	all := rules.All
	rules.All = append([]*lint.Rule{bad}, all...)
	defer func() { rules.All = all }()
	c := start(t, two)
	c.until("a complaint", func() bool { return len(c.messages) > 0 })
	if !strings.Contains(c.messages[0], "broken") {
		t.Errorf("%q", c.messages)
	}
	var found json.RawMessage
	c.call("workspace/symbol", object{"query": "sign"}, &found)
	if !strings.Contains(string(found), "zodiac") {
		t.Errorf("got %s", found)
	}
}
