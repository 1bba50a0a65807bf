package code

import "bytes"

// golang looks at Go: comments do not count.
func (l *look) golang() {
	src := l.src
	imports := 0 // 1 behind the word, 2 in its parentheses
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			n := bytes.IndexByte(src[i:], '\n')
			if n < 0 {
				return
			}
			i += n
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			n := bytes.Index(src[i+2:], []byte("*/"))
			if n < 0 {
				return
			}
			i += n + 4
		case c == '\'':
			end := i + 1
			for end < len(src) && src[end] != c && src[end] != '\n' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			i = min(end+1, len(src))
		case c == '"' || c == '`':
			end := i + 1
			for end < len(src) && src[end] != c && (c == '`' || src[end] != '\n') {
				if c == '"' && src[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end, len(src))
			if imports > 0 {
				l.out.Imports = append(l.out.Imports, string(src[i+1:end]))
				imports &= 2
			} else {
				l.words(i+1, end)
				l.paths(src[i+1:end], true)
				if string(src[i+1:end]) == "-m" {
					l.pythonRun(end + 1)
				} else {
					l.runsIn(src[i+1 : end])
				}
			}
			i = min(end+1, len(src))
		case c >= '0' && c <= '9':
			i = l.number(i)
		case wordByte[c]:
			end := l.wordEnd(i)
			if string(src[i:end]) == "import" {
				imports = 1
			}
			l.word(src[i:end], i)
			i = end
		default:
			switch {
			case c == '(' && imports == 1:
				imports = 2
			case c == ')':
				imports = 0
			}
			i++
		}
	}
}
