package record

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// A process is a server that was started, with all that it starts itself.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	stderr tail
	all    func() // ends the server and all that it started
	once   sync.Once
}

// grace is how long a server may take to end when its input is closed.
const grace = 500 * time.Millisecond

// start starts a server in a group of its own.
func start(s Server, wire *tap) (*process, error) {
	p := &process{cmd: exec.Command(s.Command, s.Args...)}
	p.cmd.Dir = s.Dir
	p.cmd.Env = []string{}
	for _, name := range []string{"PATH", "HOME", "SystemRoot", "TEMP", "TMP", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PATHEXT"} {
		if v, ok := os.LookupEnv(name); ok {
			p.cmd.Env = append(p.cmd.Env, name+"="+v)
		}
	}
	for name, v := range s.Env {
		p.cmd.Env = append(p.cmd.Env, name+"="+v)
	}
	p.cmd.Stderr = &p.stderr
	p.cmd.WaitDelay = grace // a child that holds the output open is not waited for
	ownGroup(p.cmd)
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = &lineTap{ReadCloser: out, tap: wire}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("it cannot be started: %w", err)
	}
	p.all = groupOf(p.cmd)
	return p, nil
}

// kill ends the server and all that it started, at once.
func (p *process) kill() { p.once.Do(p.all) }

// end ends the server, and returns what it wrote last to its standard error.
func (p *process) end() string {
	p.in.Close()
	done := make(chan struct{})
	go func() {
		_ = p.cmd.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(grace):
	}
	p.kill() // also when the server is gone: what it started may be there
	select {
	case <-done:
	case <-time.After(2 * grace):
	}
	return p.stderr.String()
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu  sync.Mutex
	end []byte
}

const tailSize = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.end = append(t.end, b...)
	if n := len(t.end) - tailSize; n > 0 {
		t.end = append(t.end[:0], t.end[n:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(strings.ToValidUTF8(string(t.end), "?"))
}
