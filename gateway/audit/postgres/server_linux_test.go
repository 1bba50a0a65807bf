package postgres_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if shared != nil {
			shared.stop()
			os.RemoveAll(shared.dir)
		}
		os.Exit(code)
	}))
}

// A server is a PostgreSQL of its own on a free port of the loopback interface.
type server struct {
	bin, dir, port string
	attr           *syscall.SysProcAttr
	cmd            *exec.Cmd
	schemas        int
}

var (
	shared     *server
	sharedOnce sync.Once
)

// common is the server of all tests. There is none, and no test, where PostgreSQL is not
// installed, unless servers are required.
func common(t testing.TB) *server {
	t.Helper()
	bin := binaries()
	if bin == "" {
		if os.Getenv("SKILLLINT_REQUIRE_SERVERS") != "" {
			t.Fatal("servers are required: there is no initdb")
		}
		t.Skip("no initdb: not tested against PostgreSQL")
	}
	sharedOnce.Do(func() {
		s := &server{bin: bin, attr: unprivileged(t)}
		var err error
		if s.dir, err = os.MkdirTemp("", "skilllint-postgres"); err != nil {
			t.Fatal(err)
		}
		if c := s.attr.Credential; c != nil {
			if err := os.Chown(s.dir, int(c.Uid), int(c.Gid)); err != nil {
				t.Fatal(err)
			}
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_, s.port, _ = net.SplitHostPort(l.Addr().String())
		l.Close()
		init := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(s.dir, "data"), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C")
		init.SysProcAttr, init.Dir = s.attr, s.dir
		if out, err := init.CombinedOutput(); err != nil {
			t.Fatalf("initdb: %v\n%s", err, out)
		}
		shared = s
		s.start(t)
	})
	return shared
}

// binaries finds the folder of initdb, which Debian keeps out of PATH.
func binaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	paths, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(paths) == 0 {
		return ""
	}
	return filepath.Dir(paths[len(paths)-1])
}

// unprivileged gives the server another user than root, as which it does not run.
func unprivileged(t testing.TB) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGQUIT}
	if os.Getuid() != 0 {
		return attr
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, _ := strconv.Atoi(u.Uid)
			gid, _ := strconv.Atoi(u.Gid)
			attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
			return attr
		}
	}
	t.Fatal("no user postgres or nobody to run PostgreSQL as")
	return nil
}

func (s *server) start(t testing.TB) {
	t.Helper()
	s.cmd = exec.Command(filepath.Join(s.bin, "postgres"), "-D", filepath.Join(s.dir, "data"),
		"-c", "listen_addresses=127.0.0.1", "-c", "port="+s.port, "-c", "unix_socket_directories="+s.dir, "-c", "restart_after_crash=off")
	s.cmd.SysProcAttr, s.cmd.Dir = s.attr, s.dir
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		c, err := pgx.Connect(context.Background(), s.dsn(""))
		if err == nil {
			c.Close(context.Background())
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("PostgreSQL does not answer: %v", err)
		}
	}
}

// stop ends the server at once, as a crash would: what it has not synced is lost to it.
func (s *server) stop() {
	s.cmd.Process.Signal(syscall.SIGQUIT)
	s.cmd.Wait()
}

func (s *server) dsn(schema string) string {
	dsn := fmt.Sprintf("postgres://postgres@127.0.0.1:%s/postgres?sslmode=disable", s.port)
	if schema != "" {
		dsn += "&search_path=" + schema
	}
	return dsn
}

// empty gives the address of a schema without tables.
func (s *server) empty(t testing.TB) string {
	t.Helper()
	s.schemas++
	schema := fmt.Sprint("log", s.schemas)
	s.exec(t, `CREATE SCHEMA `+schema)
	return s.dsn(schema)
}

func (s *server) exec(t testing.TB, statements ...string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), s.dsn(""))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	for _, statement := range statements {
		if _, err := c.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
}
