package parallel_test

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skilllint/skilllint/internal/parallel"
)

// TestDo holds that each step is done once, and that all are done when one panics.
func TestDo(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		done := make([]atomic.Int32, n)
		parallel.Do(n, func(i int) { done[i].Add(1) })
		for i := range done {
			if got := done[i].Load(); got != 1 {
				t.Fatalf("step %d of %d was done %d times", i, n, got)
			}
		}
	}
	var done atomic.Int32
	defer func() {
		p, ok := recover().(*parallel.Panic)
		if !ok || p.Error() != "ouch" || !strings.Contains(p.Stack, "ouch(") || done.Load() != 99 {
			t.Errorf("%v after %d steps", p, done.Load())
		}
	}()
	parallel.Do(100, func(i int) {
		if i == 50 {
			ouch()
		}
		done.Add(1)
	})
}

//go:noinline
func ouch() { panic("ouch") }

// TestSpare holds that spared processors have no steps, and that one is never spared.
func TestSpare(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	defer parallel.Spare(0)
	for spared, want := range []int32{3, 2, 1, 1} {
		parallel.Spare(spared)
		var now, most atomic.Int32
		meet := make(chan struct{})
		parallel.Do(int(want), func(int) { // as many steps at a time as there are to be
			if most.Add(1) == want {
				close(meet)
			}
			<-meet
		})
		parallel.Do(30, func(int) {
			if at := now.Add(1); at > want {
				t.Errorf("%d spared: %d steps at a time", spared, at)
			}
			runtime.Gosched()
			now.Add(-1)
		})
	}
}
