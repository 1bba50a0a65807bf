package schema

import (
	"sort"
	"strconv"
)

// scope is what a $dynamicRef can see of the resources entered on the way: for each dynamic anchor the node of the
// outermost resource that has it. Scopes are immutable; nil is empty.
type scope struct {
	names []string // sorted
	nodes []*node
}

func (s *scope) find(name string) *node {
	if s == nil {
		return nil
	}
	i := sort.SearchStrings(s.names, name)
	if i < len(s.names) && s.names[i] == name {
		return s.nodes[i]
	}
	return nil
}

// enter adds the anchors of a resource that no outer resource has.
func (s *scope) enter(r *resource) *scope {
	fresh := 0
	for name := range r.dynamic {
		if s.find(name) == nil {
			fresh++
		}
	}
	if fresh == 0 {
		return s
	}
	t := &scope{}
	if s != nil {
		t.names = append(t.names, s.names...)
	}
	for name := range r.dynamic {
		if s.find(name) == nil {
			t.names = append(t.names, name)
		}
	}
	sort.Strings(t.names)
	for _, name := range t.names {
		n := s.find(name)
		if n == nil {
			n = r.dynamic[name]
		}
		t.nodes = append(t.nodes, n)
	}
	return t
}

// key tells scopes apart.
func (s *scope) key() string {
	if s == nil {
		return ""
	}
	var b []byte
	for i, n := range s.nodes {
		b = append(b, s.names[i]...)
		b = append(b, '=')
		b = strconv.AppendInt(b, int64(n.id), 10)
		b = append(b, ';')
	}
	return string(b)
}

// follow is the schema that the reference means in the scope; nil when it leads nowhere.
func (r *reference) follow(s *scope) *node {
	if r.dynamic != "" {
		if n := s.find(r.dynamic); n != nil {
			return n
		}
	}
	return r.target
}
