package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// noLoader refuses every document: references are resolved inside the given documents only.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fmt.Errorf("%s is not loaded", url) }

// confirmer is a schema compiled by the other validator, once for annotated and once for asserted formats.
type confirmer struct {
	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

var drafts = [...]*jsonschema.Draft{
	Draft4: jsonschema.Draft4, Draft6: jsonschema.Draft6, Draft7: jsonschema.Draft7,
	Draft2019: jsonschema.Draft2019, Draft2020: jsonschema.Draft2020,
}

// other is the schema as jsonschema v6 sees it.
func (s *Schema) other(formats bool) (*jsonschema.Schema, error) {
	c := &s.confirm[0]
	if formats {
		c = &s.confirm[1]
	}
	c.once.Do(func() { c.compiled, c.err = s.compile(formats) })
	return c.compiled, c.err
}

func (s *Schema) compile(formats bool) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the validator failed: %v", p)
		}
	}()
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.DefaultDraft(drafts[s.dialect])
	c.UseRegexpEngine(func(src string) (jsonschema.Regexp, error) {
		p, err := compilePattern(src)
		if err != nil {
			return nil, err
		}
		m, err := p.engine()
		if err != nil {
			return nil, err
		}
		return v6Pattern{m, src}, nil
	})
	if formats {
		c.AssertFormat()
	} else {
		// v6 asserts formats in drafts 4 to 7 unless they are replaced.
		for name := range formatSamples {
			c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
		}
		for _, name := range [...]string{"period", "semver", "color", "unknown"} {
			c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(any) error { return nil }})
		}
	}
	const at = "schema:///document"
	doc, err := s.plain()
	if err != nil {
		return nil, err
	}
	if err := c.AddResource(at, doc); err != nil {
		return nil, err
	}
	for uri, v := range s.resources {
		if err := c.AddResource(uri, toAny(v)); err != nil {
			return nil, err
		}
	}
	return c.Compile(at)
}

type v6Pattern struct {
	m   interface{ MatchString(string) bool }
	src string
}

func (p v6Pattern) MatchString(s string) bool { return p.m.MatchString(s) }
func (p v6Pattern) String() string            { return p.src }

// annotations cost the other validator time and say nothing; they are kept only where a reference leads into one.
var annotations = map[string]bool{"title": true, "description": true, "default": true, "examples": true, "$comment": true,
	"readOnly": true, "writeOnly": true, "deprecated": true, "contentEncoding": true, "contentMediaType": true}

// maxConfirm is the number of schemas that v6 is asked to compile; its time grows with the square.
const maxConfirm = 4000

// plain is the document for v6: without keywords that its dialect does not define and v6 applies nevertheless, with an
// enum that v6's copy of the draft-07 metaschema takes (no repetition, not empty), without definitions that nothing
// refers to, and with references led past those that stand alone.
func (s *Schema) plain() (any, error) {
	nodes := map[*Value]*node{}
	for _, n := range s.nodes {
		if n.value.kind == Object && len(n.value.names) > 0 {
			nodes[n.value] = n
		}
	}
	simple := !s.dynamic && s.resources == nil
	for _, n := range s.nodes {
		simple = simple && n.res == s.root.res
	}
	keep := s.used(simple)
	under := map[fault]bool{}
	for n := range keep {
		if n.up != nil {
			under[fault{node: n.up.id, key: n.key}] = true
		}
	}
	if len(keep) > maxConfirm {
		return nil, fmt.Errorf("the document has more than %d schemas in use", maxConfirm)
	}
	quietly := true
	for _, n := range s.nodes {
		quietly = quietly && !(annotations[n.key] && n.up != nil)
	}
	var convert func(v *Value) any
	convert = func(v *Value) any {
		switch v.kind {
		case Array:
			out := make([]any, len(v.elems))
			for i, e := range v.elems {
				out[i] = convert(e)
			}
			return out
		case Object:
			n := nodes[v]
			out := make(map[string]any, len(v.elems))
			for i, e := range v.elems {
				switch key := v.names[i]; {
				case n == nil:
					out[key] = convert(e)
				case n.strangeToV6(key), quietly && annotations[key]:
				case n.besideRef(key) && !under[fault{node: n.id, key: key}]:
				case simple && (key == "$defs" || key == "definitions") && e.kind == Object:
					defs := map[string]any{}
					for j, d := range e.elems {
						if m := nodes[d]; m == nil || keep[m] {
							defs[e.names[j]] = convert(d)
						}
					}
					out[key] = defs
				case key == "enum" && n.enum != nil && len(n.enum.list) > 0:
					out[key] = toAny(arrayValue(n.enum.list))
				case key == "enum" && n.enum != nil:
					defer func() { out["not"] = map[string]any{} }()
				default:
					out[key] = convert(e)
				}
			}
			if simple && n != nil && n.ref != nil && n.ref.target != nil && n.ref.target.alias {
				if end := n.ref.target.end(); end != nil {
					out["$ref"] = "#" + (&url.URL{Fragment: end.pointer()}).EscapedFragment()
				}
			}
			return out
		}
		return toAny(v)
	}
	return convert(s.value), nil
}

// used is the schemas that can be reached from the root, and those around them.
func (s *Schema) used(simple bool) map[*node]bool {
	kids := make([][]*node, len(s.nodes))
	for _, n := range s.nodes {
		if n.up != nil && !n.up.besideRef(n.key) && !(simple && (n.key == "$defs" || n.key == "definitions")) {
			kids[n.up.id] = append(kids[n.up.id], n)
		}
	}
	keep := map[*node]bool{s.root: true}
	todo := []*node{s.root}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next := kids[n.id]
		for _, r := range [...]*reference{n.ref, n.dynamicRef} {
			if r == nil || r.target == nil {
				continue
			}
			t := r.target
			if end := t.end(); simple && end != nil {
				t = end
			}
			next = append(next, t)
		}
		for _, m := range next {
			if !keep[m] {
				keep[m] = true
				todo = append(todo, m)
			}
		}
	}
	for n := range keep {
		for m := n.up; m != nil && !keep[m]; m = m.up {
			keep[m] = true
		}
	}
	return keep
}

// besideRef reports a keyword that means nothing because a $ref stands beside it; v6 applies some of them.
func (n *node) besideRef(key string) bool {
	return n.ref != nil && n.dialect <= Draft7 && keywords[key] != nil && key != "$ref" && key != "definitions"
}

// strangeToV6: v6 applies some keywords in dialects that do not define them (dependencies, minContains, $recursiveRef).
func (n *node) strangeToV6(key string) bool {
	k := keywords[key]
	return k != nil && !k.defines(n.meaning) && key != "$defs" && key != "definitions"
}

// toAny is the value as v6 takes it: numbers as json.Number, which it compares exactly.
func toAny(v *Value) any {
	switch v.kind {
	case Null:
		return nil
	case Boolean:
		return v.b
	case Number:
		return json.Number(v.num.String())
	case String:
		return v.str
	case Array:
		out := make([]any, len(v.elems))
		for i, e := range v.elems {
			out[i] = toAny(e)
		}
		return out
	}
	out := make(map[string]any, len(v.elems))
	for i, e := range v.elems {
		out[v.names[i]] = toAny(e)
	}
	return out
}

// validates asks the other validator; an error means that it has no answer.
func (s *Schema) validates(v any, formats bool) (ok bool, err error) {
	c, err := s.other(formats)
	if err != nil {
		return false, err
	}
	defer func() {
		if p := recover(); p != nil {
			ok, err = false, fmt.Errorf("the validator failed: %v", p)
		}
	}()
	err = c.Validate(v)
	if err == nil {
		return true, nil
	}
	var refused *jsonschema.ValidationError
	if !errors.As(err, &refused) || cyclic(refused) {
		return false, err
	}
	return false, nil
}

// cyclic finds the error that v6 gives for a reference cycle: that is no refusal.
func cyclic(err *jsonschema.ValidationError) bool {
	if _, ok := err.ErrorKind.(*kind.RefCycle); ok {
		return true
	}
	for _, c := range err.Causes {
		if cyclic(c) {
			return true
		}
	}
	return false
}

// maxJudge bounds the schemas applied to one candidate: v6 takes longer for each and cannot be stopped.
const maxJudge = 300_000

// accepts is the own evaluator's answer; known is false when it could not tell.
func (s *Schema) accepts(v *Value, formats bool) (ok, known bool) {
	e := evaluator{schema: s, formats: formats, limit: maxJudge}
	ok = e.root(v)
	return ok, !e.unknown
}

// splits reports whether a accepts v and b refuses it, for a reason that is not muted, by the own evaluator.
func (q *question) splits(v *Value) bool {
	if ok, known := q.a.accepts(v, q.o.AssertFormats); !ok || !known {
		return false
	}
	if len(q.muted) > 0 {
		return len(q.refusals(v)) > 0
	}
	ok, known := q.b.accepts(v, q.o.AssertFormats)
	return !ok && known
}

// confirm asks the other validator about a witness; the answer is empty when it agrees.
func (q *question) confirm(v *Value) string {
	x := toAny(v)
	ok, err := q.a.validates(x, q.o.AssertFormats)
	switch {
	case err != nil:
		return "jsonschema cannot judge A: " + err.Error()
	case !ok:
		return "jsonschema refuses " + brief(v) + " by A"
	}
	ok, err = q.b.validates(x, q.o.AssertFormats)
	switch {
	case err != nil:
		return "jsonschema cannot judge B: " + err.Error()
	case ok:
		return "jsonschema accepts " + brief(v) + " by B"
	}
	return ""
}
