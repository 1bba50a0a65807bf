package serve_test

import (
	"fmt"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/serve"
)

// A cable leads to a server, and can be pulled.
type cable struct {
	mu     sync.Mutex
	pulled bool
	conns  []net.Conn
}

// through gives a DSN of the same server by way of a cable.
func through(t *testing.T, dsn string) (string, *cable) {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	server := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	u.Host = l.Addr().String()
	c := &cable{}
	go func() {
		for {
			from, err := l.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", server)
			if err != nil || !c.plug(from, to) {
				from.Close()
				continue
			}
			go func() { io.Copy(to, from); to.Close() }()
			go func() { io.Copy(from, to); from.Close() }()
		}
	}()
	return u.String(), c
}

func (c *cable) plug(conns ...net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns = append(c.conns, conns...)
	return !c.pulled
}

func (c *cable) pull(out bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pulled = out
	for _, conn := range c.conns {
		conn.Close()
	}
	c.conns = nil
}

// TestStoresAway: while a store is away calls that need it are denied, after two without asking
// it, and go on when it is back.
func TestStoresAway(t *testing.T) {
	shared, sharedCable := through(t, redisServer(t))
	audit, auditCable := through(t, postgresServer(t))
	var log logged
	file := configOf(t, t.TempDir(), fmt.Sprintf("shared: %q\n", shared))
	replaceIn(t, file, "files:audit", audit)
	w := start(t, file, serve.Options{Log: log.logger()})
	n := 0
	call := func() string {
		n++
		return w.call(t, "jungastro", aliceToken, "zodiac__echo", `{}`, "Idempotency-Key", fmt.Sprint(n)).code()
	}
	if code := call(); code != "" {
		t.Fatal(code)
	}
	for _, c := range []struct {
		store, code string
		cable       *cable
	}{{"shared", "quota_unavailable", sharedCable}, {"audit", "audit_unavailable", auditCable}} {
		c.cable.pull(true)
		for range 4 {
			if code := call(); code != c.code {
				t.Errorf("%s away: %q, want %q", c.store, code, c.code)
			}
		}
		log.wait(t, fmt.Sprintf(`"circuit breaker of a store","store":%q,"state":"open"`, c.store))
		c.cable.pull(false)
		for deadline := time.Now().Add(20 * time.Second); call() != ""; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s is back, and calls are denied", c.store)
			}
		}
	}
}
