package quotatest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

const (
	childEnv   = "QUOTATEST_RACE"
	processes  = 4
	goroutines = 32
	raceLimit  = 50
)

// Race has 4 processes of 32 goroutines each ask 20 times (5 times under the race detector)
// for a limit of 50, five times over, and fails unless exactly 50 calls are allowed each time. The processes are this
// test binary running the same test; address tells them where the store is, and is not
// asked in them. skew gives the error of the nth process' clock.
func Race(t *testing.T, address func() string, open func(address string) (quota.Store, error), skew func(n int) time.Duration) {
	if job := os.Getenv(childEnv); job != "" {
		raceChild(t, job, open, skew)
		return
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	where := address()
	for run := range 5 {
		if got := raceOnce(t, where, run); got != raceLimit {
			t.Errorf("run %d: %d of %d calls were allowed, want exactly %d", run, got, processes*goroutines*attempts, raceLimit)
		}
	}
}

func raceOnce(t *testing.T, where string, run int) (allowed int) {
	var starts []func() error
	var outs []*bytes.Buffer
	var children []*exec.Cmd
	for n := range processes {
		child := exec.Command(os.Args[0], "-test.run=^"+strings.ReplaceAll(t.Name(), "/", "$/^")+"$", "-test.count=1")
		child.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %s", childEnv, run, n, where))
		start, err := child.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out := new(bytes.Buffer)
		child.Stdout, child.Stderr = out, out
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		starts, outs, children = append(starts, start.Close), append(outs, out), append(children, child)
	}
	for _, start := range starts {
		start()
	}
	for n, child := range children {
		if err := child.Wait(); err != nil {
			t.Fatalf("process %d: %v\n%s", n, err, outs[n])
		}
		_, after, ok := strings.Cut(outs[n].String(), "allowed=")
		count, err := strconv.Atoi(strings.Fields(after + " ?")[0])
		if !ok || err != nil {
			t.Fatalf("process %d said: %s", n, outs[n])
		}
		allowed += count
	}
	return allowed
}

func raceChild(t *testing.T, job string, open func(string) (quota.Store, error), skew func(int) time.Duration) {
	var run, n int
	var where string
	if _, err := fmt.Sscanf(job, "%d %d %s", &run, &n, &where); err != nil {
		t.Fatal(err)
	}
	store, err := open(where)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	bufio.NewReader(os.Stdin).ReadByte() // the parent closes it when all are there
	// The month is long enough to hold the test, but for one second of it.
	limit := quota.Limit{N: raceLimit, Window: quota.Calendar(quota.Month, nil)}
	key := quota.Key{Org: "acme", User: "alice", Provider: fmt.Sprint("race", run), Tool: "calculate"}
	var allowed atomic.Int64
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			for i := range attempts {
				d, err := reserve(store, key, limit, fmt.Sprintf("%d/%d/%d", n, g, i), skew(n))
				if err != nil {
					t.Error(err)
					return
				}
				if d.Allowed {
					allowed.Add(1)
				}
			}
		})
	}
	wg.Wait()
	fmt.Printf("allowed=%d\n", allowed.Load())
}

// reserve asks for a call as a gateway does on a busy machine: again, with the
// same id, when the store did not answer in time. It gives up after a minute.
func reserve(store quota.Store, key quota.Key, limit quota.Limit, id string, skew time.Duration) (quota.Decision, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		d, err := store.Reserve(ctx, key, limit, id, time.Now().Add(skew))
		if !errors.Is(err, quota.ErrUnavailable) || ctx.Err() != nil {
			return d, err
		}
	}
}
