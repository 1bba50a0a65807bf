package template

import (
	"fmt"
	"slices"
)

// A Filter is one filter of the language: what it takes, and what it does to types and to values.
type Filter struct {
	Name string
	// Doc is one sentence, Result what it gives; both stand in docs/templates.md.
	Doc, Result string
	// Takes are the kinds of its input.
	Takes  Kind
	Params []Param
	// Examples are shown in docs/templates.md and executed by its test.
	Examples []Example

	typeOf       func(c *checker, call *Call, in *Type, args [maxParams]*Type) *Type
	eval         func(e *evaluator, v any, args [maxParams]any) (any, error)
	takesMissing bool
}

// A Param is one parameter; the optional ones are the last.
type Param struct {
	Name     string
	Kind     ParamKind
	Optional bool
}

// A ParamKind is what an argument may be.
type ParamKind uint8

const (
	// ValueParam is any value, a literal or a path.
	ValueParam ParamKind = iota
	// StringParam and IntegerParam are values of one kind.
	StringParam
	IntegerParam
	// FieldParam is a member of each item: a path within it, or its name in quotes.
	FieldParam
)

func (k ParamKind) kinds() Kind {
	switch k {
	case StringParam:
		return String
	case IntegerParam:
		return Integer
	}
	return anyKind
}

// An Example is a template, the JSON of its input, and the JSON of its value.
type Example struct{ Template, Input, Value string }

const maxParams = 2

// Filters are all filters, in the order of the manual. They must not be changed.
func Filters() []*Filter { return filters }

var (
	filters     []*Filter
	filterNamed map[string]*Filter
	filterNames []string // sorted
)

func init() {
	filters = slices.Concat(arrayFilters, textFilters, valueFilters)
	filterNamed = make(map[string]*Filter, len(filters))
	for _, f := range filters {
		filterNamed[f.Name] = f
		filterNames = append(filterNames, f.Name)
	}
	slices.Sort(filterNames)
}

func (f *Filter) required() int {
	n := 0
	for _, p := range f.Params {
		if !p.Optional {
			n++
		}
	}
	return n
}

// Usage is the filter as it is written: "slice: start[, end]".
func (f *Filter) Usage() string {
	s := f.Name
	for i, p := range f.Params {
		word := p.Name
		if i == 0 {
			word = ": " + word
		} else {
			word = ", " + word
		}
		if p.Optional {
			word = "[" + word + "]"
		}
		s += word
	}
	return s
}

// arity says what is wrong with n arguments.
func (f *Filter) arity(n int) string {
	switch least := f.required(); {
	case len(f.Params) == 0:
		return fmt.Sprintf("%q takes no argument", f.Name)
	case n < least:
		return fmt.Sprintf("%q lacks its argument %q: expected %q", f.Name, f.Params[n].Name, f.Usage())
	}
	most := "1 argument"
	if len(f.Params) > 1 {
		most = fmt.Sprintf("%d arguments", len(f.Params))
	}
	return fmt.Sprintf("%q takes no more than %s: expected %q", f.Name, most, f.Usage())
}

// gives is the typing function of a filter whose result does not depend on its input.
func gives(kind Kind) func(*checker, *Call, *Type, [maxParams]*Type) *Type {
	t := kindType(kind)
	return func(*checker, *Call, *Type, [maxParams]*Type) *Type { return t }
}
