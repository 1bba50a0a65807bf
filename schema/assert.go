package schema

import (
	"unicode/utf8"
)

func (e *evaluator) assertions(n *node, v *Value, p *place) bool {
	ok := true
	bad := func(key, format string, args ...any) {
		ok = false
		e.fail(n, p, key, "", nil, format, args...)
	}
	if n.kinds != 0 && (n.kinds&kinds(v.kind) == 0 || v.kind == Number && n.integer && !v.num.isInt()) {
		bad("type", "%s is not %s", brief(v), n.typeText())
		if e.report == nil {
			return false
		}
	}
	if n.enum != nil && !n.enum.has(v) {
		bad("enum", "%s is not one of %s", brief(v), briefList(n.enum.list))
	}
	if n.constant != nil && !equal(n.constant, v) {
		bad("const", "%s is not %s", brief(v), brief(n.constant))
	}
	switch v.kind {
	case Number:
		e.number(n, v, bad)
	case String:
		if n.minLength > 0 || n.maxLength != noCount {
			l := count(utf8.RuneCountInString(v.str))
			if l < n.minLength {
				bad("minLength", "%s is shorter than %d", brief(v), n.minLength)
			}
			if n.maxLength != noCount && l > n.maxLength {
				bad("maxLength", "%s is longer than %d", brief(v), n.maxLength)
			}
		}
		if n.pattern != nil {
			match, known := n.pattern.match(v.str)
			if !known {
				e.unknown = true
			} else if !match {
				bad("pattern", "%s does not match %q", brief(v), n.pattern.src)
			}
		}
		if e.formats && n.format != "" && !formatAccepts(n.format, v.str) {
			bad("format", "%s is not of format %q", brief(v), n.format)
		}
	case Array:
		l := count(len(v.elems))
		if l < n.minItems {
			bad("minItems", "%d elements, fewer than %d", l, n.minItems)
		}
		if n.maxItems != noCount && l > n.maxItems {
			bad("maxItems", "%d elements, more than %d", l, n.maxItems)
		}
		if n.unique {
			if i, j, dup := duplicate(v.elems); dup {
				bad("uniqueItems", "elements %d and %d are equal", i, j)
			}
		}
	case Object:
		l := count(len(v.elems))
		if l < n.minProperties {
			bad("minProperties", "%d members, fewer than %d", l, n.minProperties)
		}
		if n.maxProperties != noCount && l > n.maxProperties {
			bad("maxProperties", "%d members, more than %d", l, n.maxProperties)
		}
		for _, name := range n.required {
			if _, has := v.find(name); !has {
				ok = false
				e.fail(n, p, "required", name, nil, "missing %q", name)
			}
		}
		for _, d := range n.depRequired {
			if _, has := v.find(d.name); !has {
				continue
			}
			for _, name := range d.req {
				if _, has := v.find(name); !has {
					ok = false
					key := n.depKey
					if key == "" {
						key = "dependentRequired"
					}
					e.fail(n, p, key, name, nil, "missing %q, which %q asks for", name, d.name)
				}
			}
		}
	}
	return ok
}

func (e *evaluator) number(n *node, v *Value, bad func(string, string, ...any)) {
	if n.multipleOf.sign() > 0 && !v.num.multipleOf(n.multipleOf) {
		bad("multipleOf", "%s is not a multiple of %s", v.num, n.multipleOf)
	}
	for _, b := range [...]struct {
		key  string
		side int
		b    *bound
	}{{"minimum", -1, &n.min}, {"exclusiveMinimum", -1, &n.exMin}, {"maximum", 1, &n.max}, {"exclusiveMaximum", 1, &n.exMax}} {
		if !b.b.set {
			continue
		}
		c := v.num.cmp(b.b.at) * b.side
		word := map[int]string{-1: "less", 1: "greater"}[b.side]
		if c > 0 {
			bad(b.key, "%s is %s than %s", v.num, word, b.b.at)
		} else if c == 0 && b.b.open {
			bad(b.key, "%s is not %s than %s", v.num, map[int]string{-1: "greater", 1: "less"}[b.side], b.b.at)
		}
	}
}

// duplicate finds two equal elements, in expected linear time.
func duplicate(elems []*Value) (int, int, bool) {
	if len(elems) <= smallSet {
		for j := range elems {
			for i := range j {
				if equal(elems[i], elems[j]) {
					return i, j, true
				}
			}
		}
		return 0, 0, false
	}
	seen := make(map[string]int, len(elems))
	for j, v := range elems {
		k := v.String()
		if i, ok := seen[k]; ok {
			return i, j, true
		}
		seen[k] = j
	}
	return 0, 0, false
}
