package shell

import "strings"

func (r *reader) singleQuoted(w *Word) {
	start := r.pos + 1
	n := strings.IndexByte(r.src[start:r.end], '\'')
	if n < 0 {
		r.fail(r.pos, "the quote is never closed")
		n = r.end - start
	}
	w.Parts = append(w.Parts, Part{Span: Span{start, start + n}, Text: r.src[start : start+n], Quoted: true})
	r.pos = min(r.end, start+n+1)
}

// ansi reads $'…'. Of its escapes only those of single characters are decoded.
func (r *reader) ansi(w *Word) {
	open := r.pos
	r.pos += 2
	start := r.pos
	var text strings.Builder
	for r.pos < r.end && r.src[r.pos] != '\'' {
		if r.src[r.pos] == '\\' && r.pos+1 < r.end {
			r.pos++
			if i := strings.IndexByte("abefnrtv", r.src[r.pos]); i >= 0 {
				text.WriteByte("\a\b\x1b\f\n\r\t\v"[i])
			} else {
				text.WriteByte(r.src[r.pos])
			}
			r.pos++
			continue
		}
		text.WriteByte(r.src[r.pos])
		r.pos++
	}
	w.Parts = append(w.Parts, Part{Span: Span{start, r.pos}, Text: text.String(), Quoted: true})
	if r.pos >= r.end {
		r.fail(open, "the quote is never closed")
		return
	}
	r.pos++
}

// doubleQuoted reads up to the closing quote and passes it; a here-document
// ends where the reader ends.
func (r *reader) doubleQuoted(w *Word, closing byte) {
	open := r.pos - 1
	parts := len(w.Parts)
	start := r.pos
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			w.Parts = append(w.Parts, Part{Span: Span{start, r.pos}, Text: text.String(), Quoted: true})
			text.Reset()
		}
		start = r.pos
	}
	for r.pos < r.end {
		c := r.src[r.pos]
		switch {
		case c == closing && closing != 0:
			flush()
			if len(w.Parts) == parts {
				w.Parts = append(w.Parts, Part{Span: Span{r.pos, r.pos}, Quoted: true})
			}
			r.pos++
			return
		case c == '\\' && r.pos+1 < r.end:
			next := r.src[r.pos+1]
			if next != '\n' {
				if strings.IndexByte("$`\"\\", next) < 0 || next == '"' && closing == 0 {
					text.WriteByte('\\')
				}
				text.WriteByte(next)
			}
			r.pos += 2
		case (c == '$' || c == '`') && r.expands(c):
			flush()
			r.expansion(w, true)
			start = r.pos
		default:
			from := r.pos
			for r.pos++; r.pos < r.end && strings.IndexByte("\"\\$`", r.src[r.pos]) < 0; r.pos++ {
			}
			if c := r.at(r.pos); text.Len() == 0 && (c == closing || c == '$') {
				w.Parts = append(w.Parts, Part{Span: Span{from, r.pos}, Text: r.src[from:r.pos], Quoted: true})
				start = r.pos
				continue
			}
			text.WriteString(r.src[from:r.pos])
		}
	}
	flush()
	if closing != 0 {
		r.fail(open, "the quote is never closed")
	}
}
