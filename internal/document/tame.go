package document

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// What of one paragraph the Markdown parser is given. Beyond that its time
// grows with the square, or worse, of what nobody would write.
const (
	maxEmphasis    = 2000 // runs of marks of emphasis
	maxDefinitions = 2000 // lines that may define a reference
	maxContainers  = 64   // quotes and lists in one another
	maxParentheses = 32   // open ones in a link's destination, as in CommonMark's own implementation
)

// parseMarkdown parses Markdown within these bounds.
func parseMarkdown(md []byte) ast.Node { return markdownParser.Parse(text.NewReader(tame(md))) }

var markdownParser = boundedParser()

// boundedParser is goldmark's parser with bounded emphasis.
func boundedParser() parser.Parser {
	inline := parser.DefaultInlineParsers()
	for i, p := range inline {
		if p.Value == parser.NewEmphasisParser() {
			inline[i] = util.Prioritized(boundedEmphasis{parser.NewEmphasisParser()}, p.Priority)
		}
	}
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...))
}

// A boundedEmphasis takes the first marks of a paragraph for emphasis, and the
// others for text.
type boundedEmphasis struct{ parser.InlineParser }

// emphasisCount is what is counted of a paragraph.
type emphasisCount struct {
	block ast.Node
	marks int
}

var emphasisKey = parser.NewContextKey()

func (b boundedEmphasis) Parse(block ast.Node, r text.Reader, pc parser.Context) ast.Node {
	count, _ := pc.Get(emphasisKey).(*emphasisCount)
	if count == nil || count.block != block {
		count = &emphasisCount{block: block}
		pc.Set(emphasisKey, count)
	}
	if count.marks++; count.marks > maxEmphasis {
		return nil
	}
	return b.InlineParser.Parse(block, r, pc)
}

// tame returns Markdown in which marks beyond these bounds, and the
// openings of endless link destinations, are spaces, so that they are read as text.
// Nothing changes its place. What keeps to the bounds is returned as it is.
func tame(md []byte) []byte {
	t := tamer{md: md}
	for at := 0; at < len(md); {
		end := len(md)
		if n := bytes.IndexByte(md[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		t.line(at, end)
		at = end
	}
	return t.md
}

// A tamer goes through a text.
type tamer struct {
	md     []byte
	copied bool

	definitions int // in this paragraph
}

// blank makes a character a space.
func (t *tamer) blank(at int) {
	if !t.copied {
		t.md, t.copied = bytes.Clone(t.md), true
	}
	t.md[at] = ' '
}

func (t *tamer) line(from, end int) {
	first := t.containers(from, end)
	if first == end {
		t.definitions = 0
		return
	}
	line := t.md[first:end]
	if line[0] == '[' && bytes.Contains(line, []byte("]:")) {
		if t.definitions++; t.definitions > maxDefinitions {
			t.blank(first)
		}
	}
	for at := 0; ; {
		i := bytes.Index(line[at:], []byte("]("))
		if i < 0 {
			return
		}
		if at += i + 2; endless(line[at:]) {
			t.blank(first + at - 1)
		}
	}
}

// containers returns where the text of a line begins, behind the marks of the
// quotes and lists that it stands in.
func (t *tamer) containers(from, end int) int {
	depth := 0
	for i := from; i < end; i++ {
		switch c := t.md[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case c == '>' || (c == '-' || c == '+' || c == '*' || c == '.' || c == ')') && i+1 < end && (t.md[i+1] == ' ' || t.md[i+1] == '\t'):
			if depth++; depth > maxContainers {
				t.blank(i)
			}
		case c >= '0' && c <= '9' && i+1 < end && (t.md[i+1] >= '0' && t.md[i+1] <= '9' || t.md[i+1] == '.' || t.md[i+1] == ')'):
		default:
			return i
		}
	}
	return end
}

// endless reports whether a text begins with no link destination, for which the
// parser looks up to the end of the line.
func endless(text []byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if len(text) > 0 && text[0] == '<' {
		i := bytes.IndexAny(text[1:], "<>\n")
		return i >= 0 && text[1+i] == '<'
	}
	depth := 0
	for _, c := range text {
		switch c {
		case ' ', '\t', '\n', '\r':
			return false
		case '(':
			if depth++; depth > maxParentheses {
				return true
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return false
}
