package quota_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/skilllint/skilllint/gateway/quota"
)

// TestBoundsPartition walks through windows and tests that they follow each other, hold
// their moments, and begin when the clocks show the unit's beginning, or are changed.
func TestBoundsPartition(t *testing.T) {
	zones := []string{
		"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Australia/Lord_Howe",
		"Africa/Cairo", "Asia/Beirut", "America/Santiago", // days without a midnight
		"America/St_Johns", "America/Havana", "Atlantic/Azores", // days with two
		"Pacific/Apia", // a date left out
		"Asia/Pyongyang", "Africa/Monrovia", "Antarctica/Troll",
	}
	units := map[quota.Unit][2]string{ // how many years from when
		quota.Month: {"1970-01-01", "2035-01-01"}, quota.Day: {"2001-01-01", "2025-01-01"},
		quota.Hour: {"2009-12-01", "2012-02-01"}, quota.Minute: {"2011-04-02", "2011-04-05"},
		quota.Second: {"2011-04-02", "2011-04-02"},
	}
	for _, zone := range zones {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for unit, span := range units {
			w := quota.Calendar(unit, loc)
			from, _ := time.Parse(time.DateOnly, span[0])
			to, _ := time.Parse(time.DateOnly, span[1])
			start, end := w.Bounds(from)
			for n := 0; end.Before(to) || n < 2; n++ {
				next, nextEnd := w.Bounds(end)
				if !next.Equal(end) {
					t.Fatalf("%v: after [%v, %v) comes [%v, %v)", w, start, end, next, nextEnd)
				}
				for _, now := range []time.Time{next, next.Add(nextEnd.Sub(next) / 2), nextEnd.Add(-1)} {
					s, e := w.Bounds(now)
					if !s.Equal(next) || !e.Equal(nextEnd) || now.Before(s) || !now.Before(e) {
						t.Fatalf("%v: %v lies in [%v, %v), want [%v, %v)", w, now, s, e, next, nextEnd)
					}
				}
				if !begins(unit, next.In(loc)) {
					t.Fatalf("%v: a window begins at %v", w, next)
				}
				start, end = next, nextEnd
			}
		}
	}
}

func begins(unit quota.Unit, at time.Time) bool {
	if from, _ := at.ZoneBounds(); from.Equal(at) {
		return true
	}
	h, m, s := at.Clock()
	zero := s == 0
	switch unit {
	case quota.Hour:
		zero = zero && m == 0
	case quota.Day:
		zero = zero && m == 0 && h == 0
	case quota.Month:
		zero = zero && m == 0 && h == 0 && at.Day() == 1
	case quota.Second:
		zero = true
	}
	return zero && at.Nanosecond() == 0
}

func TestBoundsOfRemarkableDays(t *testing.T) {
	for _, c := range []struct{ zone, now, start, end string }{
		{"UTC", "2026-02-28T12:00:00Z", "2026-02-28T00:00:00Z", "2026-03-01T00:00:00Z"},
		{"Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"}, // 23 hours
		{"Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"}, // 25 hours
		{"Africa/Cairo", "2024-04-26T12:00:00Z", "2024-04-25T22:00:00Z", "2024-04-26T21:00:00Z"},  // begins at 01:00
		{"Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29T10:00:00Z", "2011-12-30T10:00:00Z"},  // the 30th was left out
		{"Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", "2011-12-31T10:00:00Z"},  // and this is the 31st
	} {
		loc, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		now, _ := time.Parse(time.RFC3339, c.now)
		start, end := quota.Calendar(quota.Day, loc).Bounds(now)
		if got := [2]string{start.UTC().Format(time.RFC3339), end.UTC().Format(time.RFC3339)}; got != [2]string{c.start, c.end} {
			t.Errorf("the day of %s in %s is %v, want [%s %s]", c.now, c.zone, got, c.start, c.end)
		}
	}
}

// TestDriversStayApart: who imports this package links no driver, nor who imports one
// store the driver of another.
func TestDriversStayApart(t *testing.T) {
	quotaDeps := deps(t, "github.com/skilllint/skilllint/gateway/quota")
	for dep := range quotaDeps {
		if outside(dep) {
			t.Errorf("gateway/quota links %s", dep)
		}
	}
	for store, foreign := range map[string]string{"sqlite": "github.com/redis/", "redis": "modernc.org/"} {
		for dep := range deps(t, "github.com/skilllint/skilllint/gateway/quota/"+store) {
			if len(dep) >= len(foreign) && dep[:len(foreign)] == foreign {
				t.Errorf("gateway/quota/%s links %s", store, dep)
			}
		}
	}
}
