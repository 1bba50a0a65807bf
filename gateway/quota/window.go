package quota

import (
	"fmt"
	"time"
)

// A Unit is the length of a calendar window.
type Unit uint8

// The calendar units. A week is none of them: rates do not know it.
const (
	Second Unit = iota + 1
	Minute
	Hour
	Day
	Month
)

var unitNames = [...]string{Second: "second", Minute: "minute", Hour: "hour", Day: "day", Month: "month"}

// A Window is the span of time that a limit counts over: a unit of the calendar in
// some place, or a duration that slides. The zero Window is none.
type Window struct {
	unit     Unit
	location *time.Location
	length   time.Duration
}

// Calendar is the window that begins anew with each unit as clocks in loc show it.
// Days and months have the length that they have there: with summer time, 23 to 25
// hours a day. A nil loc is UTC. time.Local is not allowed, for it differs from host
// to host.
func Calendar(unit Unit, loc *time.Location) Window {
	if loc == nil {
		loc = time.UTC
	}
	return Window{unit: unit, location: loc}
}

// Sliding is the window of the length that ends now: whole seconds, at least one.
func Sliding(length time.Duration) Window { return Window{length: length} }

// Sliding is the length of a sliding window, 0 for a calendar window.
func (w Window) Sliding() time.Duration { return w.length }

// String is "day@Europe/Berlin" for a calendar window, "24h0m0s" for a sliding one.
// Windows of one text are the same.
func (w Window) String() string {
	if w.length != 0 || w.unit == 0 || int(w.unit) >= len(unitNames) {
		return w.length.String()
	}
	return unitNames[w.unit] + "@" + w.location.String()
}

func (w Window) check() error {
	switch {
	case w.unit == 0 && w.length == 0:
		return fmt.Errorf("%w: the limit has no window", ErrInvalid)
	case w.unit == 0 && (w.length < time.Second || w.length%time.Second != 0):
		return fmt.Errorf("%w: sliding window of %v, want whole seconds", ErrInvalid, w.length)
	case w.unit > Month:
		return fmt.Errorf("%w: calendar unit %d", ErrInvalid, w.unit)
	case w.unit != 0 && w.location == time.Local:
		return fmt.Errorf("%w: the local time zone differs between hosts, want a named one", ErrInvalid)
	}
	return nil
}

// Bounds gives the calendar window that now lies in: start ≤ now < end. The windows of
// a unit and place follow each other without gap or overlap. A sliding window ends now.
//
// Where the clocks change, days and months are as long as they were; an hour, minute
// or second never reaches across the change.
func (w Window) Bounds(now time.Time) (start, end time.Time) {
	switch w.unit {
	case Second:
		return w.even(now, time.Second)
	case Minute:
		return w.even(now, time.Minute)
	case Hour:
		return w.even(now, time.Hour)
	case Day:
		y, m, d := now.In(w.location).Date()
		return between(now, func(n int) time.Time { return dateBegin(y, m, d+n, w.location) })
	case Month:
		y, m, _ := now.In(w.location).Date()
		return between(now, func(n int) time.Time { return dateBegin(y, m+time.Month(n), 1, w.location) })
	}
	return now.Add(-w.length), now
}

// even bounds units of one length, counted on the clocks of the place and cut where
// these change, for Lord Howe Island sets its clocks by half an hour.
func (w Window) even(now time.Time, unit time.Duration) (start, end time.Time) {
	now = now.In(w.location)
	_, offset := now.Zone()
	size := int64(unit / time.Second)
	wall := now.Unix() + int64(offset)
	into := ((wall % size) + size) % size
	start = time.Unix(now.Unix()-into, 0).In(w.location)
	end = start.Add(unit)
	from, to := now.ZoneBounds()
	if !from.IsZero() && start.Before(from) {
		start = from
	}
	if !to.IsZero() && end.After(to) {
		end = to
	}
	return start, end
}

// between finds the neighbours of now among the moments begin(0), begin(1), … where 0 is
// the date that clocks show now. Steps are needed for places that once set their clocks
// back across midnight, where a date came twice, and for Samoa, which left one out.
func between(now time.Time, begin func(n int) time.Time) (start, end time.Time) {
	n := 0
	for start = begin(n); now.Before(start); start = begin(n) {
		n--
	}
	for end = begin(n + 1); !now.Before(end); end = begin(n + 1) {
		n++
		start = end
	}
	return start, end
}

// dateBegin is the first moment at which clocks in loc show midnight of the date, or
// something later where they skip it. It never decreases with the date.
func dateBegin(y int, m time.Month, d int, loc *time.Location) time.Time {
	t := time.Date(y, m, d, 0, 0, 0, 0, loc)
	if loc == time.UTC {
		return t
	}
	_, offset := t.Zone()
	wall := t.Unix() + int64(offset)
	want := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()
	from, to := t.ZoneBounds()
	switch {
	case wall < want: // skipped: the clocks jump over midnight at the end of this zone
		return to
	case wall > want:
		return from
	}
	if !from.IsZero() { // shown twice: the first time is in the zone before
		_, before := from.Add(-time.Second).Zone()
		if first := time.Unix(want-int64(before), 0).In(loc); first.Before(from) {
			return first
		}
	}
	return t
}
