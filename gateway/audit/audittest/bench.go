package audittest

import (
	"bytes"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
)

// Sample is a record of usual size.
var Sample = audit.Record{
	CallID: "01890a5d-ac96-774b-bcce-b302099a8057", RootCallID: "01890a5d-ac96-774b-bcce-b302099a8057",
	Org: "acme", User: "alice@example.com", Session: "0b1c2d3e-4f50", Agent: "planner",
	Consumer: "jungastro", ConsumerVersion: "1.4.0", Provider: "zodiac", ProviderVersion: "2.0.1", Tool: "calculate_zodiac",
	Definition: "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4", Decision: "allow",
	Quota:   audit.Quota{Key: "{4:acme17:alice@example.com}6:zodiac16:calculate_zodiac7:day@UTC", Remaining: 12},
	Args:    audit.Digest{HMAC: "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8", Size: 72},
	TraceID: "4bf92f3577b34da6a3ce929d0e0e4736",
}

// turn is how long each side of a comparison is driven at a time.
const turn = 20 * time.Millisecond

// Compare measures a log, by denials, which are one row each, against group commit that
// does nothing else: write makes so many ready rows durable, by one goroutine, as they come
// together from as many callers. The two take turns, for neither a disk nor a machine is
// the same from one second to the next; an iteration is one turn of each. It reports the
// median of the ratios of their rates, the rates, and the processor time of a row.
func Compare(b *testing.B, log audit.Log, write func(rows int) error) {
	for _, callers := range []int{1, 4, 16, 64, 256} {
		b.Run(strconv.Itoa(callers), func(b *testing.B) { compare(b, log, callers, write) })
	}
}

func compare(b *testing.B, log audit.Log, callers int, write func(rows int) error) {
	raw := &groupCommit{write: write, wake: make(chan struct{}, 1)}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		raw.run()
	}()
	var id atomic.Int64
	sides := [2]side{
		{name: "raw-", do: raw.commit},
		{do: func() error {
			r := Sample
			r.CallID = r.CallID[:24] + strconv.FormatInt(id.Add(1)+1e11, 10)
			return log.Denial(ctx, r)
		}},
	}
	for _, s := range sides {
		s.drive(b, callers) // to warm up
	}
	var ratios []float64
	for i := 0; b.Loop(); i++ {
		var rate [2]float64
		for k := range sides {
			k ^= i & 1
			rate[k] = sides[k].drive(b, callers)
		}
		ratios = append(ratios, 100*rate[1]/rate[0])
	}
	close(raw.wake)
	<-stopped
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "%-of-raw")
	for _, s := range sides {
		b.ReportMetric(float64(s.rows)/s.time.Seconds(), s.name+"rows/s")
		b.ReportMetric(float64(s.cpu)/float64(s.rows), s.name+"cpu-ns/row")
	}
	b.ReportMetric(0, "ns/op") // which would be that of two turns
}

// Ready gives Compare its write for a store: it appends ready rows to a segment of the
// store's own.
func Ready(b *testing.B, store audit.Store) (write func(rows int) error) {
	b.Helper()
	segment, err := store.Create(ctx, "ready")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { segment.Close() })
	record := Sample
	record.Time, record.Kind = time.Now().UTC(), audit.Denial
	line := bytes.Repeat([]byte("x"), lineSize)
	var entries []audit.Entry
	next := uint64(0)
	return func(rows int) error {
		entries = entries[:0]
		for range rows {
			entries = append(entries, audit.Entry{Seq: next, Line: line, Record: &record})
			next++
		}
		return segment.Append(ctx, entries)
	}
}

// lineSize is the length of Sample's row.
const lineSize = 910

// A side of a comparison, and what was measured of it.
type side struct {
	name      string
	do        func() error
	rows      int
	time, cpu time.Duration
}

// drive has callers do it again and again for a turn, and gives the rate.
func (s *side) drive(b *testing.B, callers int) float64 {
	var rows atomic.Int64
	var over atomic.Bool
	var wg sync.WaitGroup
	start, used := time.Now(), processorTime()
	time.AfterFunc(turn, func() { over.Store(true) })
	for range callers {
		wg.Go(func() {
			n := 0
			for ; !over.Load(); n++ {
				if err := s.do(); err != nil {
					b.Error(err)
					return
				}
			}
			rows.Add(int64(n))
		})
	}
	wg.Wait()
	took := time.Since(start)
	s.rows += int(rows.Load())
	s.time += took
	s.cpu += processorTime() - used
	return float64(rows.Load()) / took.Seconds()
}

// groupCommit is group commit of rows without a meaning, in the fewest steps: what a log
// could be at its best.
type groupCommit struct {
	write func(rows int) error
	wake  chan struct{}
	mu    sync.Mutex
	queue []chan error
}

var replies = sync.Pool{New: func() any { return make(chan error, 1) }}

func (g *groupCommit) commit() error {
	done := replies.Get().(chan error)
	g.mu.Lock()
	g.queue = append(g.queue, done)
	g.mu.Unlock()
	select {
	case g.wake <- struct{}{}:
	default:
	}
	err := <-done
	replies.Put(done)
	return err
}

func (g *groupCommit) run() {
	var batch []chan error
	for range g.wake {
		for {
			runtime.Gosched()
			g.mu.Lock()
			batch, g.queue = g.queue, batch[:0]
			g.mu.Unlock()
			if len(batch) == 0 {
				break
			}
			err := g.write(len(batch))
			for _, done := range batch {
				done <- err
			}
		}
	}
}
