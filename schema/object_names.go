package schema

import "slices"

const maxSignatures = 256 // classes of fresh names tried for one demand

// mentions collects the names that a formula over strings lists.
func (t *table) mentions(f form, out map[string]bool, depth int) {
	x := t.at(f)
	switch x.op {
	case opIn:
		for _, v := range x.set.list {
			if v.kind == String {
				out[v.str] = true
			}
		}
	case opAnd:
		if depth < 50 {
			for _, a := range x.args {
				t.mentions(a, out, depth+1)
			}
		}
	}
}

// fresh calls use with one new name of each class that the rules tell apart, as long as use answers nil.
func (o *objectCube) fresh(names, f form, use func(string) *Value) *Value {
	t := o.e.t
	var old []*Value
	for _, name := range o.known {
		old = append(old, stringValue(name))
	}
	for _, name := range o.order {
		old = append(old, stringValue(name))
	}
	start := t.and(t.kinds(kinds(String)), names, not(t.in(old...)))
	split := o.all
	if o.c.max < maxCount {
		split = append(slices.Clone(o.all), o.demands...)
	}
	classes := 0
	var walk func(names, f form, j int) *Value
	walk = func(names, f form, j int) *Value {
		if names == bottom || f == bottom || !o.e.spend(1) {
			return nil
		}
		r, v := o.e.inhabit(names)
		switch r {
		case empty:
			return nil
		case stuck:
			o.stuck = true
			return nil
		}
		if j == len(split) {
			if classes++; classes > maxSignatures {
				o.stuck = true
				o.e.give(ReasonFuel)
				return nil
			}
			if v.str == "" { // a name that can be read, if there is one
				if r, w := o.e.inhabit(t.and(names, t.length(1))); r == found {
					v = w
				}
			}
			return use(v.str)
		}
		if v := walk(t.and(names, not(split[j].names)), f, j+1); v != nil {
			return v
		}
		g := f
		if j < len(o.all) {
			g = t.and(f, split[j].f)
			if r, _ := o.e.inhabit(g); r == empty {
				return nil
			}
		}
		return walk(t.and(names, split[j].names), g, j+1)
	}
	return walk(start, f, 0)
}
