package git

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/skilllint/skilllint/internal/limit"
)

// Objects reads the objects of a repository, by one process that starts with
// the first. It is safe for concurrent use.
type Objects struct {
	repo *Repository

	mu      sync.Mutex
	batch   *batch
	missing error // the first object that was not there
}

// Objects returns the objects of the repository. Close ends the process.
func (r *Repository) Objects() *Objects { return &Objects{repo: r} }

// Read returns the bytes of an object.
func (o *Objects) Read(id string) ([]byte, error) {
	if !isObjectName(id) {
		return nil, &Error{Msg: fmt.Sprintf("%q is no object name", id)}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.batch == nil {
		b, err := startBatch(o.repo)
		if err != nil {
			return nil, err
		}
		o.batch = b
	}
	src, err := o.batch.read(id)
	if o.batch.lost {
		o.batch.stop()
		o.batch = nil
	}
	if err != nil && o.missing == nil && !errors.As(err, new(limit.TooLarge)) {
		o.missing = err
	}
	return src, err
}

// Close ends the process that reads objects.
func (o *Objects) Close() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.batch == nil {
		return nil
	}
	err := o.batch.close()
	o.batch = nil
	return err
}

// A batch is a running `git cat-file --batch`.
type batch struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	lost bool // what follows in the stream is not known
}

func startBatch(repo *Repository) (*batch, error) {
	dir, env, err := repo.borrow()
	if err != nil {
		return nil, err
	}
	cmd := command(context.Background(), dir, env, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &batch{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<16)}, nil
}

func (b *batch) read(id string) ([]byte, error) {
	missing := &Error{"object " + id + " is not in this clone", "it is a partial one; git fetch --refetch --no-filter fetches the rest"}
	b.lost = true
	if _, err := fmt.Fprintln(b.in, id); err != nil {
		return nil, missing
	}
	header, err := b.out.ReadString('\n')
	fields := strings.Fields(header)
	if err != nil || len(fields) != 3 {
		b.lost = err != nil
		return nil, missing
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return nil, err
	}
	if size > maxBlob {
		return nil, limit.TooLarge(maxBlob)
	}
	src := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(b.out, src); err != nil {
		return nil, err
	}
	b.lost = false
	return src[:size], nil
}

func (b *batch) close() error {
	b.in.Close()
	return b.cmd.Wait()
}

// stop ends the process where it is.
func (b *batch) stop() {
	_ = b.cmd.Process.Kill()
	b.in.Close()
	_ = b.cmd.Wait()
}
