package git

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// Objects reads the objects of the repository that a folder is in, by one
// process that starts with the first. It is safe for concurrent use.
type Objects struct {
	dir string

	mu      sync.Mutex
	batch   *batch
	missing error // the first object that was not there
}

// OpenObjects returns the objects of the repository that dir is in. Close ends
// the process.
func OpenObjects(dir string) *Objects { return &Objects{dir: dir} }

// Read returns the bytes of an object.
func (o *Objects) Read(id string) ([]byte, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.batch == nil {
		b, err := startBatch(o.dir)
		if err != nil {
			return nil, err
		}
		o.batch = b
	}
	src, err := o.batch.read(id)
	if err != nil && o.missing == nil {
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
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func startBatch(dir string) (*batch, error) {
	cmd := command(context.Background(), dir, "cat-file", "--batch")
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
	return &batch{cmd, in, bufio.NewReaderSize(out, 1<<16)}, nil
}

func (b *batch) read(id string) ([]byte, error) {
	missing := &Error{"object " + id + " is not in this clone", "it is a partial one; git fetch --refetch --no-filter fetches the rest"}
	if _, err := fmt.Fprintln(b.in, id); err != nil {
		return nil, missing
	}
	header, err := b.out.ReadString('\n')
	fields := strings.Fields(header)
	if err != nil || len(fields) != 3 { // git ends at an object that it would have to fetch
		return nil, missing
	}
	size, err := strconv.Atoi(fields[2])
	if err != nil {
		return nil, err
	}
	src := make([]byte, size+1) // a line end follows
	if _, err := io.ReadFull(b.out, src); err != nil {
		return nil, err
	}
	return src[:size], nil
}

func (b *batch) close() error {
	b.in.Close()
	return b.cmd.Wait()
}
