package gateway_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

// The property tests draw the same cases in every run, so that a change is judged by what it does
// and not by its luck. A longer search takes -rapid.seed and -rapid.checks.
func init() {
	flag.Set("rapid.seed", "1")
	flag.Set("rapid.checks", "400")
}

// TestMain finds goroutines that outlive the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
