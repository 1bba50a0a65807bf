package gateway

import (
	"context"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
)

// Func makes a Handler of a function on Go values, by encoding/json. Fields that have a
// json tag take members whose names are written alike, and no others: encoding/json would
// take "City" for "city" as well, which the tool's schema has not looked at.
func Func[Args, Result any](f func(context.Context, Args) (Result, error)) Handler {
	t := reflect.TypeFor[Args]()
	names := map[string]bool{}
	tagged(t, names, map[reflect.Type]bool{})
	return func(ctx context.Context, raw json.RawMessage) (json.RawMessage, error) {
		if misspelt(raw, names) {
			v, err := decode(raw)
			if err != nil {
				return nil, NotDispatched(err)
			}
			if raw, err = json.Marshal(exact(v, t)); err != nil {
				return nil, NotDispatched(err)
			}
		}
		var args Args
		if err := json.Unmarshal(raw, &args); err != nil {
			return nil, NotDispatched(err)
		}
		result, err := f(ctx, args)
		if err != nil {
			return nil, err
		}
		return json.Marshal(result)
	}
}

// fields are those that encoding/json sees of a struct, by the names of their members.
// Those of tags are in tags, too.
func fields(t reflect.Type) (types map[string]reflect.Type, tags []string) {
	types = map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || f.Tag.Get("json") == "-" || f.Anonymous && name == "":
			continue
		case name == "":
			name = f.Name
		default:
			tags = append(tags, name)
		}
		types[name] = f.Type
	}
	return types, tags
}

// inside are the types whose values a value of t is made of, where encoding/json decides
// how: not where the type decodes itself.
func inside(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	p := reflect.PointerTo(t)
	if p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return reflect.TypeFor[any]()
	}
	return t
}

// tagged collects the names in the tags of a type and of those that it is made of, in
// lower case with false, and as they are with true.
func tagged(t reflect.Type, names map[string]bool, seen map[reflect.Type]bool) {
	switch t = inside(t); t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		tagged(t.Elem(), names, seen)
	case reflect.Struct:
		if seen[t] {
			return
		}
		seen[t] = true
		types, tags := fields(t)
		for _, name := range tags {
			if lower := strings.ToLower(name); !names[lower] {
				names[lower] = false
			}
			names[name] = true
		}
		for _, field := range types {
			tagged(field, names, seen)
		}
	}
}

// misspelt reports whether a JSON text may have a member whose name is one of names but
// for its case. It is quick, and sure only when it says no.
func misspelt(raw []byte, names map[string]bool) bool {
	if len(names) == 0 {
		return false
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '"' {
			continue
		}
		start, plain, upper := i+1, true, false
		for i++; i < len(raw) && raw[i] != '"'; i++ {
			switch c := raw[i]; {
			case c == '\\':
				plain = false
				i++
			case c >= 0x80:
				plain = false
			case 'A' <= c && c <= 'Z':
				upper = true
			}
		}
		if i >= len(raw) {
			return false
		}
		name := raw[start:i]
		next := i + 1
		for next < len(raw) && (raw[next] == ' ' || raw[next] == '\t' || raw[next] == '\n' || raw[next] == '\r') {
			next++
		}
		if next == len(raw) || raw[next] != ':' {
			continue // a value
		}
		if !plain {
			return true
		}
		if known, ok := names[string(name)]; ok && !known {
			return true // the lower case of a name
		}
		if upper && !names[string(name)] {
			if _, ok := names[strings.ToLower(string(name))]; ok {
				return true
			}
		}
	}
	return false
}

// exact removes from a value the members that encoding/json would take for fields with
// tags of other names.
func exact(v any, t reflect.Type) any {
	switch t = inside(t); t.Kind() {
	case reflect.Slice, reflect.Array:
		list, _ := v.([]any)
		for i := range list {
			list[i] = exact(list[i], t.Elem())
		}
	case reflect.Map:
		members, _ := v.(map[string]any)
		for name := range members {
			members[name] = exact(members[name], t.Elem())
		}
	case reflect.Struct:
		members, _ := v.(map[string]any)
		types, tags := fields(t)
		for name := range members {
			if field, ok := types[name]; ok {
				members[name] = exact(members[name], field)
				continue
			}
			for _, tag := range tags {
				if strings.EqualFold(name, tag) {
					delete(members, name)
				}
			}
			for other, field := range types { // untagged, and so as encoding/json has it
				if x, there := members[name]; there && strings.EqualFold(name, other) {
					members[name] = exact(x, field)
				}
			}
		}
	}
	return v
}
