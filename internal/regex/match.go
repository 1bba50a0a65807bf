package regex

import "slices"

// Matcher is a compiled pattern. It is safe for concurrent use and matches in time linear in the input for a given pattern.
type Matcher struct {
	src string
	p   *program
}

// Compile parses a pattern for matching. The errors are those of [Table.Pattern]; a pattern whose counted groups unfold to more than
// 20,000 parts is unsupported.
func Compile(src string) (*Matcher, error) {
	tree, err := parse(src)
	if err != nil {
		return nil, err
	}
	t := NewTable()
	m := &Matcher{src: src}
	if t.spend(&Fuel{buildFuel}, func() { m.p = t.compile(t.cons(t.lower(tree), contAccept)) }) != nil {
		return nil, &UnsupportedError{"the pattern is too large"}
	}
	return m, nil
}

// String returns the pattern.
func (m *Matcher) String() string { return m.src }

// MatchString says whether the pattern matches somewhere in s. Bytes that are not UTF-8 count as U+FFFD.
func (m *Matcher) MatchString(s string) (found bool) {
	m.p.pass([]rune(s), false, func(_ int, holds bool) bool {
		found = holds
		return !holds
	})
	return found
}

// Match says whether s is a member of l. Bytes of s that are not UTF-8 count as U+FFFD.
func (t *Table) Match(l Lang, s string) bool { return t.match(l, []rune(s)) }

func (t *Table) match(l Lang, s []rune) bool {
	x := *t.term(l)
	switch x.op {
	case termLen:
		return int64(len(s)) >= x.lo && int64(len(s)) <= x.hi
	case termLit:
		return string(s) == x.text
	case termNot:
		return !t.match(x.kids[0], s)
	case termOr:
		return slices.ContainsFunc(x.kids, func(k Lang) bool { return t.match(k, s) })
	case termAnd:
		return !slices.ContainsFunc(x.kids, func(k Lang) bool { return !t.match(k, s) })
	}
	if len(s) == 0 || !t.sets.all[x.set].contains(s[0]) {
		return false
	}
	p, ok := t.programs[x.cont]
	if !ok {
		if t.spend(&Fuel{buildFuel}, func() { p = t.compile(x.cont) }) != nil {
			p = nil
		}
		t.programs[x.cont] = p
	}
	if p == nil {
		return t.walk(l, s)
	}
	holds := false
	p.pass(s, false, func(place int, ok bool) bool {
		if place == 1 {
			holds = ok
		}
		return place > 1
	})
	return holds
}

// walk matches by derivatives, which unfold counted groups only as far as s goes.
func (t *Table) walk(l Lang, s []rune) bool {
	for _, r := range s {
		for _, a := range t.arcs(l) {
			if t.sets.all[a.set].contains(r) {
				l = a.to
				break
			}
		}
	}
	return t.term(l).nullable
}
