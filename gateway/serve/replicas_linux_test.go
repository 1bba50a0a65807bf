package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway"
	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/postgres"
	"github.com/skilllint/skilllint/gateway/serve"
)

// replica is this test's program as a server: its address comes first on stdout.
func replica() {
	config, err := serve.Load(os.Getenv("SKILLGW_TEST_CONFIG"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	made, err := os.OpenFile(os.Getenv("SKILLGW_TEST_MADE"), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		os.Exit(2)
	}
	pay := func(_ context.Context, args json.RawMessage) (json.RawMessage, error) {
		_, err := made.Write(append(bytes.Clone(args), '\n')) // one write is one line
		time.Sleep(time.Duration(rand.IntN(3)) * time.Millisecond)
		return args, err
	}
	s, err := serve.New(context.Background(), config, serve.Options{Functions: map[string]map[string]gateway.Handler{"shop": {"pay": pay, "look": pay}}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		os.Exit(2)
	}
	fmt.Println(l.Addr())
	_ = s.Serve(context.Background(), l, nil)
}

// shop's calls take milliseconds. What a killed server had in hand is taken to be under way until its time is over.
const shop = `{"version": 1, "contracts": [{"id": "shop", "version": "1.0", "provides": "1.0.0", "exports": [
	{"name": "pay", "description": "Pay once", "timeout_ms": 3000}, {"name": "look", "description": "Counted", "timeout_ms": 3000}],
	"access": {"rate_limit": [{"tool": "look", "rate": "40/month"}]}}]}`

// A fleet is three replicas behind a round-robin that goes on with the next when one is away.
type fleet struct {
	t    *testing.T
	env  []string
	mu   sync.Mutex
	next int
	all  [3]*exec.Cmd
	addr [3]string
}

func (f *fleet) start(i int) {
	f.t.Helper()
	self, err := os.Executable()
	if err != nil {
		f.t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), f.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	said := &tailed{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		f.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	var addr string
	if _, err := fmt.Fscanln(out, &addr); err != nil {
		f.t.Fatalf("replica %d does not start: %v: %s", i, err, said)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.all[i], f.addr[i] = cmd, addr
}

func (f *fleet) kill(i int) {
	f.mu.Lock()
	cmd := f.all[i]
	f.mu.Unlock()
	cmd.Process.Kill()
	cmd.Wait()
}

type tailed struct {
	mu sync.Mutex
	bytes.Buffer
}

func (t *tailed) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Buffer.Write(p)
}

// call asks one replica, and gives the reply if there is one.
func (f *fleet) call(tool, args, key string) (reply, bool) {
	f.mu.Lock()
	addr := f.addr[f.next%3]
	f.next++
	f.mu.Unlock()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"shop__%s","arguments":%s}}`, tool, args)
	req, _ := http.NewRequest(http.MethodPost, "http://"+addr+"/mcp/shop", strings.NewReader(body))
	for name, value := range map[string]string{
		"Authorization": "Bearer " + aliceToken, "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2025-11-25", "Idempotency-Key": key,
	} {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, false
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	var r reply
	if err != nil || resp.StatusCode != http.StatusOK || json.Unmarshal(text, &r) != nil {
		return reply{}, false
	}
	return r, true
}

// TestReplicas: three servers on Redis and PostgreSQL are one gateway, whichever is killed when.
func TestReplicas(t *testing.T) {
	redis, database := redisServer(t), postgresServer(t)
	dir := t.TempDir()
	file := configOf(t, dir, "")
	write(t, filepath.Join(dir, "contracts.json"), shop)
	replaceIn(t, file, "audit: files:audit", fmt.Sprintf("audit: %q\nquota: %q", database, redis))
	made := filepath.Join(dir, "made")
	f := &fleet{t: t, env: []string{"SKILLGW_TEST_SERVER=replica", "SKILLGW_TEST_CONFIG=" + file, "SKILLGW_TEST_MADE=" + made}}
	for i := range 3 {
		f.start(i)
		defer func() { f.kill(i) }()
	}
	var mu sync.Mutex
	acked, looked := map[string]bool{}, 0
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for n := range 6 {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				key := fmt.Sprintf("%d-%d", n, i)
				for try := 0; try < 4; try++ { // as a client that insists
					r, ok := f.call("pay", fmt.Sprintf(`{"k":%q}`, key), key)
					if ok && !r.Result.IsError && r.Error == nil {
						mu.Lock()
						acked[key] = true
						mu.Unlock()
						break
					}
					if ok && r.code() == "idempotency_conflict" {
						break // what became of it is not known
					}
				}
				if r, ok := f.call("look", `{}`, ""); ok && !r.Result.IsError && r.Error == nil {
					mu.Lock()
					looked++
					mu.Unlock()
				}
			}
		})
	}
	kills := 20
	if testing.Short() {
		kills = 3
	}
	for range kills {
		time.Sleep(time.Duration(100+rand.IntN(200)) * time.Millisecond)
		i := rand.IntN(3)
		f.kill(i)
		f.start(i)
	}
	time.Sleep(300 * time.Millisecond)
	close(stop)
	wg.Wait()
	text, err := os.ReadFile(made)
	if err != nil {
		t.Fatal(err)
	}
	counts, looks := map[string]int{}, 0
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "{}" {
			looks++
		} else {
			counts[line]++
		}
	}
	for line, n := range counts {
		if n > 1 {
			t.Errorf("%s was made %d times", line, n)
		}
	}
	if looks > 40 || looked > 40 {
		t.Errorf("%d calls were made, %d acknowledged, of a quota of 40", looks, looked)
	}
	store, err := postgres.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for i := range 3 {
		f.kill(i)
	}
	log, err := audit.New(t.Context(), store, audit.Options{}) // completes what was killed
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	report, err := audit.Check(t.Context(), store)
	if err != nil || len(report.Faults)+len(report.Open) > 0 {
		t.Errorf("%v, open %v, %v", report.Faults, report.Open, err)
	}
	outcomes := 0
	for row, err := range audit.Rows(t.Context(), store) {
		if err != nil {
			t.Fatal(err)
		}
		if row.Kind == audit.Outcome && row.Tool == "pay" && row.Code == "" {
			outcomes++
		}
	}
	if outcomes < len(acked) {
		t.Errorf("%d calls were acknowledged, %d have an outcome on record", len(acked), outcomes)
	}
	for key := range acked {
		if counts[fmt.Sprintf(`{"k":%q}`, key)] != 1 {
			t.Errorf("%s was acknowledged, and made %d times", key, counts[fmt.Sprintf(`{"k":%q}`, key)])
		}
	}
	t.Logf("%d kills: %d calls acknowledged, %d made, %d with outcome; %d of 40 counted calls made, %d acknowledged", kills, len(acked), len(counts), outcomes, looks, looked)
}
