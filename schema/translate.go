package schema

import (
	"strconv"
	"strings"
)

// reading is how a schema is turned into a formula.
type reading uint8

const (
	strict   reading = iota
	inside           // declared, at a place that has been closed already
	declared         // declared: an object that is silent about further names has none (compatibility of contracts)
)

// translator turns one schema's nodes into forms of a table.
type translator struct {
	t       *table
	s       *Schema
	side    string  // tells the schemas of one table apart
	formats bool    // format asserts
	unusual unusual // values that are left out
	muted   map[fault]bool
	memo    map[trKey]form
	active  map[trKey]int  // the number of steps to a child when it was begun
	cyclic  map[trKey]form // what refers back to a node that was active
	steps   int
	depth   int
	failed  Reason
}

type trKey struct {
	node  int32
	scope string
	r     reading
}

func (tr *translator) fail(r Reason) form {
	if tr.failed == "" {
		tr.failed = r
	}
	return top
}

func (tr *translator) schema(r reading) form { return tr.node(tr.s.root, nil, r) }

// child translates a schema that applies to a part of the value.
func (tr *translator) child(n *node, s *scope, r reading) form {
	if r == inside {
		r = declared
	}
	tr.steps++
	f := tr.node(n, s, r)
	tr.steps--
	return f
}

func (tr *translator) node(n *node, s *scope, r reading) form {
	if tr.mutes(n, "", "") {
		return top
	}
	if n.alias && r != declared && !tr.s.dynamic && tr.muted == nil {
		end := n.end()
		if end == nil {
			return tr.fail(ReasonCycle)
		}
		n = end
	}
	if n.always != 0 {
		return map[int8]form{1: top, -1: bottom}[n.always]
	}
	if tr.s.dynamic {
		s = s.enter(n.res)
	}
	key := trKey{n.id, s.key(), r}
	if f, ok := tr.memo[key]; ok {
		return f
	}
	if steps, ok := tr.active[key]; ok {
		if steps == tr.steps {
			return tr.fail(ReasonCycle)
		}
		if tr.cyclic == nil {
			tr.cyclic = map[trKey]form{}
		}
		ref := tr.t.ref(tr.refKey(key))
		tr.cyclic[key] = ref
		return ref
	}
	if tr.depth++; tr.depth > maxNodes || len(tr.memo) > maxNodes {
		tr.depth--
		return tr.fail(ReasonFuel)
	}
	if tr.s.dynamic && len(tr.memo) > len(tr.s.nodes)+maxScoped {
		tr.depth--
		return tr.fail(ReasonDynamic)
	}
	tr.active[key] = tr.steps
	f := tr.body(n, s, r)
	delete(tr.active, key)
	tr.depth--
	if ref, ok := tr.cyclic[key]; ok { // some part refers back to this node
		x := tr.t.at(ref)
		x.bound, x.isBound = f, true
	}
	tr.memo[key] = f
	return f
}

func (tr *translator) refKey(k trKey) string {
	return tr.side + strconv.Itoa(int(k.node)) + " " + strconv.Itoa(int(k.r)) + " " + k.scope
}

// body is the conjunction of what n's keywords say.
func (tr *translator) body(n *node, s *scope, r reading) form {
	t := tr.t
	var parts []form
	say := func(key string, f form) {
		if !tr.mutes(n, key, "") {
			parts = append(parts, f)
		}
	}
	in := r
	if r == declared {
		in = inside
		parts = append(parts, tr.closing(n))
	}
	if n.kinds != 0 {
		f := t.kinds(n.kinds)
		if n.integer {
			f = t.and(f, t.when(Number, t.multiple(numOne)))
		}
		say("type", f)
	}
	if n.enum != nil {
		say("enum", t.inSet(n.enum))
	}
	if n.constant != nil {
		say("const", t.in(n.constant))
	}
	parts = append(parts, tr.usual(n)...)
	tr.numbers(n, say)
	tr.texts(n, say)
	tr.arrays(n, s, in, say)
	tr.objects(n, s, in, say)
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r == nil {
			continue
		}
		key := "$ref"
		if r == n.dynamicRef {
			key = "$dynamicRef"
		}
		say(key, tr.reference(r, s, in))
	}
	for _, m := range n.allOf {
		parts = append(parts, tr.node(m, s, in))
	}
	if n.anyOf != nil {
		say("anyOf", t.or(tr.all(n.anyOf, s, in)...))
	}
	if n.oneOf != nil {
		say("oneOf", tr.oneOf(n, s, in))
	}
	if n.not != nil {
		say("not", not(tr.node(n.not, s, strict)))
	}
	if n.if_ != nil {
		cond := tr.node(n.if_, s, strict)
		if n.then != nil {
			parts = append(parts, t.or(not(cond), tr.node(n.then, s, in)))
		}
		if n.else_ != nil {
			parts = append(parts, t.or(cond, tr.node(n.else_, s, in)))
		}
	}
	if n.unevalProps != nil {
		say("unevaluatedProperties", tr.unevaluatedProperties(n, s, in))
	}
	if n.uneval != nil {
		say("unevaluatedItems", tr.unevaluatedItems(n, s, in))
	}
	return t.and(parts...)
}

// reference is what a reference says; one that leads out of the documents is a set with only a name.
func (tr *translator) reference(r *reference, s *scope, in reading) form {
	if m := r.follow(s); m != nil {
		return tr.node(m, s, in)
	}
	if r.uri == "" {
		return tr.fail(ReasonUnresolved)
	}
	uri := r.uri
	if strings.HasPrefix(uri, anonymous) {
		uri = tr.side + uri // relative to documents that need not be neighbours
	}
	return tr.t.opaque(allKinds, "ref "+uri)
}

func (tr *translator) all(ns []*node, s *scope, r reading) []form {
	fs := make([]form, len(ns))
	for i, n := range ns {
		fs[i] = tr.node(n, s, r)
	}
	return fs
}

const maxScoped = 4096 // schemas that differ in their dynamic scope only

// oneOf: some branch holds, and no two do.
func (tr *translator) oneOf(n *node, s *scope, r reading) form {
	t := tr.t
	return t.and(t.or(tr.all(n.oneOf, s, r)...), not(t.overlaps(tr.all(n.oneOf, s, strict))))
}
