package shell

import "strings"

// A heredoc is a here-document whose text is still to come.
type heredoc struct {
	redirect  *Redirect
	delimiter string
	tabs      bool // <<-
	quoted    bool
}

// redirect reads a redirection and its target.
func (r *reader) redirect(c *Command) {
	start := r.pos
	for _, op := range []string{"<<<", "<<-", "&>>", "<<", ">>", "<&", ">&", "<>", ">|", "&>", "<", ">"} {
		if strings.HasPrefix(r.src[r.pos:r.end], op) {
			r.pos += len(op)
			break
		}
	}
	d := &Redirect{Op: r.src[start:r.pos]}
	r.blanks()
	d.Target = r.word()
	d.Span = Span{start, max(r.pos, start+1)}
	c.Redirects = append(c.Redirects, d)
	if d.Op != "<<" && d.Op != "<<-" {
		return
	}
	h := heredoc{redirect: d, tabs: d.Op == "<<-", delimiter: r.src[d.Target.Start:d.Target.End]}
	if strings.ContainsAny(h.delimiter, `'"\`) {
		h.quoted = true
		h.delimiter, _ = d.Target.Literal()
	}
	r.pending = append(r.pending, h)
}

// heredocs reads the texts of the here-documents of the line before.
func (r *reader) heredocs() {
	pending := r.pending
	r.pending = nil
	for _, h := range pending {
		start := r.pos
		end := r.end
		for closed := false; !closed; {
			if r.pos >= r.end {
				r.fail(h.redirect.Start, "the here-document is never closed")
				break
			}
			from := r.pos
			line := r.src[from:r.end]
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line = line[:n]
				r.pos += n + 1
			} else {
				r.pos = r.end
			}
			line = strings.TrimSuffix(line, "\r")
			if h.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if closed = line == h.delimiter; closed {
				end = from
			}
		}
		h.redirect.Body = r.document(Span{start, end}, h.quoted)
	}
}

// document reads the text of a here-document.
func (r *reader) document(s Span, quoted bool) *Word {
	if quoted {
		return &Word{s, []Part{{Span: s, Text: r.src[s.Start:s.End], Quoted: true}}}
	}
	sub := &reader{src: r.src, pos: s.Start, end: s.End, depth: r.depth, fuel: r.fuel, file: r.file}
	w := &Word{Span: s}
	sub.doubleQuoted(w, 0)
	return w
}
