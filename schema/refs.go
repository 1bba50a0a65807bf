package schema

import (
	"embed"
	"net/url"
	"strings"
	"sync"
)

// resolve finds the target of a reference inside the given documents.
func (b *builder) resolve(n *node, key string, r *reference) {
	if r.dynamic == recursiveAnchor { // $recursiveRef is always "#"
		r.target = n.res.root
		if r.target.res.dynamic[recursiveAnchor] == nil {
			r.dynamic = ""
		}
		return
	}
	base, frag, _ := strings.Cut(r.text, "#")
	res := n.res
	if base != "" {
		uri := resolveURI(n.res.uri, base)
		if res = b.load(uri); res == nil {
			r.uri = uri + "#" + frag
			b.fault(ReasonRemote, n, key, "%q points out of the document", r.text)
			return
		}
	}
	frag, err := url.PathUnescape(frag)
	switch {
	case err != nil:
	case frag == "":
		r.target = res.root
	case frag[0] == '/':
		r.target = b.lookup(res.root, frag)
	default:
		r.target = res.anchors[frag]
		if key == "$dynamicRef" && r.target != nil && res.dynamic[frag] == r.target {
			r.dynamic = frag
			b.schema.dynamic = true
		}
	}
	if r.target == nil {
		b.fault(ReasonUnresolved, n, key, "%q leads nowhere", r.text)
	}
}

// load finds the resource at an absolute URI: embedded, given, or one of the metaschemas.
func (b *builder) load(uri string) *resource {
	if r := b.resources[uri]; r != nil {
		return r
	}
	v := b.parser.Resources[uri]
	if v == nil {
		v = metaschema(uri)
	} else {
		if b.schema.resources == nil {
			b.schema.resources = map[string]*Value{}
		}
		b.schema.resources[uri] = v
	}
	if v == nil {
		return nil
	}
	root := b.document(uri, v, meaning{b.schema.root.dialect, allVocabularies})
	if b.resources[uri] == nil {
		b.resources[uri] = root.res
	}
	return b.resources[uri]
}

// lookup follows a JSON pointer from a resource's root. A place that no keyword of the dialect made a schema becomes
// one by being referred to.
func (b *builder) lookup(root *node, pointer string) *node {
	index := b.byPointer[root]
	if index == nil {
		index = map[string]*node{}
		for _, n := range b.schema.nodes {
			if p, ok := n.below(root); ok {
				index[p] = n
			}
		}
		if b.byPointer == nil {
			b.byPointer = map[*node]map[string]*node{}
		}
		b.byPointer[root] = index
	}
	tokens := strings.Split(pointer, "/")[1:]
	near, at, v := root, "", root.value
	rest := 0
	for i, tok := range tokens {
		tok = pointerUnescaper.Replace(tok)
		switch {
		case v.kind == Object && v.get(tok) != nil:
			v = v.get(tok)
		case v.kind == Array:
			j := 0
			for ; j < len(v.elems) && indexToken(j) != tok; j++ {
			}
			if j == len(v.elems) {
				return nil
			}
			v = v.elems[j]
		default:
			return nil
		}
		at += "/" + escapePointer(tok)
		if n := index[at]; n != nil {
			near, rest = n, i+1
		}
	}
	if rest == len(tokens) {
		return near
	}
	// Between near and the target lie only values that are no schemas in this dialect.
	n := &node{up: near, key: pointerUnescaper.Replace(tokens[rest]), res: near.res}
	if rest+1 < len(tokens) {
		n.tok, n.hasTok = pointerUnescaper.Replace(strings.Join(tokens[rest+1:], "/")), true
	}
	b.fill(n, v, near.meaning)
	index[at] = n
	return n
}

// below is n's pointer relative to root, which may be any schema around it.
func (n *node) below(root *node) (string, bool) {
	p := ""
	for m := n; m != root; m = m.up {
		if m.up == nil {
			return "", false
		}
		if m.hasTok {
			p = "/" + escapePointer(m.tok) + p
		}
		p = "/" + escapePointer(m.key) + p
	}
	return p, true
}

// cycles reports schemas that apply themselves to the same value: their meaning is undefined.
func (b *builder) cycles() {
	const active, done = 1, 2
	state := make([]uint8, len(b.schema.nodes))
	type frame struct {
		n    *node
		next []*node
	}
	var stack []frame
	push := func(n *node) {
		state[n.id] = active
		f := frame{n: n}
		n.inPlace(func(m *node) { f.next = append(f.next, m) })
		stack = append(stack, f)
	}
	for _, root := range b.schema.nodes {
		if state[root.id] != 0 {
			continue
		}
		push(root)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if len(f.next) == 0 {
				state[f.n.id] = done
				stack = stack[:len(stack)-1]
				continue
			}
			m := f.next[0]
			f.next = f.next[1:]
			switch state[m.id] {
			case 0:
				push(m)
			case active:
				b.fault(ReasonCycle, m, "", "the schema applies itself to the same value")
				state[m.id] = done
			}
		}
	}
}

//go:embed metaschema/*.json
var metaschemaFiles embed.FS

var metaschemas sync.Map // URI to *Value

// metaschema is the document at a URI of json-schema.org, or nil.
func metaschema(uri string) *Value {
	_, path, ok := strings.Cut(uri, "://json-schema.org/")
	if !ok {
		return nil
	}
	if v, ok := metaschemas.Load(path); ok {
		return v.(*Value)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(path, "draft/"), "/schema")
	text, err := metaschemaFiles.ReadFile("metaschema/" + strings.ReplaceAll(name, "/", ".") + ".json")
	if err != nil {
		return nil
	}
	v, err := ParseValue(text)
	if err != nil {
		panic("schema: embedded metaschema: " + err.Error())
	}
	metaschemas.Store(path, v)
	return v
}
