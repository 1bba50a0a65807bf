package template

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// maxProblems is how many syntax errors of one text are told; what stands after the
// last of them is not read, which that last one says.
const maxProblems = 32

type parser struct {
	src      string
	pos      int
	problems []Problem
	resume   int // where a broken template ends, at the earliest
	depth    int // open parentheses and "not" of a condition
}

// Parse reads a string, which may hold text and any number of templates. It never
// fails: what is wrong stands in Problems, and reading goes on with the next template.
func Parse(src string) *Template {
	t := &Template{Source: src}
	i := strings.Index(src, "{{")
	if i < 0 {
		if src != "" {
			t.Parts = []Part{{Span: Span{0, len(src)}}}
		}
		return t
	}
	p := parser{src: src}
	text := 0
	for i < len(src) {
		if i > text {
			t.Parts = append(t.Parts, Part{Span: Span{text, i}})
		}
		pipe, end := p.template(i)
		t.Parts = append(t.Parts, Part{Span{i, end}, pipe})
		text = end
		if len(p.problems) == maxProblems {
			p.problems[maxProblems-1].Message += "; the text has many faults, what follows is not read"
			break
		}
		if i = strings.Index(src[end:], "{{"); i < 0 {
			break
		}
		i += end
	}
	if text < len(src) {
		t.Parts = append(t.Parts, Part{Span: Span{text, len(src)}})
	}
	t.Problems = p.problems
	return t
}

// template parses the {{…}} at i; the pipe is nil when it is broken.
func (p *parser) template(i int) (pipe *Pipe, end int) {
	p.pos = i + 2
	if tok := p.next(); tok.kind == tokenClose {
		p.fail(Span{i, tok.End}, "template is empty: expected a path such as input.topic")
		return nil, tok.End
	} else if pipe = p.pipe(tok); pipe != nil {
		if tok = p.next(); tok.kind == tokenClose {
			return pipe, tok.End
		}
		if p.closes(tok.Start) || strings.HasPrefix(p.src[tok.Start:], "}") {
			p.unexpected(tok, i, `"|" or "}}"`)
		} else {
			p.unclosed(i)
			p.resume = tok.Start
		}
	} else if p.resume < 0 {
		p.unclosed(i)
	}
	return nil, p.recover(i)
}

// closes reports whether "}}" follows before another template begins.
func (p *parser) closes(from int) bool {
	end := strings.Index(p.src[from:], "}}")
	open := strings.Index(p.src[from:], "{{")
	return end >= 0 && (open < 0 || end < open)
}

// recover finds where reading goes on after a fault in the template at i.
func (p *parser) recover(i int) int {
	from := max(p.resume, i+2)
	rest := p.src[from:]
	end := strings.Index(rest, "}}")
	open := strings.Index(rest, "{{")
	switch {
	case open >= 0 && (end < 0 || open < end):
		return from + open
	case end >= 0:
		return from + end + 2
	}
	return len(p.src)
}

func (p *parser) fail(at Span, format string, args ...any) {
	p.resume = at.Start
	p.problems = append(p.problems, Problem{Class: Syntax, Span: at, Message: fmt.Sprintf(format, args...)})
}

func (p *parser) unclosed(i int) {
	p.fail(Span{i, i + 2}, `template is not closed: expected "}}"`)
	p.resume = len(p.src)
}

// unexpected reports a token that cannot stand where it stands. Braces are the fault of
// the template that begins at i, when there is one (i >= 0).
func (p *parser) unexpected(tok token, i int, expected string) {
	text := p.src[tok.Start:tok.End]
	switch {
	case tok.kind == tokenEnd && i >= 0:
		p.unclosed(i)
	case tok.kind == tokenEnd:
		p.fail(tok.Span, "text ends too early: expected %s", expected)
	case tok.kind == tokenOpen && i >= 0:
		p.fail(tok.Span, `"{{" stands inside a template: templates do not nest, close the first with "}}"`)
	case text == "'" || text == `"`:
		p.fail(tok.Span, "string is not closed: expected another %s", text)
	case text == "}":
		p.fail(tok.Span, `unexpected "}": a template is closed with "}}"`)
	case text == "{":
		p.fail(tok.Span, `unexpected "{": a template is opened with "{{", and %s stands in it`, expected)
	case text == "(" && i >= 0 && !strings.Contains(expected, "condition"):
		p.fail(tok.Span, `unexpected "(": a filter's arguments follow ":", as in join: ', '`)
	case strings.HasPrefix(p.src[tok.Start:], "&&"):
		p.fail(Span{tok.Start, tok.Start + 2}, `unexpected "&&": write "and"`)
	case strings.HasPrefix(p.src[tok.Start:], "||"):
		p.fail(Span{tok.Start, tok.Start + 2}, `unexpected "||": write "or" in a condition, "| default: …" for a value that may be missing`)
	case text == "!":
		p.fail(tok.Span, `unexpected "!": write "not"`)
	case text == "=":
		p.fail(tok.Span, `unexpected "=": write "=="`)
	default:
		p.fail(tok.Span, "unexpected %q: expected %s", shorten(text), expected)
	}
}

// pipe parses a value and its filters; tok is its first token. nil means that the
// fault is reported, but for the end of the text, which is left to who knows what is open
// (resume is then -1).
func (p *parser) pipe(tok token) *Pipe {
	head := p.operand(tok, `a path such as input.topic`)
	if head == nil {
		return nil
	}
	pipe := &Pipe{Span: head.Range(), Head: head}
	for {
		mark := p.pos
		tok := p.next()
		if tok.kind != tokenMark || p.src[tok.Start] != '|' || strings.HasPrefix(p.src[tok.Start:], "||") {
			p.pos = mark
			return pipe
		}
		call := p.call()
		if call == nil {
			return nil
		}
		if pipe.Calls == nil {
			pipe.Calls = make([]*Call, 0, 2)
		}
		pipe.Calls = append(pipe.Calls, call)
		pipe.End = call.End
	}
}

func (p *parser) call() *Call {
	tok := p.next()
	name := p.src[tok.Start:tok.End]
	switch {
	case tok.kind == tokenEnd:
		p.resume = -1
		return nil
	case tok.kind != tokenWord:
		p.unexpected(tok, tok.Start, "the name of a filter")
		return nil
	case nameLen(name) != len(name):
		p.fail(tok.Span, "unexpected %q: a filter's name is one word", shorten(name))
		return nil
	}
	call := &Call{Span: tok.Span, NameSpan: tok.Span, Name: name, filter: filterNamed[name]}
	mark := p.pos
	if tok = p.next(); tok.kind != tokenMark || p.src[tok.Start] != ':' {
		p.pos = mark
		return call
	}
	for {
		arg := p.operand(p.next(), "an argument: a string in quotes, a number or a path")
		if arg == nil {
			return nil
		}
		call.Args = append(call.Args, arg)
		call.End = arg.Range().End
		mark = p.pos
		if tok = p.next(); tok.kind != tokenMark || p.src[tok.Start] != ',' {
			p.pos = mark
			return call
		}
	}
}

// operand makes a path or a literal of tok. nil means as in pipe.
func (p *parser) operand(tok token, expected string) Operand {
	text := p.src[tok.Start:tok.End]
	switch tok.kind {
	case tokenEnd:
		p.resume = -1
		return nil
	case tokenWord:
		switch text {
		case "true", "false":
			return &Literal{tok.Span, text == "true"}
		case "null":
			return &Literal{tok.Span, nil}
		}
		if path := p.path(tok); path != nil {
			return path
		}
		return nil
	case tokenNumber:
		if !isJSONNumber(text) {
			p.fail(tok.Span, "%q is not a number", shorten(text))
			return nil
		}
		return &Literal{tok.Span, json.Number(text)}
	case tokenString:
		s, wrong, ok := unquote(text)
		if !ok {
			wrong = Span{tok.Start + wrong.Start, tok.Start + wrong.End}
			p.fail(wrong, `unknown escape %q: expected \\ \' \" \n \r \t or \u and four hexadecimal digits`, p.src[wrong.Start:wrong.End])
			p.resume = tok.End
			return nil
		}
		return &Literal{tok.Span, s}
	}
	p.unexpected(tok, tok.Start, expected)
	return nil
}

// path splits the text of a word token into segments.
func (p *parser) path(tok token) *Path {
	text := p.src[tok.Start:tok.End]
	n := nameLen(text)
	path := &Path{Span: tok.Span, Segments: make([]Segment, 1, 1+strings.Count(text, ".")+strings.Count(text, "["))}
	path.Segments[0] = Segment{Span: Span{tok.Start, tok.Start + n}, Name: text[:n]}
	for i := n; i < len(text); {
		start := i
		i++
		switch text[start] {
		case '.':
			n := nameLen(text[i:])
			if n == 0 {
				p.fail(Span{tok.Start + start, tok.Start + i}, `"." is not followed by a name`)
				return nil
			}
			i += n
			path.Segments = append(path.Segments, Segment{Span: Span{tok.Start + start + 1, tok.Start + i}, Name: text[start+1 : i]})
		case '[':
			n := strings.IndexByte(text[i:], ']')
			if n < 0 {
				p.fail(Span{tok.Start + start, tok.End}, `"[" is not closed: expected "]"`)
				return nil
			}
			at := Span{tok.Start + start, tok.Start + i + n + 1}
			index, err := strconv.ParseUint(text[i:i+n], 10, 31)
			if err != nil {
				p.fail(at, `%q is not an index: expected a number from 0 in brackets, or a filter such as "last"`, shorten(text[start:i+n+1]))
				return nil
			}
			i += n + 1
			path.Segments = append(path.Segments, Segment{Span: at, Index: int(index), IsIndex: true})
		default:
			p.fail(Span{tok.Start + start, tok.End}, `unexpected %q: expected "." before a name`, shorten(text[start:]))
			return nil
		}
	}
	return path
}
