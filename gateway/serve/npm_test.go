package serve_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/serve"
)

// npm is the folder of npm's packages, or skips the test.
func npm(t *testing.T) string {
	dir := os.Getenv("SKILLGW_NPM")
	if dir == "" {
		t.Skip("SKILLGW_NPM is not set: make conformance")
	}
	return filepath.Join(dir, "node_modules")
}

// TestPublishedServers calls tools of servers that others have written.
func TestPublishedServers(t *testing.T) {
	bin := filepath.Join(npm(t), ".bin")
	files := t.TempDir()
	write(t, filepath.Join(files, "hello.txt"), "Hello")
	for _, c := range []struct{ server, args, tool, arguments, want string }{
		{"mcp-server-everything", "stdio", "get-sum", `{"a":2,"b":3}`, "5"},
		{"mcp-server-filesystem", files, "read_text_file", fmt.Sprintf(`{"path":%q}`, filepath.Join(files, "hello.txt")), "Hello"},
		{"mcp-server-memory", "", "read_graph", `{}`, "entities"},
	} {
		t.Run(c.server, func(t *testing.T) {
			program := filepath.Join(bin, c.server)
			command := []string{program}
			if c.args != "" {
				command = append(command, c.args)
			}
			text, _ := json.Marshal(command)
			dir := t.TempDir()
			file := configOf(t, dir, fmt.Sprintf("names: plain\nproviders: {everything: {mcp: {command: %s}}}\n", text))
			write(t, filepath.Join(dir, "contracts.json"), contractsOf(t, "everything", &mcp.CommandTransport{Command: exec.Command(command[0], command[1:]...)}))
			w := start(t, file, serve.Options{Functions: map[string]map[string]gateway.Handler{}})
			w.ready(t, true)
			r := w.call(t, "everything", aliceToken, c.tool, c.arguments)
			if r.Result.IsError || len(r.Result.Content) == 0 || !strings.Contains(r.Result.Content[0].Text, c.want) {
				t.Errorf("%+v", r)
			}
		})
	}
}

// TestTypeScriptClient lists, calls and hears of a reload by the official SDK.
func TestTypeScriptClient(t *testing.T) {
	modules := npm(t)
	w := started(t)
	script := filepath.Join(filepath.Dir(modules), "client.mjs")
	write(t, script, `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const [url, token] = process.argv.slice(2);
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
const client = new Client({ name: "test", version: "1" });
const heard = new Promise((resolve) => client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve("changed")));
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: "Bearer " + token } } }));
const { tools } = await client.listTools();
const good = await client.callTool({ name: "zodiac__calculate", arguments: { birth_date: "1990-05-17" } });
const denied = await client.callTool({ name: "premium__gold", arguments: {} });
console.log(JSON.stringify([tools.map((t) => t.name).sort(), good.structuredContent, denied.isError, denied.structuredContent]));
console.log(await heard);
await client.close();
`)
	var out bytes.Buffer
	client := exec.CommandContext(t.Context(), "node", script, w.url+"/mcp/jungastro", bobToken)
	client.Stderr = &out
	said, err := client.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	want := `[["premium__gold","zodiac__calculate","zodiac__echo","zodiac__slow"],{"sign":"taurus","degrees":1.1},true,{"error":"subscription_required","skill_id":"premium","action":"show_subscribe_card"}]`
	lines := bufio.NewScanner(said)
	if !lines.Scan() || lines.Text() != want {
		t.Errorf("%s %s\nwant %s", lines.Text(), &out, want)
	}
	heard := make(chan string, 1)
	go func() {
		lines.Scan()
		heard <- lines.Text()
	}()
	for i, waits := 0, true; waits; i++ { // a change from before the client listened is not told
		w.changeContracts(t, fmt.Sprint("change ", i))
		select {
		case text := <-heard:
			if waits = false; text != "changed" {
				t.Errorf("of a reload: %q %s", text, &out)
			}
		case <-time.After(200 * time.Millisecond):
		}
	}
	if err := client.Wait(); err != nil {
		t.Errorf("%v: %s", err, &out)
	}
}
