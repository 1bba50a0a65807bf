package contract

import (
	"fmt"
	"strconv"
	"strings"
)

// A Rate is a quota for one user and one tool: N calls a Window. The zero
// Rate is unlimited.
type Rate struct {
	N      int
	Window Window
}

// A Window is the span of time that a quota counts in.
type Window uint8

const (
	Unlimited Window = iota
	Second           // a calendar second, minute, …, in the provider's time zone
	Minute
	Hour
	Day
	Month
	Sliding24h // any 24 hours, an exact log
)

var windows = [...]string{Unlimited: "unlimited", Second: "second", Minute: "minute", Hour: "hour", Day: "day", Month: "month", Sliding24h: "24h"}

// String is the window as rates write it, such as "day" or "24h".
func (w Window) String() string { return windows[w] }

// String is the rate as ParseRate reads it.
func (r Rate) String() string {
	if r.Window == Unlimited {
		return "unlimited"
	}
	return fmt.Sprintf("%d/%s", r.N, r.Window)
}

// ParseRate reads `N/second|minute|hour|day|month`, `N/24h` or `unlimited`. N is at least 1 and at most 1e9. The error says what was expected.
func ParseRate(text string) (Rate, error) {
	if text == "unlimited" {
		return Rate{}, nil
	}
	n, window, ok := strings.Cut(text, "/")
	if !ok {
		return Rate{}, rateError(text)
	}
	if n == "0" {
		return Rate{}, fmt.Errorf("a rate of 0 allows no call: remove the tool from the exports instead")
	}
	for _, c := range n {
		if c < '0' || c > '9' {
			return Rate{}, rateError(text)
		}
	}
	v, err := strconv.Atoi(n)
	if err != nil || v < 1 || v > 1e9 || n[0] == '0' {
		return Rate{}, rateError(text)
	}
	for w := Second; int(w) < len(windows); w++ {
		if windows[w] == window {
			return Rate{v, w}, nil
		}
	}
	return Rate{}, rateError(text)
}

func rateError(string) error {
	return fmt.Errorf(`expected "N/second", "N/minute", "N/hour", "N/day", "N/month", "N/24h" or "unlimited"`)
}
