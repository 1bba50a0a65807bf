package ecmascript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trivia skips white space and comments from i, and notes the comments.
func (p *parser) trivia(i int) int {
	p.newline = false
	for i < len(p.src) {
		switch c := p.src[i]; {
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			i++
		case c == '\n' || c == '\r':
			p.newline = true
			i++
		case c == '/' && p.at(i+1) == '/':
			j := p.lineEnd(i)
			p.comment(Comment{Span: Span{i, j}})
			i = j
		case c == '/' && p.at(i+1) == '*':
			j := len(p.src)
			if n := strings.Index(p.src[i+2:], "*/"); n >= 0 {
				j = i + n + 4
			} else {
				p.failAt(i, "the comment is never closed")
			}
			if strings.ContainsAny(p.src[i:j], "\r\n") || strings.Contains(p.src[i:j], "\u2028") || strings.Contains(p.src[i:j], "\u2029") {
				p.newline = true
			}
			p.comment(Comment{Span: Span{i, j}, Block: true})
			i = j
		case c >= 0x80:
			r, size := utf8.DecodeRuneInString(p.src[i:])
			switch {
			case r == '\u2028' || r == '\u2029':
				p.newline = true
			case r != '\ufeff' && r != '\u0085' && !unicode.Is(unicode.Zs, r):
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// comment notes a comment once, however often the lexer comes back to it.
func (p *parser) comment(c Comment) {
	if n := len(p.file.Comments); n == 0 || p.file.Comments[n-1].Start < c.Start {
		p.file.Comments = append(p.file.Comments, c)
	}
}

func (p *parser) lineEnd(i int) int {
	for j := i; j < len(p.src); j++ {
		switch c := p.src[j]; {
		case c == '\n' || c == '\r':
			return j
		case c == 0xe2 && (strings.HasPrefix(p.src[j:], "\u2028") || strings.HasPrefix(p.src[j:], "\u2029")):
			return j
		}
	}
	return len(p.src)
}
