package audit_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skilllint/skilllint/gateway/audit"
	"github.com/skilllint/skilllint/gateway/audit/audittest"
)

// BenchmarkFiles compares the log with group commit that does nothing else: as many bytes,
// written and synced by one goroutine as they come together. The two take turns, for disks
// are not the same from one second to the next.
func BenchmarkFiles(b *testing.B) {
	for _, callers := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprint(callers), func(b *testing.B) {
			dir := b.TempDir()
			w := newWriter(b, files(b, dir), audit.Options{SegmentBytes: 1 << 30})
			raw := newRaw(b, filepath.Join(dir, "raw"), rowSize(b))
			var rawTime, logTime time.Duration
			const turns = 20
			b.ReportAllocs()
			b.ResetTimer()
			for range turns {
				rawTime += drive(b, b.N/turns+1, callers, func(int64) error { return raw.commit() })
				logTime += drive(b, b.N/turns+1, callers, func(i int64) error {
					r := audittest.Sample
					r.CallID = r.CallID[:24] + strconv.FormatInt(i+1e11, 10)
					return w.Denial(ctx, r)
				})
			}
			b.StopTimer()
			raw.close()
			rows := float64(b.N/turns+1) * turns
			b.ReportMetric(rows/rawTime.Seconds(), "raw-rows/s")
			b.ReportMetric(rows/logTime.Seconds(), "rows/s")
			b.ReportMetric(100*rawTime.Seconds()/logTime.Seconds(), "%-of-raw")
		})
	}
}

// drive has callers do f n times together.
func drive(b *testing.B, n, callers int, f func(i int64) error) time.Duration {
	start := time.Now()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				if err := f(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return time.Since(start)
}

func rowSize(b *testing.B) int {
	dir := b.TempDir()
	w := newWriter(b, files(b, dir), audit.Options{})
	if err := w.Denial(ctx, audittest.Sample); err != nil {
		b.Fatal(err)
	}
	w.Close()
	names, _ := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	return len(readLines(b, names[0])[1]) + 1
}

// raw is group commit of lines without a meaning.
type raw struct {
	requests chan chan error
	done     chan struct{}
}

func newRaw(b *testing.B, path string, size int) *raw {
	f, err := audit.OpenRaw(path)
	if err != nil {
		b.Fatal(err)
	}
	r := &raw{requests: make(chan chan error, 4096), done: make(chan struct{})}
	line := make([]byte, size)
	go func() {
		defer close(r.done)
		defer f.Close()
		var buf []byte
		var batch []chan error
		for first := range r.requests {
			batch, buf = append(batch[:0], first), append(buf[:0], line...)
			for more := true; more; {
				select {
				case q := <-r.requests:
					if q == nil {
						more = false
						break
					}
					batch, buf = append(batch, q), append(buf, line...)
				default:
					more = false
				}
			}
			_, err := f.Write(buf)
			if err == nil {
				err = f.Sync()
			}
			for _, q := range batch {
				q <- err
			}
		}
	}()
	return r
}

func (r *raw) commit() error {
	done := make(chan error, 1)
	r.requests <- done
	return <-done
}

func (r *raw) close() {
	close(r.requests)
	<-r.done
}
