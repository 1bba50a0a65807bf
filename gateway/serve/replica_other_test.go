//go:build !linux

package serve_test

// replica is what TestReplicas starts, on Linux.
func replica() {}
