package template

import (
	"slices"
	"strings"
)

func typeOfSort(c *checker, call *Call, in *Type, _ [maxParams]*Type) *Type {
	key := in.items()
	at := call.NameSpan
	if len(call.Args) > 0 {
		key, at = c.field(call, in), call.Args[0].Range()
	}
	if !key.unknown && len(key.alts) > 0 {
		kinds := key.Kinds()
		switch {
		case kinds&(numeric|String) == 0 && len(call.Args) == 0 && kinds&Object != 0:
			c.report(Mismatch, at, "%q takes numbers or strings, and each of these is %s: name the field to sort by, as in %q", "sort", key, "sort: name")
		case kinds&(numeric|String) == 0:
			c.report(Mismatch, at, "%q takes numbers or strings, and each of these is %s", "sort", key)
		case kinds&^numeric != 0 && kinds != String:
			c.report(MayFail, at, "%q takes numbers or strings, not both, and one of these may be %s", "sort", key)
		}
	}
	return c.itemsOf(in)
}

// compare orders two numbers or two strings.
func compare(x, y any) (order int, ok bool) {
	if a, ok := x.(string); ok {
		b, ok := y.(string)
		return strings.Compare(a, b), ok
	}
	if kindOf(x)&numeric == 0 || kindOf(y)&numeric == 0 {
		return 0, false
	}
	return compareNumbers(x, y), true
}

func evalSort(e *evaluator, v any, args [maxParams]any) (any, error) {
	type keyed struct{ key, item any }
	in := v.([]any)
	bits := 1
	for n := len(in); n > 0; n >>= 1 {
		bits++
	}
	if err := e.spendArray(len(in), bits); err != nil {
		return nil, err
	}
	keys := make([]keyed, len(in))
	var first any = Missing
	for i, item := range in {
		key := item
		if field, ok := args[0].(*Path); ok {
			key = walk(item, field.Segments)
		}
		keys[i] = keyed{key, item}
		if key == Missing {
			continue
		}
		if s, ok := key.(string); ok {
			if err := e.spend(len(s)); err != nil {
				return nil, err
			}
		}
		if first == Missing {
			first = key
		}
		if _, ok := compare(first, key); !ok {
			return nil, valueError(`"sort" takes numbers or strings, not both, and these are %s and %s`, kindName(first), kindName(key))
		}
	}
	slices.SortStableFunc(keys, func(a, b keyed) int {
		switch {
		case a.key == Missing && b.key == Missing:
			return 0
		case a.key == Missing:
			return 1
		case b.key == Missing:
			return -1
		}
		order, _ := compare(a.key, b.key)
		return order
	})
	out := make([]any, len(in))
	for i, k := range keys {
		out[i] = k.item
	}
	return out, nil
}
