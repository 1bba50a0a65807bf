package serve

import (
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A child is an MCP server that runs as a program of its own.
type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	said   *tail
	done   chan struct{}
	stop   sync.Once
}

// startChild starts a program with PATH and HOME, what the configuration adds, and nothing
// else of the gateway's environment, which holds secrets.
func startChild(config *MCPProvider) (*child, error) {
	cmd := exec.Command(config.Command[0], config.Command[1:]...)
	cmd.Dir = config.Dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	for name, value := range config.Env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	group(cmd)
	c := &child{cmd: cmd, said: &tail{}, done: make(chan struct{})}
	cmd.Stderr = c.said
	cmd.WaitDelay = time.Second
	var err error
	if c.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A pipe of our own: Wait closes the one of exec, whoever still reads it.
	stdout, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.stdout, cmd.Stdout = stdout, write
	err = cmd.Start()
	write.Close()
	if err != nil {
		stdout.Close()
		return nil, err
	}
	go func() {
		_ = cmd.Wait() // what the program said is in said
		kill(cmd)      // what it left behind
		close(c.done)
	}()
	return c, nil
}

func (c *child) transport(most int) mcp.Transport {
	return &mcp.IOTransport{Reader: c.stdout, Writer: c.stdin, MaxLineLength: most}
}

// end stops the program: at the end of its input, then by a signal, then for good.
func (c *child) end() {
	c.stop.Do(func() {
		c.stdin.Close()
		for _, press := range []func(*exec.Cmd){terminate, kill} {
			select {
			case <-c.done:
			case <-time.After(time.Second):
				press(c.cmd)
				continue
			}
			break
		}
		<-c.done
		c.stdout.Close()
	})
}

// A tail keeps the end of what a program says on stderr.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailBytes = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if n := len(t.text); n > tailBytes {
		t.text = append(t.text[:0], t.text[n-tailBytes:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
