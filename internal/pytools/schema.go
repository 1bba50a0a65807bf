package pytools

import (
	"slices"
	"strings"
)

// maxSchema bounds the schema of one tool, in bytes.
const maxSchema = 64 << 10

// schema is the JSON Schema of the class that a module calls by a name, nil when it
// is not known. What is not known of a part is left out, so that the schema accepts
// at least what the class does as it is written.
func (j *joiner) schema(p, dotted string) []byte {
	if dotted == "" {
		return nil
	}
	w := &schemaWriter{joiner: j}
	text := w.ref(p, dotted)
	if !strings.HasPrefix(text, `{"type":"object"`) || len(text) > maxSchema {
		return nil
	}
	return []byte(text)
}

// A schemaWriter writes one schema.
type schemaWriter struct {
	*joiner
	open [][2]string // classes that are being written: a class in itself is anything
	left int
}

// class returns a class, and the module that it is of.
func (j *joiner) class(p, dotted string) (module string, name string, c *Class) {
	f := j.module(p)
	for range maxFollowed { // names that modules pass on
		if f == nil || f.Broken {
			return "", "", nil
		}
		target, name := j.lookup(p, f, dotted)
		if target == p {
			return p, name, f.Classes[name]
		}
		of := j.module(target)
		if of == nil {
			return "", "", nil
		}
		if c := of.Classes[name]; c != nil {
			return target, name, c
		}
		p, f, dotted = target, of, name
	}
	return "", "", nil
}

// ref writes the schema of a class, "{}" when it is none that is known.
func (w *schemaWriter) ref(p, dotted string) string {
	module, name, c := w.class(p, dotted)
	at := [2]string{module, name}
	if c == nil || slices.Contains(w.open, at) || len(w.open) > maxTypes {
		return "{}"
	}
	w.left++
	if w.left > maxFields {
		return "{}"
	}
	w.open = append(w.open, at)
	defer func() { w.open = w.open[:len(w.open)-1] }()
	if values, ok := w.enumeration(module, c); ok {
		return values
	}
	if c.Plain {
		return "{}"
	}
	var fields []Field
	w.fields(module, c, &fields, 0)
	if len(fields) == 0 && !slices.ContainsFunc(c.Bases, isModel) {
		return "{}"
	}
	var properties, required []string
	for _, f := range fields {
		properties = append(properties, quoted(f.Name)+":"+w.field(module, f))
		if !f.Optional {
			required = append(required, quoted(f.Name))
		}
	}
	out := `{"type":"object"`
	if c.Doc != "" {
		out += `,"description":` + quoted(c.Doc)
	}
	out += `,"properties":{` + strings.Join(properties, ",") + "}"
	if len(required) > 0 {
		out += `,"required":[` + strings.Join(required, ",") + "]"
	}
	return out + "}"
}

// isModel reports whether a base makes a class a description of data.
func isModel(base string) bool {
	return slices.Contains([]string{"BaseModel", "TypedDict", "SQLModel"}, lastPart(base))
}

// enumeration writes the values of a class that is an enumeration.
func (w *schemaWriter) enumeration(_ string, c *Class) (string, bool) {
	if !slices.ContainsFunc(c.Bases, func(b string) bool { return slices.Contains([]string{"Enum", "StrEnum", "IntEnum"}, lastPart(b)) }) {
		return "", false
	}
	var values []string
	for _, v := range c.Values {
		if v.JSON == "" {
			return "{}", true
		}
		values = append(values, v.JSON)
	}
	if len(values) == 0 {
		return "{}", true
	}
	return `{"enum":[` + strings.Join(values, ",") + "]}", true
}

// fields adds the fields of a class to those of its bases; a later one of a name
// replaces an earlier one.
func (w *schemaWriter) fields(p string, c *Class, out *[]Field, depth int) {
	if depth < maxTypes {
		for _, base := range c.Bases {
			if module, _, of := w.class(p, base); of != nil && of != c {
				w.fields(module, of, out, depth+1)
			}
		}
	}
	for _, f := range c.Fields {
		f.Optional = f.Optional || c.Loose || f.Type.is("Optional") || f.Type.nullable()
		if i := slices.IndexFunc(*out, func(o Field) bool { return o.Name == f.Name }); i >= 0 {
			(*out)[i] = f
		} else if len(*out) < maxFields {
			*out = append(*out, f)
		}
	}
}

// nullable reports whether None is a member of a union: some versions take such a
// field for one that need not be there.
func (t *Type) nullable() bool {
	return t.is("Union") && slices.ContainsFunc(t.Args, func(a *Type) bool { return a.is("None") || a.nullable() })
}

// field writes the schema of a field.
func (w *schemaWriter) field(p string, f Field) string {
	text := w.typ(p, f.Type, 0)
	var more []string
	if f.Description != "" {
		more = append(more, `"description":`+quoted(f.Description))
	}
	for _, limit := range f.Limits {
		keyword := limit.Keyword
		if strings.HasPrefix(text, `{"type":"array"`) {
			keyword = strings.Replace(keyword, "Length", "Items", 1)
		}
		more = append(more, quoted(keyword)+":"+limit.Number)
	}
	if f.Default != nil {
		more = append(more, `"default":`+f.Default.JSON)
	}
	if len(more) == 0 {
		return text
	}
	if text == "{}" {
		return "{" + strings.Join(more, ",") + "}"
	}
	return text[:len(text)-1] + "," + strings.Join(more, ",") + "}"
}

// plainTypes are the schemas of types that need no more.
var plainTypes = map[string]string{
	"str": `{"type":"string"}`, "int": `{"type":"integer"}`, "float": `{"type":"number"}`, "Decimal": `{"type":["number","string"]}`, "bool": `{"type":"boolean"}`, "None": `{"type":"null"}`,
	"dict": `{"type":"object"}`, "Dict": `{"type":"object"}`, "list": `{"type":"array"}`, "List": `{"type":"array"}`,
	"EmailStr": `{"type":"string","format":"email"}`, "UUID": `{"type":"string","format":"uuid"}`,
}

// typ writes the schema of a type.
func (w *schemaWriter) typ(p string, t *Type, depth int) string {
	if depth > maxTypes {
		return "{}"
	}
	switch name := lastPart(t.Name); name {
	case "":
		return "{}"
	case "Literal":
		var values []string
		for _, v := range t.Enum {
			values = append(values, v.JSON)
		}
		return `{"enum":[` + strings.Join(values, ",") + "]}"
	case "Annotated", "Required", "NotRequired", "ReadOnly":
		if len(t.Args) > 0 {
			return w.typ(p, t.Args[0], depth+1)
		}
	case "Optional", "Union":
		options := t.Args
		if name == "Optional" {
			options = append(slices.Clone(options), &Type{Name: "None"})
		}
		var any []string
		for _, o := range options {
			text := w.typ(p, o, depth+1)
			if text == "{}" {
				return "{}"
			}
			any = append(any, text)
		}
		return `{"anyOf":[` + strings.Join(any, ",") + "]}"
	case "list", "List", "Sequence", "set", "Set", "frozenset":
		if len(t.Args) == 1 {
			return `{"type":"array","items":` + w.typ(p, t.Args[0], depth+1) + "}"
		}
		return plainTypes["list"]
	case "dict", "Dict", "Mapping":
		if len(t.Args) == 2 {
			return `{"type":"object","additionalProperties":` + w.typ(p, t.Args[1], depth+1) + "}"
		}
		return plainTypes["dict"]
	default:
		if text := plainTypes[name]; text != "" {
			return text
		}
		return w.ref(p, t.Name)
	}
	return "{}"
}
