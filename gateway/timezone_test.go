package gateway_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skilllint/skilllint/gateway"
)

// TestTimeZone: the day of a rate begins where the provider's access section says.
func TestTimeZone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it is 2000-01-01, midnight UTC: 8 in Shanghai
		w := newWorld(t)
		text := strings.Replace(astro, `"requires_subscription": true,`, `"requires_subscription": true, "timezone": "Asia/Shanghai",`, 1)
		if err := w.Reload(catalogOf(t, text)); err != nil {
			t.Fatal(err)
		}
		ctx := w.as(t, "jungastro")
		call := func() error {
			_, err := w.Call(ctx, "calculate_zodiac", json.RawMessage(birth))
			return err
		}
		for range 3 {
			if err := call(); err != nil {
				t.Fatal(err)
			}
		}
		const want = `{"error":"rate_limited","retry_after":57600,"reset_at":"2000-01-01T16:00:00Z","limit":"3/day","remaining":0}`
		if got := jsonOf(t, call()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		time.Sleep(16*time.Hour - time.Nanosecond)
		if got := code(t, call()); got != gateway.RateLimited {
			t.Errorf("just before midnight: %q", got)
		}
		time.Sleep(time.Nanosecond)
		if err := call(); err != nil {
			t.Errorf("at midnight: %v", err)
		}
	})
}
