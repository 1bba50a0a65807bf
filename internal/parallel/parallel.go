// Package parallel runs independent steps on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls do(0) … do(n-1), in any order and several at once, and returns when
// all have returned.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
}
