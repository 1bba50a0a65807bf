//go:build !unix

package audittest

import "time"

// processorTime has no clock here.
func processorTime() time.Duration { return 0 }
