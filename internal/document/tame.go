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
	maxContainers  = 64   // quotes and lists in one another
	maxParentheses = 32   // open ones in a link's destination, as in CommonMark's own implementation
)

// parseMarkdown parses Markdown within these bounds.
func parseMarkdown(md []byte) ast.Node { return markdownParser.Parse(text.NewReader(tame(md))) }

var markdownParser = boundedParser()

// boundedParser is goldmark's parser with bounded emphasis, and definitions a
// few at a time.
func boundedParser() parser.Parser {
	inline := parser.DefaultInlineParsers()
	for i, p := range inline {
		if p.Value == parser.NewEmphasisParser() {
			inline[i] = util.Prioritized(boundedEmphasis{parser.NewEmphasisParser()}, p.Priority)
		}
	}
	definitions := util.Prioritized(someDefinitions{parser.LinkReferenceParagraphTransformer}, 100)
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(definitions))
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

// someDefinitions takes the definitions of references from a paragraph a few at
// a time: each costs the parser time that grows with the lines that it is
// shown.
type someDefinitions struct{ parser.ParagraphTransformer }

// definitionsAtOnce is how many definitions the parser is shown, and how many
// more when the last of them goes on.
const definitionsAtOnce = 64

func (d someDefinitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	parent := node.Parent()
	lines := node.Lines().Sliced(0, node.Lines().Len())
	if definitionsEnd(lines, reader.Source(), definitionsAtOnce) == len(lines) {
		d.ParagraphTransformer.Transform(node, reader, pc)
		return
	}
	for goesOn := false; len(lines) > 0; { // the last that was shown may go on
		most := definitionsAtOnce
		if goesOn {
			most *= 2
		}
		part := lines[:definitionsEnd(lines, reader.Source(), most)]
		some := ast.NewParagraph()
		some.SetBlankPreviousLines(node.HasBlankPreviousLines())
		some.Lines().AppendAll(part)
		parent.InsertBefore(parent, node, some)
		d.ParagraphTransformer.Transform(some, reader, pc)
		left := 0
		if some.Parent() != nil {
			left = some.Lines().Len()
			parent.RemoveChild(parent, some)
		}
		if left > 0 && (len(part) == len(lines) || goesOn && left == len(part)) {
			lines = lines[len(part)-left:]
			break // the rest is text
		}
		lines, goesOn = lines[len(part)-left:], left > 0
	}
	if len(lines) == 0 {
		parent.RemoveChild(parent, node)
		return
	}
	rest := text.NewSegments()
	rest.AppendAll(lines)
	node.SetLines(rest)
}

// definitionsEnd returns how many lines hold no more than so many definitions:
// each begins a line with a bracket.
func definitionsEnd(lines []text.Segment, src []byte, most int) int {
	for i, line := range lines {
		if !bytes.HasPrefix(bytes.TrimLeft(line.Value(src), " \t"), []byte("[")) {
			continue
		}
		if most--; most < 0 {
			return i
		}
	}
	return len(lines)
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
	line := t.md[first:end]
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
