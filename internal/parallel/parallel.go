// Package parallel runs independent steps on all processors.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// spared is how many processors are left to others.
var spared atomic.Int64

// Spare leaves some processors free of steps from now on, while one is left for them: for
// what else this process has to do, and soon.
func Spare(processors int) { spared.Store(int64(processors)) }

// Do calls do(0) … do(n-1), in any order and several at once, and returns when
// all have returned. When one panics, Do panics with a *Panic.
//
// The caller takes steps too, and waits only for those that are under way: a few
// short ones need no further processor to be free.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	var undone sync.WaitGroup
	var failed atomic.Pointer[Panic]
	step := func(i int) {
		defer undone.Done()
		defer func() {
			if e := recover(); e != nil {
				failed.CompareAndSwap(nil, &Panic{e, StackOf(e)})
			}
		}()
		do(i)
	}
	work := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			step(i)
		}
	}
	undone.Add(n)
	for range min(n, runtime.GOMAXPROCS(0)-int(spared.Load())) - 1 {
		go work()
	}
	work()
	undone.Wait()
	if p := failed.Load(); p != nil {
		panic(p)
	}
}

// A Panic is what a step panicked with, and the stack that it had.
type Panic struct {
	Value any
	Stack string
}

func (p *Panic) Error() string { return fmt.Sprint(p.Value) }

// StackOf returns the stack of a panic that was recovered as e: of the step,
// when it came through Do. It is called in the function that recovers.
func StackOf(e any) string {
	if p, ok := e.(*Panic); ok {
		return p.Stack
	}
	return string(debug.Stack())
}
