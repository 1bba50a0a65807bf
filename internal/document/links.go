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

// mayBeAstray is a quick look whether a Markdown text ends in a block of code, or opens one
// right behind another; only Text knows.
func mayBeAstray(src []byte) bool {
	if !bytes.Contains(src, []byte("```")) && !bytes.Contains(src, []byte("~~~")) {
		return false
	}
	var open byte
	length, closed := 0, -1 // closed is where the line behind the last block begins
	for at := 0; at < len(src); {
		start, line := at, src[at:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end+1]
		}
		at += len(line)
		begin := 0
		for begin < len(line) && (line[begin] == ' ' || line[begin] == '\t') {
			begin++
		}
		bare := begin
		if bare < len(line) && marksBlock[line[bare]] {
			for bare < len(line) && beforeBlock[line[bare]] {
				bare++
			}
		}
		n := fenceLength(line[bare:])
		if n == 0 {
			continue
		}
		rest := line[bare+n:]
		switch {
		case bare > begin:
			return true // in a quote or at a list's item: let the parser say
		case length == 0:
			if line[bare] == '`' && bytes.IndexByte(rest, '`') >= 0 {
				continue // inline code
			}
			if start == closed && len(bytes.TrimSpace(rest)) == 0 {
				return true
			}
			open, length = line[bare], n
		case line[bare] == open && n >= length && len(bytes.TrimSpace(rest)) == 0:
			length, closed = 0, at
		}
	}
	return length > 0
}

// marksBlock are the bytes that a quote or an item of a list begins with, and beforeBlock
// all that may stand before what is in it.
var marksBlock, beforeBlock = bytesOf(">-*+0123456789"), bytesOf("> \t-*+0123456789.)")

// bytesOf are the bytes of a text.
func bytesOf(text string) (t [256]bool) {
	for i := range len(text) {
		t[text[i]] = true
	}
	return t
}

// fenceLength is how many fence characters a text begins with, 0 for less
// than three.
func fenceLength(text []byte) int {
	if len(text) < 3 || text[0] != '`' && text[0] != '~' {
		return 0
	}
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	if n < 3 {
		return 0
	}
	return n
}
