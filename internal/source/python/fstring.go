package python

import "strings"

// str reads adjacent string literals.
func (p *parser) str() Expr {
	start := p.tok.start
	s := &String{Bytes: p.isBytes()}
	chain := 0
	for p.tok.kind == tString || p.tok.kind == tFString {
		if p.isBytes() != s.Bytes {
			p.report(p.tok.start, "cannot mix bytes and nonbytes literals")
		}
		if p.tok.kind == tString {
			s.Parts = append(s.Parts, p.plainPart())
			p.next()
			continue
		}
		s.Template = s.Template || strings.ContainsAny(p.text()[:2], "tT")
		s.Parts = p.fstring(s.Parts)
		chain = max(chain, p.chain)
		if !p.failed {
			p.prevEnd = p.pos
			p.tok = p.lex()
			if p.tok.kind == tError {
				p.fail("invalid syntax")
			}
		}
	}
	p.chain = chain
	s.Span = p.since(start)
	return s
}

// isBytes tells whether the string token has a b in its prefix.
func (p *parser) isBytes() bool {
	c, d := p.src[p.tok.start]|0x20, p.src[p.tok.start+1]|0x20
	return c == 'b' || c == 'r' && d == 'b'
}

// plainPart returns the text of the current tString.
func (p *parser) plainPart() Part {
	start, end := p.tok.start, p.tok.end
	var part Part
	for ; p.src[start] != '"' && p.src[start] != '\''; start++ {
		switch p.src[start] | 0x20 {
		case 'r':
			part.raw = true
		case 'b':
			part.bytes = true
		}
	}
	quotes := 1
	if end-start >= 6 && p.src[start] == p.src[start+1] && p.src[start] == p.src[start+2] {
		quotes = 3
	}
	part.Span = Span{start + quotes, end - quotes}
	part.text = p.src[part.Start:part.End]
	return part
}

// fquote is how an f-string was opened.
type fquote struct {
	start int    // of the prefix
	close string // one or three quotes
	raw   bool
}

// fstring reads the rest of an f-string whose prefix and opening quotes are the current token. It leaves p.pos after
// the closing quotes and reads no further token. After an error it skips to where the string seems to end.
func (p *parser) fstring(parts []Part) []Part {
	opening := p.text()
	quote := strings.IndexAny(opening, `"'`)
	q := fquote{p.tok.start, opening[quote:], strings.ContainsAny(opening[:quote], "rR")}
	outer, open, field := p.prevEnd, len(p.brackets), p.field
	p.chain = 0
	parts = p.fparts(parts, q, false)
	p.field = field
	if !p.failed {
		p.pos += len(q.close)
		p.prevEnd = outer
		return parts
	}
	p.brackets = p.brackets[:min(open, len(p.brackets))]
	p.over = 0
	if p.errTok.kind == tNewline {
		return parts // a statement follows
	}
	p.fresh = false
	p.errTok = token{tError, p.errTok.start, p.errTok.end}
	p.pos = max(p.pos, q.start+len(opening))
	p.skipQuoted(q)
	return parts
}

// skipQuoted moves past the closing quotes, or for single quotes to the end of the line if they come later.
func (p *parser) skipQuoted(q fquote) {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == '\\' && p.pos+1 < len(p.src):
			p.pos++
		case strings.HasPrefix(p.src[p.pos:], q.close):
			p.pos += len(q.close)
			return
		case len(q.close) == 1 && (c == '\n' || c == '\r'):
			return
		}
		p.pos++
	}
}

// fparts reads text and fields up to the closing quotes or, in a format, up to the brace that closes its field. It
// leaves p.pos there.
func (p *parser) fparts(parts []Part, q fquote, format bool) []Part {
	s, start := p.src, p.pos
	text := func(end int) {
		if end > start {
			parts = append(parts, Part{Span: Span{start, end}, text: s[start:end], raw: q.raw, f: !format})
		}
	}
	found := len(parts)
	for i := p.pos; ; {
		if i >= len(s) {
			p.unterminated(q, i)
			return parts
		}
		switch c := s[i]; {
		case c == q.close[0] && strings.HasPrefix(s[i:], q.close):
			text(i)
			p.pos = i
			if format {
				p.tok = token{tError, i, i}
				p.report(i, "f-string: expecting '}'")
				p.fail("")
			} else if len(parts) == found {
				parts = append(parts, Part{Span: Span{i, i}, f: true})
			}
			return parts
		case len(q.close) == 1 && (c == '\n' || c == '\r'):
			p.unterminated(q, i)
			return parts
		case c == '\\':
			i += p.fescape(s[i:], q.raw)
		case c == '{' && !format && strings.HasPrefix(s[i:], "{{"), c == '}' && !format && strings.HasPrefix(s[i:], "}}"):
			i += 2
		case c == '}' && format:
			text(i)
			p.pos = i
			return parts
		case c == '}':
			p.report(i, "f-string: single '}' is not allowed")
			i++
		case c == '{':
			text(i)
			p.pos = i
			parts = append(parts, p.replacement(q))
			if p.failed {
				return parts
			}
			i, start = p.pos, p.pos
		default:
			i++
		}
	}
}

// unterminated reports an f-string without closing quotes.
func (p *parser) unterminated(q fquote, at int) {
	p.pos = at
	if len(q.close) == 3 {
		p.report(q.start, "unterminated triple-quoted f-string literal")
	} else {
		p.report(q.start, "unterminated f-string literal")
	}
	p.tok = token{tError, at, at}
	p.fail("")
}

// fescape returns how many bytes of s, which begins with a backslash, are surely text.
func (p *parser) fescape(s string, raw bool) int {
	switch {
	case len(s) < 2 || s[1] == '{' || s[1] == '}':
		return 1
	case newline(s[1:]) > 0:
		return 1 + newline(s[1:])
	case !raw && strings.HasPrefix(s, `\N{`):
		if end := strings.IndexAny(s[:min(len(s), maxName)], "}\"'\r\n"); end > 0 && s[end] == '}' {
			return end + 1
		}
	}
	return 2
}

// replacement reads one {field}; p.pos is at its opening brace. It leaves p.pos after the closing one.
func (p *parser) replacement(q fquote) Part {
	start, outer, chain := p.pos, p.field, p.chain
	part := Part{Span: Span{start, start}, Field: &Field{}}
	f := part.Field
	p.tok = p.open(tLbrace)
	p.field = len(p.brackets)
	if p.tok.kind == tError {
		p.fail("")
	}
	p.next()
	f.Value = p.exprs()
	p.chain = max(chain, p.chain)
	f.Debug = p.got(tAssign)
	if p.got(tBang) {
		if word := p.ident(); len(word.Name) == 1 {
			f.Conversion = word.Name[0]
		}
	}
	if p.tok.kind == tColon {
		f.Spec = p.fparts([]Part{}, q, true)
		if !p.failed {
			p.tok = p.token() // the closing brace
		}
	} else if p.tok.kind != tRbrace {
		p.fail("f-string: expecting '}'")
	}
	p.field = outer
	part.End = p.pos
	if p.failed {
		part.End = p.prevEnd
	}
	return part
}
