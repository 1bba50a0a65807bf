// Package parallel runs independent steps on all processors.
package parallel

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls do(0) … do(n-1), in any order and several at once, and returns when
// all have returned. When one panics, Do panics with a *Panic.
func Do(n int, do func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	var failed atomic.Pointer[Panic]
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			defer func() {
				if e := recover(); e != nil {
					failed.CompareAndSwap(nil, &Panic{e, StackOf(e)})
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	group.Wait()
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
