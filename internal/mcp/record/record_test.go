package record_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	names "github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/mcp/record"
)

// TestMain is a server, too, when it is started as one.
func TestMain(m *testing.M) {
	if mode := os.Getenv("FAULTY"); mode != "" {
		faulty(mode)
		return
	}
	os.Exit(m.Run())
}

// faulty is a server that misbehaves.
func faulty(mode string) {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	say := func(text string) { fmt.Fprintln(out, text); out.Flush() }
	switch mode {
	case "hang":
		time.Sleep(time.Hour)
	case "dies":
		fmt.Fprintln(os.Stderr, "no API token was given, it was "+os.Getenv("API_TOKEN"))
		os.Exit(3)
	case "text":
		say("Starting server on stdio ...")
	case "line":
		out.WriteString(`{"jsonrpc":"2.0","method":"`)
		fallthrough
	case "noise":
		block := strings.Repeat("x", 1<<20)
		for range 1 << 10 {
			if _, err := out.WriteString(block); err != nil {
				return
			}
		}
	case "child", "orphan":
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "FAULTY=hang")
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr // holds the pipes open
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		_ = os.WriteFile(os.Getenv("PIDS"), []byte(fmt.Sprint(os.Getpid(), " ", cmd.Process.Pid)), 0o600)
		if mode == "orphan" {
			os.Exit(0)
		}
	}
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ Cursor string }
		}
		_ = json.Unmarshal(line, &m)
		answer := func(result string) { say(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":` + result + `}`) }
		switch m.Method {
		case "initialize":
			answer(`{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"faulty","version":"1"}}`)
		case "tools/list":
			switch mode {
			case "silent":
			case "loop":
				answer(`{"tools":[],"nextCursor":"again"}`)
			case "pages":
				n, _ := strconv.Atoi(m.Params.Cursor)
				answer(fmt.Sprintf(`{"tools":[],"nextCursor":"%d"}`, n+1))
			case "notes":
				for {
					if _, err := out.WriteString(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + strings.Repeat("y", 1000) + `"}}` + "\n"); err != nil {
						return
					}
				}
			case "echo":
				answer(`{"tools":[{"name":"a","description":"uses ` + os.Getenv("API_TOKEN") + `","inputSchema":{"type":"object"}}]}`)
			case "env":
				text, _ := json.Marshal(strings.Join(os.Environ(), " "))
				answer(`{"tools":[{"name":"a","description":` + string(text) + `,"inputSchema":{"type":"object"}}]}`)
			default:
				answer(`{"tools":[{"name":"b","x-own":{"z":1.10,"a":9007199254740993},"inputSchema":{"type":"object"}},{"name":"a","inputSchema":null}]}`)
			}
		default:
			if m.ID != nil {
				say(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"error":{"code":-32601,"message":"unknown"}}`)
			}
		}
	}
}

func self(t *testing.T, mode string) record.Server {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const token = "s3cr3t-t0ken-of-the-test"
	return record.Server{Command: path, Env: map[string]string{"FAULTY": mode, "API_TOKEN": token}, Secrets: []string{token}, Dir: t.TempDir()}
}

var limits = record.Limits{Whole: 8 * time.Second, Page: 3 * time.Second, Line: 1 << 20, Bytes: 4 << 20, Pages: 20, Tools: 100}

func TestAsSent(t *testing.T) {
	answer, err := record.Tools(t.Context(), self(t, "good"), limits)
	if err != nil {
		t.Fatal(err)
	}
	text, err := names.Snapshot(answer.Tools, answer.Info)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "tools": [
    {
      "name": "a",
      "inputSchema": null
    },
    {
      "name": "b",
      "x-own": {
        "z": 1.10,
        "a": 9007199254740993
      },
      "inputSchema": {
        "type": "object"
      }
    }
  ],
  "_meta": {
    "dev.skilllint/server": {
      "name": "faulty",
      "version": "1"
    }
  }
}
`
	if string(text) != want {
		t.Errorf("%s", text)
	}
}

// TestFaults asks servers that misbehave: each ends with a clear error in time.
func TestFaults(t *testing.T) {
	t.Parallel()
	for mode, want := range map[string]string{
		"hang":   "it did not answer within 8s",
		"dies":   "it ended before it answered\nits last words: no API token was given, it was ***",
		"text":   `it writes text to its standard output, where only messages of the protocol may stand: "Starting server on stdio ..."`,
		"line":   "it sent a message of more than 1 MiB",
		"noise":  "it writes text to its standard output, where only messages of the protocol may stand: \"xxx",
		"silent": "it did not answer to tools/list within 3s",
		"loop":   "its pages go round in a circle",
		"pages":  "its list has more than 20 pages",
		"notes":  "it sent more than 4 MiB",
		"echo":   "its tools hold the value of a secret that it was given: nothing was recorded",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			own := limits
			if mode != "hang" && mode != "silent" { // what ends them is what they send
				own.Whole, own.Page = time.Minute, time.Minute
			}
			_, err := record.Tools(context.Background(), self(t, mode), own)
			runtime.ReadMemStats(&after)
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
			if took := time.Since(start); took > limits.Whole+5*time.Second {
				t.Errorf("it took %s", took)
			}
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 256<<20 {
				t.Errorf("%d MiB more", grown>>20)
			}
		})
	}
	if _, err := record.Tools(t.Context(), record.Server{Command: "no-such-command-anywhere", Dir: "."}, limits); err == nil || !strings.HasPrefix(err.Error(), "it cannot be started: ") {
		t.Errorf("%v", err)
	}
}

// TestNoOrphans starts servers that leave children behind.
func TestNoOrphans(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks into /proc")
	}
	t.Parallel()
	for _, mode := range []string{"child", "orphan"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := self(t, mode)
			pids := filepath.Join(t.TempDir(), "pids")
			s.Env["PIDS"] = pids
			_, err := record.Tools(t.Context(), s, limits)
			if (err == nil) != (mode == "child") {
				t.Error(err)
			}
			text, err := os.ReadFile(pids)
			if err != nil {
				t.Fatal(err)
			}
			for _, pid := range strings.Fields(string(text)) {
				gone := false
				for range 50 {
					state, err := os.ReadFile("/proc/" + pid + "/stat")
					if gone = err != nil || strings.Contains(string(state), ") Z "); gone {
						break
					}
					time.Sleep(50 * time.Millisecond)
				}
				if !gone {
					t.Errorf("process %s lives on", pid)
				}
			}
		})
	}
}

// TestEnvironment: a server sees PATH, HOME and what it is given.
func TestEnvironment(t *testing.T) {
	t.Setenv("SOMEBODY_ELSES", "value-of-another")
	s := self(t, "env")
	s.Secrets = nil
	answer, err := record.Tools(t.Context(), s, limits)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(answer.Tools[0]); strings.Contains(text, "value-of-another") || !strings.Contains(text, "FAULTY=env") || !strings.Contains(text, "PATH=") {
		t.Errorf("%s", text)
	}
}

func TestHTTP(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "web", Version: "2"}, &mcp.ServerOptions{PageSize: 2})
	for i := range 5 {
		server.AddTool(&mcp.Tool{Name: fmt.Sprint("t", i), Description: "x", InputSchema: json.RawMessage(`{"type":"object","x-unknown":1.10}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
	}
	const token = "Bearer t0ken-in-a-header"
	for _, asJSON := range []bool{false, true} {
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{JSONResponse: asJSON})
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != token {
				http.Error(w, "who are you, "+r.Header.Get("Authorization")+r.URL.RawQuery, http.StatusUnauthorized)
				return
			}
			handler.ServeHTTP(w, r)
		}))
		s := record.Server{URL: web.URL + "/mcp?key=qu3ry-secret", Headers: map[string]string{"Authorization": token}}
		answer, err := record.Tools(t.Context(), s, limits)
		if err != nil || len(answer.Tools) != 5 || !strings.Contains(string(answer.Tools[4]), `"x-unknown":1.10`) || answer.Info.Name != "web" {
			t.Errorf("json %v: %+v, %v", asJSON, answer, err)
		}
		s.Headers = map[string]string{"Authorization": token + "x"}
		if _, err := record.Tools(t.Context(), s, limits); err == nil || strings.Contains(err.Error(), "t0ken") || strings.Contains(err.Error(), "qu3ry") {
			t.Errorf("%v", err)
		}
		web.Close()
		if _, err := record.Tools(t.Context(), s, limits); err == nil || strings.Contains(err.Error(), "qu3ry") {
			t.Errorf("closed: %v", err)
		}
	}
	away := httptest.NewServer(http.RedirectHandler("https://example.com/", http.StatusTemporaryRedirect))
	defer away.Close()
	if _, err := record.Tools(t.Context(), record.Server{URL: away.URL}, limits); err == nil || !strings.Contains(err.Error(), "another host") {
		t.Errorf("redirect: %v", err)
	}
	huge := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for range 1 << 10 {
			if _, err := w.Write([]byte(strings.Repeat(" ", 1<<20))); err != nil {
				return
			}
		}
	}))
	defer huge.Close()
	if _, err := record.Tools(t.Context(), record.Server{URL: huge.URL}, limits); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("huge: %v", err)
	}
	if _, err := record.Tools(t.Context(), record.Server{URL: "http://example.com/mcp"}, limits); err == nil || !strings.Contains(err.Error(), "expected https") {
		t.Errorf("plain: %v", err)
	}
}
