package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway/serve"
)

// A path is one way from a client to the tool that gives its arguments back.
type costPath struct {
	name, url, token, tool string
	took                   []time.Duration
	processor              time.Duration // of this process: client, server and, where it is one, the gateway
}

func (p *costPath) body() string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{"a":1}}}`, p.tool)
}

func (p *costPath) call(client *http.Client) error {
	req, err := http.NewRequest(http.MethodPost, p.url, strings.NewReader(p.body()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", "2025-11-25")
	req.Header.Set("Authorization", "Bearer "+p.token)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != 200 || bytes.Contains(answer, []byte(`"error"`)) || bytes.Contains(answer, []byte(`"isError":true`))) {
		err = fmt.Errorf("%s: %s %.300s", p.name, resp.Status, answer)
	}
	return err
}

// TestCost measures what the server adds, in one run with what it is compared with. SKILLGW_COST is
// the folder of npm's packages mcp-proxy and supergateway, or "none"; make gateway-cost sets it.
func TestCost(t *testing.T) {
	npm := os.Getenv("SKILLGW_COST")
	if npm == "" {
		t.Skip("SKILLGW_COST is not set: make gateway-cost")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	direct := mcp.NewServer(&mcp.Implementation{Name: "direct", Version: "1"}, nil)
	direct.AddTool(&mcp.Tool{Name: "repeat", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{StructuredContent: r.Params.Arguments, Content: []mcp.Content{&mcp.TextContent{Text: string(r.Params.Arguments)}}}, nil
	})
	sdk := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return direct }, &mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true}))
	defer sdk.Close()
	function := started(t)
	memory := start(t, inMemory(t), serve.Options{})
	onSQLite := start(t, sqliteConfig(t, "\nquota: sqlite:quota.db"), serve.Options{})
	bridged := inMemory(t)
	replaceIn(t, bridged, "contracts:", fmt.Sprintf("providers: {zodiac: {mcp: {command: [%q], env: {SKILLGW_TEST_SERVER: zodiac}}, tools: {echo: repeat}}}\ncontracts:", self))
	upstream := start(t, bridged, withoutZodiac())
	upstream.ready(t, true)
	bridgedSQLite := sqliteConfig(t, "")
	replaceIn(t, bridgedSQLite, "contracts:", fmt.Sprintf("providers: {zodiac: {mcp: {command: [%q], env: {SKILLGW_TEST_SERVER: zodiac}}, tools: {echo: repeat}}}\ncontracts:", self))
	recorded := start(t, bridgedSQLite, withoutZodiac())
	recorded.ready(t, true)
	paths := []*costPath{
		{name: "the SDK's server, directly", url: sdk.URL, tool: "repeat"},
		{name: "skillgw, a Go function, in memory", url: memory.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"},
		{name: "skillgw, a Go function, files audit", url: function.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"},
		{name: "skillgw, a Go function, SQLite audit, quota", url: onSQLite.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"},
		{name: "skillgw, an MCP server over stdio, in memory", url: upstream.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"},
		{name: "skillgw, an MCP server over stdio, SQLite audit", url: recorded.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"},
	}
	if npm != "none" {
		t.Setenv("SKILLGW_TEST_SERVER", "zodiac")
		for name, args := range map[string][]string{
			"npm mcp-proxy, stateless, the same server": {"mcp-proxy", "--host", "127.0.0.1", "--port", "PORT", "--stateless", "--server", "stream", "--", self},
			"npm supergateway, the same server":         {"supergateway", "--stdio", self, "--outputTransport", "streamableHttp", "--port", "PORT", "--logLevel", "none"},
		} {
			port := freePort(t)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "PORT", port)
			}
			cmd := exec.Command(filepath.Join(npm, "node_modules", ".bin", args[0]), args[1:]...)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); cmd.Wait() }()
			p := &costPath{name: name, url: "http://127.0.0.1:" + port + "/mcp", tool: "repeat"}
			err := fmt.Errorf("never asked")
			for deadline := time.Now().Add(15 * time.Second); err != nil && time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
				err = p.call(&http.Client{Timeout: 2 * time.Second})
			}
			if err != nil {
				t.Logf("left out: %v", err)
				continue
			}
			paths = append(paths, p)
		}
	}
	client := &http.Client{Timeout: 10 * time.Second}
	for range 20 { // interleaved, so that what else the machine does is shared
		for _, p := range paths {
			cpu := processorTime()
			for range 50 {
				began := time.Now()
				if err := p.call(client); err != nil {
					t.Fatal(err)
				}
				p.took = append(p.took, time.Since(began))
			}
			p.processor += processorTime() - cpu
		}
	}
	base := quantile(paths[0].took, 50)
	for _, p := range paths {
		p50, p99 := quantile(p.took, 50), quantile(p.took, 99)
		t.Logf("%-48s p50 %6d µs (%+6d)  p99 %7d µs  processor %5d µs (%+5d)", p.name, p50.Microseconds(), (p50 - base).Microseconds(), p99.Microseconds(),
			p.processor.Microseconds()/1000, (p.processor-paths[0].processor).Microseconds()/1000)
	}
	for _, p := range paths[:6] {
		cpu, began := processorTime(), time.Now()
		calls := loaded(t, p)
		rate, each := calls/time.Since(began).Seconds(), float64((processorTime()-cpu).Microseconds())/calls
		t.Logf("%-48s %6.0f calls/s of 64 callers in a process beside it; %4.0f µs of the server's processor time each", p.name, rate, each)
	}
	t.Logf("%d bytes an idle client of 1,000", idle(t, function))
}

// processorTime is what this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// inMemory has its audit log where a sync costs nothing.
func inMemory(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "skillgw")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return configOf(t, dir, "")
}

// sqliteConfig has its audit log in SQLite, below TMPDIR, and what else is said.
func sqliteConfig(t *testing.T, more string) string {
	file := configOf(t, t.TempDir(), "")
	replaceIn(t, file, "audit: files:audit", "audit: sqlite:audit.db"+more)
	return file
}

func quantile(took []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(took[len(took)/20:])) // the first are warm-up
	return sorted[len(sorted)*percent/100]
}

// loadScript posts one call again and again, and counts what was answered in another way than with a result.
const loadScript = `
wrk.method, wrk.body = "POST", os.getenv("BODY")
wrk.headers = {["Content-Type"] = "application/json", ["Accept"] = "application/json, text/event-stream",
	["MCP-Protocol-Version"] = "2025-11-25", ["Authorization"] = os.getenv("AUTHORIZATION")}
local threads = {}
function setup(thread) table.insert(threads, thread) end
wrong = 0
function response(status, headers, body)
	if status ~= 200 or body:find('"error"', 1, true) or body:find('"isError":true', 1, true) then wrong = wrong + 1 end
end
function done(summary)
	local e = summary.errors
	local failed = e.connect + e.read + e.write + e.timeout
	for _, t in ipairs(threads) do failed = failed + t:get("wrong") end
	print(string.format("answered %d failed %d", summary.requests, failed))
end
`

// loaded has wrk call for some seconds, as 64 clients that wait for each answer, and returns how many calls were answered.
func loaded(t *testing.T, p *costPath) float64 {
	script := filepath.Join(t.TempDir(), "load.lua")
	write(t, script, loadScript)
	cmd := exec.Command("wrk", "--threads", "1", "--connections", "64", "--duration", "5s", "--script", script, p.url)
	cmd.Env = append(os.Environ(), "BODY="+p.body(), "AUTHORIZATION=Bearer "+p.token)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("wrk: %v\n%s", err, out)
	}
	var answered, failed float64
	_, line, _ := strings.Cut(string(out), "answered ")
	if _, err := fmt.Sscanf(line, "%g failed %g", &answered, &failed); err != nil || failed > 0 {
		t.Fatalf("%s: %v\n%s", p.name, err, out)
	}
	return answered
}

// idle is what a client costs that has called once and keeps its connection.
func idle(t *testing.T, w *world) int64 {
	measure := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc + m.StackInuse)
	}
	before := measure()
	var clients []*http.Client
	for range 1000 {
		c := &http.Client{Transport: &http.Transport{}}
		if err := (&costPath{name: "idle", url: w.url + "/mcp/jungastro", token: aliceToken, tool: "zodiac__echo"}).call(c); err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	defer func() {
		for _, c := range clients {
			c.CloseIdleConnections()
		}
	}()
	return (measure() - before) / 1000 // the client's side of it, too
}
