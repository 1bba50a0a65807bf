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
// while it grows finds little. A process that reads one and ends collects nothing
// before its heap has a size that any machine has to spare.
const (
	readerHeap  = 150 << 20
	heapGrowth  = 10 // percent of what is alive
	readerSpare = 18 << 20
	otherSpare  = 8 << 20
	leastHeap   = 4 << 20 // of which the runtime takes the percentage where less is alive
)

// heapSpare is how many bytes more; 0 before Later. Up to heapFloor nothing is collected.
var heapSpare, heapFloor atomic.Int64

// Later lets the garbage collector run seldom, for a process that reads a workspace and
// ends.
func Later() {
	heapSpare.Store(readerSpare)
	heapFloor.Store(readerHeap)
	due()
	runtime.SetFinalizer(&cycle{}, (*cycle).ended)
}

// Sooner, after Later, is for a process that stays with what it has read, as an editor's
// machine has other uses for the memory, and for one that reads no workspace.
func Sooner() {
	if heapSpare.Load() > 0 {
		heapSpare.Store(otherSpare)
		heapFloor.Store(0)
		due()
	}
}

// due sets when the next collection is.
func due() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if live := sample[0].Value; live.Kind() == metrics.KindUint64 {
		of := max(int64(live.Uint64()), leastHeap)
		debug.SetGCPercent(int(max(heapGrowth+100*heapSpare.Load()/of, 100*(heapFloor.Load()-of)/of)))
	}
}

// A cycle ends with each collection: nothing refers to it.
type cycle struct{ _ *byte }

func (c *cycle) ended() {
	due()
	runtime.SetFinalizer(c, (*cycle).ended)
}
