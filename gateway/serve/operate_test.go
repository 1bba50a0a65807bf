package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway/serve"
)

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// TestMetrics: what the dashboard asks for is there, and no name that a caller made up.
func TestMetrics(t *testing.T) {
	w := started(t)
	w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`)
	w.call(t, "jungastro", bobToken, "premium__gold", `{}`)
	w.call(t, "jungastro", bobToken, "made_up_by_somebody", `{}`)
	w.post(t, "jungastro", "nobody", "{}")
	status, text := get(t, w.admin+"/metrics")
	for _, want := range []string{
		`skillgw_calls_total{code="",provider="zodiac",tool="echo"} 1`,
		`skillgw_calls_total{code="subscription_required",provider="premium",tool="gold"} 1`,
		`skillgw_calls_total{code="tool_not_found",provider="",tool=""} 1`,
		`skillgw_refused_requests_total{reason="token"} 1`, "skillgw_ready 1",
	} {
		if status != 200 || !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(text, "made_up") || strings.Contains(text, "alice") {
		t.Error("a caller's words are in the metrics")
	}
	dashboard, err := os.ReadFile("../cmd/skillgw/deploy/dashboard.json")
	if err != nil || !json.Valid(dashboard) {
		t.Fatalf("the dashboard: %v", err)
	}
	for _, name := range regexp.MustCompile(`(skillgw|mcp|process|go)_[a-z_]+`).FindAllString(string(dashboard), -1) {
		if !slices.Contains([]string{"skillgw_provider_disconnects_total"}, name) && !strings.Contains(text, name) {
			t.Errorf("the dashboard shows %s, which is not there", name)
		}
	}
	for url, want := range map[string]string{
		w.url + "/healthz": "ok\n", w.url + "/readyz": `{"ready":true}` + "\n",
		w.admin + "/healthz": "ok\n", w.admin + "/readyz": `{"not_ready":[],"ready":true}` + "\n",
	} {
		if status, text := get(t, url); status != 200 || text != want {
			t.Errorf("%s: %d %s", url, status, text)
		}
	}
	if status, text := get(t, w.url+"/metrics"); status != http.StatusNotFound {
		t.Errorf("metrics, to anybody who calls: %d %s", status, text)
	}
}

// TestTraces: spans go to the collector, below the client's.
func TestTraces(t *testing.T) {
	var got atomic.Pointer[[]byte]
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		if r.URL.Path == "/v1/traces" {
			got.Store(&b)
		}
	}))
	defer collector.Close()
	w := start(t, configOf(t, t.TempDir(), "traces: "+collector.URL+"\n"), serve.Options{})
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	w.call(t, "jungastro", aliceToken, "zodiac__echo", `{"secret":"words"}`, "traceparent", "00-"+trace+"-00f067aa0ba902b7-01")
	if err := w.stop(); err != nil {
		t.Fatal(err)
	}
	body := got.Load()
	if body == nil || !bytes.Contains(*body, []byte("tools/call echo")) || bytes.Contains(*body, []byte("words")) {
		t.Errorf("the collector got %q", body)
	}
	for _, row := range w.rows(t) {
		if row.TraceID != trace {
			t.Errorf("the row's trace is %q, want the client's", row.TraceID)
		}
	}
}

// TestLogHasNoArguments: neither arguments nor results nor tokens are logged.
func TestLogHasNoArguments(t *testing.T) {
	var log logged
	w := start(t, configOf(t, t.TempDir(), ""), serve.Options{Log: log.logger()})
	w.call(t, "jungastro", aliceToken, "zodiac__echo", `{"birth_date":"1990-05-17-secret"}`)
	w.call(t, "jungastro", bobToken, "zodiac__calculate", `{"birth_date":["1990-05-17-secret"]}`)
	log.wait(t, "invalid_arguments")
	if text := log.text.String(); strings.Contains(text, "secret") || strings.Contains(text, aliceToken) {
		t.Errorf("%s", text)
	}
}

// TestWatchOnce reloads once when a file changed and a signal tells of it.
func TestWatchOnce(t *testing.T) {
	file := configOf(t, t.TempDir(), "")
	config, err := serve.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		s, err := serve.New(t.Context(), config, serve.Options{File: file, Functions: functions(), Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx, cancel := context.WithCancel(t.Context())
		told, done := make(chan os.Signal), make(chan struct{})
		go func() { s.Watch(ctx, told); close(done) }()
		write(t, filepath.Dir(file)+"/contracts.json", strings.Replace(contracts, `"tools": ["calculate", "echo", "slow"]`, `"tools": ["echo"]`, 1))
		told <- syscall.SIGHUP
		time.Sleep(time.Minute)
		cancel()
		<-done
		if n := strings.Count(log.String(), "msg=reloaded"); n != 1 {
			t.Errorf("reloaded %d times: %s", n, log.String())
		}
	})
}

// TestWatch: a file that changes is taken; a wrong one is not.
func TestWatch(t *testing.T) {
	w := started(t)
	told := make(chan os.Signal)
	go w.Watch(t.Context(), told)
	write(t, w.dir+"/contracts.json", strings.Replace(contracts, `"tools": ["calculate", "echo", "slow"]`, `"tools": ["echo"]`, 1))
	for deadline := time.Now().Add(15 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if r := w.call(t, "jungastro", aliceToken, "zodiac__calculate", `{}`); r.code() == "tool_not_imported" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the file changed, and nothing was loaded")
		}
	}
}
