package template

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// A decimal is a number of JSON exactly: 0.DIGITS times ten to the power exp. Digits have no zeros
// at either end; zero has none at all. It is never expanded, so 1e999999999 costs nothing.
type decimal struct {
	negative bool
	digits   string
	exp      int
}

const maxExponent = 1 << 40

func isJSONNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digitsLen(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := digitsLen(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digitsLen(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	return s == ""
}

func digitsLen(s string) int {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

// parseDecimal reads the text of a JSON number.
func parseDecimal(s string) decimal {
	var d decimal
	d.negative = strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		e, err := strconv.ParseInt(s[i+1:], 10, 64)
		if err != nil || e > maxExponent || e < -maxExponent {
			e = maxExponent
			if strings.HasPrefix(s[i+1:], "-") {
				e = -maxExponent
			}
		}
		d.exp = int(e)
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	d.exp += len(whole)
	d.digits = whole + fraction
	trimmed := strings.TrimLeft(d.digits, "0")
	d.exp -= len(d.digits) - len(trimmed)
	if d.digits = strings.TrimRight(trimmed, "0"); d.digits == "" {
		return decimal{}
	}
	return d
}

func (d decimal) isInteger() bool { return d.exp >= len(d.digits) }

// truncated drops the fraction.
func (d decimal) truncated() decimal {
	switch {
	case d.isInteger():
		return d
	case d.exp <= 0:
		return decimal{}
	}
	d.digits = strings.TrimRight(d.digits[:d.exp], "0")
	return d
}

// String is the number's canonical text: equal numbers have equal texts.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	s := d.digits
	switch zeros := d.exp - len(d.digits); {
	case zeros >= 0 && zeros < 21:
		s += strings.Repeat("0", zeros)
	case d.exp > 0 && zeros < 0:
		s = s[:d.exp] + "." + s[d.exp:]
	case d.exp <= 0 && d.exp > -6:
		s = "0." + strings.Repeat("0", -d.exp) + s
	default:
		if s = s[:1]; len(d.digits) > 1 {
			s += "." + d.digits[1:]
		}
		s += "e" + strconv.Itoa(d.exp-1)
	}
	if d.negative {
		return "-" + s
	}
	return s
}

func (d decimal) compare(e decimal) int {
	sign := func(d decimal) int {
		switch {
		case d.digits == "":
			return 0
		case d.negative:
			return -1
		}
		return 1
	}
	ds, es := sign(d), sign(e)
	switch {
	case ds != es:
		return ds - es
	case d.exp != e.exp && ds != 0:
		if d.exp > e.exp {
			return ds
		}
		return -ds
	}
	return ds * strings.Compare(d.digits, e.digits)
}

// numberText returns the JSON text of a number of any of the types that decoded or
// programmed values have; ok is false for everything else, NaN and infinities.
func numberText(v any) (text string, ok bool) {
	switch v := v.(type) {
	case json.Number:
		return string(v), isJSONNumber(string(v))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "", false
		}
		format := byte('f')
		if abs := math.Abs(v); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
			format = 'e'
		}
		return strconv.FormatFloat(v, format, -1, 64), true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	}
	return "", false
}

func numberInt(n int) json.Number { return json.Number(strconv.Itoa(n)) }

// compareNumbers compares two values that are known to be numbers.
func compareNumbers(x, y any) int {
	if a, ok := x.(float64); ok {
		if b, ok := y.(float64); ok {
			switch {
			case a < b:
				return -1
			case a > b:
				return 1
			}
			return 0
		}
	}
	a, _ := numberText(x)
	b, _ := numberText(y)
	return parseDecimal(a).compare(parseDecimal(b))
}
