package schema

import (
	"fmt"
	"net/url"
	"strings"
)

// builder parses one document and what its references reach.
type builder struct {
	parser    *Parser
	schema    *Schema
	resources map[string]*resource
	faults    Faults
	invalid   bool    // some fault makes the schema unusable
	pending   []*node // with references to resolve
	byPointer map[*node]map[string]*node
}

func (b *builder) fault(r Reason, n *node, key, format string, args ...any) {
	if len(b.faults) == 100 {
		return
	}
	at := n.pointer()
	if key != "" {
		at += "/" + escapePointer(key)
	}
	b.faults = append(b.faults, Fault{Reason: r, Pointer: at, Offset: -1, Message: fmt.Sprintf(format, args...)})
	if r == ReasonInvalid {
		b.invalid = true
	}
}

// anonymous is the base of documents that do not say where they are; relative references resolve against it.
const anonymous = "schema:///"

// document parses v as the schema document at uri.
func (b *builder) document(uri string, v *Value, m meaning) *node {
	root := &node{}
	b.resource(uri, root)
	b.fill(root, v, m)
	if b.schema.root == nil {
		b.schema.root = root
	}
	return root
}

func (b *builder) resource(uri string, root *node) *resource {
	r := &resource{uri: uri, root: root}
	if old := b.resources[uri]; old == nil || uri == anonymous {
		b.resources[uri] = r
	}
	root.res = r
	return r
}

func (b *builder) finish() (*Schema, error) {
	for len(b.pending) > 0 && !b.invalid {
		n := b.pending[0]
		b.pending = b.pending[1:]
		if n.ref != nil {
			b.resolve(n, "$ref", n.ref)
		}
		if n.dynamicRef != nil {
			b.resolve(n, "$dynamicRef", n.dynamicRef)
		}
	}
	s := b.schema
	s.dialect = s.root.dialect
	if b.invalid {
		return nil, b.faults
	}
	b.cycles()
	s.faults = b.faults
	if len(b.faults) > 0 {
		return s, b.faults
	}
	return s, nil
}

// child parses the schema at n's keyword.
func (b *builder) child(n *node, key string, v *Value) *node {
	return b.fill(&node{up: n, key: key, res: n.res}, v, n.meaning)
}

func (b *builder) childAt(n *node, key, tok string, v *Value) *node {
	return b.fill(&node{up: n, key: key, tok: tok, hasTok: true, res: n.res}, v, n.meaning)
}

func (b *builder) fill(n *node, v *Value, m meaning) *node {
	s := b.schema
	n.value, n.meaning = v, m
	n.id = int32(len(s.nodes))
	s.nodes = append(s.nodes, n)
	n.minLength, n.maxLength, n.minItems, n.maxItems = noCount, noCount, noCount, noCount
	n.minContains, n.maxContains, n.minProperties, n.maxProperties = noCount, noCount, noCount, noCount
	if len(s.nodes) > maxNodes {
		if !b.invalid {
			b.fault(ReasonInvalid, n, "", "more than %d schemas", maxNodes)
		}
		return n
	}
	switch {
	case v.kind == Boolean && (m.dialect >= Draft6 || n.up == nil || n.key == "additionalProperties" || n.key == "additionalItems"):
		n.always = -1
		if v.b {
			n.always = 1
		}
		return n
	case v.kind != Object:
		b.fault(ReasonInvalid, n, "", "a schema is an object%s, not %s", map[bool]string{true: " or a boolean"}[m.dialect >= Draft6], article(v.kind))
		return n
	}
	b.identify(n, v)
	for i, key := range v.names {
		if k := keywords[key]; k != nil && k.defines(n.meaning) {
			k.parse(b, n, v.elems[i])
		}
	}
	b.settle(n)
	return n
}

// identify reads what names the schema and its dialect: $schema, $id, anchors.
func (b *builder) identify(n *node, v *Value) {
	ref := v.get("$ref")
	idKey := "$id"
	if s := v.get("$schema"); s != nil && s.kind == String && (n.up == nil || hasOwnID(v)) {
		b.dialectFrom(n, s.str)
	} else if s != nil && s.kind != String {
		b.fault(ReasonInvalid, n, "$schema", "%q is not a string", "$schema")
	}
	if n.dialect == Draft4 {
		idKey = "id"
	}
	if id := v.get(idKey); id != nil && id.kind != String {
		b.fault(ReasonInvalid, n, idKey, "%q is not a string", idKey)
	} else if id != nil && (ref == nil || n.dialect >= Draft2019) {
		base, frag, _ := strings.Cut(id.str, "#")
		if n.dialect >= Draft2019 && frag != "" {
			b.fault(ReasonInvalid, n, idKey, "%q has a fragment", idKey)
		}
		if base != "" {
			b.resource(resolveURI(n.res.uri, base), n)
		} else if n.up == nil {
			b.resource(anonymous, n)
		}
		if frag != "" && frag[0] != '/' {
			b.anchor(n, frag)
		}
	}
	if n.dialect >= Draft2019 {
		for _, key := range [...]string{"$anchor", "$dynamicAnchor"} {
			a := v.get(key)
			if a == nil || key == "$dynamicAnchor" && n.dialect < Draft2020 {
				continue
			}
			if a.kind != String || !anchorName(a.str, n.dialect) {
				b.fault(ReasonInvalid, n, key, "%q is not the name of an anchor", key)
				continue
			}
			b.anchor(n, a.str)
			if key == "$dynamicAnchor" {
				b.dynamicAnchor(n, a.str)
			}
		}
		if r := v.get("$recursiveAnchor"); r != nil && n.dialect == Draft2019 && r.kind == Boolean && r.b && n.res.root == n {
			b.dynamicAnchor(n, recursiveAnchor)
		}
	}
}

func hasOwnID(v *Value) bool { return v.get("$id") != nil || v.get("id") != nil }

func anchorName(s string, d Dialect) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' && d >= Draft2020
		if !letter && (i == 0 || !isDigit(c) && c != '-' && c != '.' && c != '_' && !(c == ':' && d < Draft2020)) {
			return false
		}
	}
	return s != ""
}

func (b *builder) anchor(n *node, name string) {
	if n.res.anchors == nil {
		n.res.anchors = map[string]*node{}
	}
	if old := n.res.anchors[name]; old == nil {
		n.res.anchors[name] = n
	} else if old != n {
		b.fault(ReasonInvalid, n, "", "the anchor %q stands at %q, too", name, old.pointer())
	}
}

func (b *builder) dynamicAnchor(n *node, name string) {
	if n.res.dynamic == nil {
		n.res.dynamic = map[string]*node{}
	}
	if n.res.dynamic[name] == nil {
		n.res.dynamic[name] = n
	}
}

// dialectFrom sets the meaning of n's keywords from $schema, by way of a given metaschema if need be.
func (b *builder) dialectFrom(n *node, uri string) {
	vocab, set := allVocabularies, false
	for range 8 {
		if d := DialectOf(uri); d != Detect {
			if d < Draft2019 {
				vocab = allVocabularies
			}
			n.meaning = meaning{d, vocab}
			return
		}
		meta := b.parser.Resources[strings.TrimSuffix(uri, "#")]
		if meta == nil || meta.kind != Object {
			break
		}
		if vs := meta.get("$vocabulary"); vs != nil && vs.kind == Object && !set {
			vocab, set = 0, true
			for i, name := range vs.names {
				bit, known := vocabularyNames[name[strings.LastIndexByte(name, '/')+1:]]
				known = known && strings.HasPrefix(name, "https://json-schema.org/draft/")
				if known {
					vocab |= bit
				} else if vs.elems[i].kind == Boolean && vs.elems[i].b {
					b.fault(ReasonVocabulary, n, "$schema", "the dialect requires the unknown vocabulary %q", name)
				}
			}
			if strings.Contains(strings.Join(vs.names, " "), "2019-09") && vocab&vocabApplicator != 0 {
				vocab |= vocabUnevaluated
			}
		}
		next := meta.get("$schema")
		if next == nil || next.kind != String {
			break
		}
		uri = next.str
	}
	b.fault(ReasonVocabulary, n, "$schema", "%q is not a known dialect", uri)
	if n.dialect == Detect {
		n.dialect = Draft2020
	}
}

func article(k Kind) string {
	switch k {
	case Null:
		return "null"
	case Array, Object:
		return "an " + k.String()
	}
	return "a " + k.String()
}

// resolveURI resolves a reference against a base; a base that is no hierarchical URI leaves it as it stands.
func resolveURI(base, ref string) string {
	r, err := url.Parse(ref)
	if err != nil {
		return ref
	}
	bu, err := url.Parse(base)
	if err != nil {
		return r.String()
	}
	return bu.ResolveReference(r).String()
}
