package serve_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit/postgres"
	"github.com/skilllint/skilllint/gateway/serve"
)

// missing skips a test without a server's program, unless servers are required.
func missing(t *testing.T, program string) {
	t.Helper()
	if os.Getenv("SKILLLINT_REQUIRE_SERVERS") != "" {
		t.Fatalf("servers are required: there is no %s", program)
	}
	t.Skipf("there is no %s", program)
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// running starts a server, and ends it with the test.
func running(t *testing.T, cmd *exec.Cmd, answers func() error) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGQUIT) // PostgreSQL ends its children; Redis ends
		cmd.Wait()
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		err := answers()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s does not answer: %v", cmd.Path, err)
		}
	}
}

// redisServer starts Redis, and gives its DSN.
func redisServer(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		missing(t, "redis-server")
	}
	port := freePort(t)
	cmd := exec.Command("redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", t.TempDir(), "--save", "", "--appendonly", "yes", "--daemonize", "no")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	dsn := fmt.Sprintf("redis://127.0.0.1:%s/0", port)
	running(t, cmd, func() error {
		s, err := serve.OpenQuota(t.Context(), serve.DSN(dsn))
		if err == nil {
			s.Close()
		}
		return err
	})
	return dsn
}

// postgresServer starts PostgreSQL, and gives its DSN.
func postgresServer(t *testing.T) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		missing(t, "initdb")
	}
	bin := filepath.Dir(found[len(found)-1])
	attr := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	dir, err := os.MkdirTemp("", "skillgw-postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if os.Getuid() == 0 { // PostgreSQL does not run as root
		u, err := user.Lookup("postgres")
		if err != nil {
			missing(t, "user postgres")
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(dir, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	port := freePort(t)
	cmd := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-p", port, "-h", "127.0.0.1", "-k", dir)
	cmd.SysProcAttr, cmd.Dir = attr, dir
	dsn := fmt.Sprintf("postgres://postgres@127.0.0.1:%s/postgres?sslmode=disable", port)
	running(t, cmd, func() error {
		s, err := postgres.Open(t.Context(), dsn)
		if err == nil {
			s.Close()
		}
		return err
	})
	return dsn
}
