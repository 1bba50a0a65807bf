package pytools

import (
	"maps"
	"path"
	"slices"
	"strings"
)

// A Tool is one entry of the registry, and the module that it stands in.
type Tool struct {
	Entry
	Path        string
	SchemaFault string // why there is no class for its arguments; "" when there may be one
	Input       []byte // the JSON Schema of the class of its arguments, nil when it is not known
	// FuncFault says why there is no function of that name; "" when there may be one. Others
	// are the names that its module has instead.
	FuncFault string
	Others    []string
}

// A Registry is what all modules put into the registry.
type Registry struct {
	Tools []Tool
	// Complete says that no other tool can be in it: every module could be
	// read, and nothing is done to it that cannot be told from the source.
	Complete bool
}

// maxFollowed bounds through how many modules a dict is followed.
const maxFollowed = 64

// Join follows the registry through modules: those that name it, and what they
// take from others. facts returns a module's, nil when it cannot be read;
// resolve returns the file that a module's name means for another one, "" when
// it is none of the tree.
func Join(defining []string, facts func(path string) *Facts, resolve func(from string, dots int, parts []string) string) *Registry {
	j := &joiner{facts: facts, resolve: resolve, visited: map[[2]string]bool{}, out: &Registry{Complete: true}}
	for _, p := range defining {
		j.dict(p, RegistryName, 0)
		for _, imp := range facts(p).Imports {
			if imp.Name == RegistryName && imp.As != "" && imp.As != RegistryName {
				j.dict(p, imp.As, 0)
			}
		}
	}
	return j.out
}

type joiner struct {
	facts   func(path string) *Facts
	resolve func(from string, dots int, parts []string) string
	visited map[[2]string]bool // module and variable
	out     *Registry
}

// dict adds all that a module puts into a variable.
func (j *joiner) dict(p, variable string, depth int) {
	key := [2]string{p, variable}
	if j.visited[key] {
		return
	}
	j.visited[key] = true
	f := j.facts(p)
	if f.Broken || depth > maxFollowed {
		j.out.Complete = false
		return
	}
	d := f.Dicts[variable]
	if d == nil {
		return
	}
	j.out.Complete = j.out.Complete && !d.Unknown
	for _, e := range d.Entries {
		t := Tool{Entry: e, Path: p, SchemaFault: j.missing(p, f, e.Schema.Text), Input: j.schema(p, e.Schema.Text)}
		if strings.Contains(e.Func.Text, ".") || f.Has(e.Func.Text) { // else it may be one of Python's own
			t.FuncFault = j.missing(p, f, e.Func.Text)
		}
		if t.FuncFault != "" {
			t.Others = j.others(p, f, e.Func.Text)
		}
		j.out.Tools = append(j.out.Tools, t)
	}
	for _, dotted := range d.Merged {
		target, name := j.lookup(p, f, dotted)
		if of := j.module(target); of == nil || !of.Has(name) {
			j.out.Complete = false
		} else {
			j.dict(target, name, depth+1)
		}
	}
}

func (j *joiner) module(p string) *Facts {
	if p == "" {
		return nil
	}
	return j.facts(p)
}

// missing says why a module sees nothing of a dotted name; "" when it may.
func (j *joiner) missing(p string, f *Facts, dotted string) string {
	if dotted == "" {
		return ""
	}
	if head, _, _ := strings.Cut(dotted, "."); !f.Has(head) {
		return "is neither defined nor imported"
	}
	target, name := j.lookup(p, f, dotted)
	of := j.module(target)
	if of == nil || of.Broken || strings.Contains(name, ".") || of.Has(name) || of.Binds["__getattr__"] {
		return ""
	}
	if path.Base(target) == "__init__.py" && j.resolve(target, 1, []string{name}) != "" {
		return "" // a module of the package
	}
	return "is not in " + target
}

// others are the names of the module that a dotted name is looked for in.
func (j *joiner) others(p string, f *Facts, dotted string) []string {
	target, _ := j.lookup(p, f, dotted)
	if of := j.module(target); of != nil && target != p {
		return slices.Sorted(maps.Keys(of.Binds))
	}
	return nil
}

// lookup returns the module of the tree that defines a dotted name as another
// one sees it, and the variable's name there; "" when it is unknown.
func (j *joiner) lookup(p string, f *Facts, dotted string) (module, variable string) {
	head, rest, _ := strings.Cut(dotted, ".")
	for _, imp := range f.Imports {
		switch {
		case imp.Name == "": // import a.b [as c]
			whole := strings.Join(imp.Module, ".")
			if imp.As == head {
				return j.resolve(p, 0, imp.Module), rest
			}
			if imp.As == "" && strings.HasPrefix(dotted, whole+".") {
				return j.resolve(p, 0, imp.Module), strings.TrimPrefix(dotted, whole+".")
			}
		case imp.As == head || imp.As == "" && imp.Name == head:
			if rest != "" { // from a import b; b.c
				return j.resolve(p, imp.Dots, append(slices.Clone(imp.Module), imp.Name)), rest
			}
			return j.resolve(p, imp.Dots, imp.Module), imp.Name
		}
	}
	if rest != "" {
		return "", ""
	}
	return p, head
}
