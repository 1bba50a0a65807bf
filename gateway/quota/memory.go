package quota

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"sync"
	"time"
)

// Memory is a Store within this process: exact for its goroutines, unknown to other
// processes, forgotten when it ends. It is for programs that run once, and for tests;
// with several gateways each would grant the limit anew.
type Memory struct {
	seed   maphash.Seed
	shards [64]shard
}

// NewMemory returns an empty Memory. It keeps what its windows still need, and starts
// no goroutine.
func NewMemory() *Memory {
	m := &Memory{seed: maphash.MakeSeed()}
	for i := range m.shards {
		m.shards[i].tallies = map[tallyKey]*tally{}
	}
	return m
}

type shard struct {
	sync.Mutex
	tallies map[tallyKey]*tally
	sweepAt int
	_       [64]byte // shards are locked by different cores: one cache line each
}

// tallyKey is Key.Encode without the text. Locations are compared by name: the same
// zone loaded twice is two pointers.
type tallyKey struct {
	Key
	unit     Unit
	location string
	length   time.Duration
}

// Reserve implements Store.
func (m *Memory) Reserve(ctx context.Context, key Key, limit Limit, callID string, now time.Time) (Decision, error) {
	if err := Check(limit, callID); err != nil {
		return Decision{}, err
	}
	if err := ctx.Err(); err != nil {
		return Decision{}, Unavailable("memory", err)
	}
	k := keyOf(key, limit.Window)
	s := m.shard(k)
	s.Lock()
	defer s.Unlock()
	t := s.tallies[k]
	if t == nil {
		s.sweep(now)
		t = &tally{ids: map[string]int64{}}
		s.tallies[k] = t
	}
	return t.reserve(limit, callID, now), nil
}

// Refund implements Store.
func (m *Memory) Refund(_ context.Context, key Key, limit Limit, callID string) error {
	k := keyOf(key, limit.Window)
	s := m.shard(k)
	s.Lock()
	defer s.Unlock()
	if t := s.tallies[k]; t != nil {
		t.refund(callID)
	}
	return nil
}

// Close implements Store. It does nothing.
func (m *Memory) Close() error { return nil }

func keyOf(key Key, w Window) tallyKey {
	k := tallyKey{Key: key, unit: w.unit, length: w.length}
	if w.location != nil {
		k.location = w.location.String()
	}
	return k
}

func (m *Memory) shard(k tallyKey) *shard {
	return &m.shards[maphash.Comparable(m.seed, k)%uint64(len(m.shards))]
}

// sweep forgets idle tallies each time that their number has doubled.
func (s *shard) sweep(now time.Time) {
	if len(s.tallies) < s.sweepAt {
		return
	}
	for k, t := range s.tallies {
		if t.end <= now.UnixNano() && t.newest()+int64(max(k.length, Remember)) <= now.UnixNano() {
			delete(s.tallies, k)
		}
	}
	s.sweepAt = max(64, 2*len(s.tallies))
}

// A tally is what one key has used. Times are nanoseconds since 1970. Its time never
// runs backwards: a caller whose now is older than the newest window, or in a sliding
// window than the newest call, counts with that, unless it lies further than Ahead in the future.
type tally struct {
	window
	before window // the one that this one followed
	calls  []call // remembered, in order of time
	ids    map[string]int64
}

// A window is a calendar window, and the calls that were counted in it.
type window struct {
	start, end int64
	used       int
}

type call struct {
	id string
	at int64
}

// setBack makes void what was counted later than a clock could be ahead: the host's had
// jumped, and was set right. What was counted before the jump counts again.
func (t *tally) setBack(now time.Time) {
	latest := now.Add(Ahead).UnixNano()
	if t.start > latest {
		t.window, t.before = t.before, window{}
		if t.start > latest {
			t.window = window{}
		}
	}
	if t.newest() > latest {
		n := t.since(latest + 1)
		for _, c := range t.calls[n:] {
			delete(t.ids, c.id)
		}
		t.calls = slices.Delete(t.calls, n, len(t.calls))
	}
}

func (t *tally) reserve(limit Limit, callID string, now time.Time) Decision {
	t.setBack(now)
	if limit.Window.length != 0 {
		return t.sliding(limit, callID, now)
	}
	at := max(now.UnixNano(), t.start)
	w := t.window
	if at >= w.end {
		s, e := limit.Window.Bounds(time.Unix(0, at))
		w = window{s.UnixNano(), e.UnixNano(), 0}
	}
	_, known := t.ids[callID]
	allowed := known || w.used < limit.N
	if allowed && !known {
		w.used++
		if w.start != t.start {
			t.before = t.window
		}
		t.window = w
		t.record(callID, max(at, t.newest()), Remember)
	}
	return limit.Decide(allowed, w.used, time.Unix(0, w.end), now)
}

func (t *tally) sliding(limit Limit, callID string, now time.Time) Decision {
	length := limit.Window.length
	at := max(now.UnixNano(), t.newest())
	used := len(t.calls) - t.since(at-int64(length)+1)
	_, known := t.ids[callID]
	allowed := known || used < limit.N
	if allowed && !known {
		used++
		t.record(callID, at, max(length, Remember))
	}
	reset := at
	if used > 0 {
		reset = t.calls[len(t.calls)-used+max(0, used-limit.N)].at + int64(length)
	}
	return limit.Decide(allowed, used, time.Unix(0, reset), now)
}

func (t *tally) record(callID string, at int64, keep time.Duration) {
	t.forget(at - int64(keep))
	t.ids[callID] = at
	t.calls = append(t.calls, call{callID, at})
}

// newest is the time of the last call, 0 without one.
func (t *tally) newest() int64 {
	if len(t.calls) == 0 {
		return 0
	}
	return t.calls[len(t.calls)-1].at
}

func (t *tally) refund(callID string) {
	at, known := t.ids[callID]
	if !known {
		return
	}
	delete(t.ids, callID)
	for i := t.since(at); i < len(t.calls); i++ {
		if t.calls[i].id == callID {
			t.calls = slices.Delete(t.calls, i, i+1)
			break
		}
	}
	if at >= t.start && at < t.end {
		t.used--
	}
}

// since is the index of the first call at or after the time.
func (t *tally) since(at int64) int {
	i, _ := slices.BinarySearchFunc(t.calls, at, func(c call, at int64) int { return cmp.Compare(c.at, at) })
	return i
}

// forget drops the calls up to the time, when these are at least half of all, so that a
// call is moved once on average.
func (t *tally) forget(upTo int64) {
	if len(t.calls) == 0 || t.calls[0].at > upTo {
		return
	}
	n := t.since(upTo + 1)
	if 2*n < len(t.calls) {
		return
	}
	for _, c := range t.calls[:n] {
		delete(t.ids, c.id)
	}
	t.calls = slices.Delete(t.calls, 0, n)
}
