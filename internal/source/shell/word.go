package shell

import "strings"

// plain are the characters that mean nothing but themselves in any word.
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = strings.IndexByte(" \t\r\n;&|()<>\\'\"`$", byte(c)) < 0
	}
	return t
}()

// ends are the characters that always end a word.
var ends = [256]bool{' ': true, '\t': true, '\r': true, '\n': true, ';': true, '&': true, '|': true, ')': true}

// word reads one word; it is empty if none starts here.
func (r *reader) word() *Word {
	w := &Word{Span: Span{Start: r.pos}}
	i := r.pos
	for i < r.end && plain[r.src[i]] {
		i++
	}
	if i > r.pos && (i == r.end || ends[r.src[i]]) { // as most words are
		w.End, r.pos = i, i
		w.Parts = []Part{{Span: w.Span, Text: r.src[w.Start:i]}}
		return w
	}
	var text strings.Builder
	start := r.pos
	flush := func() {
		if text.Len() > 0 {
			w.Parts = append(w.Parts, Part{Span: Span{start, r.pos}, Text: text.String()})
			text.Reset()
		}
	}
	for r.pos < r.end {
		c := r.src[r.pos]
		if c == '`' && r.backticks {
			break
		}
		if strings.IndexByte(" \t\n\r;&|()", c) >= 0 || (c == '<' || c == '>') && !(r.pos == w.Start && r.at(r.pos+1) == '(') {
			if c == '(' && text.Len() > 0 && strings.IndexByte("@?*+!", r.src[r.pos-1]) >= 0 && r.at(r.pos+1) != ')' {
				if n := r.glob(); n > 0 {
					text.WriteString(r.src[r.pos : r.pos+n])
					r.pos += n
					continue
				}
			}
			break
		}
		switch {
		case c == '\\' && r.pos+1 < r.end:
			if text.Len() == 0 {
				start = r.pos
			}
			r.pos++
			if r.src[r.pos] == '\r' && r.at(r.pos+1) == '\n' {
				r.pos++
			}
			if r.src[r.pos] != '\n' {
				text.WriteByte(r.src[r.pos])
			}
			r.pos++
		case c == '\'':
			flush()
			r.singleQuoted(w)
		case c == '"':
			flush()
			r.pos++
			r.doubleQuoted(w, '"')
		case c == '$' && r.at(r.pos+1) == '\'':
			flush()
			r.ansi(w)
		case c == '$' && r.at(r.pos+1) == '"':
			flush()
			r.pos += 2
			r.doubleQuoted(w, '"')
		case (c == '$' || c == '`' || c == '<' || c == '>') && r.expands(c):
			flush()
			r.expansion(w, false)
		default:
			if text.Len() == 0 {
				start = r.pos
			}
			from := r.pos
			for r.pos++; r.pos < r.end && plain[r.src[r.pos]]; r.pos++ {
			}
			text.WriteString(r.src[from:r.pos])
		}
	}
	flush()
	w.End = r.pos
	return w
}

// glob returns the length of an extended pattern's parentheses, 0 if there
// are none.
func (r *reader) glob() int {
	depth := 0
	for i := r.pos; i < r.end && *r.fuel > 0; i++ {
		*r.fuel--
		switch r.src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1 - r.pos
			}
		case '\n', '"', '\'', '`':
			return 0
		}
	}
	return 0
}

// expands says whether the character at the reader begins an expansion.
func (r *reader) expands(c byte) bool {
	if r.depth >= maxDepth {
		r.fail(r.pos, "nested too deeply")
		return false
	}
	if c != '$' {
		return c != '`' || !r.backticks
	}
	next := r.at(r.pos + 1)
	return next == '(' || next == '{' || next == '[' || isName(next) || isDigit(next) || next != 0 && strings.IndexByte("@*#?$!-", next) >= 0
}

// expansion reads $NAME, ${…}, $(…), $((…)), `…` or <(…).
func (r *reader) expansion(w *Word, quoted bool) {
	p := Part{Span: Span{Start: r.pos}, Kind: Substitution, Quoted: quoted}
	r.depth++
	switch next := r.at(r.pos + 1); {
	case r.src[r.pos] == '`':
		r.pos++
		r.backticks = true
		r.list('`')
		r.backticks = false
		r.pos = min(r.end, r.pos+1)
	case next == '(' && r.at(r.pos+2) == '(' && r.src[r.pos] == '$' && r.arithmetic(r.pos+3):
	case next == '(':
		r.pos += 2
		r.list(')')
		r.pos = min(r.end, r.pos+1)
	case next == '[':
		n := strings.IndexAny(r.src[r.pos:min(r.end, r.pos+256)], "]\n")
		r.pos += max(n, 0) + 1
	case next == '{':
		r.parameter(&p)
	default:
		p.Kind = Variable
		i := r.pos + 1
		if isName(next) {
			for i < r.end && (isName(r.src[i]) || isDigit(r.src[i])) {
				i++
			}
		} else {
			i++
		}
		p.Text = r.src[r.pos+1 : i]
		r.pos = i
	}
	r.depth--
	p.End = r.pos
	w.Parts = append(w.Parts, p)
}

// parameter reads ${NAME…}.
func (r *reader) parameter(p *Part) {
	open := r.pos
	p.Kind = Variable
	r.pos += 2
	if c := r.at(r.pos); (c == '!' || c == '#') && r.at(r.pos+1) != '}' {
		r.pos++
	}
	start := r.pos
	for r.pos < r.end && (isName(r.src[r.pos]) || isDigit(r.src[r.pos])) {
		r.pos++
	}
	if r.pos == start && r.pos < r.end && r.src[r.pos] != '}' {
		r.pos++ // $@ and its like
	}
	p.Text = r.src[start:r.pos]
	start = r.pos
	var inside Word // what expands inside is read for its commands
	for r.pos < r.end {
		switch c := r.src[r.pos]; {
		case c == '}':
			p.Arg = r.src[start:r.pos]
			r.pos++
			return
		case c == '\\':
			r.pos = min(r.end, r.pos+2)
		case c == '\'' && !p.Quoted:
			r.singleQuoted(&inside)
		case c == '"':
			r.pos++
			r.doubleQuoted(&inside, '"')
		case (c == '$' || c == '`') && r.expands(c):
			r.expansion(&inside, p.Quoted)
		default:
			r.pos++
		}
	}
	p.Arg = r.src[start:r.pos]
	r.fail(open, "\"${\" is never closed")
}
