package ecmascript

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// unescape reads one unit of a literal's inside: an escape, a line terminator,
// or a character. It returns the decoded text and how many bytes were read.
// A line terminator reads as "\n" only in a template; in a string it ends it.
func unescape(s string) (text string, n int) {
	if s[0] == '\r' {
		if len(s) > 1 && s[1] == '\n' {
			return "\n", 2
		}
		return "\n", 1
	}
	if s[0] != '\\' {
		_, n = utf8.DecodeRuneInString(s)
		return s[:n], n
	}
	if len(s) == 1 {
		return "", 1
	}
	switch c := s[1]; c {
	case 'n':
		return "\n", 2
	case 't':
		return "\t", 2
	case 'r':
		return "\r", 2
	case 'b':
		return "\b", 2
	case 'f':
		return "\f", 2
	case 'v':
		return "\v", 2
	case '\n':
		return "", 2
	case '\r':
		if len(s) > 2 && s[2] == '\n' {
			return "", 3
		}
		return "", 2
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n, v := 1, 0
		for n < len(s) && n < 4 && '0' <= s[n] && s[n] <= '7' && v*8+int(s[n]-'0') < 256 {
			v = v*8 + int(s[n]-'0')
			n++
		}
		return string(rune(v)), n
	case 'x':
		if v, ok := hex(s, 2, 4); ok {
			return string(rune(v)), 4
		}
		return "x", 2
	case 'u':
		r, n := hexEscape(s)
		if n == 0 {
			return "u", 2
		}
		if utf16.IsSurrogate(r) {
			if low, m := hexEscape(s[n:]); m > 0 {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return string(pair), n + m
				}
			}
			r = utf8.RuneError
		}
		return string(r), n
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	if r == '\u2028' || r == '\u2029' {
		return "", 1 + size
	}
	return s[1 : 1+size], 1 + size
}

// hexEscape decodes `\uXXXX` or `\u{X…}` at the start of s; n is 0 if there is
// none.
func hexEscape(s string) (r rune, n int) {
	if len(s) < 3 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	if s[2] != '{' {
		if v, ok := hex(s, 2, 6); ok {
			return rune(v), 6
		}
		return 0, 0
	}
	end := strings.IndexByte(s[:min(len(s), 64)], '}')
	if end < 4 {
		return 0, 0
	}
	v, err := strconv.ParseUint(s[3:end], 16, 32)
	if err != nil || v > utf8.MaxRune {
		return 0, 0
	}
	return rune(v), end + 1
}

func hex(s string, from, to int) (v int, ok bool) {
	if len(s) < to {
		return 0, false
	}
	for _, c := range []byte(s[from:to]) {
		switch {
		case isDigit(c):
			v = v<<4 | int(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | int(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}

// decode returns the value of the inside of a literal.
func decode(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 && strings.IndexByte(raw, '\r') < 0 {
		return raw
	}
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		text, n := unescape(raw[i:])
		b.WriteString(text)
		i += n
	}
	return b.String()
}

// Offset returns the source offset of byte i of a String's Value; for i ==
// len(Value) that of the closing quote.
func (f *File) Offset(s *String, i int) int { return f.offset(s.Start+1, s.End-1, i) }

// OffsetIn returns the source offset of byte i of a template part's Value.
func (f *File) OffsetIn(t Text, i int) int { return f.offset(t.Start, t.End, i) }

func (f *File) offset(at, end, i int) int {
	for at < end {
		text, n := unescape(f.src[at:end])
		if i < len(text) {
			if n == len(text) {
				return at + i
			}
			return at
		}
		i -= len(text)
		at += n
	}
	return end
}

// decodeName returns a name with its `\uXXXX` escapes read.
func decodeName(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if r, n := hexEscape(s[i:]); n > 0 {
			b.WriteRune(r)
			i += n
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// numberValue returns the value of a numeric literal as a float64.
func numberValue(text string) float64 {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "_", ""), "n")
	base := 0.0
	if len(text) > 1 && text[0] == '0' {
		switch text[1] | 0x20 {
		case 'x':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		default:
			if strings.Trim(text, "01234567") == "" {
				base, text = 8, "0"+text
			}
		}
	}
	if base == 0 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil && !math.IsInf(v, 0) {
			return math.NaN()
		}
		return v
	}
	v, err := strconv.ParseUint(text[2:], int(base), 64)
	if err == nil {
		return float64(v)
	}
	sum := 0.0
	for _, c := range text[2:] {
		d, err := strconv.ParseUint(string(c), int(base), 8)
		if err != nil {
			return math.NaN()
		}
		sum = sum*base + float64(d)
	}
	return sum
}

// formatNumber writes an integer or a short fraction as ECMAScript does.
func formatNumber(v float64) string {
	if math.Abs(v) < 1e21 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
