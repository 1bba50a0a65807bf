package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestMCPOverHTTP records a server that a configuration of Codex defines, with its headers, and compares the
// recorded list with the live one by its address. The secrets stand in no output and no file.
func TestMCPOverHTTP(t *testing.T) {
	const token, key = "t0ken-of-codex", "k3y-of-codex"
	t.Setenv("DESK_TOKEN", token)
	t.Setenv("DESK_KEY", key)
	input := `{"type":"object","properties":{"state":{"enum":["open","closed"]}}}`
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server {
		s := mcp.NewServer(&mcp.Implementation{Name: "desk", Version: "1"}, nil)
		s.AddTool(&mcp.Tool{Name: "list", Description: "Lists.", InputSchema: json.RawMessage(input)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
		return s
	}, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := r.Header
		if h.Get("Authorization") != "Bearer "+token || h.Get("X-Key") != key || h.Get("X-Plain") != "plain" {
			http.Error(w, "who are you, "+h.Get("Authorization")+h.Get("X-Key"), http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer web.CloseClientConnections()
	dir := t.TempDir()
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(".skilllint.yaml", "{}\n")
	write(".codex/config.toml", fmt.Sprintf(`[mcp_servers.desk]
url = %q
bearer_token_env_var = "DESK_TOKEN"
env_http_headers = { X-Key = "DESK_KEY" }
http_headers = { X-Plain = "plain" }
`, web.URL))
	run := func(status int, want string, args ...string) {
		t.Helper()
		var out bytes.Buffer
		got := execute(append([]string{"mcp"}, args...), strings.NewReader(""), &out, &out)
		if got != status || !strings.Contains(out.String(), want) {
			t.Errorf("%v: %d, %s", args, got, &out)
		}
		for _, secret := range []string{token, key} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("%v says %q", args, secret)
			}
		}
	}
	run(0, "written", "snapshot", "desk", "-w", dir)
	run(0, "as recorded", "check", "desk", "-w", dir)
	snapshot := filepath.Join(dir, ".mcp-tools", "desk.json")
	headers := []string{"--header", "Authorization=Bearer ${DESK_TOKEN}", "--header", "X-Key=${DESK_KEY}", "--header", "X-Plain=plain"}
	diff := append([]string{"diff", snapshot, "--url", web.URL, "-w", dir}, headers...)
	run(0, "no tool changed", diff...)
	input = `{"type":"object","properties":{"state":{"enum":["OPEN","CLOSED"]}}}`
	run(1, `"state" no longer accepts "open"`, diff...)
	run(1, `"state" no longer accepts "open"`, "diff", "desk", "desk", "--live", "-w", dir)
	run(1, `"state" no longer accepts "open"`, "check", "desk", "-w", dir)
	run(2, "Unauthorized", "diff", snapshot, "--url", web.URL, "-w", dir)
	t.Setenv("DESK_KEY", "")
	os.Unsetenv("DESK_KEY")
	run(2, "DESK_KEY", "check", "desk", "-w", dir)
	for _, name := range []string{snapshot, filepath.Join(dir, ".codex", "config.toml")} {
		if b, err := os.ReadFile(name); err != nil || strings.Contains(string(b), token) || strings.Contains(string(b), key) {
			t.Errorf("%s: %v, %s", name, err, b)
		}
	}
}
