package code

import (
	"bytes"
	"strings"
)

// python looks at Python: its comments and the texts that stand alone do not
// count.
func (l *look) python() {
	src := l.src
	depth := 0
	start := true // a statement may begin here
	var last byte // the last byte that is no blank, 'a' for a word
	var word []byte
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '\n' || c == '\r':
			start = start || depth <= 0
			i++
		case c == ' ' || c == '\t' || c == '\f':
			i++
		case c == '\\' && i+1 < len(src) && (src[i+1] == '\n' || src[i+1] == '\r'):
			i = l.blanks(i)
		case c == '#':
			for i < len(src) && src[i] != '\n' && src[i] != '\r' {
				i++
			}
		case c == '"' || c == '\'':
			from, to, end, closed := pythonString(src, i)
			if !closed || end < len(src) && wordByte[src[end]] && !pythonKeyword(src[end:l.wordEnd(end)]) {
				l.out.Parse = true // a string inside of a string, or no Python at all
				return
			}
			if !start { // else it is a text that stands alone
				l.pythonText(from, to, end, last, word)
			}
			i, last, start = end, c, false
		case c >= '0' && c <= '9':
			end := l.number(i)
			word = src[i:end]
			i, last, start = end, 'a', false
		case wordByte[c]:
			end := l.wordEnd(i)
			word = src[i:end]
			switch string(word) {
			case "import":
				l.pythonImport(end)
			case "from":
				end = l.pythonFrom(end)
			}
			l.word(word, i)
			i, last, start = end, 'a', false
		default:
			switch c {
			case '(', '[', '{':
				depth++
			case ')', ']', '}':
				depth--
				l.out.Parse = l.out.Parse || depth < 0
			}
			i, last, start = i+1, c, c == ';' && depth <= 0
		}
	}
}

// pythonText looks at a string literal.
func (l *look) pythonText(from, to, end int, last byte, word []byte) {
	text := l.src[from:to]
	l.words(from, to)
	if string(text) != "." || !l.separator(last, word, end) {
		l.paths(text, true)
	}
	if string(text) == "-m" {
		l.pythonRun(end)
	} else {
		l.runsIn(text)
	}
}

// pythonString returns where the string that begins at a quote has its text,
// and where it ends.
func pythonString(src []byte, i int) (from, to, end int, closed bool) {
	quote := src[i]
	if i+2 < len(src) && src[i+1] == quote && src[i+2] == quote {
		for j := i + 3; j < len(src); j++ {
			switch {
			case src[j] == '\\':
				j++
			case src[j] == quote && j+2 < len(src) && src[j+1] == quote && src[j+2] == quote:
				return i + 3, j, j + 3, true
			}
		}
		return i + 3, len(src), len(src), false
	}
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
			if j < len(src) && src[j] == '\r' && j+1 < len(src) && src[j+1] == '\n' {
				j++
			}
		case quote:
			return i + 1, j, j + 1, true
		case '\n', '\r':
			return i + 1, j, j, false
		}
	}
	return i + 1, len(src), len(src), false
}

// pythonKeyword reports whether a word may stand right behind a string.
func pythonKeyword(w []byte) bool {
	switch string(w) {
	case "if", "else", "for", "in", "and", "or", "is", "not", "as":
		return true
	}
	return false
}

// separator reports whether the text "." is where names are parted or joined,
// and no folder.
func (l *look) separator(last byte, word []byte, end int) bool {
	if end < len(l.src) && l.src[end] == '.' {
		return true // ".".join(…)
	}
	if last != '(' {
		return last == '=' && end > 4 && l.src[end-5] == '=' || string(word) == "in" && last == 'a'
	}
	switch string(word) {
	case "split", "rsplit", "replace", "strip", "rstrip", "lstrip", "partition", "rpartition", "startswith", "endswith", "find", "rfind", "count", "index",
		"includes", "indexOf", "lastIndexOf", "startsWith", "endsWith", "Split", "SplitN", "HasPrefix", "HasSuffix", "Contains":
		return true
	}
	return false
}

// blanks skips blanks and continued lines.
func (l *look) blanks(i int) int {
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == ' ' || c == '\t' || c == '\f':
			i++
		case c == '\\' && i+1 < len(l.src) && (l.src[i+1] == '\n' || l.src[i+1] == '\r'):
			i += 2
			if i < len(l.src) && l.src[i-1] == '\r' && l.src[i] == '\n' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

// dotted reads a name with dots.
func (l *look) dotted(i int) (name string, end int) {
	var b strings.Builder
	for {
		i = l.blanks(i)
		if i < len(l.src) && l.src[i] == '.' {
			b.WriteByte('.')
			i++
			continue
		}
		from := i
		i = l.wordEnd(i)
		if i == from || b.Len() > 0 && wordByte[b.String()[b.Len()-1]] {
			return b.String(), from
		}
		b.Write(l.src[from:i])
	}
}

// pythonImport reads the modules of an import statement.
func (l *look) pythonImport(i int) {
	for {
		name, end := l.dotted(i)
		if name == "" {
			return
		}
		l.out.Imports = append(l.out.Imports, name)
		i = l.blanks(end)
		if end := l.wordEnd(i); string(l.src[i:end]) == "as" {
			i = l.blanks(l.wordEnd(l.blanks(end)))
		}
		if i >= len(l.src) || l.src[i] != ',' {
			return
		}
		i++
	}
}

// pythonFrom reads the module of from … import and returns where the names
// begin; of yield from and raise … from it reads nothing.
func (l *look) pythonFrom(i int) int {
	name, end := l.dotted(i)
	at := l.blanks(end)
	if after := l.wordEnd(at); name != "" && string(l.src[at:after]) == "import" {
		l.out.Imports = append(l.out.Imports, name)
		return after
	}
	return i
}

// pythonRun reads the module behind "-m" in a list of arguments.
func (l *look) pythonRun(i int) {
	for i < len(l.src) && strings.IndexByte(" \t\r\n,\\", l.src[i]) >= 0 {
		i++
	}
	if i < len(l.src) && (l.src[i] == '"' || l.src[i] == '\'') {
		from, to, end, closed := pythonString(l.src, i)
		if closed && (end >= len(l.src) || l.src[end] == ',' || l.src[end] == ']' || l.src[end] == ')') {
			l.out.Runs = append(l.out.Runs, string(l.src[from:to]))
			return
		}
	}
	l.anyModule = true
}

// runsIn reads the modules behind -m in a command.
func (l *look) runsIn(text []byte) {
	for {
		at := bytes.Index(text, []byte("-m"))
		if at < 0 {
			return
		}
		text = text[at+2:]
		name := bytes.TrimLeft(text, " \t\r\n\"'")
		if len(name) == len(text) {
			continue
		}
		end := bytes.IndexFunc(name, func(r rune) bool { return r < 0x80 && !wordByte[byte(r)] && r != '.' })
		if end < 0 {
			end = len(name)
		}
		switch {
		case end == len(name) && len(name) > 0, bytes.HasPrefix(name[end:], []byte("{")), bytes.IndexByte(name[:end], '$') >= 0:
			l.anyModule = true // the name may go on
			return
		case end > 0:
			l.out.Runs = append(l.out.Runs, string(name[:end]))
		}
	}
}
