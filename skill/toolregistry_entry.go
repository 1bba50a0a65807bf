package skill

import (
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/source/python"
)

// entry adds a tool whose key is an expression.
func (r *registryReader) entry(m *pyModule, key, value python.Expr) {
	if key == nil {
		r.unknown()
		return
	}
	text, ok := m.ast.Text(key)
	if !ok {
		r.unknown()
		return
	}
	r.register(m, m.name(text, key), value)
}

func (r *registryReader) register(m *pyModule, name contract.Name, value python.Expr) {
	t := RegisteredTool{Name: name}
	switch v := value.(type) {
	case *python.Call:
		callee := v.Callee()
		if callee[strings.LastIndexByte(callee, '.')+1:] == "ToolDef" {
			r.describe(m, &t, v.Arg)
		}
	case *python.Dict:
		r.describeDict(m, &t, v)
	}
	r.out.Tools = append(r.out.Tools, t)
}

// describe reads ToolDef(func, description, args_schema).
func (r *registryReader) describe(m *pyModule, t *RegisteredTool, arg func(int, string) (python.Expr, bool)) {
	description, known := arg(1, "description")
	t.NoDescription = known && description == nil || isBlank(m, description)
	if schema, _ := arg(2, "args_schema"); schema != nil {
		r.schema(m, t, schema)
	}
	for _, mark := range []string{"destructive", "dangerous", "requires_confirmation"} {
		if v, _ := arg(-1, mark); v != nil {
			c, ok := v.(*python.Constant)
			t.Destructive = t.Destructive || ok && c.Value == "True"
		}
	}
}

// describeDict reads {"func": …, "description": …, "args_schema": …}.
func (r *registryReader) describeDict(m *pyModule, t *RegisteredTool, d *python.Dict) {
	values := map[string]python.Expr{}
	known := true
	for _, item := range d.Items {
		key, ok := "", false
		if item.Key != nil {
			key, ok = m.ast.Text(item.Key)
		}
		known = known && ok
		values[key] = item.Value
	}
	if values["func"] == nil && values["function"] == nil && values["handler"] == nil {
		return
	}
	r.describe(m, t, func(_ int, name string) (python.Expr, bool) { return values[name], known })
}

func isBlank(m *pyModule, e python.Expr) bool {
	if e == nil {
		return false
	}
	text, ok := m.ast.Text(e)
	return ok && strings.TrimSpace(text) == ""
}

// schema says whether the class of an args_schema is there.
func (r *registryReader) schema(m *pyModule, t *RegisteredTool, e python.Expr) {
	dotted := python.DottedName(e)
	if dotted == "" || slices.Contains([]string{"dict", "list", "str", "int", "float", "bool", "object", "type"}, dotted) {
		return
	}
	t.Schema = m.name(dotted, e)
	if head, _, _ := strings.Cut(dotted, "."); !m.ast.Binds(head) {
		t.SchemaFault = "is neither defined nor imported"
		return
	}
	if target, variable := r.lookup(m, dotted); target != nil && target.ast.Err == nil && !strings.Contains(variable, ".") && !target.ast.Binds(variable) {
		t.SchemaFault = "is not in " + target.Path
	}
}
