// Package factstest keeps facts and names contents in tests, in memory.
package factstest

import (
	"crypto/sha256"
	"sync"
	"testing/fstest"

	"github.com/skilllint/skilllint/skill"
)

// FS is a file system in memory that knows what its files hold.
type FS struct{ fstest.MapFS }

// Sum returns the digest and the size of a regular file.
func (s FS) Sum(name string) (sum [16]byte, size int, ok bool) {
	f := s.MapFS[name]
	if f == nil || f.Mode != 0 {
		return sum, 0, false
	}
	whole := sha256.Sum256(f.Data)
	return [16]byte(whole[:]), len(f.Data), true
}

// A Memory is a skill.Keeper that keeps facts in the process. The zero Memory is empty.
type Memory struct{ facts sync.Map }

// Find returns what was kept under a key, nil when nothing was.
func (m *Memory) Find(key skill.FactsKey) []byte {
	facts, _ := m.facts.Load(key)
	b, _ := facts.([]byte)
	return b
}

// Keep keeps facts under a key.
func (m *Memory) Keep(key skill.FactsKey, facts []byte) { m.facts.Store(key, facts) }
