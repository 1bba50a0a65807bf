package code

import (
	"slices"

	es "github.com/skilllint/skilllint/internal/source/ecmascript"
)

// ignoredResults are the calls whose result is thrown away, or only asked for
// members other than its error.
func (e *esExtractor) ignoredResults() map[*es.Call]bool {
	ignored := map[*es.Call]bool{}
	for _, c := range e.file.Calls {
		if c.Stmt {
			ignored[c] = true
		}
	}
	methods := map[*es.Member]bool{} // has(), json(), which may look at the error
	for _, c := range e.file.Calls {
		if m, ok := c.Fun.(*es.Member); ok && rootOf(m) == m.X {
			methods[m] = true
		}
	}
	asked := map[int]bool{} // where a name stands that is asked for something else than an error
	for _, m := range e.file.Members {
		if methods[m] || asksForError(firstMember(m)) {
			continue
		}
		switch root := rootOf(m).(type) {
		case *es.Call:
			if root.Await {
				ignored[root] = true
			}
		case *es.Ident:
			asked[root.Start] = true
		}
	}
	variables := map[string][]*es.Assign{} // that awaited calls are assigned to
	for _, a := range e.file.Assigns {
		pattern, isPattern := a.Target.(*es.Object)
		takesOther := isPattern && len(pattern.Props) > 0 && !slices.ContainsFunc(pattern.Props, func(p es.Prop) bool { return p.Key == "" || asksForError(p.Key) })
		switch value := a.Value.(type) {
		case *es.Call:
			if isPattern && value.Await {
				ignored[value] = takesOther
			}
			if target, ok := a.Target.(*es.Ident); ok && value.Await && a.Decl != "" {
				variables[target.Name] = append(variables[target.Name], a)
			}
		case *es.Ident:
			if takesOther {
				asked[value.Start] = true
			}
		}
	}
	if len(variables) > 0 {
		e.ignoredVariables(variables, asked, ignored)
	}
	return ignored
}

// ignoredVariables adds the calls that are assigned to a variable of which
// every use asks for something else than an error. Any other word of its name
// in its scope counts as a use.
func (e *esExtractor) ignoredVariables(variables map[string][]*es.Assign, asked map[int]bool, ignored map[*es.Call]bool) {
	uses := map[string][]int{}
	for i := 0; i < len(e.src); {
		from := i
		for i < len(e.src) && wordByte[e.src[i]] {
			i++
		}
		if i == from {
			i++
			continue
		}
		if name := string(e.src[from:i]); variables[name] != nil && !asked[from] {
			uses[name] = append(uses[name], from)
		}
	}
	for _, ex := range e.file.Exports { // another module may look at it
		delete(variables, ex.Name)
		delete(variables, ex.Local)
	}
	for name, assigns := range variables {
		for _, a := range assigns {
			at := a.Target.Range().Start
			scope, ok := e.file.Visible(name, at)
			if !ok {
				continue
			}
			first, _ := slices.BinarySearch(uses[name], scope.Start)
			last, _ := slices.BinarySearch(uses[name], scope.End)
			if last-first == 1 && uses[name][first] == at {
				ignored[a.Value.(*es.Call)] = true
			}
		}
	}
}

// rootOf returns what a chain of members begins at.
func rootOf(m *es.Member) es.Expr {
	for {
		inner, ok := m.X.(*es.Member)
		if !ok {
			return m.X
		}
		m = inner
	}
}

// firstMember returns the name of the first member of a chain; of an index
// that is not known it is "error", which it may be.
func firstMember(m *es.Member) string {
	for {
		inner, ok := m.X.(*es.Member)
		if !ok {
			break
		}
		m = inner
	}
	if m.Name == "" {
		return "error"
	}
	return m.Name
}
