package contract

import (
	"math"
	"slices"
)

// Intersects reports whether some version satisfies both ranges. It is exact
// where npm's function of that name is not: that one finds ">1.2.3 <1.2.4" in
// "*", although nothing satisfies it, and misses "1.2.3-b" in "^1.2.3-a",
// although that version satisfies it.
func (r Range) Intersects(other Range) bool {
	return !r.Intersect(other).Empty()
}

// Empty reports whether no version at all satisfies the range.
func (r Range) Empty() bool {
	s := r.spans()
	return len(s.releases) == 0 && len(s.prereleases) == 0
}

// Intersect returns the range of the versions that satisfy both. It takes
// O(n log n) time for n comparators.
func (r Range) Intersect(other Range) Range {
	a, b := r.spans(), other.spans()
	return spans{
		releases:    intersect(a.releases, b.releases),
		prereleases: intersect(a.prereleases, b.prereleases),
	}.toRange()
}

// A span holds the versions from low up to, but not including, high. Every
// bound can be written so, since each version has a next one.
type span struct{ low, high version }

var (
	lowest, endless = version{}.first(), version{major: math.MaxUint64}
	everything      = span{version{}, endless}
)

// spans are the versions of a range as sorted disjoint spans. They are kept
// apart because ranges speak of releases, and of prereleases only where they
// name one: releases has bounds that are releases, and each span of
// prereleases lies below one release.
type spans struct{ releases, prereleases []span }

func (r Range) spans() spans {
	var s spans
	sets := r.sets
	if sets == nil {
		sets = [][]comparator{nil}
	}
	for _, set := range sets {
		all := span{lowest, endless}
		for _, c := range set {
			if c.op != less && c.op != lessEqual {
				low := c.version
				if c.op == greater {
					low = low.next()
				}
				if low.compare(all.low) > 0 {
					all.low = low
				}
			}
			if c.op != greater && c.op != greaterEqual {
				high := c.version
				if c.op != less {
					high = high.next()
				}
				if high.compare(all.high) < 0 {
					all.high = high
				}
			}
		}
		s.releases = appendSpan(s.releases, span{all.low.release(), all.high.release()})
		for _, c := range set {
			if c.pre != "" {
				s.prereleases = appendSpan(s.prereleases, overlap(all, span{c.first(), c.release()}))
			}
		}
	}
	s.releases, s.prereleases = union(s.releases), union(s.prereleases)
	return s
}

func appendSpan(list []span, s span) []span {
	if s.low.compare(s.high) < 0 {
		list = append(list, s)
	}
	return list
}

func overlap(a, b span) span {
	if b.low.compare(a.low) > 0 {
		a.low = b.low
	}
	if b.high.compare(a.high) < 0 {
		a.high = b.high
	}
	return a
}

// union sorts and joins spans that touch.
func union(list []span) []span {
	slices.SortFunc(list, func(a, b span) int { return a.low.compare(b.low) })
	joined := list[:0]
	for _, s := range list {
		if n := len(joined); n > 0 && s.low.compare(joined[n-1].high) <= 0 {
			if s.high.compare(joined[n-1].high) > 0 {
				joined[n-1].high = s.high
			}
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

func intersect(a, b []span) []span {
	var both []span
	for len(a) > 0 && len(b) > 0 {
		both = appendSpan(both, overlap(a[0], b[0]))
		if a[0].high.compare(b[0].high) < 0 {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

// toRange writes prereleases that lead up to a span of releases into one set
// with it: ">=1.2.3-beta <2.0.0".
func (s spans) toRange() Range {
	var r Range
	releases := s.releases
	if len(s.prereleases) > 0 && len(releases) > 0 && releases[0] == everything {
		// "*" beside other sets would swallow their prereleases.
		middle := s.prereleases[0].low.release()
		if middle == (version{}) {
			middle.patch++
		}
		releases = []span{{version{}, middle}, {middle, endless}}
	}
	for _, p := range s.prereleases {
		for len(releases) > 0 && releases[0].low.compare(p.low) < 0 {
			r.sets = append(r.sets, releases[0].set())
			releases = releases[1:]
		}
		if len(releases) > 0 && releases[0].low == p.high {
			p.high = releases[0].high
			releases = releases[1:]
		}
		r.sets = append(r.sets, p.set())
	}
	for _, s := range releases {
		r.sets = append(r.sets, s.set())
	}
	switch {
	case len(r.sets) == 0:
		r.sets = [][]comparator{{nothing}}
	case len(s.prereleases) == 0 && s.releases[0] == everything:
		r.sets = nil
	}
	return r
}

// set returns the comparators of a span.
func (s span) set() []comparator {
	if after := s.low.next(); s.high == after || s.low.pre == "" && s.high == after.release() {
		return []comparator{{equal, s.low}}
	}
	var set []comparator
	if s.low != (version{}) {
		set = append(set, comparator{greaterEqual, s.low})
	}
	if s.high != endless {
		set = append(set, comparator{less, s.high})
	}
	return set
}
