package pytools

import (
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// maxFields bounds the fields of a class, maxTypes how deep its types are.
const maxFields, maxTypes = 500, 16

// class reads a class of a module.
func (r *reader) class(c *python.ClassDef) *Class {
	out := &Class{Plain: true}
	for _, a := range c.Args {
		switch {
		case a.Name.Name == "total":
			constant, ok := a.Value.(*python.Constant)
			out.Loose = ok && constant.Value == "False"
		case a.Name.Name == "" && a.Stars == 0:
			out.Plain = false
			base := a.Value
			if generic, ok := base.(*python.Subscript); ok {
				base = generic.X
			}
			out.Bases = append(out.Bases, strings.Clone(python.DottedName(base)))
		}
	}
	for _, d := range c.Decorators {
		if call, ok := d.(*python.Call); ok {
			d = call.Func
		}
		out.Plain = out.Plain && lastPart(python.DottedName(d)) != "dataclass"
	}
	for i, stmt := range c.Body {
		switch s := stmt.(type) {
		case *python.ExprStmt:
			if text, ok := r.file.Text(s.X); ok && i == 0 {
				out.Doc = strings.Clone(strings.TrimSpace(text))
			}
		case *python.Assign:
			name, ok := s.Targets[0].(*python.Name)
			switch {
			case !ok || len(out.Fields)+len(out.Values) > maxFields || strings.HasPrefix(name.ID, "_"):
			case s.Annotation != nil:
				r.field(out, name.ID, s)
			case s.Value != nil:
				if v, known := r.value(s.Value); known {
					out.Values = append(out.Values, v)
				} else {
					out.Values = append(out.Values, Value{})
				}
			}
		}
	}
	return out
}

// field reads "name: type = value".
func (r *reader) field(c *Class, name string, s *python.Assign) {
	f := Field{Name: strings.Clone(name), Type: r.annotation(s.Annotation, 0)}
	for f.Type.is("Annotated", "Required", "NotRequired", "ReadOnly") && len(f.Type.Args) > 0 {
		f.Optional = f.Optional || f.Type.is("NotRequired")
		f.Type = f.Type.Args[0]
	}
	if f.Type.is("ClassVar") {
		return
	}
	if sub, ok := s.Annotation.(*python.Subscript); ok && lastPart(python.DottedName(sub.X)) == "Annotated" {
		if tuple, ok := sub.Index.(*python.Tuple); ok {
			for _, e := range tuple.Elems[1:] {
				if call, ok := e.(*python.Call); ok {
					r.describeField(&f, call)
				}
			}
		}
	}
	if call, ok := s.Value.(*python.Call); ok {
		r.describeField(&f, call)
		factory, known := call.Arg(-1, "default_factory")
		first, _ := call.Arg(0, "default")
		f.Optional = f.Optional || !known || factory != nil || first != nil && !isEllipsis(first)
		if first != nil {
			r.setDefault(&f, first)
		}
	} else if s.Value != nil && !isEllipsis(s.Value) {
		f.Optional = true
		r.setDefault(&f, s.Value)
	}
	c.Fields = append(c.Fields, f)
}

func isEllipsis(e python.Expr) bool {
	c, ok := e.(*python.Constant)
	return ok && c.Value == "..."
}

func (r *reader) setDefault(f *Field, e python.Expr) {
	if v, ok := r.value(e); ok && v.JSON != "null" {
		f.Default = &v
	}
}

// limits are the keywords of Field(…) that JSON Schema has, too.
var limits = map[string]string{"ge": "minimum", "gt": "exclusiveMinimum", "le": "maximum", "lt": "exclusiveMaximum", "multiple_of": "multipleOf", "min_length": "minLength", "max_length": "maxLength"}

// describeField reads Field(…): what stands there of a member.
func (r *reader) describeField(f *Field, call *python.Call) {
	if lastPart(call.Callee()) != "Field" {
		return
	}
	for _, a := range call.Args {
		switch name := a.Name.Name; name {
		case "description":
			text, _ := r.file.Text(a.Value)
			f.Description = strings.Clone(strings.TrimSpace(text))
		case "alias", "validation_alias":
			if text, ok := r.file.Text(a.Value); ok {
				f.Name = strings.Clone(text)
			}
		default:
			if v, ok := r.value(a.Value); ok && limits[name] != "" {
				f.Limits = append(f.Limits, Limit{limits[name], v.JSON})
			}
		}
	}
}

// annotation reads a type.
func (r *reader) annotation(e python.Expr, depth int) *Type {
	if depth > maxTypes {
		return &Type{}
	}
	switch e := e.(type) {
	case *python.Name, *python.Attribute:
		return &Type{Name: strings.Clone(python.DottedName(e))}
	case *python.Constant:
		return &Type{Name: e.Value}
	case *python.BinOp:
		if e.Op == "|" {
			return &Type{Name: "Union", Args: []*Type{r.annotation(e.Left, depth+1), r.annotation(e.Right, depth+1)}}
		}
	case *python.Subscript:
		t := &Type{Name: strings.Clone(python.DottedName(e.X))}
		args := []python.Expr{e.Index}
		if tuple, ok := e.Index.(*python.Tuple); ok {
			args = tuple.Elems
		}
		for _, arg := range args {
			if t.is("Literal") {
				v, ok := r.value(arg)
				if !ok {
					return &Type{}
				}
				t.Enum = append(t.Enum, v)
			} else {
				t.Args = append(t.Args, r.annotation(arg, depth+1))
			}
		}
		return t
	}
	return &Type{}
}

// is reports whether the type has one of the names, whatever module it is from.
func (t *Type) is(names ...string) bool {
	for _, name := range names {
		if lastPart(t.Name) == name {
			return true
		}
	}
	return false
}

func lastPart(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }
