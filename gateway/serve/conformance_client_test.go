package serve_test

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// TestConformanceUpstream has the suite play the server behind skillgw.
func TestConformanceUpstream(t *testing.T) {
	command := strings.Fields(os.Getenv("SKILLGW_CONFORMANCE"))
	if len(command) == 0 {
		t.Skip("SKILLGW_CONFORMANCE is not set: make conformance")
	}
	expected, err := filepath.Abs("testdata/conformance-upstream.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(revision, func(t *testing.T) {
			args := append(command[1:], "client", "--requirements", revision, "--timeout", "120000", "--expected-failures", expected,
				"--command", os.Args[0]+" -test.run=^TestSuiteUpstream$")
			run := exec.Command(command[0], args...)
			run.Env = append(os.Environ(), "SKILLGW_SUITE_UPSTREAM=1")
			run.Dir = t.TempDir()
			out, err := run.CombinedOutput()
			t.Logf("%s", out)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSuiteUpstream is what the suite starts: a gateway in front of the server at its last
// argument, with contracts of the tools that the server lists, which are called then.
func TestSuiteUpstream(t *testing.T) {
	if os.Getenv("SKILLGW_SUITE_UPSTREAM") == "" {
		t.Skip("the suite starts it")
	}
	dir, url := t.TempDir(), flag.Arg(0)
	file := configOf(t, dir, fmt.Sprintf("names: plain\nproviders: {suite: {mcp: {url: %q}}}\n", url))
	write(t, filepath.Join(dir, "contracts.json"), contractsOf(t, "suite", &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}))
	w := start(t, file, serve.Options{Functions: map[string]map[string]gateway.Handler{}})
	w.ready(t, true)
	_, _, answer := w.post(t, "suite", aliceToken, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	var list struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema json.RawMessage
			}
		}
	}
	if err := json.Unmarshal([]byte(answer), &list); err != nil {
		t.Fatalf("%s: %v", answer, err)
	}
	var asked struct {
		ToolCalls []struct {
			Name      string
			Arguments map[string]any
		}
	}
	if text := os.Getenv("MCP_CONFORMANCE_CONTEXT"); text != "" {
		if err := json.Unmarshal([]byte(text), &asked); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	for _, call := range asked.ToolCalls {
		args, _ := json.Marshal(call.Arguments)
		if r := w.call(t, "suite", aliceToken, call.Name, string(args)); r.code() == "invalid_arguments" {
			// The suite gives null for what the tool's schema says is a boolean. Whoever is told so leaves it out.
			maps.DeleteFunc(call.Arguments, func(_ string, v any) bool { return v == nil })
			args, _ = json.Marshal(call.Arguments)
			w.call(t, "suite", aliceToken, call.Name, string(args))
		}
	}
	arguments := map[string]string{
		"add_numbers": `{"a":5,"b":3}`,
		"valid_tool":  `{"region":"us-west1"}`,
	}
	for _, tool := range list.Result.Tools {
		if tool.Name == "json_schema_2020_12_tool" { // another tool takes its schema back
			arguments["json_schema_echo"] = fmt.Sprintf(`{"schema":%s}`, tool.InputSchema)
		}
	}
	for _, tool := range list.Result.Tools {
		if len(asked.ToolCalls) == 0 {
			w.call(t, "suite", aliceToken, tool.Name, cmp.Or(arguments[tool.Name], "{}"))
		}
	}
}
