package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestServeMCP asks the server what an agent would, and holds that it stays in
// its folders and writes nothing.
func TestServeMCP(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	const text = "---\nname: a\ndescription: Tells the time.\nversion: \"1\"\nexports:\n  api_version: 1.0\n---\nTell the time.\n"
	file := filepath.Join(dir, "a", "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/", filepath.Join(dir, "out")); err != nil {
		t.Fatal(err)
	}
	ours, theirs := mcp.NewInMemoryTransports()
	server, err := (&agentTools{[]string{dir}}).server().Connect(context.Background(), ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(context.Background(), theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	call := func(tool string, args map[string]any) (string, bool) {
		r, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: args})
		if err != nil {
			return err.Error(), true
		}
		return r.Content[0].(*mcp.TextContent).Text, r.IsError
	}
	for _, test := range []struct {
		tool   string
		args   map[string]any
		failed bool
		want   string
	}{
		{"check", nil, false, `"rule":"invalid-version"`},
		{"check", nil, false, `"column":10,"file":"` + file + `","fixable":true,"line":4`},
		{"check", map[string]any{"path": "a/SKILL.md"}, false, `"fixable":true`},
		{"fix_preview", map[string]any{"path": file}, false, "+  api_version: \"1.0\""},
		{"explain", map[string]any{"rule": "invalid-version"}, false, "invalid-version (error)"},
		{"explain", map[string]any{"rule": "invalid-versoin"}, true, `did you mean "invalid-version"?`},
		{"rules", nil, false, "broken-link"},
		{"check", map[string]any{"path": "b"}, true, "no such file or directory"},
		{"check", map[string]any{"path": "../"}, true, "which this server was started for"},
		{"check", map[string]any{"path": "out/etc"}, true, "which this server was started for"},
		{"fix_preview", map[string]any{"path": "/"}, true, "which this server was started for"},
		{"check", map[string]any{"path": 1}, true, "path"},
	} {
		if got, failed := call(test.tool, test.args); failed != test.failed || !strings.Contains(got, test.want) {
			t.Errorf("%s %v: failed %v, got %s, want %s", test.tool, test.args, failed, got, test.want)
		}
	}
	if after, _ := os.ReadFile(file); string(after) != text {
		t.Errorf("the file became %q", after)
	}
}
