//go:build unix

package compared

import (
	"syscall"
	"testing"
)

// cpu reports the processor time of an operation, garbage collection included: what the
// wall clock shows depends on who else is using the machine.
func cpu(b *testing.B) (done func()) {
	used := func() int64 {
		var r syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return r.Utime.Nano() + r.Stime.Nano()
	}
	start := used()
	return func() { b.ReportMetric(float64(used()-start)/float64(b.N), "cpu-ns/op") }
}
