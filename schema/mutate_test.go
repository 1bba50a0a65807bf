package schema

import (
	"context"
	"testing"
)

// mutation changes one schema inside a document; the signs say what must hold: '+' Subschema, '-' Not.
type mutation struct {
	name       string
	apply      func(v *Value) *Value // nil: does not apply
	there      byte                  // is every value of the old one of the new?
	back       byte
	everywhere bool // also where nothing can reach
}

func set(v *Value, key string, x *Value) *Value {
	names, elems := []string{}, []*Value{}
	for i, name := range v.names {
		if name != key {
			names, elems = append(names, name), append(elems, v.elems[i])
		}
	}
	if x != nil {
		names, elems = append(names, key), append(elems, x)
	}
	return objectValue(names, elems)
}

func isType(v *Value, names ...string) bool {
	t := v.get("type")
	if t == nil || t.kind != String || v.get("enum") != nil || v.get("const") != nil {
		return false
	}
	for _, name := range names {
		if t.str == name {
			return true
		}
	}
	return false
}

func wrap(key string, vs ...*Value) *Value {
	return objectValue([]string{key}, []*Value{arrayValue(vs)})
}

func parsed(text string) *Value {
	v, err := ParseValue([]byte(text))
	if err != nil {
		panic(err)
	}
	return v
}

var mutations = []mutation{
	{"allow anything", func(v *Value) *Value { return trueValue }, '+', 0, true},
	{"allow nothing", func(v *Value) *Value { return falseValue }, '-', '+', false},
	{"allow null", func(v *Value) *Value {
		if !isType(v, "string", "integer", "number", "boolean", "array", "object") {
			return nil
		}
		return set(v, "type", arrayValue([]*Value{v.get("type"), stringValue("null")}))
	}, '+', '-', false},
	{"or null", func(v *Value) *Value {
		if !isType(v, "string", "integer", "number", "boolean", "array", "object") {
			return nil
		}
		return wrap("anyOf", v, parsed(`{"type":"null"}`))
	}, '+', '-', false},
	{"integer to number", func(v *Value) *Value {
		if !isType(v, "integer") {
			return nil
		}
		return set(v, "type", stringValue("number"))
	}, '+', '-', false},
	{"split a range", func(v *Value) *Value {
		if !isType(v, "integer") || len(v.names) != 1 {
			return nil
		}
		return parsed(`{"anyOf":[{"type":"integer","maximum":5},{"type":"integer","minimum":6}]}`)
	}, '+', '+', true},
	{"even", func(v *Value) *Value {
		if !isType(v, "integer") || len(v.names) != 1 {
			return nil
		}
		return set(v, "multipleOf", numValue(numOf(2)))
	}, '-', '+', false},
	{"enum loses a value", func(v *Value) *Value {
		e := v.get("enum")
		if e == nil || len(e.elems) < 2 {
			return nil
		}
		return set(v, "enum", arrayValue(e.elems[1:]))
	}, '-', '+', false},
	{"enum gains a value", func(v *Value) *Value {
		e := v.get("enum")
		if e == nil {
			return nil
		}
		return set(set(v, "type", nil), "enum", arrayValue(append(e.elems[:len(e.elems):len(e.elems)], stringValue("zzz"))))
	}, '+', '-', false},
	{"shorter", func(v *Value) *Value {
		if !isType(v, "string") || len(v.names) != 1 {
			return nil
		}
		return set(v, "maxLength", numValue(numOf(5)))
	}, '-', '+', false},
	{"not empty", func(v *Value) *Value {
		if !isType(v, "string") || len(v.names) != 1 {
			return nil
		}
		return set(v, "minLength", numValue(numOne))
	}, '-', '+', false},
	{"not empty by pattern", func(v *Value) *Value {
		if !isType(v, "string") || len(v.names) != 1 {
			return nil
		}
		return set(v, "pattern", stringValue("[^]"))
	}, '-', '+', false},
	{"idle pattern", func(v *Value) *Value {
		if !isType(v, "string") || v.get("pattern") != nil {
			return nil
		}
		return set(v, "pattern", stringValue("(?=)"))
	}, '+', '+', true},
	{"closed", func(v *Value) *Value {
		if !isType(v, "object") || v.get("additionalProperties") != nil || v.get("properties") == nil {
			return nil
		}
		return set(v, "additionalProperties", falseValue)
	}, '-', '+', false},
	{"typed property of an open object", func(v *Value) *Value {
		if !isType(v, "object") || v.get("additionalProperties") != nil || v.get("properties") == nil {
			return nil
		}
		return set(v, "properties", set(v.get("properties"), "limit-x", parsed(`{"type":"integer"}`)))
	}, '-', '+', false},
	{"property of a closed object", func(v *Value) *Value {
		if a := v.get("additionalProperties"); !isType(v, "object") || a == nil || a.kind != Boolean || a.b {
			return nil
		}
		return set(v, "properties", set(v.get("properties"), "limit-x", parsed(`{"type":"integer"}`)))
	}, '+', '-', false},
	{"required", func(v *Value) *Value {
		if !isType(v, "object") || v.get("additionalProperties") != nil {
			return nil
		}
		r := emptyArray
		if v.get("required") != nil {
			r = v.get("required")
		}
		return set(v, "required", arrayValue(append(r.elems[:len(r.elems):len(r.elems)], stringValue("fresh"))))
	}, '-', '+', false},
	{"optional", func(v *Value) *Value {
		r := v.get("required")
		if !isType(v, "object") || r == nil || len(r.elems) == 0 {
			return nil
		}
		return set(v, "required", arrayValue(r.elems[1:]))
	}, '+', '-', false},
	{"one element at least", func(v *Value) *Value {
		if !isType(v, "array") || v.get("minItems") != nil {
			return nil
		}
		return set(v, "minItems", numValue(numOne))
	}, '-', '+', false},
	{"distinct", func(v *Value) *Value {
		if !isType(v, "array") || v.get("uniqueItems") != nil || v.get("maxItems") != nil {
			return nil
		}
		return set(v, "uniqueItems", trueValue)
	}, '-', '+', false},
	{"allOf itself", func(v *Value) *Value { return wrap("allOf", v, v) }, '+', '+', true},
	{"anyOf itself", func(v *Value) *Value { return wrap("anyOf", v, v) }, '+', '+', true},
	{"oneOf itself", func(v *Value) *Value { return wrap("oneOf", v) }, '+', '+', true},
	{"oneOf itself twice", func(v *Value) *Value { return wrap("oneOf", v, v) }, '-', '+', false},
	{"not not", func(v *Value) *Value {
		return objectValue([]string{"not"}, []*Value{objectValue([]string{"not"}, []*Value{v})})
	}, '+', '+', true},
	{"if itself", func(v *Value) *Value {
		return objectValue([]string{"else", "if", "then"}, []*Value{falseValue, v, trueValue})
	}, '+', '+', true},
}

// TestMutations changes real tool schemas in ways whose effect is known.
func TestMutations(t *testing.T) {
	docs := mustValue(t, string(readGzip(t, "tools.json.gz"))).elems
	ctx := context.Background()
	n, open := 0, 0
	for i, doc := range docs {
		if testing.Short() && i%10 != 0 {
			continue
		}
		old, err := new(Parser).ParseValue(doc)
		if err != nil {
			continue // some tools of the wild refer to what they do not contain
		}
		for j, place := range old.nodes {
			if place.value.kind != Object || len(place.value.names) == 0 || (i+j)%20 != 0 || place.key == "oneOf" {
				continue
			}
			// A place is reached if forbidding it is noticed.
			gone, err := new(Parser).ParseValue(replaceValue(doc, place.value, falseValue))
			if err != nil {
				continue
			}
			reached := Check(ctx, old, gone, Options{}).Verdict == Not
			for _, m := range mutations {
				x := m.apply(place.value)
				if x == nil || !reached && !m.everywhere {
					continue
				}
				changed, err := new(Parser).ParseValue(replaceValue(doc, place.value, x))
				if err != nil {
					t.Errorf("%s: %v in %s", m.name, err, doc)
					continue
				}
				for _, q := range []struct {
					sign byte
					a, b *Schema
				}{{m.there, old, changed}, {m.back, changed, old}} {
					if q.sign == 0 {
						continue
					}
					n++
					r := Check(ctx, q.a, q.b, Options{})
					want := map[byte]Verdict{'+': Subschema, '-': Not}[q.sign]
					if r.Verdict == Unknown {
						open++
						t.Logf("%s at %q: %s %s\n%s", m.name, place.pointer(), r.Reason, r.Detail, doc)
					} else if r.Verdict != want {
						t.Errorf("%s at %q: %s %s, expected %s\n%s", m.name, place.pointer(), r.Verdict, r.Witness, want, doc)
					}
				}
			}
		}
	}
	t.Logf("%d questions, %d unknown", n, open)
	if n < 1000 || open > n/100 {
		t.Errorf("%d questions, %d unknown", n, open)
	}
}
