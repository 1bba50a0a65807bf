package changes

import (
	"testing"

	"github.com/skilllint/skilllint/contract"
)

// TestStricter says which changes of a rate allow less.
func TestStricter(t *testing.T) {
	for _, test := range []struct {
		old, now string
		want     bool
	}{
		{"100/day", "100/day", false},
		{"100/day", "99/day", true},
		{"100/day", "101/day", false},
		{"100/day", "99/hour", true}, // fewer at once, though more in a day
		{"100/hour", "100/day", true},
		{"100/hour", "2399/day", true},
		{"100/hour", "2400/day", false},
		{"unlimited", "1000000/second", true},
		{"1/month", "unlimited", false},
		{"unlimited", "unlimited", false},
		{"24/day", "24/24h", false},
	} {
		old, err := contract.ParseRate(test.old)
		now, err2 := contract.ParseRate(test.now)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		if got := stricter(old, now); got != test.want {
			t.Errorf("from %s to %s: got %t", test.old, test.now, got)
		}
	}
}
