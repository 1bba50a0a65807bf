package skill

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// maxAliased bounds how many nodes the aliases of one document may expand to.
const maxAliased = 10_000

// parseYAML reads one YAML document. base is the position of src[0], which
// must be valid UTF-8 without a byte-order mark. Aliases and merge keys are
// expanded within bounds; duplicate keys are kept. A document without content
// is nil.
func parseYAML(src []byte, base token.Pos) (n *Node, err error) {
	if n, ok := parseSimpleYAML(src, base); ok {
		return n, nil
	}
	return parseFullYAML(src, base)
}

// parseFullYAML is parseYAML by the library.
func parseFullYAML(src []byte, base token.Pos) (n *Node, err error) {
	defer func() {
		if e := recover(); e != nil { // the library's, or our bound on aliases
			syntax, ok := e.(*SyntaxError)
			if !ok {
				syntax = &SyntaxError{Msg: fmt.Sprint(e)}
			}
			n, err = nil, syntax
		}
	}()
	r := &yamlReader{src: src, text: string(src), base: base, lines: yamlLines(src)}
	if e := r.bounded(); e != nil {
		return nil, e
	}
	var doc yaml.Node
	if err := yaml.Load(src, &doc, yaml.WithV3Defaults()); err != nil {
		if errors.Is(err, errEmpty(err)) {
			return nil, nil
		}
		return nil, r.syntax(err)
	}
	if len(doc.Content) == 0 {
		return nil, nil
	}
	r.reserve(doc.Content[0])
	return r.node(doc.Content[0], 0), nil
}

// errEmpty returns err when it says that the stream holds no document.
func errEmpty(err error) error {
	if err.Error() == "EOF" || strings.Contains(err.Error(), "no document") {
		return err
	}
	return nil
}

type yamlReader struct {
	src     []byte
	text    string // src, which the texts of most scalars are part of
	base    token.Pos
	lines   []int // byte offset of each line, by YAML's idea of a line
	aliased int
	open    map[*yaml.Node]bool // anchors whose aliases are being expanded

	// The nodes of a document live and die together: they come from one
	// allocation, which the garbage collector sees as one.
	nodes   []Node
	members []Member
}

// reserve makes room for the nodes of y, aliases aside.
func (r *yamlReader) reserve(y *yaml.Node) {
	nodes, members := 1, 0
	var size func(y *yaml.Node)
	size = func(y *yaml.Node) {
		nodes += len(y.Content)
		switch y.Kind {
		case yaml.SequenceNode:
			members += len(y.Content)
		case yaml.MappingNode:
			members += len(y.Content) / 2
		}
		for _, c := range y.Content {
			size(c)
		}
	}
	size(y)
	r.nodes, r.members = make([]Node, nodes), make([]Member, members)
}

func (r *yamlReader) newNode(n Node) *Node {
	if len(r.nodes) == 0 { // an alias brought more
		return &n
	}
	at := &r.nodes[0]
	r.nodes = r.nodes[1:]
	*at = n
	return at
}

func (r *yamlReader) newMembers(n int) []Member {
	if len(r.members) < n {
		return make([]Member, 0, n)
	}
	list := r.members[:0:n]
	r.members = r.members[n:]
	return list
}

// yamlLines returns where the lines start. To YAML's scanner a carriage
// return, NEL, LS and PS end a line too.
func yamlLines(src []byte) []int {
	lines := []int{0}
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\n':
			lines = append(lines, i+1)
		case c == '\r' && (i+1 == len(src) || src[i+1] != '\n'):
			lines = append(lines, i+1)
		case c == 0xC2 && i+1 < len(src) && src[i+1] == 0x85:
			lines = append(lines, i+2)
		case c == 0xE2 && i+2 < len(src) && src[i+1] == 0x80 && (src[i+2] == 0xA8 || src[i+2] == 0xA9):
			lines = append(lines, i+3)
		}
	}
	return lines
}

// bounded refuses what the library accepts at a cost that we don't: deeply
// nested flow collections, which it walks recursively.
func (r *yamlReader) bounded() error {
	depth := 0
	for i, c := range r.src {
		if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7F {
			return &SyntaxError{i, i + 1, fmt.Sprintf("control character U+%04X: YAML allows it only as an escape in double quotes", c)}
		}
		switch c {
		case '[', '{':
			if depth++; depth > 4*maxDepth {
				return &SyntaxError{i, i + 1, fmt.Sprintf("nested deeper than %d levels", maxDepth)}
			}
		case ']', '}':
			depth = max(0, depth-1)
		case '\n':
			if i+1 < len(r.src) && r.src[i+1] != ' ' && r.src[i+1] != '\n' {
				depth = 0 // flow collections do not go on in column 1
			}
		}
	}
	return nil
}

// offset converts the library's line and column, both 1-based, the column in
// code points, to a byte offset.
func (r *yamlReader) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(r.lines) {
		return len(r.src)
	}
	at := r.lines[line-1]
	for ; column > 1 && at < len(r.src); column-- {
		_, size := utf8.DecodeRune(r.src[at:])
		at += size
	}
	return at
}

func (r *yamlReader) node(y *yaml.Node, depth int) *Node {
	start := r.skipProperties(r.offset(y.Line, y.Column), y)
	if depth > maxDepth {
		panic(&SyntaxError{start, start + 1, fmt.Sprintf("nested deeper than %d levels", maxDepth)})
	}
	if y.Kind == yaml.AliasNode {
		return r.alias(y, start, depth)
	}
	n := r.newNode(Node{Pos: r.base + token.Pos(start)})
	switch y.Kind {
	case yaml.ScalarNode:
		r.scalar(n, y, start)
		return n
	case yaml.SequenceNode:
		n.Kind = List
		n.Members = r.newMembers(len(y.Content))
		for _, c := range y.Content {
			n.Members = append(n.Members, Member{Value: r.node(c, depth+1)})
		}
	case yaml.MappingNode:
		n.Kind = Map
		n.Members = r.newMembers(len(y.Content) / 2)
		var merged []Member
		for i := 0; i+1 < len(y.Content); i += 2 {
			if y.Content[i].Tag == "!!merge" {
				merged = append(merged, r.merge(y.Content[i+1], depth+1)...)
				continue
			}
			n.Members = append(n.Members, Member{r.key(y.Content[i], depth+1), r.node(y.Content[i+1], depth+1)})
		}
		n.Members = withMerged(n.Members, merged)
	}
	n.End = r.base + token.Pos(r.end(n, y, start))
	return n
}

// key reads a map's key; keys that are no scalars are named by their source.
func (r *yamlReader) key(y *yaml.Node, depth int) *Node {
	k := r.node(y, depth)
	if k.Kind == List || k.Kind == Map {
		k = &Node{Kind: String, Text: string(k.JSON()), Pos: k.Pos, End: k.End}
	}
	return k
}

func (r *yamlReader) alias(y *yaml.Node, start, depth int) *Node {
	end := start + 1 + len(y.Value)
	if r.open[y.Alias] {
		panic(&SyntaxError{start, end, fmt.Sprintf("alias %q contains itself", "*"+y.Value)})
	}
	if r.open == nil {
		r.open = map[*yaml.Node]bool{}
	}
	r.open[y.Alias] = true
	before := r.aliased
	n := r.copyOf(y.Alias, start, depth)
	if r.aliased == before {
		r.aliased++
	}
	delete(r.open, y.Alias)
	n.Pos, n.End = r.base+token.Pos(start), r.base+token.Pos(min(end, len(r.src)))
	return n
}

// copyOf expands an anchor's value, counting its nodes against maxAliased.
func (r *yamlReader) copyOf(y *yaml.Node, start, depth int) *Node {
	if r.aliased += count(y, maxAliased); r.aliased > maxAliased {
		panic(&SyntaxError{start, start + 1, fmt.Sprintf("aliases expand to more than %d values", maxAliased)})
	}
	return r.node(y, depth)
}

// count returns how many nodes y has, without following aliases, up to limit.
func count(y *yaml.Node, limit int) int {
	n := 1
	for _, c := range y.Content {
		if n > limit {
			break
		}
		n += count(c, limit-n)
	}
	return n
}

// merge returns the members that a merge key `<<` brings in.
func (r *yamlReader) merge(y *yaml.Node, depth int) []Member {
	v := r.node(y, depth)
	if v.Kind == Map {
		return v.Members
	}
	var all []Member
	for _, item := range v.Items() {
		all = withMerged(all, item.Value.Entries())
	}
	return all
}

// withMerged adds the members whose keys are not there yet.
func withMerged(members, more []Member) []Member {
	if len(more) == 0 {
		return members
	}
	have := make(map[string]bool, len(members))
	for _, m := range members {
		have[m.Key.Text] = true
	}
	for _, m := range more {
		if !have[m.Key.Text] {
			have[m.Key.Text] = true
			members = append(members, m)
		}
	}
	return members
}

func (r *yamlReader) scalar(n *Node, y *yaml.Node, start int) {
	n.Text = r.sourceText(y.Value, start)
	n.Plain = y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	switch y.ShortTag() {
	case "!!null":
		n.Kind = Null
	case "!!bool":
		n.Kind = Bool
	case "!!int", "!!float":
		n.Kind = Number
	default:
		n.Kind = String
	}
	n.End = r.base + token.Pos(r.scalarEnd(y, start))
}

// sourceText returns value as a part of the source when it stands at start as
// it is, quoted or not, so that the library's copy can go.
func (r *yamlReader) sourceText(value string, start int) string {
	for _, at := range [...]int{start, start + 1} {
		if at < len(r.text) && strings.HasPrefix(r.text[at:], value) {
			return r.text[at : at+len(value)]
		}
	}
	return value
}

// scalarEnd returns where a scalar's source ends; the library does not say.
func (r *yamlReader) scalarEnd(y *yaml.Node, start int) int {
	rest := r.src[start:]
	switch {
	case y.Style&yaml.DoubleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			switch rest[i] {
			case '\\':
				i++
			case '"':
				return start + i + 1
			}
		}
	case y.Style&yaml.SingleQuotedStyle != 0:
		for i := 1; i < len(rest); i++ {
			if rest[i] != '\'' {
				continue
			}
			if i+1 < len(rest) && rest[i+1] == '\'' {
				i++
				continue
			}
			return start + i + 1
		}
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return r.blockEnd(start)
	case bytes.HasPrefix(rest, []byte(y.Value)):
		return start + len(y.Value)
	}
	// A plain scalar over several lines: its first line stands for it.
	end := bytes.IndexByte(rest, '\n')
	if end < 0 {
		end = len(rest)
	}
	return start + len(bytes.TrimRight(rest[:end], " \t\r"))
}

// blockEnd returns the end of the last line of a block scalar whose header
// (`|` or `>`) is at start.
func (r *yamlReader) blockEnd(start int) int {
	lineStart := bytes.LastIndexByte(r.src[:start], '\n') + 1
	indent := 0
	for lineStart+indent < start && (r.src[lineStart+indent] == ' ' || r.src[lineStart+indent] == '-') {
		indent++
	}
	end := start + 1
	at := start
	for first := true; at < len(r.src); first = false {
		stop := bytes.IndexByte(r.src[at:], '\n')
		next := at + stop + 1
		if stop < 0 {
			stop, next = len(r.src)-at, len(r.src)
		}
		line := r.src[at : at+stop]
		text := bytes.TrimRight(line, " \t\r")
		if len(text) > 0 {
			if !first && len(line)-len(bytes.TrimLeft(line, " ")) <= indent {
				break
			}
			end = at + len(text)
		}
		at = next
	}
	return end
}

// end returns where a collection's source ends: after its last child and,
// for a flow collection, after the closing bracket.
func (r *yamlReader) end(n *Node, y *yaml.Node, start int) int {
	end := start
	for _, c := range y.Content {
		if at := r.offset(c.Line, c.Column); at > end {
			end = at
		}
	}
	for _, m := range n.Members {
		if e := int(m.Value.End - r.base); e > end {
			end = e
		}
	}
	if y.Style&yaml.FlowStyle == 0 {
		return min(end, len(r.src))
	}
	for i := max(end, start+1); i < len(r.src); i++ {
		switch r.src[i] {
		case ']', '}':
			return i + 1
		case '#':
			if nl := bytes.IndexByte(r.src[i:], '\n'); nl >= 0 {
				i += nl
			}
		}
	}
	return end
}

// skipProperties moves from a node's tag and anchor to its content.
func (r *yamlReader) skipProperties(at int, y *yaml.Node) int {
	if y.Anchor == "" && y.Style&yaml.TaggedStyle == 0 {
		return at
	}
	for at < len(r.src) && (r.src[at] == '&' || r.src[at] == '!') {
		for at < len(r.src) && !strings.ContainsRune(" \t\r\n", rune(r.src[at])) {
			at++
		}
		for at < len(r.src) && strings.ContainsRune(" \t\r\n", rune(r.src[at])) {
			at++
		}
	}
	return min(at, len(r.src))
}

var yamlPrefix = regexp.MustCompile(`^(yaml: |go-yaml[^:]*: |line \d+(, column \d+)?: )+`)

// syntax turns the library's error into ours, at the place that it marks.
func (r *yamlReader) syntax(err error) *SyntaxError {
	var e *yaml.LoadError
	if !errors.As(err, &e) {
		return &SyntaxError{0, 0, yamlPrefix.ReplaceAllString(err.Error(), "")}
	}
	if strings.Contains(e.Message, "found multiple") {
		if i := bytes.Index(r.src, []byte("\n---")); i >= 0 {
			return &SyntaxError{i + 1, i + 4, "a second YAML document begins here, expected one"}
		}
	}
	at := r.offset(e.Mark.Line, e.Mark.Column)
	if e.Mark.Line == 0 {
		at = r.offset(e.ContextMark.Line, e.ContextMark.Column)
	}
	if rest := bytes.TrimSpace(r.src[min(at, len(r.src)):]); len(rest) == 0 && e.ContextMark.Line > 0 {
		at = r.offset(e.ContextMark.Line, e.ContextMark.Column) // what opened is more use than where the text ended
	}
	end := at
	for end < len(r.src) && r.src[end] != '\n' && r.src[end] != '\r' {
		end++
	}
	return &SyntaxError{at, end, e.Message}
}
