package shell

import "strings"

// assign reads `name=value`, if that is what comes.
func (r *reader) assign(c *Command) bool {
	i := r.pos
	for i < r.end && (isName(r.src[i]) || i > r.pos && isDigit(r.src[i])) {
		i++
	}
	name := r.src[r.pos:i]
	if name == "" {
		return false
	}
	from, to := i, i // the subscript
	if r.at(i) == '[' {
		i = r.subscript(i)
		to = i
	}
	if r.at(i) == '+' {
		i++
	}
	if r.at(i) != '=' {
		return false
	}
	a := &Assign{Name: name, Span: Span{Start: r.pos}}
	r.file.Assigns = append(r.file.Assigns, a)
	start := r.pos
	r.inside(from, to)
	r.pos = i + 1
	if r.at(r.pos) == '(' {
		r.pos++
		r.array(a)
	} else {
		a.Value = r.word()
	}
	a.End = r.pos
	if len(c.Words) > 0 { // an argument of export and its like
		w := &Word{Span: Span{start, r.pos}, Parts: []Part{{Span: Span{start, i + 1}, Text: r.src[start : i+1]}}}
		if a.Value != nil {
			w.Parts = append(w.Parts, a.Value.Parts...)
		}
		c.Words = append(c.Words, w)
	}
	return true
}

// subscript returns the end of `[…]`.
func (r *reader) subscript(i int) int {
	depth := 0
	for ; i < r.end && r.src[i] != '\n' && *r.fuel > 0; i++ {
		*r.fuel--
		switch c := r.src[i]; c {
		case '\'', '"':
			n := strings.IndexByte(r.src[i+1:r.end], c)
			if n < 0 {
				*r.fuel -= r.end - i
				continue
			}
			*r.fuel -= n
			i += n + 1
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return i
}

// inside reads the commands that stand in a subscript: a["$(cmd)"]=1. What is
// wrong there is no fault of the script's: the brackets may be a text's.
func (r *reader) inside(from, to int) {
	end, err := r.end, r.file.Err
	for r.pos, r.end = from, to; r.pos < r.end; {
		if w := r.word(); w.Start == w.End {
			r.pos++
		}
	}
	r.end, r.file.Err = end, err
}

func (r *reader) array(a *Assign) {
	for {
		r.blanks()
		switch c := r.at(r.pos); {
		case r.pos >= r.end:
			r.fail(a.Start, "the array is never closed")
			return
		case c == ')':
			r.pos++
			return
		case c == '#':
			start := r.pos
			for r.pos < r.end && r.src[r.pos] != '\n' {
				r.pos++
			}
			r.file.Comments = append(r.file.Comments, Span{start, r.pos})
		default:
			w := r.word()
			if w.Start == w.End {
				r.pos++
				continue
			}
			a.Values = append(a.Values, w)
		}
	}
}

// declares says whether a command's arguments may be assignments.
func declares(name string) bool {
	switch name {
	case "export", "local", "declare", "readonly", "typeset":
		return true
	}
	return false
}
