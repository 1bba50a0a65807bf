package gateway

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/skilllint/skilllint/schema"
)

// parse reads one JSON text strictly (RFC 8259, no duplicate names) after cheap bounds
// on its nesting and on its numbers, which are exact and would take their exponent's size.
func parse(text []byte, nesting int) (*schema.Value, error) {
	if err := bounded(text, nesting); err != nil {
		return nil, err
	}
	return schema.ParseValue(text)
}

// Bounds of a number: what float64 and common decimals have, with room.
const (
	numberDigits   = 64
	numberExponent = 308
)

// bounded scans a text once, without judging its syntax.
func bounded(text []byte, nesting int) error {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '{' || c == '[':
			if depth++; depth > nesting {
				return fmt.Errorf("the value is nested deeper than %d", nesting)
			}
		case c == '}' || c == ']':
			depth--
		case c == '-' || '0' <= c && c <= '9':
			start := i
			exponent, inExponent := 0, false
			for ; i < len(text); i++ {
				switch c := text[i]; {
				case '0' <= c && c <= '9':
					if inExponent && exponent <= numberExponent {
						exponent = exponent*10 + int(c-'0')
					}
					continue
				case c == 'e' || c == 'E':
					inExponent = true
					continue
				case c == '+' || c == '-' || c == '.':
					continue
				}
				break
			}
			if i-start > numberDigits || exponent > numberExponent {
				return fmt.Errorf("a number is longer than %d characters or its exponent larger than %d", numberDigits, numberExponent)
			}
			i--
		}
	}
	return nil
}

// violations tells where a value does not fit, without saying what stands there. Of an
// anyOf the place of the value is enough.
func violations(list []schema.Violation) []Violation {
	const most = 20
	var found []Violation
	for _, v := range list {
		if len(found) == most {
			break
		}
		found = append(found, Violation{Pointer: v.Instance, Keyword: v.Key, Name: v.Name})
	}
	return found
}

// decode reads JSON that was checked before.
func decode(text []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// hasDefaults reports whether fillDefaults would do anything.
func hasDefaults(schema any) bool {
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	for _, p := range properties {
		p, _ := p.(map[string]any)
		if _, ok := p["default"]; ok || hasDefaults(p) {
			return true
		}
	}
	return false
}

// fillDefaults adds the members that a value lacks and its schema has defaults for, in
// the value and in its members. It reports whether there were any.
func fillDefaults(schema, value any) bool {
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	members, ok := value.(map[string]any)
	if !ok {
		return false
	}
	filled := false
	for name, p := range properties {
		p, _ := p.(map[string]any)
		member, there := members[name]
		switch d, has := p["default"]; {
		case there:
			filled = fillDefaults(p, member) || filled
		case has:
			members[name] = d
			filled = true
		}
	}
	return filled
}
