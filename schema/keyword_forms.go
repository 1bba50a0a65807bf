package schema

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
		say("format", t.when(String, t.format(n.format)))
	}
}

// format is the set of strings of an asserted format: a name, between two languages where they are known.
func (t *table) format(name string) form {
	f := t.opaque(kinds(String), "format "+name)
	if b, ok := formatBounds[name]; ok {
		return t.or(t.match(b.under), t.and(f, t.match(b.over)))
	}
	return f
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
