package template

import (
	"encoding/json"
	"strconv"

	"github.com/skilllint/skilllint/internal/wording"
)

// String returns the template in canonical form; parsing it again gives the same tree.
// A template with syntax errors is returned as it was written.
func (t *Template) String() string {
	if len(t.Problems) > 0 {
		return t.Source
	}
	var b []byte
	for i := range t.Parts {
		p := &t.Parts[i]
		if p.Pipe == nil {
			b = append(b, t.Source[p.Start:p.End]...)
			continue
		}
		b = append(b, "{{ "...)
		b = p.Pipe.print(b, 0)
		b = append(b, " }}"...)
	}
	return string(b)
}

// String returns the condition in canonical form, without braces.
func (c *Condition) String() string {
	if c.Expr == nil {
		return c.Source
	}
	return string(c.Expr.print(nil, 0))
}

// String returns the pipe as it stands between braces.
func (p *Pipe) String() string { return string(p.print(nil, 0)) }

// String returns the path as it is written.
func (p *Path) String() string { return string(p.print(nil)) }

// The binding strength of the operators of conditions: a node is put in parentheses
// when it stands within a stronger one.
const (
	bindsOr = iota + 1
	bindsAnd
	bindsNot
)

func (p *Pipe) print(b []byte, _ int) []byte {
	b = p.Head.print(b)
	for _, c := range p.Calls {
		b = append(b, " | "...)
		b = append(b, c.Name...)
		for i, a := range c.Args {
			if i == 0 {
				b = append(b, ": "...)
			} else {
				b = append(b, ", "...)
			}
			b = a.print(b)
		}
	}
	return b
}

func (c *Comparison) print(b []byte, _ int) []byte {
	b = c.X.print(b, 0)
	b = append(b, ' ')
	b = append(b, c.Op...)
	b = append(b, ' ')
	return c.Y.print(b, 0)
}

func (l *Logic) print(b []byte, within int) []byte {
	binds := bindsOr
	if l.Op == "and" {
		binds = bindsAnd
	}
	if binds <= within {
		b = append(b, '(')
	}
	for i, term := range l.Terms {
		if i > 0 {
			b = append(b, ' ')
			b = append(b, l.Op...)
			b = append(b, ' ')
		}
		b = term.print(b, binds)
	}
	if binds <= within {
		b = append(b, ')')
	}
	return b
}

func (n *Not) print(b []byte, _ int) []byte {
	return n.X.print(append(b, "not "...), bindsNot)
}

func (p *Path) print(b []byte) []byte {
	for i, s := range p.Segments {
		switch {
		case s.IsIndex:
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(s.Index), 10)
			b = append(b, ']')
		case i > 0:
			b = append(b, '.')
			b = append(b, s.Name...)
		default:
			b = append(b, s.Name...)
		}
	}
	return b
}

func (l *Literal) print(b []byte) []byte {
	switch v := l.Value.(type) {
	case string:
		return appendQuoted(b, v)
	case json.Number:
		return append(b, v...)
	case bool:
		return strconv.AppendBool(b, v)
	}
	return append(b, "null"...)
}

const hexDigits = "0123456789abcdef"

func appendQuoted(b []byte, s string) []byte {
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c < 0x20:
			b = append(b, `\u00`...)
			b = append(b, hexDigits[c>>4], hexDigits[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '\'')
}

// shorten cuts a quoted word of the user's so that a message stays readable.
func shorten(s string) string { return wording.Cut(s, 60) }
