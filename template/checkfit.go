package template

import (
	"fmt"
	"slices"
	"strings"
)

// CheckFit finds what is wrong with giving a value of one type to another, where nothing is
// written: a pipeline without outputMapping gives the output of its last step. What names
// the value in messages, such as the step.
func (e *Env) CheckFit(what string, source, target *Type) []Problem {
	c := checker{env: e}
	f := fitting{validate: e.Validate}
	switch f.fit(source.present(), target, 0) {
	case Unfit:
		where, found, want := f.why(source, target, 0)
		if where != "" {
			what += ": " + where
		}
		c.report(Mismatch, Span{}, "%s is %s, and %s is expected", what, found, want)
	case MayFit:
		c.mayFail(Span{}, source.present(), target, "%s is %s, %s", what, source, mayNotFit(source, target))
	default:
		if source.optional {
			c.report(MayFail, Span{}, "%s may be missing", what)
		}
	}
	return c.problems
}

// why finds the innermost place for which two types do not fit: as a path, what is there and what is expected.
func (f *fitting) why(s, t *Type, depth int) (where, found, want string) {
	found, want = s.String(), t.String()
	if depth > 8 || len(s.alts) == 0 {
		return "", found, want
	}
	a := s.alts[0]
	i := slices.IndexFunc(t.alts, func(b *alt) bool { return b.kind == a.kind })
	if i < 0 || len(t.alts) > 1 || a.values != nil {
		return "", found, want
	}
	b := t.alts[i]
	deeper := func(name string, s, t *Type) (string, string, string) {
		where, found, want := f.why(s, t, depth+1)
		return strings.TrimSuffix(name+": "+where, ": "), found, want
	}
	switch a.kind {
	case Array:
		if len(a.prefix)+len(b.prefix) == 0 && a.rest != nil && b.rest != nil {
			return deeper("each item", a.rest.Type(), b.rest.Type())
		}
	case Object:
		for _, name := range union(s, t).known() {
			if f.memberFit(a, b, name, 0) != Unfit {
				continue
			}
			s, has := a.members[name]
			t, wants := b.members[name]
			switch {
			case !has:
				return "", fmt.Sprintf("an object without %q", name), fmt.Sprintf("one with %q", name)
			case !wants && b.others == nil:
				return "", fmt.Sprintf("an object with %q", name), fmt.Sprintf("one without %q", name)
			case !wants:
				t = *b.others
			}
			return deeper(fmt.Sprintf("%q", name), s.Type(), t.Type())
		}
	}
	return "", found, want
}

func mayNotFit(source, target *Type) string {
	if s := target.String(); s != source.String() {
		return "which may not fit " + s
	}
	return "which may not fit: more than its kind is expected"
}
