package code

import "bytes"

// ecmascript looks at TypeScript and JavaScript: comments do not count.
func (l *look) ecmascript() {
	s := esLook{look: l}
	for i := 0; i < len(l.src) && !l.out.Parse; {
		i = s.token(i)
	}
	l.out.Parse = l.out.Parse || len(s.templates) > 0
}

// An esLook keeps what stood before.
type esLook struct {
	*look
	last      byte   // the last byte that is no blank, 'a' for a word
	word      []byte // the last word
	called    []byte // the word before the parenthesis that was opened last
	templates []int  // of each open ${: how many braces are open in it
	module    bool   // the next text may name a module: import or export * stands before it
}

// token looks at one token and returns where the next may begin.
func (s *esLook) token(i int) int {
	src := s.src
	switch c := src[i]; {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		return i + 1
	case c == '/':
		return s.slash(i)
	case c == '"' || c == '\'':
		end := i + 1
		for end < len(src) && src[end] != c && src[end] != '\n' {
			if src[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(src))
		s.text(i+1, end)
		s.last = c
		return min(end+1, len(src))
	case c == '`':
		return s.template(i + 1)
	case c == '}' && len(s.templates) > 0 && s.templates[len(s.templates)-1] == 0:
		s.templates = s.templates[:len(s.templates)-1]
		return s.template(i + 1)
	case c >= '0' && c <= '9':
		end := s.number(i)
		s.word, s.last = src[i:end], 'a'
		return end
	case wordByte[c]:
		end := s.wordEnd(i)
		s.word, s.last = src[i:end], 'a'
		s.module = s.module || string(s.word) == "import"
		s.look.word(s.word, i)
		return end
	default:
		return s.punctuation(i, c)
	}
}

func (s *esLook) punctuation(i int, c byte) int {
	if n := len(s.templates); n > 0 {
		switch c {
		case '{':
			s.templates[n-1]++
		case '}':
			s.templates[n-1]--
		}
	}
	if behind := string(s.word); s.last == 'a' && c == '*' && (behind == "export" || behind == "type") {
		s.module = true
	} else if s.last == 'a' && behind == "import" && (c == '(' || c == '.') {
		s.module = false
	}
	if c == '(' {
		s.called = nil
		if s.last == 'a' {
			s.called = s.word
		}
		if esLoads(s.called) {
			rest := bytes.TrimLeft(s.src[i+1:], " \t\r\n")
			s.out.Parse = s.out.Parse || len(rest) == 0 || rest[0] != '"' && rest[0] != '\''
		}
	}
	if c == '<' && s.last == 'a' && esLoads(s.word) || c == '\\' {
		s.out.Parse = true
	}
	s.last = c
	return i + 1
}

// esLoads reports whether what is called takes the name of a module.
func esLoads(callee []byte) bool {
	switch string(callee) {
	case "require", "import", "mock", "doMock", "requireActual", "requireMock", "importActual", "importMock":
		return true
	}
	return false
}

// text looks at a string literal.
func (s *esLook) text(from, to int) {
	text := s.src[from:to]
	s.words(from, to)
	if s.module { // a broken declaration names its module without "from"
		s.module = false
		s.out.Imports = append(s.out.Imports, string(text))
	}
	loads := s.last == '(' && esLoads(s.called)
	if s.last == 'a' && (string(s.word) == "from" || string(s.word) == "import") || loads || s.last == '(' && string(s.called) == "resolve" {
		s.out.Imports = append(s.out.Imports, string(text))
		if loads {
			rest := bytes.TrimLeft(s.src[min(to+1, len(s.src)):], " \t\r\n")
			s.out.Parse = s.out.Parse || len(rest) > 0 && rest[0] != ')' && rest[0] != ','
		}
		if !s.out.Parse && string(s.called) != "resolve" {
			return
		}
	}
	if string(text) != "." || !s.separator(s.last, s.called, to+1) {
		s.paths(text, true)
	}
	if string(text) == "-m" {
		s.pythonRun(to + 1)
	} else {
		s.runsIn(text)
	}
}

// template looks at the text of a template up to its end or the next ${.
func (s *esLook) template(from int) int {
	i := from
	for ; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
			continue
		case '`':
			s.part(from, i)
			s.last = '`'
			return i + 1
		case '$':
			if i+1 < len(s.src) && s.src[i+1] == '{' {
				s.part(from, i)
				s.templates = append(s.templates, 0)
				s.last = '{'
				return i + 2
			}
		}
	}
	s.out.Parse = true // it does not end
	return len(s.src)
}

func (s *esLook) part(from, to int) {
	s.words(from, to)
	s.paths(s.src[from:to], true)
	s.runsIn(s.src[from:to])
}

// slash looks at a comment, a regular expression or an operator. Where it
// cannot tell, and it matters, the source is parsed.
func (s *esLook) slash(i int) int {
	src := s.src
	if i+1 < len(src) && src[i+1] == '/' && !(i > 0 && src[i-1] == ':') {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		return i + n
	}
	if i+1 < len(src) && src[i+1] == '*' {
		n := bytes.Index(src[i+2:], []byte("*/"))
		if n < 0 {
			s.out.Parse = true
			return len(src)
		}
		return i + 2 + n + 2
	}
	end, odd := regexEnd(src, i)
	operand := s.last == ')' || s.last == ']' || s.last == '"' || s.last == '\'' || s.last == '`' || s.last == 'a' && !esBeforeValue(s.word)
	switch {
	case end < 0 || operand && s.last != ')' && s.last != '}': // a division
		s.last = '/'
		return i + 1
	case operand || s.last == '}' || s.last == '<' || s.last == '>': // either, or a tag of JSX
		if odd {
			s.out.Parse = true
		}
		s.last = '/'
		return i + 1
	default:
		s.last = ')'
		return end
	}
}

// regexEnd returns where a regular expression that begins at a slash ends, -1
// when its line ends before; odd says that something in it would be read
// otherwise if it were none.
func regexEnd(src []byte, i int) (end int, odd bool) {
	class := false
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\n':
			return -1, false
		case '\\':
			odd = true
			j++
		case '[':
			class, odd = true, true
		case ']':
			class = false
		case '"', '\'', '`', '{', '}':
			odd = true
		case '/':
			if !class {
				return j + 1, odd
			}
		}
	}
	return -1, false
}

// esBeforeValue reports whether a value may stand behind a word.
func esBeforeValue(w []byte) bool {
	switch string(w) {
	case "return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "new", "instanceof", "await", "yield", "default", "extends":
		return true
	}
	return false
}
