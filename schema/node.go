package schema

import (
	"sort"
	"strconv"
	"strings"
)

// kindSet is a set of kinds, one bit each.
type kindSet uint8

const allKinds kindSet = 1<<numKinds - 1

func kinds(k Kind) kindSet { return 1 << k }

// bound is one end of a number interval.
type bound struct {
	set  bool
	open bool
	at   num
}

// count is the argument of minLength and its kin; unset counts are -1. Arguments beyond maxCount are kept as maxCount.
type count = int64

const (
	noCount  count = -1
	maxCount count = 1 << 62
)

type namedNode struct {
	name string
	node *node
}

type patternNode struct {
	pattern *pattern
	node    *node
}

type dependency struct {
	name string
	req  []string
}

// node is one schema: a boolean, or the keywords of one object. It is immutable once its document is parsed.
type node struct {
	up       *node  // the schema around it, nil at the root of a document
	key, tok string // its place in up: the keyword, and the member's name or index below it
	hasTok   bool
	id       int32 // place in Schema.nodes
	value    *Value
	res      *resource
	meaning

	always int8 // boolean schema: 1 true, -1 false

	kinds        kindSet // of type; 0 when absent
	integer      bool    // type lists integer and not number
	enum         *valueSet
	constant     *Value
	allOf, anyOf []*node
	oneOf        []*node
	not          *node
	if_, then    *node
	else_        *node
	ref          *reference
	dynamicRef   *reference // also $recursiveRef
	alias        bool       // nothing but a ref

	multipleOf num // zero when absent
	min, max   bound
	exMin      bound
	exMax      bound

	minLength, maxLength count
	pattern              *pattern
	format               string

	prefix        []*node // prefixItems, or items as a list
	items         *node   // elements after prefix
	prefixKey     string  // the keyword that prefix came from
	itemsKey      string  // the keyword that items came from
	minItems      count
	maxItems      count
	unique        bool
	contains      *node
	minContains   count
	maxContains   count
	uneval        *node // unevaluatedItems
	properties    []namedNode
	patterns      []patternNode
	additional    *node
	names         *node
	required      []string
	minProperties count
	maxProperties count
	depRequired   []dependency
	depSchemas    []namedNode
	depKey        string // dependencies, or empty for dependentRequired and dependentSchemas
	unevalProps   *node
}

// reference is a $ref, $dynamicRef or $recursiveRef.
type reference struct {
	text    string
	target  *node  // nil when it cannot be resolved
	uri     string // absolute, when it leads outside of the given documents
	dynamic string // the anchor looked up in the dynamic scope; "" when it acts as $ref
}

// recursiveAnchor is the name under which resources with $recursiveAnchor: true are found.
const recursiveAnchor = "\x00recursive"

// resource is a schema with an identifier of its own, or the root of a document.
type resource struct {
	uri     string
	root    *node
	anchors map[string]*node
	dynamic map[string]*node // $dynamicAnchor, and recursiveAnchor
}

// end follows references that stand alone, as far as they lead; nil when they go round in circles.
func (n *node) end() *node {
	for hops := 0; n.alias && n.ref.target != nil; hops++ {
		if hops > maxNodes {
			return nil
		}
		n = n.ref.target
	}
	return n
}

// pointer is the JSON pointer of the schema in its document.
func (n *node) pointer() string {
	var parts []string
	for m := n; m.up != nil; m = m.up {
		if m.hasTok {
			parts = append(parts, m.tok)
		}
		parts = append(parts, m.key)
	}
	var b strings.Builder
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(escapePointer(parts[i]))
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(s string) string {
	if !strings.ContainsAny(s, "~/") {
		return s
	}
	return pointerEscaper.Replace(s)
}

var pointerUnescaper = strings.NewReplacer("~1", "/", "~0", "~")

// property is the schema of that name in properties, or nil.
func (n *node) property(name string) *node {
	ps := n.properties
	i := sort.Search(len(ps), func(i int) bool { return ps[i].name >= name })
	if i < len(ps) && ps[i].name == name {
		return ps[i].node
	}
	return nil
}

func (n *node) minContainsOr1() count {
	if n.minContains == noCount {
		return 1
	}
	return n.minContains
}

// inPlace calls f for every schema that n applies to the same value, references included (at their static target).
func (n *node) inPlace(f func(*node)) {
	for _, list := range [...][]*node{n.allOf, n.anyOf, n.oneOf} {
		for _, m := range list {
			f(m)
		}
	}
	for _, m := range [...]*node{n.not, n.if_, n.then, n.else_} {
		if m != nil {
			f(m)
		}
	}
	for _, d := range n.depSchemas {
		f(d.node)
	}
	for _, r := range [...]*reference{n.ref, n.dynamicRef} {
		if r != nil && r.target != nil {
			f(r.target)
		}
	}
}

func indexToken(i int) string { return strconv.Itoa(i) }
