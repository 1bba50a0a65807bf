package pytools

import (
	"encoding/json"

	"github.com/skilllint/skilllint/internal/source/python"
)

// value reads a literal: a text, a number, True, False or None, or an empty list or dict.
func (r *reader) value(e python.Expr) (Value, bool) {
	switch e := e.(type) {
	case *python.String:
		if text, ok := r.file.Text(e); ok {
			return Value{quoted(text)}, true
		}
	case *python.Number:
		text, ok := e.JSON()
		return Value{text}, ok
	case *python.UnaryOp:
		if n, ok := e.X.(*python.Number); ok && e.Op == "-" {
			text, ok := n.JSON()
			return Value{"-" + text}, ok
		}
	case *python.Constant:
		if text := map[string]string{"True": "true", "False": "false", "None": "null"}[e.Value]; text != "" {
			return Value{text}, true
		}
	case *python.List:
		return Value{"[]"}, len(e.Elems) == 0
	case *python.Dict:
		return Value{"{}"}, len(e.Items) == 0
	}
	return Value{}, false
}

// quoted is a text as JSON.
func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		return `""`
	}
	return string(out)
}
