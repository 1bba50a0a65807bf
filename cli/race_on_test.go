//go:build race

package cli

// raceFactor is how much slower, and larger, the race detector makes a run.
const raceFactor = 15
