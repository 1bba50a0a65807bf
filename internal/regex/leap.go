package regex

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// leap skips layers: where all states are below their minimum and the layer was met before, the layers between repeat until the least
// minimum, or until the length of a tail begins to matter. If a string is wanted, the same layer means the same order of strings, too.
func (q *search) leap() {
	least := q.brink
	for _, i := range q.layer {
		if q.states[i].lo == 0 {
			return
		}
		least = min(least, q.states[i].lo)
	}
	layer := q.layer
	if !q.word {
		layer = slices.Clone(layer)
		slices.SortFunc(layer, func(a, b int32) int {
			x, y := &q.states[a], &q.states[b]
			return cmp.Or(cmp.Compare(x.core, y.core), cmp.Compare(x.lo, y.lo), cmp.Compare(x.hi, y.hi))
		})
	}
	key := make([]byte, 0, len(layer)*24)
	for n, i := range layer {
		s := &q.states[i]
		key = binary.LittleEndian.AppendUint32(key, uint32(s.core))
		key = binary.LittleEndian.AppendUint64(key, uint64(s.lo))
		key = binary.LittleEndian.AppendUint64(key, uint64(s.hi))
		key = append(key, bit(n > 0 && s.word == q.states[layer[n-1]].word))
	}
	q.t.charge(len(layer))
	now := seen{q.layer[0], q.depth}
	if before, ok := q.past[string(key)]; ok {
		period := q.depth - before.depth
		if times := (least - 1 - q.depth) / period; times > 0 {
			q.leaps = append(q.leaps, jump{before.first, now.first, int32(len(layer)), period, times})
			q.depth += times * period
			now.depth = q.depth
		}
	}
	q.past[string(key)] = now
}

// seen is a layer all below its minimum: the index of its first state, and its depth.
type seen struct {
	first int32
	depth int64
}

// jump is a leap from a layer of some width, a number of times over the layers since the same one before.
type jump struct {
	before, first, width int32
	period, times        int64
}

// spell reads the string off the way to a state, through leaps as often as they repeat.
func (q *search) spell(i int32) string {
	if !q.word {
		return ""
	}
	var out []rune
	back := func() {
		out = append(out, q.states[i].by)
		i = q.states[i].parent
	}
	for leaps := q.leaps; q.states[i].parent >= 0; {
		if n := len(leaps); n > 0 && i < leaps[n-1].first+leaps[n-1].width {
			l := leaps[n-1]
			leaps = leaps[:n-1]
			for range l.times {
				for range l.period {
					back()
				}
				i += l.first - l.before
			}
			continue
		}
		back()
	}
	slices.Reverse(out)
	return string(out)
}
