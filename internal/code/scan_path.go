package code

import (
	"bytes"
	"strings"
)

// pathBreak are the bytes at which a text falls into the words of a command, and
// shellBreak those of a script.
var (
	pathBreak  = bytesOf(" \t\n\r;&|<>()\"'`")
	shellBreak = bytesOf(" \t\r;&|<>()\"'`={},:")
)

// paths looks at the words of a text that may be relative paths: those have a dot.
func (l *look) paths(text []byte, whole bool) {
	if bytes.IndexByte(text, '.') < 0 {
		return
	}
	for i := 0; i < len(text); {
		if pathBreak[text[i]] {
			i++
			continue
		}
		end := i
		for end < len(text) && !pathBreak[text[end]] {
			end++
		}
		l.path(text[i:end], whole && i == 0 && end == len(text))
		i = end
	}
}

// path looks at one word that may be a path. alone says that it is all of a
// literal, so that other steps may be joined to it.
func (l *look) path(p []byte, alone bool) {
	if bytes.IndexByte(p, '.') < 0 {
		return
	}
	l.out.Ups += countSteps(p, "..")
	if p[0] != '.' || bytes.ContainsAny(p, "*?") {
		return
	}
	if cut := bytes.IndexAny(p, "{}$,=:#@[]"); cut >= 0 {
		p = p[:cut]
	}
	text := strings.ReplaceAll(string(p), "\\", "/")
	for strings.HasPrefix(text, "./") {
		text = strings.TrimLeft(text[2:], "/")
	}
	switch {
	case strings.HasPrefix(text, "../") || text == "..":
		l.out.Relative = append(l.out.Relative, text)
	case text == "" || text == ".":
		if !alone {
			return
		}
		l.out.Steps = append(l.out.Steps, "")
	case alone || strings.Contains(text, "/") || len(text) < len(p):
		first, _, _ := strings.Cut(text, "/")
		l.out.Steps = append(l.out.Steps, first)
	}
}

// countSteps counts the steps of a path that are called so.
func countSteps(p []byte, name string) (n int) {
	for rest := p; ; {
		at := bytes.Index(rest, []byte(name))
		if at < 0 {
			return n
		}
		end := at + len(name)
		if (at == 0 || strings.IndexByte("/\\}$", rest[at-1]) >= 0) && (end == len(rest) || strings.IndexByte("/\\{$", rest[end]) >= 0) {
			n++
		}
		rest = rest[end:]
	}
}
