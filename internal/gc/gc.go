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

// memoryLimit is what the environment allows.
var memoryLimit = debug.SetMemoryLimit(-1)

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

// due sets when the next collection is. While little is alive, as when a process starts,
// a percentage of it would not do: what is alive may double before the next call, and
// with it what the percentage allows. Then the bound is on the whole process.
func due() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return
	}
	live, spare, floor := int64(sample[0].Value.Uint64()), heapSpare.Load(), heapFloor.Load()
	if live < floor/4 {
		debug.SetMemoryLimit(min(floor, memoryLimit))
		debug.SetGCPercent(-1)
		return
	}
	of := max(live, leastHeap)
	debug.SetGCPercent(int(max(heapGrowth+100*spare/of, 100*(floor-of)/of)))
	debug.SetMemoryLimit(memoryLimit)
}

// A cycle ends with each collection: nothing refers to it.
type cycle struct{ _ *byte }

func (c *cycle) ended() {
	due()
	runtime.SetFinalizer(c, (*cycle).ended)
}
