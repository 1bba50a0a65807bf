package regex

import (
	"encoding/binary"
	"slices"
	"sort"
	"unicode"
)

// span is a closed range of code points.
type span struct{ lo, hi rune }

// set is a set of code points: spans in ascending order that neither overlap nor touch.
type set []span

var (
	scalars    = set{{0, 0xD7FF}, {0xE000, unicode.MaxRune}}
	codePoints = set{{0, unicode.MaxRune}}
	digits     = set{{'0', '9'}}
	words      = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	lineEnds   = set{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
	spaces     = tableSet(unicode.Zs).union(set{{'\t', '\r'}, {0x2028, 0x2029}, {0xFEFF, 0xFEFF}})
)

func single(r rune) set { return set{{r, r}} }

func tableSet(tables ...*unicode.RangeTable) set {
	var s set
	for _, t := range tables {
		for _, r := range t.R16 {
			s = appendStrided(s, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			s = appendStrided(s, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return s.normal()
}

func appendStrided(s set, lo, hi, stride rune) set {
	if stride == 1 {
		return append(s, span{lo, hi})
	}
	for r := lo; r <= hi; r += stride {
		s = append(s, span{r, r})
	}
	return s
}

// normal sorts and merges the spans of s in place.
func (s set) normal() set {
	slices.SortFunc(s, func(a, b span) int { return int(a.lo) - int(b.lo) })
	out := s[:0]
	for _, r := range s {
		if n := len(out); n > 0 && r.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

func (s set) union(o set) set {
	return append(append(make(set, 0, len(s)+len(o)), s...), o...).normal()
}

func (s set) intersect(o set) set {
	var out set
	for i, j := 0, 0; i < len(s) && j < len(o); {
		if lo, hi := max(s[i].lo, o[j].lo), min(s[i].hi, o[j].hi); lo <= hi {
			out = append(out, span{lo, hi})
		}
		if s[i].hi < o[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// complement returns the code points outside s, surrogates included: classes are cut down to scalar values only once they are built.
func (s set) complement() set {
	out := make(set, 0, len(s)+1)
	next := rune(0)
	for _, r := range s {
		if r.lo > next {
			out = append(out, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, span{next, unicode.MaxRune})
	}
	return out
}

func (s set) contains(r rune) bool {
	if len(s) <= 8 {
		for _, x := range s {
			if r <= x.hi {
				return r >= x.lo
			}
		}
		return false
	}
	i := sort.Search(len(s), func(i int) bool { return s[i].hi >= r })
	return i < len(s) && s[i].lo <= r
}

func (s set) size() int {
	n := 0
	for _, r := range s {
		n += int(r.hi-r.lo) + 1
	}
	return n
}

// niceOrder lists all scalar values in the order in which witnesses prefer them: what people recognise first, controls last.
var niceOrder = set{
	{'a', 'z'}, {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'-', '-'}, {' ', ' '},
	{'!', ','}, {'.', '/'}, {':', '@'}, {'[', '^'}, {'`', '`'}, {'{', '~'},
	{'\n', '\n'}, {'\t', '\t'}, {'\r', '\r'}, {0xA0, 0xD7FF}, {0x10000, unicode.MaxRune}, {0xE000, 0xFFFF},
	{0x00, 0x08}, {0x0B, 0x0C}, {0x0E, 0x1F}, {0x7F, 0x9F},
}

// nicest returns the member of s that witnesses prefer and its place in niceOrder; s is not empty.
func (s set) nicest() (r rune, rank int) {
	for _, x := range niceOrder {
		i := sort.Search(len(s), func(i int) bool { return s[i].hi >= x.lo })
		if i < len(s) && s[i].lo <= x.hi {
			r = max(s[i].lo, x.lo)
			return r, rank + int(r-x.lo)
		}
		rank += int(x.hi-x.lo) + 1
	}
	return s[0].lo, rank
}

// setID names an interned set of a Table.
type setID int32

const (
	setNone setID = iota
	setAll
)

type setPair struct {
	a, b setID
	op   byte
}

// sets interns sets of scalar values and remembers the results of operations on them.
type sets struct {
	all   []set
	first []rune // the nicest member
	rank  []int  // its place in niceOrder
	index map[string]setID
	memo  map[setPair]setID
	key   []byte
}

func newSets() sets {
	s := sets{index: map[string]setID{}, memo: map[setPair]setID{}}
	s.intern(nil)
	s.intern(scalars)
	return s
}

func (s *sets) intern(x set) setID {
	key := s.key[:0]
	for _, r := range x {
		key = binary.LittleEndian.AppendUint32(key, uint32(r.lo))
		key = binary.LittleEndian.AppendUint32(key, uint32(r.hi))
	}
	s.key = key
	if id, ok := s.index[string(key)]; ok {
		return id
	}
	id := setID(len(s.all))
	s.all = append(s.all, x)
	first, rank := rune(0), 0
	if len(x) > 0 {
		first, rank = x.nicest()
	}
	s.first = append(s.first, first)
	s.rank = append(s.rank, rank)
	s.index[string(key)] = id
	return id
}

func (s *sets) union(a, b setID) setID {
	switch {
	case a == b || b == setNone || a == setAll:
		return a
	case a == setNone || b == setAll:
		return b
	}
	return s.apply(setPair{min(a, b), max(a, b), '|'}, func() set { return s.all[a].union(s.all[b]) })
}

func (s *sets) intersect(a, b setID) setID {
	switch {
	case a == b || a == setNone || b == setAll:
		return a
	case b == setNone || a == setAll:
		return b
	}
	return s.apply(setPair{min(a, b), max(a, b), '&'}, func() set { return s.all[a].intersect(s.all[b]) })
}

func (s *sets) minus(a, b setID) setID {
	switch {
	case a == b || a == setNone || b == setAll:
		return setNone
	case b == setNone:
		return a
	}
	return s.apply(setPair{a, b, '-'}, func() set { return s.all[a].intersect(s.all[b].complement()) })
}

func (s *sets) apply(p setPair, f func() set) setID {
	if id, ok := s.memo[p]; ok {
		return id
	}
	id := s.intern(f())
	s.memo[p] = id
	return id
}
