package serve_test

import (
	"context"
	"net/http"
	"os"
	"runtime"
	"testing"
	"time"
)

// TestSoak calls for SKILLGW_SOAK, such as 10m, and looks for what grows.
func TestSoak(t *testing.T) {
	length, err := time.ParseDuration(os.Getenv("SKILLGW_SOAK"))
	if err != nil {
		length = 2 * time.Second
	}
	w := start(t, childConfig(t, "zodiac"), withoutZodiac())
	w.ready(t, true)
	bodies := hostileBodies()
	measure := func() (heap uint64, goroutines int) {
		http.DefaultClient.CloseIdleConnections()
		time.Sleep(300 * time.Millisecond)
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc, runtime.NumGoroutine()
	}
	round := func(n int) {
		for range n {
			w.call(t, "jungastro", aliceToken, "zodiac__echo", `{"a":1}`)
			w.call(t, "jungastro", bobToken, "vault__open", `{}`)
		}
		for _, body := range bodies {
			w.post(t, "jungastro", bobToken, body)
		}
	}
	round(200)
	heap, goroutines := measure()
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	calls := 0
	for ctx.Err() == nil {
		round(200)
		calls += 400 + len(bodies)
	}
	after, then := measure()
	t.Logf("%d requests in %v: heap %d kB before, %d kB after; goroutines %d, %d", calls, length, heap>>10, after>>10, goroutines, then)
	if after > heap+8<<20 || then > goroutines+20 {
		t.Errorf("heap %d → %d, goroutines %d → %d", heap, after, goroutines, then)
	}
}
