package schema

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxLiteral is the longest number that is read, in bytes: to turn it into a binary one takes more than its length.
const maxLiteral = 200_000

// parseNum reads a JSON number (RFC 8259 §6). It is false for other text and for exponents beyond ±2^28.
func parseNum(s string) (num, bool) {
	if len(s) > maxLiteral {
		return num{}, false
	}
	i, neg := 0, false
	if i < len(s) && s[i] == '-' {
		neg = true
		i++
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == start || (s[start] == '0' && i > start+1) {
		return num{}, false
	}
	digits, exp := s[start:i], int64(0)
	if i < len(s) && s[i] == '.' {
		i++
		frac := i
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		if i == frac {
			return num{}, false
		}
		digits += s[frac:i]
		exp = -int64(i - frac)
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		from := i
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i == len(s) {
			return num{}, false
		}
		for j := i; j < len(s); j++ {
			if !isDigit(s[j]) {
				return num{}, false
			}
		}
		x, err := strconv.ParseInt(s[from:], 10, 64)
		if err != nil {
			x = math.MaxInt32
			if s[from] == '-' {
				x = math.MinInt32
			}
		}
		exp += x
		i = len(s)
	}
	if i != len(s) {
		return num{}, false
	}
	digits = strings.TrimLeft(digits, "0")
	trimmed := strings.TrimRight(digits, "0")
	exp += int64(len(digits) - len(trimmed))
	if trimmed == "" {
		return num{}, true
	}
	if exp > maxExponent || exp < -maxExponent {
		return num{}, false
	}
	n := num{e: int32(exp)}
	if len(trimmed) <= 18 {
		n.c, _ = strconv.ParseInt(trimmed, 10, 64)
		if neg {
			n.c = -n.c
		}
		return n, true
	}
	b, _ := new(big.Int).SetString(trimmed, 10)
	if neg {
		b.Neg(b)
	}
	return normBig(b, n.e), true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// String is the shortest plain JSON spelling: an integer or fraction while that is short, else with an exponent.
func (n num) String() string {
	if n.e == 0 {
		if n.big == nil {
			return strconv.FormatInt(n.c, 10)
		}
		return n.big.String()
	}
	s, sign := n.coef().String(), ""
	if s[0] == '-' {
		s, sign = s[1:], "-"
	}
	switch {
	case n.e > 0 && n.e <= 20:
		return sign + s + strings.Repeat("0", int(n.e))
	case n.e < 0 && int(-n.e) < len(s):
		return sign + s[:len(s)+int(n.e)] + "." + s[len(s)+int(n.e):]
	case n.e < 0 && n.e >= -20:
		return sign + "0." + strings.Repeat("0", int(-n.e)-len(s)) + s
	}
	return sign + s + "e" + strconv.Itoa(int(n.e))
}
