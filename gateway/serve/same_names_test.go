package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway/serve"
)

// TestSameNames: two servers have a tool of one name. Contracts that export it twice are refused at the start;
// under names of their own, each call goes to the server that it means.
func TestSameNames(t *testing.T) {
	says := func(word string) string {
		s := mcp.NewServer(&mcp.Implementation{Name: word, Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "open", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: word}}}, nil
		})
		remote := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
		t.Cleanup(remote.CloseClientConnections)
		return remote.URL
	}
	file := configOf(t, t.TempDir(), fmt.Sprintf("providers:\n  vault: {mcp: {url: %q}}\n  safe: {mcp: {url: %q}, tools: {open_safe: open}}\n", says("vault"), says("safe")))
	list := filepath.Join(filepath.Dir(file), "contracts.json")
	replaceIn(t, list, `{"id": "jungastro", "version": "3.0.0", "imports": [`,
		`{"id": "safe", "version": "1.0", "provides": "1.0.0", "exports": [{"name": "open", "description": "Open the safe"}]},
 {"id": "jungastro", "version": "3.0.0", "imports": [
  {"from": "vault", "tools": ["open"], "version": "1.0", "range": ">=1.0.0 <2.0.0", "key": "imports"},
  {"from": "safe", "tools": ["open_safe"], "version": "1.0", "range": ">=1.0.0 <2.0.0", "key": "imports"},`)
	all := functions()
	delete(all, "vault")
	config, err := serve.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := serve.New(context.Background(), config, serve.Options{File: file, Functions: all}); err == nil || !strings.Contains(err.Error(), `tool "open" is exported by "safe" and by "vault"`) {
		t.Errorf("exported twice: %v", err)
	}
	replaceIn(t, list, `"exports": [{"name": "open", "description": "Open the safe"}]`, `"exports": [{"name": "open_safe", "description": "Open the safe"}]`)
	w := start(t, file, serve.Options{Functions: all})
	w.ready(t, true)
	for name, word := range map[string]string{"vault__open": "vault", "safe__open_safe": "safe"} {
		if r := w.call(t, "jungastro", aliceToken, name, `{}`); r.Result.IsError || len(r.Result.Content) == 0 || r.Result.Content[0].Text != word {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
