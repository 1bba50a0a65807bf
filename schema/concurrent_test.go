package schema

import (
	"context"
	"sync"
	"testing"
)

// TestConcurrentUse: parsed schemas are shared between goroutines (run with -race), and every one gets the same answer.
func TestConcurrentUse(t *testing.T) {
	for _, c := range benchmarks {
		if len(c.a) > 10_000 {
			continue
		}
		a, b := mustParse(t, c.a), mustParse(t, c.b)
		first := CheckBytes(context.Background(), []byte(c.a), []byte(c.b), Options{})
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 3 {
					r := Check(context.Background(), a, b, Options{})
					if r.Verdict != first.Verdict || first.Witness != nil && !equal(r.Witness, first.Witness) {
						t.Errorf("%s: %s %s, not %s %s", c.name, r.Verdict, r.Witness, first.Verdict, first.Witness)
					}
					if first.Witness != nil && (a.Validate(first.Witness) != nil || b.Valid(first.Witness)) {
						t.Errorf("%s: %s is no witness", c.name, first.Witness)
					}
				}
			})
		}
		wg.Wait()
	}
}
