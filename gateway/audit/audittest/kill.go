package audittest

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

const (
	killEnv = "AUDITTEST_KILL"
	kills   = 10
	writers = 3
	callers = 8
)

// Kill has three processes write to one log, kills them in the middle of it, ten times
// over, and fails if a row is missing that one of them had been told is durable, or a call
// stays without an outcome. The processes are this test binary running the same test;
// address tells them where the log is, and is not asked in them.
func Kill(t *testing.T, address func() string, open func(address string) (audit.Store, error)) {
	if where := os.Getenv(killEnv); where != "" {
		n, where, _ := strings.Cut(where, " ")
		killed(t, n, where, open)
		return
	}
	if testing.Short() {
		t.Skip("starts processes")
	}
	where := address()
	acked := map[string]bool{}
	for round := range kills {
		for _, line := range killOnce(t, where, round) {
			acked[line] = true
		}
	}
	store, err := open(where)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	// A server may take a moment to notice that its clients are dead.
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		w, err := audit.New(ctx, store, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		report, err := audit.Check(ctx, store)
		if err != nil {
			t.Fatal(err)
		}
		unsealed := slices.ContainsFunc(report.Segments, func(s audit.SegmentReport) bool { return !s.Sealed })
		if !unsealed || time.Now().After(deadline) {
			break
		}
	}
	judge(t, store, acked)
}

// killOnce gives the lines that the processes printed before they died.
func killOnce(t *testing.T, where string, round int) (lines []string) {
	var wg, running sync.WaitGroup
	var mu sync.Mutex
	var children []*exec.Cmd
	for n := range writers {
		child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
		child.Env = append(os.Environ(), fmt.Sprintf("%s=%d.%d %s", killEnv, round, n, where))
		child.Stderr = os.Stderr
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, child)
		running.Add(1)
		wg.Go(func() {
			first := sync.OnceFunc(running.Done)
			defer first()
			r := bufio.NewReader(out)
			for {
				line, err := r.ReadString('\n')
				if err != nil {
					return // a line that was cut off is not counted
				}
				first()
				mu.Lock()
				lines = append(lines, strings.TrimSpace(line))
				mu.Unlock()
			}
		})
	}
	running.Wait()
	for _, child := range children {
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		child.Process.Kill()
	}
	wg.Wait()
	for _, child := range children {
		child.Wait()
	}
	return lines
}

// killed writes until it dies, and prints each row that it was told is durable.
func killed(t *testing.T, name, where string, open func(string) (audit.Store, error)) {
	store, err := open(where)
	if err != nil {
		t.Fatal(err)
	}
	w, err := audit.New(ctx, store, audit.Options{SegmentBytes: 50_000, Timeout: time.Minute}) // what is lost is asked, not how fast a busy disk is
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	end := time.Now().Add(time.Minute) // should nobody kill it
	for c := range callers {
		wg.Go(func() {
			for i := 0; time.Now().Before(end); i++ {
				r := audit.Record{CallID: fmt.Sprint(name, ".", c, ".", i), Org: "acme", User: "alice", Consumer: "jungastro", Provider: "zodiac", Tool: "calculate"}
				for _, step := range []struct {
					kind audit.Kind
					do   func(context.Context, audit.Record) error
				}{{audit.Intent, w.Intent}, {audit.Outcome, w.Outcome}} {
					if err := step.do(ctx, r); err != nil {
						t.Error(err)
						return
					}
					fmt.Fprintf(os.Stdout, "%s %s\n", step.kind, r.CallID)
				}
				r.CallID += "d"
				if err := w.Denial(ctx, r); err != nil {
					t.Error(err)
					return
				}
				fmt.Fprintf(os.Stdout, "%s %s\n", audit.Denial, r.CallID)
			}
		})
	}
	wg.Wait()
}

func judge(t *testing.T, store audit.Store, acked map[string]bool) {
	report, err := audit.Check(ctx, store)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Faults {
		t.Errorf("fault: %v", f)
	}
	for _, s := range report.Segments {
		if !s.Sealed {
			t.Errorf("segment %s is not sealed", s.ID)
		}
	}
	if len(report.Open) > 0 || len(report.Missing) > 0 {
		t.Errorf("open %v, missing %v; want none", report.Open, report.Missing)
	}
	stored := map[string]bool{}
	intents, unknown := map[string]bool{}, 0
	for row, err := range audit.Rows(ctx, store) {
		if err != nil {
			t.Fatal(err)
		}
		line := string(row.Kind) + " " + row.CallID
		if row.Code == audit.CodeUnknown {
			unknown++
			if stored[line] || acked[line] {
				t.Errorf("call %s has the outcome unknown, and another", row.CallID)
			}
		}
		stored[line] = true
		if row.Kind == audit.Intent {
			intents[row.CallID] = true
		}
	}
	lost := 0
	for line := range acked {
		if strings.HasPrefix(line, "intent ") || strings.HasPrefix(line, "outcome ") || strings.HasPrefix(line, "denial ") {
			if !stored[line] {
				lost++
				t.Errorf("lost: %s", line)
			}
			continue
		}
		t.Errorf("a process said: %s", line)
	}
	for id := range intents {
		if !stored["outcome "+id] {
			t.Errorf("call %s has no outcome", id)
		}
	}
	if len(acked) < 1000 || unknown == 0 {
		t.Errorf("%d rows and %d crashed calls are too few to prove anything", len(acked), unknown)
	}
	t.Logf("%d rows acknowledged, %d lost, %d calls in flight at a kill, %d segments", len(acked), lost, unknown, len(report.Segments))
}
