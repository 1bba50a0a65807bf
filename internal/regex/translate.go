package regex

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
)

// Translate returns a pattern for Go's regexp package that matches the same strings somewhere, or ok = false if there is none: src is no ECMA-262
// pattern, has lookarounds or backreferences, or repeats more than RE2 allows.
func Translate(src string) (re2 string, ok bool) {
	tree, err := parse(src)
	if err != nil {
		return "", false
	}
	var b strings.Builder
	if !tree.writeRE2(&b) {
		return "", false
	}
	if _, err := syntax.Parse(b.String(), syntax.Perl); err != nil {
		return "", false
	}
	return b.String(), true
}

// writeRE2 writes the tree with explicit classes, in groups wherever precedence could matter.
func (s *tree) writeRE2(b *strings.Builder) bool {
	switch s.op {
	case opSet:
		writeClass(b, s.set)
	case opStart:
		b.WriteString(`\A`)
	case opEnd:
		b.WriteString(`\z`)
	case opWord:
		b.WriteString(map[bool]string{false: `\b`, true: `\B`}[s.negative])
	case opLook:
		return false
	case opRep:
		b.WriteString("(?:")
		if !s.subs[0].writeRE2(b) {
			return false
		}
		b.WriteString(")" + quantifier(s.min, s.max))
	default:
		for i, sub := range s.subs {
			if i > 0 && s.op == opAlt {
				b.WriteByte('|')
			}
			group := sub.op == opAlt && s.op == opSeq
			if group {
				b.WriteString("(?:")
			}
			if !sub.writeRE2(b) {
				return false
			}
			if group {
				b.WriteByte(')')
			}
		}
	}
	return true
}

func quantifier(lo, hi int64) string {
	switch {
	case lo == 0 && hi == unbounded:
		return "*"
	case lo == 1 && hi == unbounded:
		return "+"
	case lo == 0 && hi == 1:
		return "?"
	case hi == unbounded:
		return fmt.Sprintf("{%d,}", lo)
	case lo == hi:
		return fmt.Sprintf("{%d}", lo)
	}
	return fmt.Sprintf("{%d,%d}", lo, hi)
}

func writeClass(b *strings.Builder, s set) {
	if len(s) == 1 && s[0].lo == s[0].hi {
		writeRune(b, s[0].lo)
		return
	}
	if len(s) == 0 {
		b.WriteString(`[^\x00-\x{10FFFF}]`)
		return
	}
	b.WriteByte('[')
	for _, r := range s {
		writeRune(b, r.lo)
		if r.hi > r.lo {
			b.WriteByte('-')
			writeRune(b, r.hi)
		}
	}
	b.WriteByte(']')
}

func writeRune(b *strings.Builder, r rune) {
	if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		b.WriteRune(r)
		return
	}
	fmt.Fprintf(b, `\x{%X}`, r)
}
