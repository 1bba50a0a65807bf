// Package gc says when garbage is collected.
package gc

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// The garbage collector waits until the heap is a tenth larger than what is alive,
// and by some bytes more. A workspace is read once and kept, so that collecting
// while it grows finds little.
const (
	heapGrowth  = 10 // percent of what is alive
	readerSpare = 18 << 20
	otherSpare  = 8 << 20
	leastHeap   = 4 << 20 // of which the runtime takes the percentage where less is alive
)

// heapSpare is how many bytes more; 0 before Later.
var heapSpare atomic.Int64

// Later lets the garbage collector run seldom, for a process that reads a workspace and
// ends.
func Later() {
	heapSpare.Store(readerSpare)
	due()
	runtime.SetFinalizer(&cycle{}, (*cycle).ended)
}

// Sooner, after Later, is for a process that stays with what it has read, as an editor's
// machine has other uses for the memory, and for one that reads no workspace.
func Sooner() {
	if heapSpare.Load() > 0 {
		heapSpare.Store(otherSpare)
		due()
	}
}

// due sets when the next collection is.
func due() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if live := sample[0].Value; live.Kind() == metrics.KindUint64 {
		debug.SetGCPercent(heapGrowth + int(100*heapSpare.Load()/max(int64(live.Uint64()), leastHeap)))
	}
}

// A cycle ends with each collection: nothing refers to it.
type cycle struct{ _ *byte }

func (c *cycle) ended() {
	due()
	runtime.SetFinalizer(c, (*cycle).ended)
}
