package redis_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/skilllint/skilllint/gateway/quota/redis"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if shared != nil {
			shared.signal(syscall.SIGKILL)
			shared.cmd.Wait()
			os.RemoveAll(shared.dir)
		}
		os.Exit(code)
	}))
}

// A server is a redis-server of its own on a free port of the loopback interface.
type server struct {
	addr, dir string
	args      []string
	cmd       *exec.Cmd
}

var (
	shared     *server
	sharedOnce sync.Once
)

// common is a server for all tests that do it no harm.
func common(t testing.TB) *server {
	t.Helper()
	need(t)
	sharedOnce.Do(func() {
		dir, err := os.MkdirTemp("", "skilllint-redis")
		if err != nil {
			t.Fatal(err)
		}
		shared = &server{addr: freeAddr(t), dir: dir}
		shared.start(t)
	})
	return shared
}

// own is a server that lives as long as the test.
func own(t *testing.T, args ...string) *server {
	t.Helper()
	need(t)
	s := &server{addr: freeAddr(t), dir: t.TempDir(), args: args}
	s.start(t)
	t.Cleanup(func() {
		s.signal(syscall.SIGKILL)
		s.cmd.Wait()
	})
	return s
}

// need skips the test where there is no Redis, unless servers are required.
func need(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("SKILLLINT_REQUIRE_SERVERS") != "" {
			t.Fatalf("servers are required: %v", err)
		}
		t.Skip("no redis-server: not tested against Redis")
	}
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (s *server) start(t testing.TB) {
	t.Helper()
	_, port, _ := net.SplitHostPort(s.addr)
	args := append([]string{"--bind", "127.0.0.1", "--port", port, "--dir", s.dir, "--save", "",
		"--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no"}, s.args...)
	s.cmd = exec.Command("redis-server", args...)
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := goredis.NewClient(&goredis.Options{Addr: s.addr})
	defer c.Close()
	for deadline := time.Now().Add(10 * time.Second); c.Ping(context.Background()).Err() != nil; {
		if time.Now().After(deadline) {
			t.Fatal("redis-server does not answer")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (s *server) signal(sig syscall.Signal) { s.cmd.Process.Signal(sig) }

func (s *server) set(t *testing.T, name, value string) {
	t.Helper()
	c := goredis.NewClient(&goredis.Options{Addr: s.addr})
	defer c.Close()
	if err := c.ConfigSet(context.Background(), name, value).Err(); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, addr string) *redis.Store {
	t.Helper()
	s, err := redis.Open(context.Background(), &goredis.UniversalOptions{Addrs: []string{addr}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// A proxy stands between client and server, counts commands, and can lose replies.
type proxy struct {
	addr string
	mu   sync.Mutex
	// commands are the names of those that came through.
	commands []string
	// lose says whether to end the connection instead of sending the nth reply on.
	lose    func(n int) bool
	replies int
}

func newProxy(t testing.TB, to string, lose func(n int) bool) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{addr: l.Addr().String(), lose: lose}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { p.serve(client, to) })
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() })
	return p
}

func (p *proxy) serve(client net.Conn, to string) {
	defer client.Close()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	defer server.Close()
	wg.Go(func() { // replies; a client waits for each, so each is one read
		defer client.Close()
		buf := make([]byte, 1<<16)
		for {
			n, err := server.Read(buf)
			if err != nil {
				return
			}
			p.mu.Lock()
			p.replies++
			lost := p.lose != nil && p.lose(p.replies)
			p.mu.Unlock()
			if lost {
				return
			}
			client.Write(buf[:n])
		}
	})
	buf := make([]byte, 1<<16)
	for {
		n, err := client.Read(buf)
		if err != nil {
			return
		}
		var count, length int
		var name string
		if _, err := fmt.Sscanf(string(buf[:n]), "*%d\r\n$%d\r\n%s\r\n", &count, &length, &name); err == nil {
			p.mu.Lock()
			p.commands = append(p.commands, name)
			p.mu.Unlock()
		}
		server.Write(buf[:n])
	}
}

// reset forgets what was counted, and gives it.
func (p *proxy) reset() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	commands := p.commands
	p.commands, p.replies = nil, 0
	return commands
}
