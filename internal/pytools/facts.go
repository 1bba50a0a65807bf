// Package pytools reads the registry of tools that Python modules put together
// in a dict called TOOL_REGISTRY, without running them.
//
// What a module says of its dicts are Facts; Join follows them through the
// modules of a tree. It does NOT judge the tools.
package pytools

import (
	"strings"

	"github.com/skilllint/skilllint/internal/source/python"
)

// RegistryName is the variable that holds the tools.
const RegistryName = "TOOL_REGISTRY"

// Facts are what a Python module says of dicts that may hold tools. Places are
// offsets of bytes. They are never changed.
type Facts struct {
	Broken  bool // it could not be parsed
	Imports []Import
	Binds   map[string]bool // the names of the module
	More    bool            // it may have others, because of a star
	Dicts   map[string]*Dict
	Classes map[string]*Class
}

// An Import is a module that is imported, or one name of it.
type Import struct {
	Dots     int
	Module   []string
	Name, As string // Name is empty where the whole module is imported
}

// A Dict is all that a module does to a variable that may hold a dict.
type Dict struct {
	Entries []Entry
	Merged  []string // dotted names of what is put into it
	Unknown bool     // something is done to it that cannot be told
}

// A Name is a word, and where it stands.
type Name struct {
	Text       string
	Start, End int
}

// An Entry is one tool: its key, and what its definition says.
type Entry struct {
	Name
	First         Name   // of a key that stands twice in one display: the first of them
	Func          Name   // the function, as written; Text is empty when it has no dotted name
	Description   string // a literal one
	NoDescription bool   // it has none, or an empty one
	Schema        Name   // the class of args_schema, as written; Text is empty when none is named
	Destructive   bool   // it is marked so
}

// A Class is what may describe arguments: a model of Pydantic, a TypedDict, a
// dataclass, or an enumeration.
type Class struct {
	Bases  []string // dotted names
	Plain  bool     // it has no base and is no dataclass: its members are no fields
	Doc    string   // the literal text that it begins with
	Loose  bool     // total=False: no field of it is required
	Fields []Field
	Values []Value // of assignments without annotation: the members of an enumeration
}

// A Field is one annotated member of a class.
type Field struct {
	Name        string
	Type        *Type
	Optional    bool // it has a default, or need not be there
	Default     *Value
	Description string
	Limits      []Limit
}

// A Limit is a keyword of JSON Schema that Field(…) gives, with a number.
type Limit struct{ Keyword, Number string }

// A Value is a literal as JSON.
type Value struct{ JSON string }

// A Type is an annotation: a name with what stands in its brackets, or literals.
type Type struct {
	Name string // dotted; "" when it is not known
	Args []*Type
	Enum []Value // of Literal[…]
}

// Read reads a module.
func Read(src []byte) *Facts {
	r := &reader{file: python.Parse(src), out: &Facts{Binds: map[string]bool{}, Dicts: map[string]*Dict{}, Classes: map[string]*Class{}}}
	if r.file.Err != nil {
		r.out.Broken = true
		return r.out
	}
	names, more := r.file.Bound()
	for _, name := range names {
		r.out.Binds[strings.Clone(name)] = true
	}
	r.out.More = more
	for imp := range r.file.Imports() {
		fact := Import{Dots: imp.Dots, Name: strings.Clone(imp.Name.Name), As: strings.Clone(imp.As.Name)}
		for _, part := range imp.Module.Parts {
			fact.Module = append(fact.Module, strings.Clone(part.Name))
		}
		r.out.Imports = append(r.out.Imports, fact)
	}
	for n, ancestors := range r.file.Nodes() {
		switch e := n.(type) {
		case *python.ClassDef:
			if len(ancestors) == 1 {
				r.out.Classes[strings.Clone(e.Name.Name)] = r.class(e)
			}
		case *python.Name:
			if r.out.Has(e.ID) {
				r.of(e.ID).use(e, ancestors)
			}
		case *python.Attribute:
			if e.Attr.Name == RegistryName { // of its module
				r.of(RegistryName).use(e, ancestors)
			}
		}
	}
	return r.out
}

// Has reports whether the module may have a name.
func (f *Facts) Has(name string) bool { return f.Binds[name] || f.More || name == RegistryName }

// A reader reads one module.
type reader struct {
	file *python.File
	out  *Facts
}

// of returns what reads a variable's dict.
func (r *reader) of(variable string) *dictReader {
	d := r.out.Dicts[variable]
	if d == nil {
		d = &Dict{}
		r.out.Dicts[strings.Clone(variable)] = d
	}
	return &dictReader{r, d}
}

// name is a node with its place.
func (r *reader) name(text string, n python.Node) Name {
	span := n.At()
	return Name{strings.Clone(text), span.Start, span.End}
}

// A dictReader reads what is done to one variable.
type dictReader struct {
	*reader
	dict *Dict
}

func (r *dictReader) unknown() { r.dict.Unknown = true }
