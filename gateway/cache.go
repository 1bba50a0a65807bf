package gateway

import (
	"container/list"
	"encoding/json"
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skilllint/skilllint/gateway/quota"
)

// A Cache says how results of read-only tools (accessors) are kept: for the user, the
// calling skill, the version of the tool and the arguments. A call of any other
// tool of the same provider for the same user makes them void, and so does a changed
// definition. Authorisation is checked on every call, cached or not; a cached result does
// not count against the quota.
type Cache struct {
	TTL     time.Duration // 0: nothing is kept
	Entries int           // 0: 10,000
	Bytes   int           // of all results: 0: 64 MiB
}

type cache struct {
	Cache
	seed        maphash.Seed
	generations [1024]atomic.Uint64 // of the results of a user and provider, by hash: each write begins another

	mu      sync.Mutex
	entries map[string]*list.Element
	recent  list.List // of *cached, the last used first
	bytes   int
}

type cached struct {
	key        string
	value      json.RawMessage
	until      time.Time
	generation uint64
}

func newCache(options Cache) *cache {
	set(&options.Entries, 10_000)
	set(&options.Bytes, 64<<20)
	return &cache{Cache: options, seed: maphash.MakeSeed(), entries: map[string]*list.Element{}}
}

func (c *cache) generation(call *call) *atomic.Uint64 {
	key := quota.Key{Org: call.inv.who.Org, User: call.inv.who.User, Provider: call.tool.provider()}
	return &c.generations[maphash.Comparable(c.seed, key)%uint64(len(c.generations))]
}

// forget makes void what a provider's tools gave to the user.
func (c *cache) forget(call *call) {
	if c.TTL > 0 {
		c.generation(call).Add(1)
	}
}

// A slot is where the result of a call is kept; a nil slot is for calls that are not.
type slot struct {
	cache      *cache
	key        string
	generation *atomic.Uint64
	began      uint64
}

func (c *cache) slot(call *call) *slot {
	if c.TTL <= 0 || !call.tool.ReadOnly {
		return nil
	}
	t, who := call.tool, call.inv.who
	var b []byte
	for _, part := range []string{who.Org, who.User, call.inv.consumer.skill, t.provider(), t.owner.Version.Text, t.Name.Text, t.definition} {
		b = appendPart(b, part)
	}
	s := &slot{cache: c, key: string(b) + call.value.String(), generation: c.generation(call)}
	s.began = s.generation.Load()
	return s
}

func (s *slot) load() (json.RawMessage, bool) {
	if s == nil {
		return nil, false
	}
	c := s.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[s.key]
	if e == nil {
		return nil, false
	}
	entry := e.Value.(*cached)
	if entry.generation != s.began || !time.Now().Before(entry.until) {
		c.remove(e)
		return nil, false
	}
	c.recent.MoveToFront(e)
	return append(json.RawMessage(nil), entry.value...), true
}

// store keeps a result, unless there was a write since the call began.
func (s *slot) store(value json.RawMessage) {
	if s == nil || len(value)+len(s.key) > s.cache.Bytes/16 || s.generation.Load() != s.began {
		return
	}
	c := s.cache
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[s.key]; e != nil {
		c.remove(e)
	}
	entry := &cached{s.key, append(json.RawMessage(nil), value...), time.Now().Add(c.TTL), s.began}
	c.entries[s.key] = c.recent.PushFront(entry)
	c.bytes += entry.size()
	for c.recent.Len() > c.Entries || c.bytes > c.Bytes {
		c.remove(c.recent.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	entry := c.recent.Remove(e).(*cached)
	delete(c.entries, entry.key)
	c.bytes -= entry.size()
}

func (e *cached) size() int { return len(e.key) + len(e.value) }
