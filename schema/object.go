package schema

import (
	"slices"
	"strings"
)

const maxMembers = 300 // of a witness

// objectCube is an object cube with its literals sorted out.
type objectCube struct {
	e       *engine
	c       *cube
	all     []rule // what every member of some names must be
	demands []rule // some member of these names must be so
	known   []string
	stuck   bool
	base    map[string]form
	picked  map[string]form // names chosen so far, with what their values must be
	order   []string
}

// rule speaks of the members whose names are in names.
type rule struct {
	names, f form
}

func (e *engine) object(c *cube) (outcome, *Value) {
	o := &objectCube{e: e, c: c, base: map[string]form{}, picked: map[string]form{}}
	t := e.t
	mention := map[string]bool{}
	for _, f := range c.others {
		x := t.at(f)
		t.mentions(x.a, mention, 0)
		if f&1 == 0 {
			o.demands = append(o.demands, rule{x.a, x.b})
		} else {
			o.all = append(o.all, rule{x.a, not(x.b)})
		}
	}
	for _, m := range c.members {
		mention[m.name] = true
	}
	for name := range mention {
		o.known = append(o.known, name)
	}
	slices.Sort(o.known)
	for _, m := range c.members {
		if !m.required {
			continue
		}
		f, ok := o.value(m.name)
		if !ok {
			return e.give(ReasonRegex)
		}
		switch r, _ := e.inhabit(f); r {
		case empty:
			return empty, nil
		case stuck:
			o.stuck = true
		}
		o.picked[m.name] = f
		o.order = append(o.order, m.name)
	}
	if count(len(o.order)) > c.max {
		return empty, nil
	}
	if o.stuck {
		return stuck, nil
	}
	if v := o.serve(0); v != nil {
		return found, v
	}
	if o.stuck || e.dead {
		return stuck, nil
	}
	return empty, nil
}

// value is what a member of that name must be; false when an opaque pattern decides whether a rule applies.
func (o *objectCube) value(name string) (form, bool) {
	if f, ok := o.base[name]; ok {
		return f, true
	}
	fs := []form{o.c.named(o.e.t, name).f}
	v := stringValue(name)
	for _, r := range o.all {
		switch o.e.t.holds(r.names, v) {
		case yes:
			fs = append(fs, r.f)
		case maybe:
			return top, false
		}
	}
	f := o.e.t.and(fs...)
	o.base[name] = f
	return f, true
}

// try adds a demand on a name's value and goes on; the name may be chosen already.
func (o *objectCube) try(name string, f form, next func() *Value) *Value {
	old, had := o.picked[name]
	if !had {
		if count(len(o.order)) >= o.c.max {
			return nil
		}
		base, ok := o.value(name)
		if !ok {
			o.stuck = true
			o.e.give(ReasonRegex)
			return nil
		}
		old = base
	}
	g := o.e.t.and(old, f)
	switch r, _ := o.e.inhabit(g); r {
	case empty:
		return nil
	case stuck:
		o.stuck = true
		return nil
	}
	o.picked[name] = g
	if !had {
		o.order = append(o.order, name)
	}
	v := next()
	if !had {
		o.order = o.order[:len(o.order)-1]
		delete(o.picked, name)
	} else {
		o.picked[name] = old
	}
	return v
}

// serve finds a member for demand i and those after it.
func (o *objectCube) serve(i int) *Value {
	if !o.e.spend(1) {
		return nil
	}
	if i == len(o.demands) {
		return o.fill()
	}
	d := o.demands[i]
	next := func() *Value { return o.serve(i + 1) }
	for _, name := range append(slices.Clone(o.order), o.known...) {
		if !o.e.spend(1) {
			return nil
		}
		if _, had := o.picked[name]; had && !slices.Contains(o.order, name) {
			continue
		}
		switch o.e.t.holds(d.names, stringValue(name)) {
		case yes:
			if v := o.try(name, d.f, next); v != nil {
				return v
			}
		case maybe:
			o.stuck = true
			o.e.give(ReasonRegex)
		}
	}
	if count(len(o.order)) >= o.c.max {
		return nil
	}
	return o.fresh(d.names, d.f, func(name string) *Value { return o.try(name, d.f, next) })
}

// fill adds members until the object is large enough, and builds it.
func (o *objectCube) fill() *Value {
	if count(len(o.order)) >= o.c.min {
		return o.build()
	}
	mark := len(o.order)
	defer func() {
		for _, name := range o.order[mark:] {
			delete(o.picked, name)
		}
		o.order = o.order[:mark]
	}()
	take := func(name string) bool {
		f, ok := o.value(name)
		if !ok {
			o.stuck = true
			o.e.give(ReasonRegex)
			return false
		}
		r, _ := o.e.inhabit(f)
		if r == stuck {
			o.stuck = true
		}
		if r != found {
			return false
		}
		o.picked[name] = f
		o.order = append(o.order, name)
		return true
	}
	for _, name := range o.known {
		if count(len(o.order)) >= o.c.min {
			return o.build()
		}
		if _, had := o.picked[name]; !had {
			take(name)
		}
	}
	for count(len(o.order)) < o.c.min {
		before := len(o.order)
		if before > maxMembers {
			o.stuck = true
			o.e.give(ReasonWitness)
			return nil
		}
		if !o.e.spend(len(o.order)) {
			return nil
		}
		o.fresh(top, top, func(name string) *Value {
			take(name)
			if len(o.order) > before {
				return nullValue // enough of this round
			}
			return nil
		})
		if len(o.order) == before {
			return nil
		}
	}
	return o.build()
}

func (o *objectCube) build() *Value {
	names := slices.Clone(o.order)
	slices.SortFunc(names, strings.Compare)
	elems := make([]*Value, len(names))
	for i, name := range names {
		r, v := o.e.inhabit(o.picked[name])
		if r != found {
			o.stuck = o.stuck || r == stuck
			return nil
		}
		elems[i] = v
	}
	return objectValue(names, elems)
}
