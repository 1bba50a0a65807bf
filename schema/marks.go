package schema

// marks are the members or elements that were evaluated at one place (2019-09 and later).
type marks struct {
	all  bool
	upTo int
	some []bool
}

func (m *marks) mark(i, n int) {
	if m.some == nil {
		m.some = make([]bool, n)
	}
	m.some[i] = true
}

func (m *marks) has(i int) bool { return m.all || i < m.upTo || m.some != nil && m.some[i] }

func (m *marks) merge(o *marks, n int) {
	m.all = m.all || o.all
	m.upTo = max(m.upTo, o.upTo)
	for i, b := range o.some {
		if b {
			m.mark(i, n)
		}
	}
}
