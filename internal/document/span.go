package document

import (
	"go/token"
	"strings"
	"unicode/utf8"
)

// Span returns where the bytes from start to end of a string's decoded text
// stand in the file. Escapes of JSON are counted exactly; in YAML the text is
// found as it is written, and the whole string stands for what is written
// otherwise (a word that is folded over two lines).
func (f *File) Span(n *Node, start, end int) (token.Pos, token.Pos) {
	if !n.Is(String) || start < 0 || end < start || end > len(n.Text) {
		return n.Pos, n.End
	}
	from, to := f.Offset(n.Pos), f.Offset(n.End)
	src := string(f.Between(from, to))
	if len(src) != to-from {
		return n.Pos, n.End
	}
	if IsJSON(f.Path) && len(src) >= 2 {
		return f.Pos(from + EncodedLen(src[1:], start) + 1), f.Pos(from + EncodedLen(src[1:], end) + 1)
	}
	snippet := n.Text[start:end]
	if snippet == "" {
		return n.Pos, n.End
	}
	// The snippet is the k-th of its kind in the text, and so in the source.
	at := 0
	for k := strings.Count(n.Text[:start], snippet); ; k-- {
		i := strings.Index(src[at:], snippet)
		if i < 0 {
			return n.Pos, n.End
		}
		at += i
		if k == 0 {
			return f.Pos(from + at), f.Pos(from + at + len(snippet))
		}
		at += len(snippet)
	}
}

// EncodedLen returns how many bytes of a JSON string's source, its opening
// quote left out, give the first n bytes of its text.
func EncodedLen(src string, n int) int {
	at := 0
	for n > 0 && at < len(src) {
		size, decoded := 1, 1
		if src[at] == '\\' {
			size, decoded = escapeLen(src[at:])
		}
		at += size
		n -= decoded
	}
	return min(at, len(src))
}

// escapeLen returns the bytes of an escape and of the text that it stands for.
func escapeLen(src string) (size, decoded int) {
	if len(src) < 6 || src[1] != 'u' {
		return 2, 1
	}
	c := hexDigits(src[2:6])
	if 0xD800 <= c && c < 0xDC00 && len(src) >= 12 {
		return 12, 4
	}
	return 6, utf8.RuneLen(c)
}

func hexDigits(digits string) rune {
	var r rune
	for _, c := range digits {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r |= c - '0'
		default:
			r |= (c | 0x20 - 'a' + 10) & 0xf
		}
	}
	return r
}
