package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Violation says where and why a value is refused.
type Violation struct {
	Instance string // JSON pointer of the part of the value at fault
	Keyword  string // JSON pointer of the keyword in the schema document
	Key      string // the keyword itself, such as "required"; "" for a false schema
	Name     string // the member missing, unknown or misnamed, if that is the fault
	Message  string // a fact about the value
	// Causes of anyOf and oneOf: one for each alternative, whose own causes say why it does not fit. Causes of
	// propertyNames: why the name does not fit.
	Causes []Violation

	node *node
	at   *place
}

// place is a part of a value: a path of steps, leaf first.
type place struct {
	up   *place
	name string
	i    int // index, or -1 for a member
	v    *Value
}

func (p *place) pointer() string {
	if p == nil || p.up == nil {
		return ""
	}
	if p.i >= 0 {
		return p.up.pointer() + "/" + indexToken(p.i)
	}
	return p.up.pointer() + "/" + escapePointer(p.name)
}

func (e *evaluator) fail(n *node, p *place, key, name string, causes []Violation, format string, args ...any) {
	if e.report == nil {
		return
	}
	v := Violation{Instance: p.pointer(), Keyword: n.pointer(), Key: key, Name: name, Causes: causes, node: n, at: p}
	if key != "" {
		v.Keyword += "/" + escapePointer(key)
	}
	v.Message = fmt.Sprintf(format, args...)
	*e.report = append(*e.report, v)
}

func (n *node) typeText() string {
	var names []string
	for k := Null; k < numKinds; k++ {
		if n.kinds&kinds(k) == 0 {
			continue
		}
		name := k.String()
		if k == Number && n.integer {
			name = "integer"
		}
		switch name {
		case "integer", "array", "object":
			name = "an " + name
		case "null":
		default:
			name = "a " + name
		}
		names = append(names, name)
	}
	return strings.Join(names, " or ")
}

// brief is a value's text, cut after some 60 bytes.
func brief(v *Value) string {
	if v.size() > 200 {
		return article(v.kind)
	}
	s := v.String()
	if len(s) <= 60 {
		return s
	}
	i := 57
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return s[:i] + "…"
}

func briefList(vs []*Value) string {
	var parts []string
	for i, v := range vs {
		if i == 6 {
			parts = append(parts, fmt.Sprintf("… (%d in all)", len(vs)))
			break
		}
		parts = append(parts, brief(v))
	}
	return strings.Join(parts, ", ")
}

// at is the part of v at a JSON pointer, nil when it is not there.
func at(v *Value, pointer string) *Value {
	if pointer == "" {
		return v
	}
	for _, tok := range strings.Split(pointer[1:], "/") {
		tok = pointerUnescaper.Replace(tok)
		var next *Value
		if v.kind == Object {
			next = v.get(tok)
		} else {
			for i, e := range v.elems {
				if indexToken(i) == tok {
					next = e
				}
			}
		}
		if next == nil {
			return nil
		}
		v = next
	}
	return v
}
