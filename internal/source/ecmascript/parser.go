package ecmascript

import "strings"

// maxDepth bounds the nesting that is read; what is nested deeper is skipped.
const maxDepth = 1000

// A parser reads one file. The grammar is spread over expression.go,
// statement.go, function.go, class.go, types.go, jsx.go and module.go.
type parser struct {
	token
	src  string
	lang Language
	file *File

	depth  int
	scope  int  // index into file.scopes
	async  bool // `await` is an operator here
	gen    bool // `yield` is an operator here
	tries  int  // how many try blocks are open
	spaces int  // how many namespaces are open
	inTrue bool // between the `?` and `:` of a conditional
	stack  []Expr

	returns *[]Expr // of the function that is read; nil outside of one

	// Look-ahead that may have to be taken back is paid from fuel, in tokens,
	// so that hostile input can't make it quadratic.
	speculating int
	fuel        int
	misread     bool // what is being tried is not there
}

func newParser(lang Language, src string) *parser {
	p := &parser{src: src, lang: lang, file: &File{src: src}, fuel: 2*len(src) + 1000}
	p.file.scopes = []scope{{Span: Span{0, len(src) + 1}, parent: -1, function: true}}
	if strings.HasPrefix(src, "\ufeff") {
		p.end = len("\ufeff")
	}
	if strings.HasPrefix(src[p.end:], "#!") {
		end := p.lineEnd(p.end)
		p.comment(Comment{Span: Span{p.end, end}})
		p.end = end
	}
	p.next()
	return p
}

func (p *parser) typescript() bool { return p.lang != JavaScript }

// is says whether the current token is the given keyword.
func (p *parser) is(word string) bool {
	return p.tok == ident && p.end-p.start == len(word) && p.src[p.start:p.end] == word
}

// text returns the current token, names decoded.
func (p *parser) text() string {
	s := p.src[p.start:p.end]
	if p.escaped && (p.tok == ident || p.tok == private) {
		return decodeName(s)
	}
	return s
}

func (p *parser) span() Span { return Span{p.start, p.end} }

// since returns the span from start to the end of the last token.
func (p *parser) since(start int) Span { return Span{start, max(start, p.prevEnd)} }

// peek returns the token after the current one.
func (p *parser) peek() token {
	saved, comments, err := p.token, len(p.file.Comments), p.file.Err
	p.next()
	after := p.token
	p.token, p.file.Comments, p.file.Err = saved, p.file.Comments[:comments], err
	return after
}

func (p *parser) word(t token) string {
	if t.tok != ident {
		return ""
	}
	return p.src[t.start:t.end]
}

func (p *parser) eat(k kind) bool {
	if p.tok == k {
		p.next()
		return true
	}
	return false
}

func (p *parser) eatWord(word string) bool {
	if p.is(word) {
		p.next()
		return true
	}
	return false
}

func (p *parser) expect(k kind) bool {
	if p.eat(k) {
		return true
	}
	name := string(rune(k))
	if k == arrow {
		name = "=>"
	}
	p.fail("expected \"" + name + "\"")
	return false
}

// fail notes an error at the current token.
func (p *parser) fail(msg string) {
	if p.speculating == 0 && p.file.Err == nil {
		if p.tok == eof {
			msg += ", but the file ends"
		} else if p.tok != str {
			msg += ", found \"" + p.src[p.start:min(p.end, p.start+20)] + "\""
		} else {
			msg += ", found a string"
		}
	}
	p.failAt(p.start, msg)
}

func (p *parser) failAt(offset int, msg string) {
	if p.speculating > 0 {
		p.misread = true
		return
	}
	if p.file.Err == nil {
		p.file.Err = &Error{offset, msg}
	}
}

// try runs read, and takes everything back unless it returns true without a
// syntax error. It is false at once when the budget for look-ahead is spent.
func (p *parser) try(read func() bool) bool {
	if p.fuel <= 0 {
		return false
	}
	f := p.file
	saved := *p
	calls, members, texts, assigns := len(f.Calls), len(f.Members), len(f.Texts), len(f.Assigns)
	comments := len(f.Comments)
	imports, exports, scopes, bindings := len(f.Imports), len(f.Exports), len(f.scopes), len(f.bindings)
	p.misread = false
	p.speculating++
	ok := read() && !p.misread
	p.speculating--
	if ok {
		p.misread = saved.misread
		return true
	}
	saved.fuel = p.fuel
	*p = saved
	f.Calls, f.Members, f.Texts, f.Assigns = f.Calls[:calls], f.Members[:members], f.Texts[:texts], f.Assigns[:assigns]
	f.Comments = f.Comments[:comments]
	f.Imports, f.Exports, f.scopes, f.bindings = f.Imports[:imports], f.Exports[:exports], f.scopes[:scopes], f.bindings[:bindings]
	return false
}

// enter is called wherever the grammar recurses. If the nesting is too deep it
// skips what is nested and returns false.
func (p *parser) enter() bool {
	if p.depth < maxDepth {
		p.depth++
		return true
	}
	p.fail("nested too deeply")
	p.skip()
	return false
}

func (p *parser) leave() { p.depth-- }

// skip passes over a token, or over a bracket with everything in it.
func (p *parser) skip() {
	var open []byte
	operand := false // the token before ends an operand: a slash divides
	for p.tok != eof {
		switch p.tok {
		case '(', '[', '{':
			open = append(open, byte(p.tok))
			operand = false
		case ')', ']':
			if len(open) == 0 {
				return
			}
			open = open[:len(open)-1]
			operand = true
		case '}':
			if len(open) == 0 {
				return
			}
			if open[len(open)-1] != '`' {
				open, operand = open[:len(open)-1], true
				break
			}
			if _, more := p.chunk(p.end); !more {
				open, operand = open[:len(open)-1], true
			}
		case '`':
			operand = true
			if _, more := p.chunk(p.end); more {
				open, operand = append(open, '`'), false
			}
		case '/', assignOp:
			if !operand && p.src[p.start] == '/' {
				p.regexp()
				operand = true
				break
			}
			operand = false
		case ident, number, str, private:
			operand = true
		default:
			operand = false
		}
		p.next()
		if len(open) == 0 {
			return
		}
	}
}
