package serve_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// TestConformance runs the protocol's own suite against the server, in front of the SDK's server
// with the suite's tools: SKILLGW_CONFORMANCE is the command (npm's @modelcontextprotocol/conformance,
// with Node 22 in PATH), such as "npx conformance"; make conformance sets it.
func TestConformance(t *testing.T) {
	command := strings.Fields(os.Getenv("SKILLGW_CONFORMANCE"))
	if len(command) == 0 {
		t.Skip("SKILLGW_CONFORMANCE is not set: make conformance")
	}
	everything := filepath.Join(t.TempDir(), "everything")
	build := exec.Command("go", "build", "-o", everything, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir := t.TempDir()
	file := configOf(t, dir, fmt.Sprintf("names: plain\nskills: skills\nproviders: {everything: {mcp: {command: [%q]}}}\n", everything))
	write(t, filepath.Join(dir, "contracts.json"), contractsOf(t, "everything", &mcp.CommandTransport{Command: exec.Command(everything)}))
	for name, text := range map[string]string{
		"everything/SKILL.md":           "---\nname: everything\ndescription: All tools of the suite\nmetadata: {level: \"1\"}\n---\n# Everything\n\nSee [more](references/more.md).\n",
		"everything/references/more.md": "More.\n",
	} {
		p := filepath.Join(dir, "skills", name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, p, text)
	}
	w := start(t, file, serve.Options{Functions: map[string]map[string]gateway.Handler{}})
	w.ready(t, true)
	// The suite has no tokens: this puts one on.
	target, _ := url.Parse(w.url)
	proxy := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		host, origin := r.In.Host, r.In.Header.Get("Origin")
		r.SetURL(target)
		if u, err := url.Parse(origin); err == nil && u.Host == host { // the proxy's own is the server's own
			r.Out.Header.Set("Origin", w.url)
		}
		if host != proxyHost {
			r.Out.Host = host
		}
		r.Out.Header.Set("Authorization", "Bearer "+aliceToken)
	}})
	defer proxy.Close()
	proxyHost = strings.TrimPrefix(proxy.URL, "http://")
	for _, args := range [][]string{
		{"--requirements", "2025-11-25"}, {"--requirements", "2026-07-28"},
		{"--scenario", "sep-2640-skills-enumeration"}, {"--scenario", "sep-2640-skills-manifest"}, {"--scenario", "sep-2640-skills-directory"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			args := append([]string{"server", "--url", proxy.URL + "/mcp/everything"}, args...)
			if args[len(args)-2] == "--requirements" {
				expected, err := filepath.Abs("testdata/conformance-" + args[len(args)-1] + ".yaml")
				if err != nil {
					t.Fatal(err)
				}
				args = append(args, "--expected-failures", expected)
			}
			run := exec.Command(command[0], append(command[1:], args...)...)
			out, err := run.CombinedOutput()
			text := string(out)
			if at := strings.Index(text, "=== SUMMARY"); at >= 0 && !testing.Verbose() {
				text = text[at:]
			}
			t.Logf("%s", text)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

var proxyHost string

// contractsOf are what a server lists, as the contract of a skill.
func contractsOf(t *testing.T, skill string, server mcp.Transport) string {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "t", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), server, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	type export struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Input       any    `json:"input_schema"`
	}
	var exports []export
	for _, tool := range list.Tools {
		exports = append(exports, export{tool.Name, tool.Description, tool.InputSchema})
	}
	text, err := json.Marshal(map[string]any{"version": 1, "contracts": []any{
		map[string]any{"id": skill, "version": "1.0", "provides": "1.0.0", "exports": exports},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
