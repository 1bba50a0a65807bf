package schema

import (
	"math"
	"math/big"
)

// num is an exact decimal: c·10^e, or big·10^e when the coefficient leaves int64.
// It is normalised: no trailing zero in the coefficient, e = 0 for zero, and big only when needed,
// so that 1, 1.0, 1e0 and 10e-1 are one num. No float takes part anywhere.
type num struct {
	c   int64
	e   int32
	big *big.Int
}

const maxExponent = 1 << 28

var (
	numZero = num{}
	numOne  = num{c: 1}
	bigTen  = big.NewInt(10)
)

func numOf(n int64) num { return normNum(num{c: n}) }

func normNum(n num) num {
	if n.c == 0 {
		return num{}
	}
	for n.c%10 == 0 {
		n.c /= 10
		n.e++
	}
	return n
}

// normBig normalises b·10^e; it owns b.
func normBig(b *big.Int, e int32) num {
	if b.Sign() == 0 {
		return num{}
	}
	if b.IsInt64() {
		return normNum(num{c: b.Int64(), e: e})
	}
	q, r := new(big.Int), new(big.Int)
	for b.Bit(0) == 0 {
		q.QuoRem(b, bigTen, r)
		if r.Sign() != 0 {
			break
		}
		b, q = q, new(big.Int)
		e++
		if b.IsInt64() {
			return normNum(num{c: b.Int64(), e: e})
		}
	}
	return num{e: e, big: b}
}

func (n num) sign() int {
	if n.big != nil {
		return n.big.Sign()
	}
	switch {
	case n.c > 0:
		return 1
	case n.c < 0:
		return -1
	}
	return 0
}

func (n num) coef() *big.Int {
	if n.big != nil {
		return n.big
	}
	return big.NewInt(n.c)
}

// digits is the number of decimal digits of the coefficient.
func (n num) digits() int {
	if n.big != nil {
		s := n.big.String()
		if s[0] == '-' {
			return len(s) - 1
		}
		return len(s)
	}
	c, d := n.c, 1
	if c < 0 {
		c = -c
	}
	for c >= 10 {
		c /= 10
		d++
	}
	return d
}

func pow10(n int) *big.Int { return new(big.Int).Exp(bigTen, big.NewInt(int64(n)), nil) }

// cmp orders two numbers exactly; exponents of any size cost nothing unless the magnitudes agree.
func (n num) cmp(m num) int {
	if n.big == nil && m.big == nil && n.e == m.e {
		switch {
		case n.c < m.c:
			return -1
		case n.c > m.c:
			return 1
		}
		return 0
	}
	s, t := n.sign(), m.sign()
	if s != t {
		if s < t {
			return -1
		}
		return 1
	}
	if s == 0 {
		return 0
	}
	if a, b := int64(n.digits())+int64(n.e), int64(m.digits())+int64(m.e); a != b {
		if a < b {
			return -s
		}
		return s
	}
	a, b := n.coef(), m.coef()
	if d := int(n.e) - int(m.e); d > 0 {
		a = new(big.Int).Mul(a, pow10(d))
	} else if d < 0 {
		b = new(big.Int).Mul(b, pow10(-d))
	}
	return a.Cmp(b)
}

func (n num) equal(m num) bool {
	if n.e != m.e || (n.big == nil) != (m.big == nil) {
		return false
	}
	if n.big != nil {
		return n.big.Cmp(m.big) == 0
	}
	return n.c == m.c
}

func (n num) isInt() bool { return n.e >= 0 }

// multipleOf reports whether n = k·d for an integer k. d is positive.
func (n num) multipleOf(d num) bool {
	if n.sign() == 0 {
		return true
	}
	diff := int64(n.e) - int64(d.e)
	if diff < 0 {
		// n's coefficient has no trailing zero, so 10^-diff does not divide it.
		return false
	}
	if n.big == nil && d.big == nil && diff <= 18 {
		if d.c == 1 {
			return true
		}
		x, ok := n.c, true
		for ; diff > 0 && ok; diff-- {
			ok = x < math.MaxInt64/10 && x > math.MinInt64/10
			x *= 10
		}
		if ok {
			return x%d.c == 0
		}
		diff = int64(n.e) - int64(d.e)
	}
	c := d.coef()
	r := new(big.Int).Exp(bigTen, big.NewInt(diff), c)
	r.Mul(r, n.coef())
	return r.Mod(r, c).Sign() == 0
}

// scaled is n·10^-e as an integer; e must not exceed n.e.
func (n num) scaled(e int32) *big.Int {
	return new(big.Int).Mul(n.coef(), pow10(int(n.e-e)))
}

func (n num) add(m num) num {
	e := min(n.e, m.e)
	return normBig(new(big.Int).Add(n.scaled(e), m.scaled(e)), e)
}

func (n num) neg() num {
	if n.big != nil {
		return num{e: n.e, big: new(big.Int).Neg(n.big)}
	}
	return num{c: -n.c, e: n.e}
}

func (n num) mulInt(k *big.Int) num { return normBig(new(big.Int).Mul(n.coef(), k), n.e) }

// lcm of two positive decimals: the least positive number that both divide.
func (n num) lcm(m num) num {
	if n.equal(m) {
		return n
	}
	e := min(n.e, m.e)
	a, b := n.scaled(e), m.scaled(e)
	g := new(big.Int).GCD(nil, nil, a, b)
	return normBig(new(big.Int).Mul(new(big.Int).Quo(a, g), b), e)
}

// quoFloor is ⌊n/d⌋; d is positive.
func (n num) quoFloor(d num) *big.Int {
	e := min(n.e, d.e)
	q, r := new(big.Int).QuoRem(n.scaled(e), d.scaled(e), new(big.Int))
	if r.Sign() < 0 {
		q.Sub(q, big.NewInt(1))
	}
	return q
}

// tooLarge reports a literal that the decision procedure refuses to compute with.
func (n num) tooLarge() bool {
	return n.e > 400 || n.e < -400 || (n.big != nil && n.big.BitLen() > 1400)
}
