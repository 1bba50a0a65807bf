package redis_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/skilllint/skilllint/gateway/quota"
	"github.com/skilllint/skilllint/gateway/quota/quotatest"
	"github.com/skilllint/skilllint/gateway/quota/redis"
)

var (
	ctx   = context.Background()
	month = quota.Calendar(quota.Month, nil)
)

func TestStore(t *testing.T) {
	quotatest.Run(t, func(t *testing.T) quota.Store { return open(t, common(t).addr) }, quotatest.Real())
}

// TestRace has each process live in an hour of its own.
func TestRace(t *testing.T) {
	quotatest.Race(t, func() string { return common(t).addr },
		func(addr string) (quota.Store, error) {
			return redis.Open(ctx, &goredis.UniversalOptions{Addrs: []string{addr}})
		},
		func(n int) time.Duration { return time.Duration(n-1) * time.Hour })
}

// TestSkewedClocks: gateways whose clocks are off by an hour count in one window, the
// server's, and ask twice at most once.
func TestSkewedClocks(t *testing.T) {
	p := newProxy(t, common(t).addr, nil)
	limit := quota.Limit{N: 6, Window: quota.Calendar(quota.Day, time.FixedZone(t.Name(), -int(sinceNoon().Seconds())))}
	key := quota.Key{Provider: t.Name()}
	allowed := 0
	for _, skew := range []time.Duration{-25 * time.Hour, -time.Hour, 0, time.Hour, 25 * time.Hour} {
		s := open(t, p.addr)
		p.reset()
		for i := range 5 {
			d, err := s.Reserve(ctx, key, limit, fmt.Sprint(skew, i), time.Now().Add(skew))
			if err != nil {
				t.Fatal(err)
			}
			if d.Allowed {
				allowed++
			}
			if _, end := limit.Window.Bounds(time.Now()); !d.ResetAt.Equal(end) {
				t.Errorf("clock off by %v: ResetAt %v, want %v", skew, d.ResetAt, end)
			}
			if !d.Allowed && (d.RetryAfter > 13*time.Hour || d.RetryAfter < 11*time.Hour) {
				t.Errorf("clock off by %v: RetryAfter %v, want the server's 12h", skew, d.RetryAfter)
			}
		}
		if got := scripts(p.reset()); got > 6+1 { // one is for a server that has not seen the script
			t.Errorf("clock off by %v: %d round trips for 5 reservations, want 6 at most", skew, got)
		}
	}
	if allowed != 6 {
		t.Errorf("%d calls were allowed, want 6", allowed)
	}
}

// sinceNoon is what the clocks of a zone that has noon now show less.
func sinceNoon() time.Duration {
	now := time.Now().UTC()
	return now.Sub(time.Date(now.Year(), now.Month(), now.Day(), 12, 0, 0, 0, time.UTC)).Truncate(time.Second)
}

func scripts(commands []string) (n int) {
	for _, c := range commands {
		if strings.HasPrefix(strings.ToLower(c), "eval") {
			n++
		}
	}
	return n
}

func TestOneRoundTrip(t *testing.T) {
	p := newProxy(t, common(t).addr, nil)
	s := open(t, p.addr)
	for _, w := range []quota.Window{month, quota.Sliding(24 * time.Hour)} {
		limit := quota.Limit{N: 50, Window: w}
		key := quota.Key{Provider: t.Name()}
		s.Reserve(ctx, key, limit, "loads the script", time.Now())
		p.reset()
		for i := range 100 {
			if _, err := s.Reserve(ctx, key, limit, fmt.Sprint(i), time.Now()); err != nil {
				t.Fatal(err)
			}
		}
		commands := p.reset()
		if len(commands) != 100 || slices.ContainsFunc(commands, func(c string) bool { return strings.ToLower(c) != "evalsha" }) {
			t.Errorf("%v: 100 reservations took %d commands, want 100 times evalsha: %v", w, len(commands), slices.Compact(commands))
		}
	}
}

// TestLostReplies: a command that is sent again because its reply was lost counts once.
func TestLostReplies(t *testing.T) {
	t.Parallel()
	lossy := false
	p := newProxy(t, common(t).addr, func(n int) bool { return lossy && n%7 == 0 })
	s := open(t, p.addr)
	for _, w := range []quota.Window{month, quota.Sliding(24 * time.Hour)} {
		limit := quota.Limit{N: 1000, Window: w}
		key := quota.Key{Provider: t.Name()}
		s.Reserve(ctx, key, limit, "loads the script", time.Now())
		p.mu.Lock()
		lossy = true
		p.mu.Unlock()
		for i := range 200 {
			d, err := s.Reserve(ctx, key, limit, fmt.Sprint(i), time.Now())
			if err != nil || !d.Allowed {
				t.Fatalf("call %d: %+v, %v", i, d, err)
			}
			if want := 1000 - 2 - i; d.Remaining != want {
				t.Fatalf("%v: after call %d, %d remain, want %d: a lost reply was counted twice", w, i, d.Remaining, want)
			}
		}
		p.mu.Lock()
		lossy = false
		p.mu.Unlock()
		if sent := scripts(p.reset()); sent < 210 {
			t.Errorf("%d commands were sent: the proxy lost none", sent)
		}
	}
}

// TestKilled: a server that is gone denies, and when it is back it remembers.
func TestKilled(t *testing.T) {
	t.Parallel()
	server := own(t)
	s := open(t, server.addr)
	limit := quota.Limit{N: 100, Window: month}
	key := quota.Key{Provider: t.Name()}
	allowed, id := 0, 0
	reserve := func(patience time.Duration) error {
		id++
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		d, err := s.Reserve(ctx, key, limit, fmt.Sprint(id), time.Now())
		if d.Allowed {
			allowed++
		}
		if err != nil && (!errors.Is(err, quota.ErrUnavailable) || d.Allowed) {
			t.Fatalf("%+v, %v; want a denial by ErrUnavailable", d, err)
		}
		return err
	}
	for range 3 {
		for range 20 {
			if err := reserve(10 * time.Second); err != nil {
				t.Fatal(err)
			}
		}
		server.signal(syscall.SIGKILL)
		server.cmd.Wait()
		if err := reserve(500 * time.Millisecond); err == nil {
			t.Fatal("a call was decided without a server")
		}
		server.start(t)
	}
	for range 100 {
		if err := reserve(10 * time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if allowed != 100 {
		t.Errorf("%d calls were allowed over 3 crashes, want exactly 100", allowed)
	}
}

// TestStopped: a server that hangs denies in time; a call that asks again by its id is
// counted once, whether or not its first reservation arrived.
func TestStopped(t *testing.T) {
	t.Parallel()
	server := own(t)
	s := open(t, server.addr)
	limit := quota.Limit{N: 10, Window: month}
	key := quota.Key{Provider: t.Name()}
	s.Reserve(ctx, key, limit, "first", time.Now())
	server.signal(syscall.SIGSTOP)
	for i := range 4 {
		start := time.Now()
		short, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
		d, err := s.Reserve(short, key, limit, fmt.Sprint(i), start)
		cancel()
		if !errors.Is(err, quota.ErrUnavailable) || d.Allowed {
			t.Errorf("%+v, %v; want a denial by ErrUnavailable", d, err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("a deadline of 100ms was kept after %v", took)
		}
	}
	server.signal(syscall.SIGCONT)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) { // it is tried again once a second
		if _, err := s.Reserve(ctx, quota.Key{Provider: "probe"}, limit, "probe", time.Now()); err == nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	allowed := 1
	for i := range 20 {
		d, err := s.Reserve(ctx, key, limit, fmt.Sprint(i), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if d.Allowed {
			allowed++
		}
		if i < 4 && !d.Allowed {
			t.Errorf("call %d is denied when it asks again", i)
		}
	}
	if allowed != 10 {
		t.Errorf("%d calls were allowed, want exactly 10", allowed)
	}
}

func TestOpenChecksTheServer(t *testing.T) {
	server := own(t)
	try := func(want string) {
		t.Helper()
		s, err := redis.Open(ctx, &goredis.UniversalOptions{Addrs: []string{server.addr}})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, quota.ErrUnavailable) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
	server.set(t, "maxmemory-policy", "volatile-lru")
	try(`maxmemory-policy is "volatile-lru", want "noeviction"`)
	server.set(t, "maxmemory-policy", "noeviction")
	server.set(t, "appendonly", "no")
	try(`appendonly is "no", want "yes"`)
	server.addr = "127.0.0.1:1" // a port that was free a moment ago may be taken by the test of another package
	try("connection refused")
}

// TestFull: a server out of memory denies.
func TestFull(t *testing.T) {
	server := own(t)
	s := open(t, server.addr)
	server.set(t, "maxmemory", "1")
	d, err := s.Reserve(ctx, quota.Key{}, quota.Limit{N: 1, Window: month}, "a", time.Now())
	if !errors.Is(err, quota.ErrUnavailable) || d.Allowed {
		t.Errorf("%+v, %v; want a denial by ErrUnavailable", d, err)
	}
}

// TestCluster: the keys of a reservation lie in one slot.
func TestCluster(t *testing.T) {
	t.Parallel()
	server := own(t, "--cluster-enabled", "yes")
	c := goredis.NewClient(&goredis.Options{Addr: server.addr})
	defer c.Close()
	if err := c.ClusterAddSlotsRange(ctx, 0, 16383).Err(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(c.ClusterInfo(ctx).Val(), "cluster_state:ok"); {
		if time.Now().After(deadline) {
			t.Fatal("the cluster does not begin")
		}
		time.Sleep(20 * time.Millisecond)
	}
	s, err := redis.Open(ctx, &goredis.UniversalOptions{Addrs: []string{server.addr}, IsClusterMode: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, user := range []string{"alice", "}{", "{}", ""} {
		key := quota.Key{Org: "acme", User: user, Provider: "zodiac", Tool: "calculate"}
		for i := range 3 {
			d, err := s.Reserve(ctx, key, quota.Limit{N: 2, Window: month}, fmt.Sprint(i), time.Now())
			if err != nil || d.Allowed != (i < 2) {
				t.Errorf("user %q, call %d: %+v, %v", user, i, d, err)
			}
		}
		if err := s.Refund(ctx, key, quota.Limit{N: 2, Window: month}, "0"); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkReserve(b *testing.B) {
	s := open(b, common(b).addr)
	limit := quota.Limit{N: 1 << 40, Window: month}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := s.Reserve(ctx, quota.Key{Provider: "bench"}, limit, fmt.Sprint(b.N, i), time.Now()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAway: once a server is known to be away, denials take milliseconds, even if it does
// not refuse connections, and nothing is written to stderr.
func TestAway(t *testing.T) {
	t.Parallel()
	srv := own(t)
	s := open(t, srv.addr)
	limit := quota.Limit{N: 5, Window: quota.Calendar(quota.Day, nil)}
	reserve := func() (time.Duration, error) {
		start := time.Now()
		_, err := s.Reserve(context.Background(), quota.Key{Tool: "away"}, limit, rand.Text(), start)
		return time.Since(start), err
	}
	if _, err := reserve(); err != nil {
		t.Fatal(err)
	}
	said, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	stderr, err := syscall.Dup(2)
	if err != nil {
		t.Fatal(err)
	}
	syscall.Dup3(int(said.Fd()), 2, 0)
	defer syscall.Dup3(stderr, 2, 0)
	srv.signal(syscall.SIGSTOP)
	for range 2 {
		if _, err := reserve(); !errors.Is(err, quota.ErrUnavailable) {
			t.Fatalf("%v, want it to be unavailable", err)
		}
	}
	waited := 0
	for range 20 {
		took, err := reserve()
		if !errors.Is(err, quota.ErrUnavailable) {
			t.Fatalf("%v, want it to be unavailable", err)
		}
		if took > 500*time.Millisecond {
			waited++
		}
	}
	if waited > 10 { // now and then one asks whether the server is back
		t.Errorf("%d of 20 denials waited for the server", waited)
	}
	srv.signal(syscall.SIGCONT)
	deadline := time.Now().Add(10 * time.Second)
	for {
		if _, err := reserve(); err == nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatalf("the server is back, and is not asked: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if text, err := os.ReadFile(said.Name()); err != nil || len(text) > 0 {
		t.Errorf("on stderr: %s, %v", text, err)
	}
}

// TestAfterAJump: a window that the server's clock made while it was a year ahead is void.
func TestAfterAJump(t *testing.T) {
	srv := common(t)
	s := open(t, srv.addr)
	c := goredis.NewClient(&goredis.Options{Addr: srv.addr})
	defer c.Close()
	for _, w := range []quota.Window{quota.Calendar(quota.Month, nil), quota.Sliding(24 * time.Hour)} {
		key := quota.Key{Tool: "jump"}
		limit := quota.Limit{N: 3, Window: w}
		ahead := time.Now().AddDate(1, 0, 0).UnixMicro()
		text := key.Encode(w)
		if w.Sliding() == 0 {
			c.HSet(context.Background(), "skilllint:quota:window:"+text, "start", ahead, "used", 3)
		}
		for i := range 3 {
			c.ZAdd(context.Background(), "skilllint:quota:calls:"+text, goredis.Z{Score: float64(ahead), Member: fmt.Sprint("ahead", i)})
		}
		for i := range 4 {
			d, err := s.Reserve(context.Background(), key, limit, fmt.Sprint(i), time.Now())
			if err != nil || d.Allowed != (i < 3) {
				t.Errorf("%v: call %d: %+v, %v", w, i, d, err)
			}
		}
	}
}
