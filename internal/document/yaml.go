package document

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"go.yaml.in/yaml/v4"
)

// ParseYAML reads one YAML document. base is the position of src[0], which
// must be valid UTF-8 without a byte-order mark. Aliases and merge keys are
// expanded within bounds; duplicate keys are kept. A document without content
// is nil.
func ParseYAML(src []byte, base token.Pos) (n *Node, err error) {
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*SyntaxError) // our bounds on aliases and nesting
			if !ok {
				panic(e)
			}
			n, err = nil, syntax
		}
	}()
	return newYAMLReader(src, base).read()
}

func newYAMLReader(src []byte, base token.Pos) *yamlReader {
	return &yamlReader{src: src, text: string(src), base: base, lines: yamlLines(src)}
}

func (r *yamlReader) read() (*Node, error) {
	if e := r.bounded(); e != nil {
		return nil, e
	}
	doc, err := loadYAML(r.src)
	if err != nil {
		if joined, any := joinPairs(r.src); any {
			if again, e := loadYAML(joined); e == nil {
				doc, err, r.paired = again, nil, true
			}
		}
	}
	if err != nil {
		if isEmpty(err) {
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

// loadYAML calls the library. A panic of the library is an error about the
// text; one of ours, in what follows, is not.
func loadYAML(src []byte) (doc yaml.Node, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("the YAML library fails on this text: %v", e)
		}
	}()
	err = yaml.Load(src, &doc, yaml.WithV3Defaults())
	return doc, err
}

// surrogates matches a character that is written as two escapes, as JSON writes it.
var surrogates = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}`)

// joinPairs writes such characters as one escape, which the library wants, and a bell behind it that
// keeps the places of what follows. Where there are none, or bells, it returns src and false.
func joinPairs(src []byte) (joined []byte, any bool) {
	if !bytes.Contains(bytes.ToLower(src), []byte(`\ud`)) || bytes.Contains(src, []byte(`\a`)) {
		return src, false
	}
	return surrogates.ReplaceAllFunc(src, func(pair []byte) []byte {
		high, _ := strconv.ParseUint(string(pair[2:6]), 16, 32)
		low, _ := strconv.ParseUint(string(pair[8:12]), 16, 32)
		return fmt.Appendf(nil, `\U%08X\a`, utf16.DecodeRune(rune(high), rune(low)))
	}), true
}

// isEmpty reports whether an error says that the stream holds no document.
func isEmpty(err error) bool {
	return err.Error() == "EOF" || strings.Contains(err.Error(), "no document")
}

type yamlReader struct {
	src     []byte
	text    string // src, which the texts of most scalars are part of
	base    token.Pos
	lines   []int           // byte offset of each line, by YAML's idea of a line
	marks   map[int][]int32 // of long lines, see marksOf
	steps   int             // characters that were walked to find places: a test holds them to the size
	aliased int
	paired  bool                // the library is given what joinPairs made
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
		k = &Node{Kind: String, Text: string(r.src[k.Pos-r.base : k.End-r.base]), Pos: k.Pos, End: k.End}
	}
	return k
}

func (r *yamlReader) scalar(n *Node, y *yaml.Node, start int) {
	n.Text = r.sourceText(y.Value, start)
	if r.paired {
		n.Text = strings.ReplaceAll(n.Text, "\a", "")
	}
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

var yamlPrefix = regexp.MustCompile(`^(yaml: |go-yaml[^:]*: |line \d+(, column \d+)?: )+`)

// syntax turns the library's error into ours, at the place that it marks.
func (r *yamlReader) syntax(err error) *SyntaxError {
	var e *yaml.LoadError
	if !errors.As(err, &e) {
		return &SyntaxError{0, 0, yamlPrefix.ReplaceAllString(err.Error(), "")}
	}
	if strings.Contains(e.Message, "found multiple") {
		if i := bytes.Index(r.src, []byte("\n---")); i >= 0 {
			says := "a second YAML document begins here, expected one"
			if len(bytes.TrimSpace(r.src[i+4:])) == 0 {
				says += ": delete this line"
			}
			return &SyntaxError{i + 1, i + 4, says}
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
	if at < len(r.src) && r.src[at] == '\t' {
		return &SyntaxError{at, end, "a tab indents the line, expected spaces"}
	}
	return &SyntaxError{at, end, e.Message}
}
