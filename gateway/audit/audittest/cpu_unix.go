//go:build unix

package audittest

import (
	"syscall"
	"time"
)

// processorTime is what this process has used. What the wall clock shows depends on who else
// is using the machine.
func processorTime() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
