package python

import "strings"

// DottedName returns the dotted name that e is, such as "a.b.c", or "" if it is anything else or has more than 32 parts.
func DottedName(e Expr) string {
	var names [32]string
	for i := len(names) - 1; i >= 0; i-- {
		switch x := e.(type) {
		case *Name:
			names[i] = x.ID
			return strings.Join(names[i:], ".")
		case *Attribute:
			names[i] = x.Attr.Name
			e = x.X
		default:
			return ""
		}
	}
	return ""
}

// Callee returns the dotted name that is called, or "" if what is called is no dotted name.
func (c *Call) Callee() string { return DottedName(c.Func) }

// Arg returns the argument for the parameter that has this index, counted from 0, and this name; index -1 stands for
// a keyword-only parameter, name "" for a positional-only one. It is nil when the call does not give it. The answer is
// not known, and ok is false, when it may come out of *args or **kwargs.
func (c *Call) Arg(index int, name string) (value Expr, ok bool) {
	ok = true
	at := 0
	for i := range c.Args {
		switch a := &c.Args[i]; {
		case a.Stars == 1:
			if at <= index {
				ok, index = false, -1
			}
		case a.Stars == 2:
			ok = ok && name == ""
		case a.Name.Name != "":
			if a.Name.Name == name {
				return a.Value, true
			}
		default:
			if at == index {
				return a.Value, true
			}
			at++
		}
	}
	return nil, ok
}
