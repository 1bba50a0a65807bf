package document

import "bytes"

// A Destination is what may be the destination of a link: every link of Text
// is among them, and what only looks like one.
type Destination struct {
	Dest string
	Sure bool // Text spells it the same
}

// destinations is a quick look for links in a Markdown text.
func destinations(src []byte) []Destination {
	var list []Destination
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], ']')
		if i < 0 || at+i+1 >= len(src) {
			return list
		}
		at += i + 1
		if src[at] != '(' && src[at] != ':' {
			continue
		}
		dest := destination(bytes.TrimLeft(src[at+1:], " \t\r\n"))
		// Escapes, and the marks of a quote that goes on in the next line.
		odd := len(dest) == 0 || len(dest) >= maxDestination-1 || dest[0] == '>' || bytes.ContainsFunc(dest, func(r rune) bool { return r == '\\' || r == '&' || r < ' ' })
		list = append(list, Destination{string(dest), !odd})
	}
}

// maxDestination bounds how far a link destination is followed: in a line that
// is nothing but links without an end, each would else be followed to there.
const maxDestination = 1024

// destination is the link destination that a text begins with, by CommonMark.
func destination(text []byte) []byte {
	text = text[:min(len(text), maxDestination)]
	if len(text) > 0 && text[0] == '<' {
		text = text[1:]
		if end := bytes.IndexAny(text, ">\n"); end >= 0 || len(text) < maxDestination-1 {
			return text[:max(end, 0)]
		}
		return text
	}
	depth := 0
	for i, c := range text {
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ')' && depth == 0:
			return text[:i]
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
	}
	return text
}

// mayBeUnclosed is a quick look whether a Markdown text ends in a block of
// code; only Text knows.
func mayBeUnclosed(src []byte) bool {
	if !bytes.Contains(src, []byte("```")) && !bytes.Contains(src, []byte("~~~")) {
		return false
	}
	var open byte
	length := 0
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " \t")
		if len(text) == 0 {
			continue
		}
		bare := text
		switch c := text[0]; {
		case c == '>' || c == '-' || c == '*' || c == '+' || c >= '0' && c <= '9':
			bare = bytes.TrimLeft(text, "> \t-*+0123456789.)")
		}
		n := fenceLength(bare)
		if n == 0 {
			continue
		}
		switch {
		case len(bare) != len(text):
			return true // in a quote or at a list's item: let the parser say
		case length == 0:
			if bare[0] == '`' && bytes.IndexByte(bare[n:], '`') >= 0 {
				continue // inline code
			}
			open, length = bare[0], n
		case bare[0] == open && n >= length && len(bytes.TrimSpace(bare[n:])) == 0:
			length = 0
		}
	}
	return length > 0
}

// fenceLength is how many fence characters a text begins with, 0 for less
// than three.
func fenceLength(text []byte) int {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return 0
	}
	n := len(text) - len(bytes.TrimLeft(text, string(text[:1])))
	if n < 3 {
		return 0
	}
	return n
}
