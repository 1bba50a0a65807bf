package contract

import (
	"strings"

	"github.com/skilllint/skilllint/internal/wording"
)

// ParseRange reads a range in the grammar of npm's semver package, strict
// mode: comparators (< <= > >= =), x-ranges, *, the empty text, ^, ~ and ~>,
// hyphen ranges, ||, a v before versions, build metadata, and what that
// package tolerates besides, such as spaces after operators. It takes time
// linear in the text. The error is a *VersionError.
func ParseRange(text string) (Range, error) {
	r, bad, ok := parseRange(text)
	if ok {
		return r, nil
	}
	reason := "not a range of versions"
	if bad != strings.TrimSpace(text) {
		reason = wording.Quote(bad) + " is not a comparator of versions"
	}
	err := &VersionError{text, reason, ""}
	if guess := strings.Join(strings.Fields(misspellings.Replace(text)), " "); guess != text {
		if _, _, ok := parseRange(guess); ok {
			err.Suggestion = guess
		}
	}
	return Range{}, err
}

// misspellings are operators of other languages' ranges and of mathematics.
var misspellings = strings.NewReplacer(
	"||", "||", "|", "||", "&&", " ", "&", " ", ",", " ", " and ", " ", " or ", " || ",
	"=>", ">=", "=<", "<=", "===", "=", "==", "=", "≥", ">=", "≤", "<=", "V", "v",
)

// parseRange returns the range, or the part of text that makes it none.
func parseRange(text string) (r Range, bad string, ok bool) {
	anything := false
	empty := false
	for part := range strings.SplitSeq(collapseSpace(text), "||") {
		part = stripBuild(strings.Trim(part, " "))
		set, bad, ok := parseHyphen(part)
		if !ok && bad == "" {
			set, bad, ok = parseSet(part)
		}
		switch {
		case !ok:
			return Range{}, bad, false
		case len(set) == 0:
			anything = true
		case set[0] == nothing:
			empty = true
		default:
			r.sets = append(r.sets, set)
		}
	}
	switch {
	case anything:
		r.sets = nil
	case empty && r.sets == nil:
		r.sets = [][]comparator{{nothing}}
	}
	return r, "", true
}

// parseHyphen reads "1.2 - 2.3.4". When part has not that shape, bad is "".
func parseHyphen(part string) (set []comparator, bad string, ok bool) {
	left, right, found := strings.Cut(strings.Trim(part, " "), " - ")
	if !found {
		return nil, "", false
	}
	from, okFrom := parsePartial(left)
	to, okTo := parsePartial(right)
	if !okFrom || !okTo {
		return nil, "", false
	}
	var b setBuilder
	if from.wildcard() {
		if !from.any[0] {
			b.add(greaterEqual, from.low(), "")
		}
	} else {
		b.add(greaterEqual, from.version, from.prefix)
	}
	switch {
	case to.any[0]:
	case to.wildcard():
		b.add(less, to.beyond().first(), "")
	case to.pre != "":
		b.add(lessEqual, to.version, "")
	default:
		b.add(lessEqual, to.version, to.prefix)
	}
	if b.bad {
		return nil, part, false
	}
	return b.set(), "", true
}

// parseSet reads comparators that stand side by side.
func parseSet(part string) (set []comparator, bad string, ok bool) {
	part = trimOperators(part)
	part = strings.ReplaceAll(part, "~> ", "~")
	part = strings.ReplaceAll(part, "~ ", "~")
	part = strings.ReplaceAll(part, "^ ", "^")
	var b setBuilder
	for token := range strings.SplitSeq(part, " ") {
		if !b.parse(token) {
			return nil, token, false
		}
	}
	return b.set(), "", true
}

// A setBuilder desugars tokens into comparators.
type setBuilder struct {
	list []comparator
	bad  bool // a number or a version is too large
}

// set returns what was added: no comparator for "any version", and only
// nothing when that is among them. npm keeps the first of equal comparators.
func (b *setBuilder) set() []comparator {
	if len(b.list) < 2 {
		return b.list
	}
	seen := make(map[comparator]bool, len(b.list))
	unique := b.list[:0]
	for _, c := range b.list {
		if c == nothing {
			return []comparator{nothing}
		}
		if !seen[c] {
			seen[c] = true
			unique = append(unique, c)
		}
	}
	return unique
}

// add appends a comparator, unless it is ">=0.0.0", which says nothing. A full
// version has no prefix but one v.
func (b *setBuilder) add(op operator, v version, prefix string) {
	if max(v.major, v.minor, v.patch) > maxNumber || prefix != "" && prefix != "v" ||
		len(prefix)+len(v.String()) > maxVersion {
		b.bad = true
		return
	}
	if op == greaterEqual && v == (version{}) {
		return
	}
	b.list = append(b.list, comparator{op, v})
}

// maxVersion is how long a version may be, in bytes, for npm.
const maxVersion = 256

func (b *setBuilder) parse(token string) bool {
	if token == "" {
		return true
	}
	if rest, ok := strings.CutPrefix(token, "^"); ok {
		if p, ok := parsePartial(rest); ok {
			b.caret(p)
			return !b.bad
		}
	} else if rest, ok := strings.CutPrefix(token, "~"); ok {
		if p, ok := parsePartial(strings.TrimPrefix(rest, ">")); ok {
			b.tilde(p)
			return !b.bad
		}
	} else {
		op, rest := cutOperator(token)
		if p, ok := parsePartial(rest); ok && p.ordered() {
			b.primitive(op, p)
			return !b.bad
		}
	}
	// npm deletes the first star of a token that it can't read otherwise.
	if star := strings.IndexByte(token, '*'); star >= 0 {
		before := token[:star]
		before = strings.TrimSuffix(before, "=")
		if n := len(before); n > 0 && (before[n-1] == '<' || before[n-1] == '>') {
			before = before[:n-1]
		}
		token = before + token[star+1:]
		op, rest := cutOperator(token)
		if p, ok := parsePartial(stripBuild(rest)); ok && !p.wildcard() {
			b.primitive(op, p)
			return !b.bad
		}
		return token == ""
	}
	return false
}

func cutOperator(token string) (operator, string) {
	for _, op := range []operator{lessEqual, less, greaterEqual, greater} {
		if rest, ok := strings.CutPrefix(token, string(op)); ok {
			return op, rest
		}
	}
	return equal, strings.TrimPrefix(token, "=")
}

// caret allows what keeps the first number that is not 0.
func (b *setBuilder) caret(p partial) {
	if p.any[0] {
		return
	}
	b.add(greaterEqual, p.low(), "")
	v := p.version
	switch {
	case v.major != 0 || p.any[1]:
		v = version{major: v.major + 1}
	case v.minor != 0 || p.any[2]:
		v = version{minor: v.minor + 1}
	default:
		v = version{patch: v.patch + 1}
	}
	b.add(less, v.first(), "")
}

// tilde allows what keeps the minor number, or the major if it stands alone.
func (b *setBuilder) tilde(p partial) {
	if p.any[0] {
		return
	}
	b.add(greaterEqual, p.low(), "")
	p.any[2] = true
	b.add(less, p.beyond().first(), "")
}

func (b *setBuilder) primitive(op operator, p partial) {
	switch {
	case !p.wildcard():
		b.add(op, p.version, p.prefix)
	case p.any[0]:
		if op == less || op == greater {
			b.list = append(b.list, nothing)
		}
	default:
		switch op {
		case equal:
			b.add(greaterEqual, p.low(), "")
			b.add(less, p.beyond().first(), "")
		case less:
			b.add(less, p.low().first(), "")
		case lessEqual:
			b.add(less, p.beyond().first(), "")
		case greater:
			b.add(greaterEqual, p.beyond(), "")
		case greaterEqual:
			b.add(greaterEqual, p.low(), "")
		}
	}
}
