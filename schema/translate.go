package schema

import (
	"slices"
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
	side    string // tells the schemas of one table apart
	formats bool   // format asserts
	muted   map[fault]bool
	memo    map[trKey]form
	active  map[trKey]int // the number of steps to a child when it was begun
	steps   int
	depth   int
	failed  Reason
}

type trKey struct {
	node  int32
	scope string
	r     reading
}

// fault is a keyword of a schema, or one name of it, that is left out when further breaks are looked for.
type fault struct {
	node      int32
	key, name string
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
	ref := ""
	if steps, ok := tr.active[key]; ok {
		if steps == tr.steps {
			return tr.fail(ReasonCycle)
		}
		return tr.t.ref(tr.refKey(key))
	}
	if tr.depth++; tr.depth > maxNodes || len(tr.memo) > maxNodes {
		tr.depth--
		return tr.fail(ReasonFuel)
	}
	tr.active[key] = tr.steps
	f := tr.body(n, s, r)
	delete(tr.active, key)
	tr.depth--
	ref = tr.refKey(key)
	tr.t.key(opRef)
	tr.t.buf = append(tr.t.buf, ref...)
	if g, ok := tr.t.index[string(tr.t.buf)]; ok { // some part refers back to this node
		x := tr.t.at(g)
		x.bound, x.isBound = f, true
	}
	tr.memo[key] = f
	return f
}

func (tr *translator) refKey(k trKey) string {
	return tr.side + strconv.Itoa(int(k.node)) + " " + strconv.Itoa(int(k.r)) + " " + k.scope
}

func (tr *translator) mutes(n *node, key, name string) bool {
	return tr.muted != nil && tr.muted[fault{n.id, key, name}]
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

// oneOf: some branch holds, and no two do. Pairs that are plainly disjoint need no word.
func (tr *translator) oneOf(n *node, s *scope, r reading) form {
	t := tr.t
	parts := []form{t.or(tr.all(n.oneOf, s, r)...)}
	exact := tr.all(n.oneOf, s, strict)
	for j := range exact {
		for i := range j {
			if !t.disjoint(exact[i], exact[j]) {
				parts = append(parts, t.or(not(exact[i]), not(exact[j])))
			}
		}
	}
	return t.and(parts...)
}

func (tr *translator) numbers(n *node, say func(string, form)) {
	t := tr.t
	num := func(x num) num {
		if x.tooLarge() {
			tr.fail(ReasonNumber)
		}
		return x
	}
	if n.multipleOf.sign() > 0 {
		say("multipleOf", t.when(Number, t.multiple(num(n.multipleOf))))
	}
	if n.min.set {
		say("minimum", t.when(Number, t.atLeast(num(n.min.at), n.min.open)))
	}
	if n.exMin.set {
		say("exclusiveMinimum", t.when(Number, t.atLeast(num(n.exMin.at), true)))
	}
	if n.max.set {
		say("maximum", t.when(Number, not(t.atLeast(num(n.max.at), !n.max.open))))
	}
	if n.exMax.set {
		say("exclusiveMaximum", t.when(Number, not(t.atLeast(num(n.exMax.at), false))))
	}
}

func (tr *translator) texts(n *node, say func(string, form)) {
	t := tr.t
	if n.minLength > 0 {
		say("minLength", t.when(String, t.length(n.minLength)))
	}
	if n.maxLength != noCount && n.maxLength < maxCount {
		say("maxLength", t.when(String, not(t.length(n.maxLength+1))))
	}
	if n.pattern != nil {
		say("pattern", t.when(String, t.match(n.pattern)))
	}
	if tr.formats && n.format != "" && knownFormat(n.format) {
		say("format", t.when(String, t.opaque(kinds(String), "format "+n.format)))
	}
}

func (tr *translator) arrays(n *node, s *scope, r reading, say func(string, form)) {
	t := tr.t
	for i, m := range n.prefix {
		say(n.prefixKey, t.when(Array, not(t.item(int64(i), not(tr.child(m, s, r))))))
	}
	if n.items != nil {
		say(n.itemsKey, t.when(Array, not(t.some(int64(len(n.prefix)), not(tr.child(n.items, s, r)), 1))))
	}
	if n.minItems > 0 {
		say("minItems", t.when(Array, t.items(n.minItems)))
	}
	if n.maxItems != noCount && n.maxItems < maxCount {
		say("maxItems", t.when(Array, not(t.items(n.maxItems+1))))
	}
	if n.unique {
		say("uniqueItems", t.when(Array, t.unique()))
	}
	if n.contains != nil {
		key := "contains"
		if n.minContains != noCount {
			key = "minContains"
		}
		if c := n.minContainsOr1(); c > 0 {
			say(key, t.when(Array, t.some(0, tr.child(n.contains, s, r), c)))
		}
		if n.maxContains != noCount && n.maxContains < maxCount {
			say("maxContains", t.when(Array, not(t.some(0, tr.child(n.contains, s, strict), n.maxContains+1))))
		}
	}
}

func (tr *translator) objects(n *node, s *scope, r reading, say func(string, form)) {
	t := tr.t
	for _, p := range n.properties {
		say("properties", t.when(Object, not(t.member(t.name(p.name), not(tr.child(p.node, s, r))))))
	}
	for _, p := range n.patterns {
		say("patternProperties", t.when(Object, not(t.member(t.match(p.pattern), not(tr.child(p.node, s, r))))))
	}
	if n.additional != nil {
		rest := t.and(t.kinds(kinds(String)), not(tr.ownNames(n)), not(tr.mutedNames(n, "additionalProperties")))
		say("additionalProperties", t.when(Object, not(t.member(rest, not(tr.child(n.additional, s, r))))))
	}
	if n.names != nil {
		bad := t.and(t.kinds(kinds(String)), not(tr.child(n.names, s, strict)), not(tr.mutedNames(n, "propertyNames")))
		say("propertyNames", t.when(Object, not(t.member(bad, top))))
	}
	has := func(name string) form { return t.member(t.name(name), top) }
	for _, name := range n.required {
		if !tr.mutes(n, "required", name) {
			say("required", t.when(Object, has(name)))
		}
	}
	if n.minProperties > 0 {
		say("minProperties", t.when(Object, t.size(n.minProperties)))
	}
	if n.maxProperties != noCount && n.maxProperties < maxCount {
		say("maxProperties", t.when(Object, not(t.size(n.maxProperties+1))))
	}
	depKey := "dependentRequired"
	if n.depKey != "" {
		depKey = n.depKey
	}
	for _, d := range n.depRequired {
		for _, name := range d.req {
			if !tr.mutes(n, depKey, name) {
				say(depKey, t.or(not(has(d.name)), has(name)))
			}
		}
	}
	for _, d := range n.depSchemas {
		say("", t.or(not(has(d.name)), tr.node(d.node, s, r)))
	}
}

// ownNames are the names that properties and patternProperties speak of.
func (tr *translator) ownNames(n *node) form {
	t := tr.t
	vs := make([]*Value, len(n.properties))
	for i, p := range n.properties {
		vs[i] = stringValue(p.name)
	}
	fs := []form{t.in(vs...)}
	for _, p := range n.patterns {
		fs = append(fs, t.match(p.pattern))
	}
	return t.or(fs...)
}

func (tr *translator) mutedNames(n *node, key string) form {
	var names []string
	for f := range tr.muted {
		if f.node == n.id && f.key == key && f.name != "" {
			names = append(names, f.name)
		}
	}
	slices.Sort(names)
	vs := make([]*Value, len(names))
	for i, name := range names {
		vs[i] = stringValue(name)
	}
	return tr.t.in(vs...)
}

// closing forbids undeclared names where the schema declares properties and is silent about further ones. Declared is
// what any schema applied to the same value lists or requires.
func (tr *translator) closing(n *node) form {
	t := tr.t
	seen := map[*node]bool{}
	names := []form{}
	declares, speaks := false, false
	var walk func(m *node)
	walk = func(m *node) {
		if seen[m] || speaks {
			return
		}
		seen[m] = true
		speaks = m.additional != nil || m.unevalProps != nil || m.enum != nil || m.constant != nil || tr.unsure(m)
		declares = declares || len(m.properties) > 0
		names = append(names, tr.ownNames(m))
		for _, name := range m.required {
			names = append(names, t.name(name))
		}
		for _, d := range m.depRequired {
			names = append(names, t.name(d.name))
			for _, name := range d.req {
				names = append(names, t.name(name))
			}
		}
		for _, d := range m.depSchemas {
			names = append(names, t.name(d.name))
		}
		m.inPlace(func(c *node) {
			if c != m.not {
				walk(c)
			}
		})
	}
	walk(n)
	if !declares || speaks {
		return top
	}
	return t.when(Object, not(t.member(t.and(t.kinds(kinds(String)), not(t.or(names...))), top)))
}

// unsure: what a reference leads to is not known, so neither is what it declares.
func (tr *translator) unsure(n *node) bool {
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r != nil && (r.target == nil || r.dynamic != "") {
			return true
		}
	}
	return false
}
