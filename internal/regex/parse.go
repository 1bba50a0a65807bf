package regex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxPattern = 32 << 10 // bytes of a pattern
	maxNesting = 250      // open groups
)

type parser struct {
	src     string
	pos     int
	depth   int
	groups  int
	names   map[string]bool
	numbers []reference // \1
	named   []reference // \k<n>
}

type reference struct {
	offset int
	number int
	name   string
}

// failure carries an error out of the recursive descent; parse turns it back into a value.
type failure struct{ err error }

func parse(src string) (node *tree, err error) {
	if len(src) > maxPattern {
		return nil, &UnsupportedError{"the pattern is longer than 32 KiB"}
	}
	if !utf8.ValidString(src) {
		return nil, &SyntaxError{0, "the pattern is not valid UTF-8"}
	}
	p := &parser{src: src, names: map[string]bool{}}
	defer func() {
		if f, ok := recover().(failure); ok {
			node, err = nil, f.err
		}
	}()
	node = p.alternatives()
	if p.pos < len(src) {
		p.fail(p.pos, "unmatched \")\"")
	}
	return node, p.checkReferences()
}

func (p *parser) fail(offset int, msg string) {
	panic(failure{&SyntaxError{offset, msg}})
}

func (p *parser) unsupported(reason string) {
	panic(failure{&UnsupportedError{reason}})
}

func (p *parser) checkReferences() error {
	for _, r := range p.numbers {
		if r.number > p.groups {
			return &SyntaxError{r.offset, "the backreference names no group"}
		}
	}
	for _, r := range p.named {
		if !p.names[r.name] {
			return &SyntaxError{r.offset, "the backreference names no group"}
		}
	}
	if len(p.numbers)+len(p.named) > 0 {
		return &UnsupportedError{"a backreference is not regular"}
	}
	return nil
}

func (p *parser) more() bool           { return p.pos < len(p.src) }
func (p *parser) rest() string         { return p.src[p.pos:] }
func (p *parser) starts(s string) bool { return strings.HasPrefix(p.rest(), s) }
func (p *parser) skip(s string) (ok bool) {
	if ok = p.starts(s); ok {
		p.pos += len(s)
	}
	return ok
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if !p.more() {
		return 0
	}
	return p.src[p.pos]
}

func (p *parser) rune() rune {
	r, n := utf8.DecodeRuneInString(p.rest())
	p.pos += n
	return r
}

func (p *parser) alternatives() *tree {
	alt := []*tree{p.sequence()}
	for p.skip("|") {
		alt = append(alt, p.sequence())
	}
	if len(alt) == 1 {
		return alt[0]
	}
	return &tree{op: opAlt, subs: alt}
}

func (p *parser) sequence() *tree {
	seq := &tree{op: opSeq}
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		seq.subs = append(seq.subs, p.term())
	}
	if len(seq.subs) == 1 {
		return seq.subs[0]
	}
	return seq
}

func (p *parser) term() *tree {
	atom, repeatable := p.atom()
	at := p.pos
	lo, hi, ok := p.quantifier()
	switch {
	case !ok:
		return atom
	case !repeatable:
		p.fail(at, "an assertion cannot be repeated")
	case lo > hi:
		p.fail(at, "the bounds of the repetition are out of order")
	}
	p.skip("?")
	return &tree{op: opRep, subs: []*tree{atom}, min: lo, max: hi}
}

// quantifier reads a quantifier without its lazy mark. A brace that begins none is a literal and stays unread.
func (p *parser) quantifier() (lo, hi int64, ok bool) {
	switch {
	case p.skip("*"):
		return 0, unbounded, true
	case p.skip("+"):
		return 1, unbounded, true
	case p.skip("?"):
		return 0, 1, true
	}
	start := p.pos
	if p.skip("{") {
		if lo, ok = p.number(); ok {
			hi = lo
			if p.skip(",") {
				if hi, ok = p.number(); !ok {
					hi = unbounded
				}
			}
			if p.skip("}") {
				return lo, hi, true
			}
		}
	}
	p.pos = start
	return 0, 0, false
}

// number reads decimal digits; a value too large to matter becomes unbounded.
func (p *parser) number() (n int64, ok bool) {
	for p.more() && isDigit(p.peek()) {
		n, ok = min(n*10+int64(p.peek()-'0'), unbounded), true
		p.pos++
	}
	return n, ok
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// atom reads one atom or assertion and says whether a quantifier may follow.
func (p *parser) atom() (node *tree, repeatable bool) {
	start := p.pos
	if _, _, ok := p.quantifier(); ok {
		p.fail(start, "nothing to repeat")
	}
	switch r := p.rune(); r {
	case '^':
		return &tree{op: opStart}, false
	case '$':
		return &tree{op: opEnd}, false
	case '(':
		return p.group(start)
	case '.':
		return leaf(lineEnds.complement()), true
	case '[':
		return leaf(p.class(start)), true
	case '\\':
		return p.escape(start)
	default:
		return leaf(single(r)), true
	}
}

func leaf(s set) *tree { return &tree{op: opSet, set: s.intersect(scalars)} }

// group reads what follows an opening parenthesis at start.
func (p *parser) group(start int) (node *tree, repeatable bool) {
	if p.depth++; p.depth > maxNesting {
		p.unsupported("groups nest deeper than 250")
	}
	look := &tree{op: opLook}
	switch {
	case p.skip("?:"):
		look = nil
	case p.skip("?="):
	case p.skip("?!"):
		look.negative = true
	case p.skip("?<="):
		look.behind = true
	case p.skip("?<!"):
		look.behind, look.negative = true, true
	case p.skip("?<"):
		p.groupName(true)
		p.groups++
		look = nil
	case p.starts("?"):
		p.inlineFlags(start)
	default:
		p.groups++
		look = nil
	}
	body := p.alternatives()
	if !p.skip(")") {
		p.fail(start, "missing \")\"")
	}
	p.depth--
	if look == nil {
		return body, true
	}
	look.subs = []*tree{body}
	return look, !look.behind
}

// inlineFlags fails: `(?i:…)` came with ECMA-262 2025 and few engines know it, everything else after "(?" belongs to other dialects.
func (p *parser) inlineFlags(start int) {
	end := strings.IndexAny(p.rest(), ":)")
	if end > 1 && p.rest()[end] == ':' && strings.Trim(p.rest()[1:end], "ims-") == "" {
		p.unsupported("inline flags are too new for most engines")
	}
	p.fail(start, "the group is not ECMA-262")
}

// groupName reads a group's name with its closing bracket; declare adds it to the names of the pattern.
func (p *parser) groupName(declare bool) string {
	start := p.pos
	end := strings.IndexByte(p.rest(), '>')
	if end < 0 {
		p.fail(start, "the group name is not closed")
	}
	name := p.rest()[:end]
	for i, r := range name {
		if !(r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || i > 0 && unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc)) {
			p.fail(start+i, "the group name is not an identifier")
		}
	}
	switch {
	case name == "":
		p.fail(start, "the group name is empty")
	case declare && p.names[name]:
		p.fail(start, "two groups have the same name")
	case declare:
		p.names[name] = true
	}
	p.pos += end + 1
	return name
}

// escape reads what follows a backslash at start, outside a class.
func (p *parser) escape(start int) (node *tree, repeatable bool) {
	c := p.peek()
	switch {
	case c == 'b' || c == 'B':
		p.pos++
		return &tree{op: opWord, negative: c == 'B'}, false
	case c >= '1' && c <= '9':
		n, _ := p.number()
		p.numbers = append(p.numbers, reference{offset: start, number: int(n)})
		return &tree{op: opSeq}, true
	case c == 'k':
		p.pos++
		if !p.skip("<") {
			p.fail(start, "\"\\k\" is not followed by a group name")
		}
		p.named = append(p.named, reference{offset: start, name: p.groupName(false)})
		return &tree{op: opSeq}, true
	}
	s, _ := p.classEscape(start)
	return leaf(s), true
}
