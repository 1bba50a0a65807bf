package regex

import (
	"fmt"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// class reads what follows an opening bracket at start, up to the closing one.
func (p *parser) class(start int) set {
	negated := p.skip("^")
	var all set
	for !p.skip("]") {
		if !p.more() {
			p.fail(start, "missing \"]\"")
		}
		at := p.pos
		lo, one := p.classAtom(start)
		all = append(all, lo...)
		if !p.starts("-") || p.starts("-]") {
			continue
		}
		p.skip("-")
		if !p.more() {
			p.fail(start, "missing \"]\"")
		}
		hi, other := p.classAtom(start)
		switch {
		case !one || !other: // `[\w-.]`: the hyphen stands for itself
			all = append(append(all, span{'-', '-'}), hi...)
		case lo[0].lo > hi[0].lo:
			p.fail(at, "the range is out of order")
		default:
			all = append(all, span{lo[0].lo, hi[0].lo})
		}
	}
	all = all.normal()
	if negated {
		return all.complement()
	}
	return all
}

var posixClass = regexp.MustCompile(`^\[:\^?[a-z]+:\]`)

// classAtom reads one member of a class and says whether it is a single code point, which can end a range.
func (p *parser) classAtom(start int) (s set, one bool) {
	at := p.pos
	switch {
	case p.starts("[:") && posixClass.MatchString(p.rest()):
		p.fail(at, "a POSIX class is not ECMA-262")
	case !p.skip(`\`):
		return single(p.rune()), true
	case p.skip("b"):
		return single('\b'), true
	}
	return p.classEscape(at)
}

var controls = map[byte]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r'}

// classEscape reads an escape that means the same inside and outside a class, after its backslash at start.
func (p *parser) classEscape(start int) (s set, one bool) {
	if !p.more() {
		p.fail(start, "the pattern ends in a backslash")
	}
	c := p.peek()
	if r, ok := controls[c]; ok {
		p.pos++
		return single(r), true
	}
	switch c {
	case 'd', 'w', 's', 'D', 'W', 'S':
		p.pos++
		return shorthand(c), false
	case 'p', 'P':
		p.pos++
		s := p.property(start)
		if c == 'P' {
			s = s.complement()
		}
		return s, false
	case 'x':
		p.pos++
		return single(p.hex(start, 2)), true
	case 'u':
		p.pos++
		return single(p.unicodeEscape(start)), true
	case 'c':
		p.pos++
		if !isLetter(p.peek()) {
			p.fail(start, "\"\\c\" is not followed by a letter")
		}
		p.pos++
		return single(rune(p.src[p.pos-1] & 31)), true
	case '0':
		p.pos++
		if isDigit(p.peek()) {
			p.fail(start, "an octal escape is not ECMA-262")
		}
		return single(0), true
	}
	if isDigit(c) {
		p.fail(start, "an octal escape is not ECMA-262")
	}
	if isLetter(c) {
		p.fail(start, fmt.Sprintf("\"\\%c\" is not an ECMA-262 escape", c))
	}
	return single(p.rune()), true
}

func shorthand(c byte) set {
	base := map[byte]set{'d': digits, 'w': words, 's': spaces}[c|0x20]
	if c < 'a' {
		return base.complement()
	}
	return base
}

// hex reads exactly n hexadecimal digits.
func (p *parser) hex(start, n int) rune {
	if len(p.rest()) >= n {
		if v, err := strconv.ParseUint(p.rest()[:n], 16, 32); err == nil {
			p.pos += n
			return rune(v)
		}
	}
	p.fail(start, fmt.Sprintf("the escape needs %d hexadecimal digits", n))
	return 0
}

// unicodeEscape reads `{h…}`, four digits, or two escapes of a surrogate pair.
func (p *parser) unicodeEscape(start int) rune {
	if p.skip("{") {
		v := rune(0)
		digits := 0
		for ; p.more() && p.peek() != '}'; digits++ {
			v = v<<4 | p.hex(start, 1)
			if v > utf8.MaxRune {
				p.fail(start, "the escape exceeds U+10FFFF")
			}
		}
		if !p.skip("}") || digits == 0 {
			p.fail(start, "the escape has no closing brace or no digits")
		}
		return v
	}
	v := p.hex(start, 4)
	if v >= 0xD800 && v <= 0xDBFF && p.starts(`\u`) && !p.starts(`\u{`) {
		back := p.pos
		p.pos += 2
		if low := p.hex(start, 4); low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (v-0xD800)<<10 + (low - 0xDC00)
		}
		p.pos = back
	}
	return v
}
