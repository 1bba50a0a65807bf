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
	case opAnd, opTwo:
		if depth < 50 {
			for _, a := range x.args {
				t.mentions(a, out, depth+1)
			}
		}
	}
}

// fresh calls use with one new name of each class that the rules tell apart, as long as use answers nil. A class whose
// rules leave no value takes all others with it for which the same rules clash.
func (o *objectCube) fresh(names, f form, use func(string) *Value) *Value {
	t := o.e.t
	var old []*Value
	for _, name := range o.known {
		old = append(old, stringValue(name))
	}
	for _, name := range o.order {
		old = append(old, stringValue(name))
	}
	names = t.and(t.kinds(kinds(String)), names, not(t.in(old...)))
	for classes := 0; classes < maxSignatures; {
		if !o.e.spend(1) {
			return nil
		}
		r, v := o.e.inhabit(names)
		if r == found && v.str == "" { // a name that can be read, if there is one
			if r, w := o.e.inhabit(t.and(names, t.length(1))); r == found {
				v = w
			}
		}
		if r != found {
			o.stuck = o.stuck || r == stuck
			return nil
		}
		class, rules, ok := o.class(v)
		if !ok {
			return nil
		}
		if clash, ok := o.clash(f, rules); ok {
			names = t.and(names, not(clash))
			continue
		}
		classes++
		if v := use(v.str); v != nil {
			return v
		}
		names = t.and(names, not(class))
	}
	o.stuck = true
	o.e.give(ReasonFuel)
	return nil
}

// class is the set of the names of which the same rules speak as of this one, with those rules; false when an opaque
// pattern decides.
func (o *objectCube) class(name *Value) (class form, rules []rule, ok bool) {
	t := o.e.t
	var fs []form
	split := func(list []rule, into *[]rule) bool {
		if !o.e.spend(1 + len(list)/4) {
			return false
		}
		for _, r := range list {
			switch t.holds(r.names, name) {
			case yes:
				fs = append(fs, r.names)
				if into != nil {
					*into = append(*into, r)
				}
			case no:
				fs = append(fs, not(r.names))
			default:
				o.stuck = true
				o.e.give(ReasonRegex)
				return false
			}
		}
		return true
	}
	if !split(o.all, &rules) || o.c.max < maxCount && !split(o.demands, nil) {
		return top, nil, false
	}
	return t.and(fs...), rules, true
}

// clash is a set of names of which rules speak that leave no value in f: as few of the rules as do.
func (o *objectCube) clash(f form, rules []rule) (names form, ok bool) {
	t := o.e.t
	dead := func(rules []rule) bool {
		fs := []form{f}
		for _, r := range rules {
			fs = append(fs, r.f)
		}
		r, _ := o.e.inhabit(t.and(fs...))
		return r == empty
	}
	if !dead(rules) {
		return top, false
	}
	for i := range rules {
		if dead(rules[i : i+1]) {
			return rules[i].names, true
		}
	}
	for i := len(rules) - 1; i >= 0; i-- {
		if fewer := slices.Delete(slices.Clone(rules), i, i+1); dead(fewer) {
			rules = fewer
		}
	}
	names = top
	for _, r := range rules {
		names = t.and(names, r.names)
	}
	return names, true
}
