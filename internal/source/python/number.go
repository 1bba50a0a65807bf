package python

import (
	"math/big"
	"strconv"
	"strings"
)

// number reads a numeric literal.
func (l *lexer) number() token {
	start, s := l.pos, l.src
	i := start
	digits := func(valid string) {
		for i < len(s) && (s[i] == '_' || strings.IndexByte(valid, s[i]) >= 0) {
			i++
		}
	}
	const decimal = "0123456789"
	base := byte(0)
	if s[i] == '0' && i+1 < len(s) {
		base = s[i+1] | 0x20
	}
	switch base {
	case 'x':
		i += 2
		digits("0123456789abcdefABCDEF")
	case 'o':
		i += 2
		digits("01234567")
	case 'b':
		i += 2
		digits("01")
	default:
		digits(decimal)
		whole := s[start:i]
		float := false
		if i < len(s) && s[i] == '.' {
			float = true
			i++
			digits(decimal)
		}
		if i+1 < len(s) && s[i]|0x20 == 'e' {
			mark := i
			i++
			if s[i] == '+' || s[i] == '-' {
				i++
			}
			if i < len(s) && s[i] >= '0' && s[i] <= '9' {
				float = true
				digits(decimal)
			} else {
				i = mark // "1else"
			}
		}
		if i < len(s) && s[i]|0x20 == 'j' {
			float = true
			i++
		}
		if !float && len(whole) > 1 && whole[0] == '0' && strings.Trim(whole, "0_") != "" {
			l.report(start, "leading zeros in decimal integer literals are not permitted")
		}
	}
	if i < len(s) && isIdent[s[i]] {
		end := i
		for end < len(s) && isIdent[s[end]] {
			end++
		}
		switch s[i:end] {
		case "and", "else", "for", "if", "in", "is", "or", "not":
		default:
			l.report(start, "invalid number")
			i = end
		}
	}
	if text := s[start:i]; len(text) == 2 && base != 0 && strings.IndexByte("xob", base) >= 0 || badUnderscore(text) {
		l.report(start, "invalid number")
	}
	l.pos = i
	return token{tNumber, start, i}
}

// badUnderscore tells whether a number has an underscore that does not stand between two digits, or after the base.
func badUnderscore(number string) bool {
	based := len(number) > 1 && strings.IndexByte("xXoObB", number[1]) >= 0
	digit := func(c byte) bool {
		return c >= '0' && c <= '9' || based && (c|0x20 >= 'a' && c|0x20 <= 'f')
	}
	for i := range len(number) {
		if number[i] == '_' &&
			(i+1 == len(number) || !digit(number[i+1]) || !digit(number[i-1]) && !(based && i == 2)) {
			return true
		}
	}
	return false
}

// JSON returns the number as JSON writes it: 0x10 is "16", 1_0. is "10.0". It is not known for imaginary numbers, those
// beyond the range of a float, and integers of more than 4300 digits, which Python refuses to convert as well.
func (n *Number) JSON() (text string, ok bool) {
	digits := strings.ReplaceAll(n.Text, "_", "")
	if len(digits) > 4300 {
		return "", false
	}
	if i, ok := new(big.Int).SetString(strings.TrimLeft(digits, "0"), 10); ok {
		return i.String(), true
	}
	if i, ok := new(big.Int).SetString(digits, 0); ok {
		return i.String(), true
	}
	x, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return "", false
	}
	text = strconv.FormatFloat(x, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text, true
}
