package code

import (
	"slices"
	"strings"
)

// An exprKind is what an expression of code is.
type exprKind uint8

const (
	opaqueExpr exprKind = iota // anything else: its value is unknown
	textExpr                   // a string literal
	numberExpr                 // text is the literal as JSON writes it
	boolExpr                   // text is "true" or "false"
	nullExpr
	nameExpr   // a variable
	memberExpr // x.text, x["text"]
	indexExpr  // x[args[0]]
	callExpr   // x(args…), new x(args…)
	joinExpr   // strings put together: a template, an f-string, a + b
	slashExpr  // x / args[0], which joins paths in Python
	listExpr
	mapExpr
)

// An expr is an expression of any language, as far as extractors ask. The
// extractor of a language translates its own tree into this one, so that
// calls, arguments, paths and keys are read in one place.
type expr struct {
	kind       exprKind
	start, end int // bytes in the source
	text       string
	x          *expr
	args       []*expr      // arguments, elements, parts; the values of a map
	keys       []*expr      // of a map: nil where more members are put in (…more)
	names      []string     // of a call: the keywords of its arguments, "" for those by place
	value      func() *expr // of a name or member: what it stands for, nil when that is unknown
	spread     bool         // ...x, *x: more than one value
	await      bool         // of a call: its result is waited for

	path *place // memo of evalPath
}

var opaque = &expr{}

// bytesAnExpr is how many bytes of a source go to one expression, mostly.
const bytesAnExpr = 48

// newExpr makes an expression, of a store for many.
func (x *extractor) newExpr(start, end int) *expr {
	if len(x.store) == 0 {
		x.store = make([]expr, 32)
	}
	e := &x.store[0]
	x.store = x.store[1:]
	e.start, e.end = start, end
	return e
}

// maxExprDepth bounds what is translated of one expression, and how many
// names are followed.
const maxExprDepth = 60

// is makes an expression of another one, the place that it gives as well.
func (e *expr) is(x *expr) {
	if *e = *x; e.path == &somewhere {
		e.path = &place{anchor: Somewhere, origin: x}
	}
}

// resolved follows a name to what it stands for; the expression itself when
// that is unknown.
func (e *expr) resolved() *expr {
	for range 8 {
		if e == nil || e.kind != nameExpr && e.kind != memberExpr || e.value == nil {
			break
		}
		next := e.value()
		if next == nil {
			break
		}
		e = next
	}
	if e == nil {
		return opaque
	}
	return e
}

// constText returns the string that an expression always has.
func (e *expr) constText() (string, bool) {
	left := 1000
	return e.fold(&left)
}

func (e *expr) fold(left *int) (string, bool) {
	if *left--; *left < 0 {
		return "", false
	}
	switch e = e.resolved(); e.kind {
	case textExpr:
		return e.text, true
	case joinExpr:
		var b strings.Builder
		for _, part := range e.args {
			text, ok := part.fold(left)
			if !ok || b.Len() > 1<<16 {
				return "", false
			}
			b.WriteString(text)
		}
		return b.String(), true
	}
	return "", false
}

// prefix returns how the string that an expression gives begins, and whether
// that is all of it.
func (e *expr) prefix() (string, bool) {
	if text, ok := e.constText(); ok {
		return text, true
	}
	e = e.resolved()
	if e.kind != joinExpr {
		return "", false
	}
	var b strings.Builder
	for _, part := range e.args {
		text, ok := part.constText()
		if !ok {
			break
		}
		b.WriteString(text)
	}
	return b.String(), false
}

// dotted returns the names of a chain such as ToolRegistry.execute; a name
// that stands for another chain is followed, a constructor or accessor call
// in it (new ToolRegistry(), getInstance()) stands for what it gives.
func (e *expr) dotted() []string {
	names := make([]string, 0, 4) // from the last
	for range 32 {
		switch e = e.resolved(); e.kind {
		case nameExpr:
			names = append(names, e.text)
			slices.Reverse(names)
			return names
		case memberExpr:
			names = append(names, e.text)
			e = e.x
		case callExpr:
			if e.x == nil {
				return nil
			}
			callee := e.x
			if callee.kind == memberExpr && (strings.HasPrefix(Fold(callee.text), "get") || Fold(callee.text) == "instance") {
				e = callee.x
				continue
			}
			e = callee
		default:
			return nil
		}
	}
	return nil
}

// last returns the name that is called: the last of a chain.
func (e *expr) last() string {
	if e == nil {
		return ""
	}
	if e.kind == nameExpr || e.kind == memberExpr {
		return e.text
	}
	return ""
}

// arg returns the argument at a place, or the one given by one of the
// keywords; nil when there is none, or when it can't be told.
func (e *expr) arg(index int, keywords ...string) *expr {
	for i, a := range e.args {
		name := ""
		if i < len(e.names) {
			name = e.names[i]
		}
		for _, k := range keywords {
			if name != "" && name == k {
				return a
			}
		}
	}
	for i, a := range e.args {
		if a.spread {
			return nil
		}
		if i == index {
			if i < len(e.names) && e.names[i] != "" {
				return nil
			}
			return a
		}
	}
	return nil
}

// member adds a member to a map.
func (e *expr) member(key string, value *expr) {
	e.keys = append(e.keys, &expr{kind: textExpr, text: key})
	e.args = append(e.args, value)
}

// entry returns the value of a map's literal key.
func (e *expr) entry(key string) *expr {
	if e.kind != mapExpr {
		return nil
	}
	for i, k := range e.keys {
		if k == nil {
			continue
		}
		if text, ok := k.constText(); ok && text == key {
			return e.args[i]
		}
	}
	return nil
}
