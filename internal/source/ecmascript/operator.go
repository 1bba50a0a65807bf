package ecmascript

// joined returns how many of the characters at the current `>` or `<` make
// one operator.
func (p *parser) joined() int {
	n := 1
	for n < 3 && p.at(p.start+n) == byte(p.tok) {
		n++
	}
	if p.at(p.start+n) == '=' && (p.tok == '>' || n > 1) {
		n++
	}
	return n
}

// operator returns the precedence of the current token as a binary operator
// and its length; 0 if it is none.
func (p *parser) operator() (precedence, length int) {
	n := p.end - p.start
	switch p.tok {
	case coalesce:
		return 1, n
	case orOr:
		return 2, n
	case andAnd:
		return 3, n
	case '|':
		return 4, n
	case '^':
		return 5, n
	case '&':
		return 6, n
	case equality:
		return 7, n
	case lessEqual:
		return 8, n
	case '<', '>':
		j := p.joined()
		switch {
		case j > 1 && p.src[p.start+j-1] == '=':
			if j == 2 && p.tok == '>' {
				return 8, 2
			}
			return 0, 0 // <<= >>= >>>=
		case j > 1:
			return 9, j
		}
		return 8, 1
	case '+', '-':
		return 10, n
	case '*', '/', '%':
		return 11, n
	case power:
		return 12, n
	case ident:
		switch p.src[p.start:p.end] {
		case "in", "instanceof":
			return 8, n
		case "as", "satisfies":
			if !p.newline {
				return 8, n
			}
		}
	}
	return 0, 0
}

// binary reads operands joined by operators that bind tighter than min.
func (p *parser) binary(min int) Expr {
	start := p.start
	return p.binaryAfter(start, p.unary(), min)
}

func (p *parser) binaryAfter(start int, left Expr, min int) Expr {
	var sum *Concat
	for {
		precedence, n := p.operator()
		if precedence <= min {
			return left
		}
		if p.tok == ident && (p.is("as") || p.is("satisfies")) {
			p.next()
			if !p.eatWord("const") {
				p.typ()
			}
			continue
		}
		plus := p.tok == '+'
		p.end = p.start + n
		p.next()
		if !p.enter() {
			return left
		}
		right := p.binary(precedence)
		p.leave()
		switch {
		case plus && sum != nil && left == Expr(sum):
			sum.Operands = append(sum.Operands, right)
			sum.End = max(sum.End, p.prevEnd)
		case plus:
			sum = &Concat{p.since(start), []Expr{left, right}}
			p.file.Texts = append(p.file.Texts, sum)
			left = sum
		default:
			left = &Opaque{p.since(start)}
		}
	}
}

// unary reads prefix operators, an operand, and what follows the operand.
func (p *parser) unary() Expr {
	start := p.start
	switch p.tok {
	case '!', '~', '+', '-', increment:
		sign := p.tok
		p.next()
		x := p.operand()
		if n, ok := x.(*Number); ok && (sign == '-' || sign == '+') && n.Text[0] != '-' && n.Text[0] != '+' && n.End == p.prevEnd {
			v := n.Value
			if sign == '-' {
				v = -v
			}
			return &Number{p.since(start), p.src[start:p.prevEnd], v}
		}
		if sign == increment {
			p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: p.src[start : start+2], Target: x})
		}
		return &Opaque{p.since(start)}
	case '<':
		if p.lang == TypeScript {
			p.typeArguments()
			return p.operand()
		}
		return p.jsx()
	case ident:
		switch word := p.src[p.start:p.end]; word {
		case "typeof", "void", "delete":
			p.next()
			x := p.operand()
			if word == "delete" {
				p.file.Assigns = append(p.file.Assigns, &Assign{Span: p.since(start), Op: "delete", Target: x})
			}
			return &Opaque{p.since(start)}
		case "await":
			if p.awaits() {
				p.next()
				x := p.operand()
				if c, ok := x.(*Call); ok && c.End == p.prevEnd {
					c.Await = true
					return c
				}
				return &Opaque{p.since(start)}
			}
		}
	}
	return p.postfix(start, p.primary(), false)
}

// operand reads the operand of a prefix operator.
func (p *parser) operand() Expr {
	if !p.enter() {
		return &Opaque{p.since(p.prevEnd)}
	}
	defer p.leave()
	return p.unary()
}

// awaits says whether the current word `await` is an operator.
func (p *parser) awaits() bool {
	after := p.peek()
	switch after.tok {
	case ident:
		switch p.word(after) {
		case "in", "instanceof":
			return false
		case "of", "as", "satisfies":
			return p.async
		}
		return p.async || !after.newline
	case number, str, private:
		return p.async || !after.newline
	case arrow, '=', ')', ']', '}', ',', ';', ':', '.', eof, optDot:
		return false
	}
	return p.async
}
