package schema

// closing forbids undeclared names where the schema declares properties and is silent about further ones. Declared is
// what any schema applied to the same value lists or requires.
func (tr *translator) closing(n *node) form {
	t := tr.t
	seen := map[*node]bool{}
	names := []form{}
	declares, speaks := false, false
	var walk func(m *node)
	walk = func(m *node) {
		if seen[m] || speaks {
			return
		}
		seen[m] = true
		speaks = m.additional != nil || m.unevalProps != nil || m.enum != nil || m.constant != nil || tr.unsure(m)
		declares = declares || len(m.properties) > 0
		names = append(names, tr.ownNames(m))
		for _, name := range m.required {
			names = append(names, t.name(name))
		}
		for _, d := range m.depRequired {
			names = append(names, t.name(d.name))
			for _, name := range d.req {
				names = append(names, t.name(name))
			}
		}
		for _, d := range m.depSchemas {
			names = append(names, t.name(d.name))
		}
		m.inPlace(func(c *node) {
			if c != m.not {
				walk(c)
			}
		})
	}
	walk(n)
	if !declares || speaks {
		return top
	}
	return t.when(Object, not(t.member(t.and(t.kinds(kinds(String)), not(t.or(names...))), top)))
}

// unsure: what a reference leads to is not known, so neither is what it declares.
func (tr *translator) unsure(n *node) bool {
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r != nil && (r.target == nil || r.dynamic != "") {
			return true
		}
	}
	return false
}
