package schema

import "slices"

// member is what is known of the member of one name.
type member struct {
	name     string
	required bool
	f        form // its value, when it is there
}

// named is what is known of a member, by its own name and by the sets of names that hold it.
func (c *cube) named(t *table, name string) member {
	if i := c.find(name); i >= 0 {
		return c.members[i]
	}
	m := member{name: name, f: top}
	for _, f := range c.others {
		c.narrow(t, &m, f)
	}
	return m
}

// narrow takes over what "no member with such a name has such a value" says of m.
func (c *cube) narrow(t *table, m *member, f form) {
	x := t.at(f)
	if names, bad := x.a, x.b; f&1 == 1 && t.holds(names, stringValue(m.name)) == yes {
		m.f = t.and(m.f, not(bad))
	}
}

func (c *cube) setMember(m member) {
	if i := c.find(m.name); i >= 0 {
		c.members[i] = m
		return
	}
	c.members = append(c.members, m)
	switch {
	case c.place != nil:
		c.place[m.name] = len(c.members) - 1
	case len(c.members) > shortSet:
		c.place = make(map[string]int, 2*len(c.members))
		for i := range c.members {
			c.place[c.members[i].name] = i
		}
	}
}

// find is the place of a name in members, or -1.
func (c *cube) find(name string) int {
	if c.place != nil {
		if i, ok := c.place[name]; ok {
			return i
		}
		return -1
	}
	for i := range c.members {
		if c.members[i].name == name {
			return i
		}
	}
	return -1
}

// close takes over that no member has one of the names, where these are all but some.
func (c *cube) close(t *table, but form) {
	if c.closed {
		c.names = slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return t.holds(but, stringValue(name)) == yes })
		return
	}
	rest, ok := t.besides(but)
	if !ok || len(rest.list) > shortSet {
		return
	}
	c.closed = true
	for _, v := range rest.list {
		if v.kind == String {
			c.names = append(c.names, v.str)
		}
	}
}

// besides is the few strings that a set of names leaves out, if there is no other.
func (t *table) besides(names form) (*valueSet, bool) {
	x := t.at(names)
	if names&1 == 1 && x.op == opIn {
		return x.set, true
	}
	if names&1 == 1 || x.op != opAnd || len(x.args) != 2 {
		return nil, false
	}
	for i, f := range x.args {
		if f == t.kinds(kinds(String)) {
			return t.besides(x.args[1-i])
		}
	}
	return nil, false
}

// takes reports whether there may be a member with one of the names and such a value. The cube is closed.
func (c *cube) takes(t *table, names, f form) bool {
	return slices.ContainsFunc(c.names, func(name string) bool {
		return t.holds(names, stringValue(name)) != no && t.and(c.named(t, name).f, f) != bottom
	})
}
