// Package gc says when garbage is collected.
package gc

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// The garbage collector waits until the heap is a fifth larger than what is alive,
// and by some bytes more. A workspace is read once and kept, so that collecting
// while it grows finds little.
const (
	heapGrowth  = 20 // percent of what is alive
	readerSpare = 40 << 20
	serverSpare = 8 << 20 // of a process that stays: an editor's machine has other uses for the memory
)

// heapSpare is how many bytes more.
var heapSpare atomic.Int64

// Later lets the garbage collector run seldom, for a process that reads a workspace and
// ends.
func Later() {
	heapSpare.Store(readerSpare)
	debug.SetGCPercent(1000) // the first collection at 40 MB: the runtime's smallest heap times this
	runtime.SetFinalizer(&cycle{}, (*cycle).ended)
}

// Sooner, after Later, is for a process that stays with what it has read.
func Sooner() { heapSpare.Store(serverSpare) }

// A cycle ends with each collection: nothing refers to it.
type cycle struct{ _ *byte }

// ended sets when the next collection is due.
func (c *cycle) ended() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if live := sample[0].Value; live.Kind() == metrics.KindUint64 {
		spare := uint64(heapSpare.Load())
		debug.SetGCPercent(heapGrowth + int(100*spare/max(live.Uint64(), spare/10)))
	}
	runtime.SetFinalizer(c, (*cycle).ended)
}
