package quota

// Len is the number of keys that m keeps.
func (m *Memory) Len() (n int) {
	for i := range m.shards {
		m.shards[i].Lock()
		n += len(m.shards[i].tallies)
		m.shards[i].Unlock()
	}
	return n
}
