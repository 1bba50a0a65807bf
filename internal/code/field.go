package code

import (
	"bytes"
	"slices"
	"strings"
)

// A fieldRead is a chain of members that is read from what a call gives. Of a chain that
// stands in the source they are told when a call of a tool is noted.
type fieldRead struct {
	of   *expr  // nil when the rest is known
	call [2]int // its bytes
	path []Name
}

// field notes what an expression reads from the result of a call, directly or
// through a variable that is set once: result["chart"], result.get("chart"),
// result.chart. What asks for a denial reads no result.
func (x *extractor) field(e *expr) { x.fields = append(x.fields, fieldRead{of: e}) }

func (x *extractor) read(f fieldRead) fieldRead {
	if f.of == nil {
		return f
	}
	path, call := x.fieldPath(f.of)
	if call == nil {
		return fieldRead{}
	}
	if i := slices.IndexFunc(path, func(n Name) bool { return asksForError(n.Text) }); i >= 0 {
		path = path[:i]
	}
	return fieldRead{call: [2]int{call.start, call.end}, path: path}
}

// fieldPath returns the names of a chain of members, and the call whose result
// it begins at; nil for any other.
func (x *extractor) fieldPath(e *expr) (path []Name, call *expr) {
	for range maxExprDepth {
		var key *expr
		switch {
		case e == nil:
			return nil, nil
		case e.kind == memberExpr && e.x != nil:
			start := e.x.end + bytes.LastIndex(x.src[min(e.x.end, e.end):e.end], []byte(e.text))
			path = append(path, x.name(e.text, start, start+len(e.text)))
			e = e.x
			continue
		case e.kind == indexExpr && len(e.args) > 0:
			key, e = e.args[0], e.x
		case e.kind == callExpr && e.x != nil && e.x.kind == memberExpr && e.x.text == "get" && len(e.args) > 0:
			key, e = e.args[0], e.x.x
		default:
			slices.Reverse(path)
			if e = e.resolved(); e.kind == callExpr {
				return path, e
			}
			return nil, nil
		}
		if text, ok := key.constText(); ok {
			start, end := key.start, key.end
			if string(x.src[min(start+1, end):max(end-1, min(start+1, end))]) == text { // the quotes are no part of it
				start, end = start+1, end-1
			}
			path = append(path, x.name(text, start, end))
		} else {
			path = nil // what stands behind it is of an unknown member
		}
	}
	return nil, nil
}

// giveFields hands each call that is noted what is read from its result.
func (x *extractor) giveFields() {
	if len(x.calls) == 0 {
		return
	}
	for _, field := range x.fields {
		read := x.read(field)
		if i, ok := x.calls[read.call]; ok && len(read.path) > 0 && !x.rewritten[read.call] {
			x.out.Calls[i].Fields = append(x.out.Calls[i].Fields, read.path)
		}
	}
}

// asksForError reports whether a member of a result says that the call was
// denied or failed, or not: error, isError, ok, status.
func asksForError(name string) bool {
	name = Fold(name)
	for _, word := range []string{"error", "denied", "denial", "fail"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	switch name {
	case "err", "ok", "success", "succeeded", "issuccess", "status", "statuscode", "code", "reason", "then", "catch", "finally":
		return true
	}
	return false
}
