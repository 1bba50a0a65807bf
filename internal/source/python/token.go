package python

// kind is the kind of a token. Operators and keywords have a kind each.
type kind uint8

const (
	tEOF kind = iota
	tNewline
	tIndent
	tDedent
	tError // nothing that Python knows; the lexer or the parser has reported it
	tName
	tNumber
	tString  // a whole string literal
	tFString // the prefix and opening quotes of an f-string

	tLparen
	tRparen
	tLbrack
	tRbrack
	tLbrace
	tRbrace
	tComma
	tColon
	tSemi
	tDot
	tEllipsis
	tArrow
	tWalrus
	tBang
	tAssign // =
	tAugAssign
	tStar
	tStarStar
	tSlash
	tAt
	tPlus
	tMinus
	tTilde
	tOperator // a binary operator that is nothing else: | ^ & << >> // %
	tCompare  // == != < > <= >=

	kwAnd
	kwAs
	kwAssert
	kwAsync
	kwAwait
	kwBreak
	kwClass
	kwContinue
	kwDef
	kwDel
	kwElif
	kwElse
	kwExcept
	kwFalse
	kwFinally
	kwFor
	kwFrom
	kwGlobal
	kwIf
	kwImport
	kwIn
	kwIs
	kwLambda
	kwNone
	kwNonlocal
	kwNot
	kwOr
	kwPass
	kwRaise
	kwReturn
	kwTrue
	kwTry
	kwWhile
	kwWith
	kwYield
)

type token struct {
	kind       kind
	start, end int
}

// keyword returns the kind of a word: that of a keyword, or tName. Soft keywords (match, case, type) are names.
func keyword(s string) kind {
	switch s {
	case "and":
		return kwAnd
	case "as":
		return kwAs
	case "assert":
		return kwAssert
	case "async":
		return kwAsync
	case "await":
		return kwAwait
	case "break":
		return kwBreak
	case "class":
		return kwClass
	case "continue":
		return kwContinue
	case "def":
		return kwDef
	case "del":
		return kwDel
	case "elif":
		return kwElif
	case "else":
		return kwElse
	case "except":
		return kwExcept
	case "False":
		return kwFalse
	case "finally":
		return kwFinally
	case "for":
		return kwFor
	case "from":
		return kwFrom
	case "global":
		return kwGlobal
	case "if":
		return kwIf
	case "import":
		return kwImport
	case "in":
		return kwIn
	case "is":
		return kwIs
	case "lambda":
		return kwLambda
	case "None":
		return kwNone
	case "nonlocal":
		return kwNonlocal
	case "not":
		return kwNot
	case "or":
		return kwOr
	case "pass":
		return kwPass
	case "raise":
		return kwRaise
	case "return":
		return kwReturn
	case "True":
		return kwTrue
	case "try":
		return kwTry
	case "while":
		return kwWhile
	case "with":
		return kwWith
	case "yield":
		return kwYield
	}
	return tName
}

// startsStatement tells the keywords that never stand inside brackets, so that one at the start of a line proves that
// an open bracket was never closed.
func (k kind) startsStatement() bool {
	switch k {
	case kwAssert, kwBreak, kwClass, kwContinue, kwDef, kwDel, kwElif, kwExcept, kwFinally, kwGlobal, kwImport,
		kwNonlocal, kwPass, kwRaise, kwReturn, kwTry, kwWhile, kwWith:
		return true
	}
	return false
}

// precedence returns how tightly a binary operator binds, 0 for what is none.
func precedence(op string) int {
	switch op {
	case "|":
		return 1
	case "^":
		return 2
	case "&":
		return 3
	case "<<", ">>":
		return 4
	case "+", "-":
		return 5
	case "*", "/", "//", "%", "@":
		return 6
	}
	return 0
}
