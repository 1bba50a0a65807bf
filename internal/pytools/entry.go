package pytools

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// entry adds a tool whose key is an expression.
func (r *dictReader) entry(key, value python.Expr) {
	if key == nil {
		r.unknown()
		return
	}
	text, ok := r.file.Text(key)
	if !ok {
		r.unknown()
		return
	}
	r.register(r.name(text, key), value)
}

func (r *dictReader) register(name Name, value python.Expr) {
	t := Entry{Name: name}
	switch v := value.(type) {
	case *python.Call:
		callee := v.Callee()
		if callee[strings.LastIndexByte(callee, '.')+1:] == "ToolDef" {
			r.describe(&t, v.Arg)
		}
	case *python.Dict:
		r.describeDict(&t, v)
	}
	r.dict.Entries = append(r.dict.Entries, t)
}

// describe reads ToolDef(func, description, args_schema).
func (r *dictReader) describe(t *Entry, arg func(int, string) (python.Expr, bool)) {
	if f, _ := arg(0, "func"); f != nil {
		if dotted := python.DottedName(f); dotted != "" {
			t.Func = r.name(dotted, f)
		}
	}
	description, known := arg(1, "description")
	if description != nil {
		text, _ := r.file.Text(description)
		t.Description = strings.Clone(strings.TrimSpace(text))
	}
	t.NoDescription = known && description == nil || r.isBlank(description)
	if schema, _ := arg(2, "args_schema"); schema != nil {
		r.schema(t, schema)
	}
	for _, mark := range []string{"destructive", "dangerous", "requires_confirmation"} {
		if v, _ := arg(-1, mark); v != nil {
			c, ok := v.(*python.Constant)
			t.Destructive = t.Destructive || ok && c.Value == "True"
		}
	}
}

// describeDict reads {"func": …, "description": …, "args_schema": …}.
func (r *dictReader) describeDict(t *Entry, d *python.Dict) {
	values := map[string]python.Expr{}
	known := true
	for _, item := range d.Items {
		key, ok := "", false
		if item.Key != nil {
			key, ok = r.file.Text(item.Key)
		}
		known = known && ok
		values[key] = item.Value
	}
	if values["func"] == nil && values["function"] == nil && values["handler"] == nil {
		return
	}
	for _, also := range []string{"function", "handler"} {
		if values["func"] == nil {
			values["func"] = values[also]
		}
	}
	r.describe(t, func(_ int, name string) (python.Expr, bool) { return values[name], known })
}

func (r *dictReader) isBlank(e python.Expr) bool {
	if e == nil {
		return false
	}
	text, ok := r.file.Text(e)
	return ok && strings.TrimSpace(text) == ""
}

// schema notes the class of an args_schema.
func (r *dictReader) schema(t *Entry, e python.Expr) {
	dotted := python.DottedName(e)
	if dotted == "" || slices.Contains([]string{"dict", "list", "str", "int", "float", "bool", "object", "type"}, dotted) {
		return
	}
	t.Schema = r.name(dotted, e)
}
