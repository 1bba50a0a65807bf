package serve_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// upstreamScenarios are those of the suite's client scenarios that a gateway is in towards its
// servers. Others are about OAuth, which it leaves to headers of the configuration, about what a
// server asks of a client and streams that are taken up again, which it does not do, and about
// skills, which it does not read there. Headers of arguments and schemas that come back as they
// were sent would need contracts that are made of the suite's tools as it runs.
var upstreamScenarios = []string{
	"initialize", "tools_call", "request-metadata", "http-standard-headers", "http-invalid-tool-headers", "json-schema-ref-no-deref",
}

// TestConformanceUpstream has the suite play the server behind skillgw.
func TestConformanceUpstream(t *testing.T) {
	command := strings.Fields(os.Getenv("SKILLGW_CONFORMANCE"))
	if len(command) == 0 {
		t.Skip("SKILLGW_CONFORMANCE is not set: make conformance")
	}
	for _, scenario := range upstreamScenarios {
		t.Run(scenario, func(t *testing.T) {
			args := append(command[1:], "client", "--scenario", scenario, "--timeout", "60000", "--command", os.Args[0]+" -test.run=^TestSuiteUpstream$")
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
// argument, whose tools are called, those that there are.
func TestSuiteUpstream(t *testing.T) {
	if os.Getenv("SKILLGW_SUITE_UPSTREAM") == "" {
		t.Skip("the suite starts it")
	}
	dir := t.TempDir()
	file := configOf(t, dir, fmt.Sprintf("names: plain\nproviders: {suite: {mcp: {url: %q}}}\n", flag.Arg(0)))
	tools := map[string]struct{ input, arguments string }{
		"add_numbers":  {`{"type":"object","properties":{"a":{"type":"number"},"b":{"type":"number"}},"required":["a","b"]}`, `{"a":5,"b":3}`},
		"test_headers": {`{"type":"object"}`, `{}`},
		"valid_tool":   {`{"type":"object","properties":{"region":{"type":"string"}},"required":["region"]}`, `{"region":"us-west1"}`},
	}
	var exports []any
	for name, tool := range tools {
		exports = append(exports, map[string]any{"name": name, "description": "Of the suite", "input_schema": json.RawMessage(tool.input)})
	}
	contracts, err := json.Marshal(map[string]any{"version": 1, "contracts": []any{
		map[string]any{"id": "suite", "version": "1.0", "provides": "1.0.0", "exports": exports},
	}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "contracts.json"), string(contracts))
	w := start(t, file, serve.Options{Functions: map[string]map[string]gateway.Handler{}})
	w.ready(t, true)
	for name, tool := range tools {
		w.call(t, "suite", aliceToken, name, tool.arguments)
	}
}
