package schema

import (
	"fmt"
	"slices"
	"strings"
)

// refusals are the reasons that b gives against v, those left out that are muted.
func (q *question) refusals(v *Value) []Violation {
	var all []Violation
	e := evaluator{schema: q.b, formats: q.o.AssertFormats, report: &all}
	if e.root(v) || e.unknown {
		return nil
	}
	vs := all[:0]
	for _, x := range all {
		if f := x.fault(); !q.muted[f] && !q.muted[fault{node: f.node, key: f.key}] && !q.muted[fault{node: f.node}] {
			vs = append(vs, x)
		}
	}
	return vs
}

// fault is what to leave out of the schema to be rid of the violation.
func (x Violation) fault() fault {
	f := fault{node: x.node.id, key: x.Key, name: x.Name}
	if x.Key == "unevaluatedItems" {
		f.name = ""
	}
	return f
}

// explain finds the place in the witness that is at fault, and what speaks of it in both documents.
func (q *question) explain(v *Value, steps int) Result {
	r := Result{Verdict: Not, Witness: v, Steps: steps}
	refusals := q.refusals(v)
	if len(refusals) == 0 {
		return Result{Reason: ReasonConfirm, Detail: "the evaluator does not say why " + brief(v) + " is refused", Steps: steps}
	}
	x := deepest(refusals)
	r.fault = x.fault()
	x = x.leaf()
	r.B, r.Key, r.Name, r.Detail = x.Keyword, x.Key, x.Name, x.Message+x.reasons()
	r.Path = x.Instance
	if x.Name != "" && x.at.v.kind == Object && x.at.v.get(x.Name) != nil {
		r.Path += "/" + escapePointer(x.Name)
	}
	r.A = q.speaksOf(v, r.Path)
	return r
}

func (p *place) depth() int {
	n := 0
	for ; p.up != nil; p = p.up {
		n++
	}
	return n
}

// deepest is the violation furthest inside the value, the first of several.
func deepest(vs []Violation) Violation {
	best := vs[0]
	for _, x := range vs[1:] {
		if x.at.depth() > best.at.depth() {
			best = x
		}
	}
	return best
}

// leaf follows alternatives down to the reason that the fitting one gives, if one fits better than the others: the one
// with the fewest reasons, where a wrong tag (const, enum) counts for many.
func (x Violation) leaf() Violation {
	for x.Key == "anyOf" || x.Key == "oneOf" {
		var best Violation
		least, tied := 1<<30, false
		for _, alt := range x.Causes {
			if len(alt.Causes) == 0 {
				continue
			}
			score := 0
			for _, c := range alt.Causes {
				score++
				if c.Key == "const" || c.Key == "enum" {
					score += 1000
				}
				if c.at.depth() == x.at.depth() && c.Key != "required" {
					score += 100
				}
			}
			if score == least {
				tied = true
			} else if score < least {
				best, least, tied = deepest(alt.Causes), score, false
			}
		}
		if tied {
			return x.meeting()
		}
		if least == 1<<30 || best.at.depth() < x.at.depth() || best.at.depth() == x.at.depth() && best.Key != "required" {
			break
		}
		x = best
	}
	return x
}

// maxReasons is how long the reasons of alternatives may be together to be said.
const maxReasons = 100

// reasons says why each alternative does not fit, where that is short.
func (x Violation) reasons() string {
	var list []string
	for _, alt := range x.Causes {
		if len(alt.Causes) == 0 {
			return ""
		}
		if why := deepest(alt.Causes).Message; !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	text := strings.Join(list, "; ")
	if text == "" || len(text) > maxReasons {
		return ""
	}
	return ": " + text
}

// meeting moves the violation to the part of the value that all alternatives find fault with, if it is one.
func (x Violation) meeting() Violation {
	var at *place
	for _, alt := range x.Causes {
		for _, c := range alt.Causes {
			if at == nil {
				at = c.at
			} else if at.pointer() != c.at.pointer() {
				return x
			}
		}
	}
	if at == nil || at.depth() <= x.at.depth() {
		return x
	}
	x.at, x.Instance = at, at.pointer()
	x.Message = fmt.Sprintf("%s fits none of %d alternatives", brief(at.v), len(x.Causes))
	return x
}

// speaksOf is the pointer of the schema of a that governs the place, or the nearest place around it.
func (q *question) speaksOf(v *Value, path string) string {
	best, length := q.a.root, -1
	var all []Violation
	e := evaluator{schema: q.a, formats: q.o.AssertFormats, report: &all}
	e.visit = func(n *node, p *place) {
		at := p.pointer()
		if len(at) < length || len(at) > len(path) || path[:len(at)] != at || len(at) < len(path) && path[len(at)] != '/' {
			return
		}
		if len(at) > length || best.ref != nil {
			best, length = n, len(at)
		}
	}
	e.root(v)
	return best.pointer()
}
