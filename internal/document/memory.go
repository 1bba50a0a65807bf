package document

import "sync"

// A Memory is a Keeper of one process: an editor's, a watch's. The zero value is
// empty.
type Memory struct{ facts sync.Map }

// Find returns the facts that were kept.
func (m *Memory) Find(key Key) []byte {
	facts, _ := m.facts.Load(key)
	b, _ := facts.([]byte)
	return b
}

// Keep keeps facts.
func (m *Memory) Keep(key Key, facts []byte) { m.facts.Store(key, facts) }
