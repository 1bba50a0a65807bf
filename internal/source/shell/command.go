package shell

import "strings"

// maxDepth bounds how deep substitutions nest; deeper ones are read as text.
const maxDepth = 200

// A reader reads src[pos:end].
type reader struct {
	src       string
	pos, end  int
	depth     int
	backticks bool // inside of `…`, which do not nest
	fuel      *int // how far look-ahead may go in all: it makes reading linear
	file      *File
	pending   []heredoc // here-documents whose text begins after the line
}

func (r *reader) at(i int) byte {
	if i < r.end {
		return r.src[i]
	}
	return 0
}

func (r *reader) fail(offset int, msg string) {
	if r.file.Err == nil {
		r.file.Err = &Error{offset, msg}
	}
}

// A level is what one list of commands, that of a script or a substitution,
// remembers while it is read.
type level struct {
	command *Command
	open    []byte // '(' for a subshell, 'c' for a case before a pattern, 'b' in its body
	name    bool   // the next word is the name of a function
	timed   bool   // behind `time`
	subject bool   // between `case` and `in`
}

// list reads commands up to the closing character of a substitution, which it
// does not pass; 0 stands for the end of the script.
func (r *reader) list(closing byte) {
	l := level{command: &Command{}}
	for {
		r.blanks()
		if r.pos >= r.end {
			break
		}
		c := r.src[r.pos]
		switch {
		case c == '#':
			start := r.pos
			for r.pos < r.end && r.src[r.pos] != '\n' && !(closing == '`' && r.src[r.pos] == '`') {
				r.pos++
			}
			r.file.Comments = append(r.file.Comments, Span{start, r.pos})
		case c == '\n':
			r.finish(&l)
			r.pos++
			r.heredocs()
		case c == ';' || c == '|' || c == '&' && r.at(r.pos+1) != '>':
			r.finish(&l)
			if c == ';' && (r.at(r.pos+1) == ';' || r.at(r.pos+1) == '&') {
				r.pos++
				if n := len(l.open); n > 0 && l.open[n-1] == 'b' {
					l.open[n-1] = 'c'
				}
			}
			for r.pos++; r.at(r.pos) == c || c == ';' && r.at(r.pos) == '&' || c == '|' && r.at(r.pos) == '&'; {
				r.pos++
			}
		case c == '(':
			r.openParen(&l)
		case c == ')':
			if n := len(l.open); n > 0 {
				switch l.open[n-1] {
				case 'c':
					l.open[n-1] = 'b'
					l.command = &Command{} // it was a pattern
					r.pos++
					continue
				case '(':
					r.finish(&l)
					l.open = l.open[:n-1]
					r.pos++
					continue
				}
			}
			if closing == ')' {
				r.finish(&l)
				return
			}
			r.fail(r.pos, "\")\" closes nothing")
			r.finish(&l)
			r.pos++
		case c == '`' && closing == '`':
			r.finish(&l)
			return
		case (c == '<' || c == '>') && r.at(r.pos+1) != '(', c == '&':
			r.redirect(l.command)
		default:
			r.command(&l)
		}
	}
	r.finish(&l)
	if closing != 0 {
		r.fail(r.pos, "the substitution is never closed")
	}
}

// blanks skips white space and escaped line ends.
func (r *reader) blanks() {
	for r.pos < r.end {
		switch c := r.src[r.pos]; {
		case c == ' ' || c == '\t' || c == '\r' || c == 0:
			r.pos++
		case c == '\\' && r.at(r.pos+1) == '\n':
			r.pos += 2
		case c == '\\' && r.at(r.pos+1) == '\r' && r.at(r.pos+2) == '\n':
			r.pos += 3
		default:
			return
		}
	}
}

// openParen reads a parenthesis outside of a word: a subshell, `((…))`, `f()`
// or the one before a pattern.
func (r *reader) openParen(l *level) {
	if n := len(l.open); n > 0 && l.open[n-1] == 'c' {
		r.pos++
		return
	}
	if len(l.command.Words) == 0 || word(l.command.Words[0]) == "for" {
		if r.at(r.pos+1) == '(' && r.arithmetic(r.pos+2) {
			return
		}
	} else if len(l.command.Words) == 1 {
		save := r.pos
		r.pos++
		if r.blanks(); r.at(r.pos) == ')' {
			r.pos++
			l.command = &Command{} // it was the name of a function
			return
		}
		r.pos = save
	}
	r.finish(l)
	l.open = append(l.open, '(')
	r.pos++
}

// arithmetic passes `…))` from offset i; if the parentheses are no pair, and
// so belong to two subshells, it reads nothing.
func (r *reader) arithmetic(i int) bool {
	depth := 0
	for j := i; j < r.end && *r.fuel > 0; j++ {
		*r.fuel--
		switch r.src[j] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				if r.at(j+1) != ')' {
					return false
				}
				r.document(Span{i, j}, false) // for the substitutions in it
				r.pos = j + 2
				return true
			}
			depth--
		}
	}
	return false
}

// finish ends the command that is being read.
func (r *reader) finish(l *level) {
	c := l.command
	l.command = &Command{}
	l.name = false
	if len(c.Words) == 0 && len(c.Redirects) == 0 {
		return
	}
	if n := len(l.open); n > 0 && l.open[n-1] == 'c' {
		return
	}
	if len(c.Words) > 0 {
		c.Span = Span{c.Words[0].Start, c.Words[len(c.Words)-1].End}
	}
	for _, redirect := range c.Redirects {
		if c.End == 0 {
			c.Start = redirect.Start
		}
		c.End = max(c.End, redirect.End)
	}
	r.file.Commands = append(r.file.Commands, c)
}

// command reads one word of a command, or a reserved word.
func (r *reader) command(l *level) {
	c := l.command
	pattern := len(l.open) > 0 && l.open[len(l.open)-1] == 'c'
	first := len(c.Words) == 0
	if !pattern && (first || declares(word(c.Words[0]))) && r.assign(c) {
		return
	}
	w := r.word()
	if w.Start == w.End {
		r.pos++ // a character that starts no word
		return
	}
	if next := r.at(r.pos); (next == '<' || next == '>') && r.at(r.pos+1) != '(' && digits(word(w)) {
		return // a file descriptor
	}
	text := word(w)
	switch {
	case l.name:
		l.name = false
		return
	case l.subject:
		if text == "in" {
			l.subject = false
			l.open = append(l.open, 'c')
		}
		return
	case first && pattern && text == "esac":
		l.open = l.open[:len(l.open)-1]
		return
	case first && !pattern && r.reserved(l, text):
		return
	}
	c.Words = append(c.Words, w)
	if first && text == "[[" {
		r.conditional(c)
	}
}

// reserved says whether text is a reserved word, which is no command.
func (r *reader) reserved(l *level, text string) bool {
	defer func() { l.timed = text == "time" }()
	switch text {
	case "if", "then", "else", "elif", "fi", "while", "until", "do", "done", "!", "{", "}", "time", "coproc":
		return true
	case "function":
		l.name = true
		return true
	case "-p":
		return l.timed // time -p
	case "case":
		l.subject = true
		return true
	case "esac":
		if n := len(l.open); n > 0 && l.open[n-1] == 'b' {
			l.open = l.open[:n-1]
			return true
		}
	}
	return false
}

// conditional reads on to `]]`: operators are words there.
func (r *reader) conditional(c *Command) {
	for {
		r.blanks()
		switch ch := r.at(r.pos); {
		case r.pos >= r.end:
			r.fail(c.Words[0].Start, "\"[[\" is never closed")
			return
		case ch == '\n' || strings.IndexByte("&|()<>;", ch) >= 0 && !(ch == '<' && r.at(r.pos+1) == '('):
			r.pos++
		default:
			w := r.word()
			if w.Start == w.End {
				r.pos++
				continue
			}
			c.Words = append(c.Words, w)
			if word(w) == "]]" {
				return
			}
		}
	}
}

// word returns the text of a word without quotes or expansions, else "".
func word(w *Word) string {
	if len(w.Parts) == 1 && w.Parts[0].Kind == Literal && !w.Parts[0].Quoted && len(w.Parts[0].Text) == w.End-w.Start {
		return w.Parts[0].Text
	}
	return ""
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isName(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }
