package code

import "bytes"

// shell looks at a script: lines that are comments do not count.
func (l *look) shell() {
	for start := 0; start < len(l.src); {
		end := len(l.src)
		if n := bytes.IndexByte(l.src[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := bytes.TrimLeft(l.src[start:end], " \t")
		if len(line) > 0 && line[0] != '#' {
			l.words(start, end)
			l.shellPaths(line)
			if bytes.IndexByte(line, '\\') >= 0 {
				l.shellPaths(bytes.ReplaceAll(line, []byte(`\`), nil))
			}
			if bytes.Contains(line, []byte("-m")) {
				l.runsIn(append(bytes.Clone(line), '\n'))
			}
			if bytes.Contains(line, []byte("$0")) || bytes.Contains(line, []byte("${0")) {
				l.out.Anchored = true
			}
			l.out.Ups += bytes.Count(line, []byte("%/*")) + bytes.Count(line, []byte(`%\/*`))
			if bytes.Contains(line, []byte("rev-parse")) {
				l.out.Root = true
			}
		}
		start = end + 1
	}
}

// shellPaths looks at the words of a line that may be paths.
func (l *look) shellPaths(line []byte) {
	if bytes.IndexByte(line, '.') < 0 {
		return
	}
	for len(line) > 0 {
		end := 0
		for end < len(line) && !shellBreak[line[end]] {
			end++
		}
		if end > 0 {
			l.path(line[:end], false)
		}
		line = line[min(end+1, len(line)):]
	}
}
