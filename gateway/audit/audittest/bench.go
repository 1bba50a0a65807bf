package audittest

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skilllint/skilllint/gateway/audit"
)

// Sample is a record of usual size.
var Sample = audit.Record{
	CallID: "01890a5d-ac96-774b-bcce-b302099a8057", RootCallID: "01890a5d-ac96-774b-bcce-b302099a8057",
	Org: "acme", User: "alice@example.com", Session: "0b1c2d3e-4f50", Agent: "planner",
	Consumer: "jungastro", ConsumerVersion: "1.4.0", Provider: "zodiac", ProviderVersion: "2.0.1", Tool: "calculate_zodiac",
	Definition: "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4", Decision: "allow",
	Quota:   audit.Quota{Key: "{4:acme17:alice@example.com}6:zodiac16:calculate_zodiac7:day@UTC", Remaining: 12},
	Args:    audit.Digest{HMAC: "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8", Size: 72},
	TraceID: "4bf92f3577b34da6a3ce929d0e0e4736",
}

// Bench measures denials, which are one row each, by so many callers.
func Bench(b *testing.B, log audit.Log, callers int) {
	b.ReportAllocs()
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for {
				i := next.Add(1)
				if i > int64(b.N) {
					return
				}
				r := Sample
				r.CallID = r.CallID[:24] + strconv.FormatInt(i+1e11, 10)
				if err := log.Denial(ctx, r); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}
