package schema

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// digest is the same for schemas that differ in spelling only: order, dialect, names of definitions, references inlined
// or not, {"type": "integer"} or a number that is a multiple of one. The zero digest says nothing.
type digest [sha256.Size]byte

// maxDigest is the number of terms that a digest is worth.
const maxDigest = 10_000

// sameAs reports whether both schemas plainly have the same meaning. It may be false for schemas that have.
func (s *Schema) sameAs(o *Schema) bool {
	if s == o {
		return true
	}
	if s.dialect == o.dialect && s.resources == nil && o.resources == nil && equal(s.value, o.value) {
		return true
	}
	// A digest costs as much as a proof; it pays for schemas that are asked about again and again.
	if a, b := s.asked.Add(1), o.asked.Add(1); a == 1 || b == 1 {
		return false
	}
	d := s.identity()
	return d != digest{} && d == o.identity()
}

func (s *Schema) identity() digest {
	s.digestOnce.Do(func() {
		t := newTable()
		defer t.free()
		tr := &translator{t: t, s: s, formats: true, memo: map[trKey]form{}, active: map[trKey]int{}}
		f := tr.schema(strict)
		if tr.failed != "" || len(t.terms) > maxDigest {
			return
		}
		d := &digester{t: t, memo: map[form]digest{}, left: maxDigest}
		sum, _ := d.form(f)
		if d.left > 0 {
			s.digest = sum
		}
	})
	return s.digest
}

// digester folds a formula bottom up. A reference back to a formula that is being folded becomes its distance.
type digester struct {
	t     *table
	memo  map[form]digest
	stack []form // what references stand for, innermost last
	left  int
}

// form returns the digest and the lowest place on the stack that it refers back to; only what refers back to nothing
// means the same everywhere and is remembered.
func (d *digester) form(f form) (digest, int) {
	const nothing = 1 << 30
	if sum, ok := d.memo[f]; ok {
		return sum, nothing
	}
	if d.left--; d.left <= 0 {
		return digest{}, nothing
	}
	x := d.t.at(f)
	low := nothing
	h := make([]byte, 0, 128)
	h = append(h, byte(x.op), byte(f&1), byte(x.kinds))
	part := func(g form) {
		sum, l := d.form(g)
		h = append(h, sum[:]...)
		low = min(low, l)
	}
	switch x.op {
	case opRef:
		if i := slices.Index(d.stack, x.bound); i >= 0 {
			h = binary.AppendVarint(h, int64(len(d.stack)-i))
			low = i
			break
		}
		d.stack = append(d.stack, x.bound)
		part(x.bound)
		d.stack = d.stack[:len(d.stack)-1]
		if low >= len(d.stack) {
			low = nothing
		}
	case opAnd:
		sums := make([]digest, len(x.args))
		for i, a := range x.args {
			var l int
			sums[i], l = d.form(a)
			low = min(low, l)
		}
		slices.SortFunc(sums, func(a, b digest) int { return bytes.Compare(a[:], b[:]) })
		for i := range sums {
			h = append(h, sums[i][:]...)
		}
	case opIn:
		texts := make([]string, len(x.set.list))
		for i, v := range x.set.list {
			texts[i] = v.String()
		}
		slices.Sort(texts)
		for _, text := range texts {
			h = binary.AppendVarint(h, int64(len(text)))
			h = append(h, text...)
		}
	default:
		h = binary.AppendVarint(h, x.n)
		h = binary.AppendVarint(h, x.m)
		if x.strict {
			h = append(h, 1)
		}
		if x.op == opMin || x.op == opMult {
			h = append(h, x.num.String()...)
		}
		h = append(h, x.text...)
		if x.op == opItem || x.op == opSome || x.op == opMember {
			part(x.a)
			part(x.b)
		}
	}
	sum := digest(sha256.Sum256(h))
	if low == nothing {
		d.memo[f] = sum
	}
	return sum, low
}
