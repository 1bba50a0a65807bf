package skill

import (
	"bytes"
	"go/token"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/skill/shell"
)

// extractNotebook reads the code cells of a Jupyter notebook: Python, and
// the shell commands behind an exclamation mark.
func extractNotebook(x *extractor) {
	root, err := parseJSON(x.src, x.pos(0))
	if err != nil {
		x.fault(errSyntax(err).Offset, errSyntax(err).Msg)
		return
	}
	language := root.Get("metadata").Get("kernelspec").Get("language").Str()
	if language == "" {
		language = root.Get("metadata").Get("language_info").Get("name").Str()
	}
	if language != "" && !strings.EqualFold(language, "python") {
		return
	}
	for _, cell := range root.Get("cells").Items() {
		if cell.Value.Get("cell_type").Str() == "code" {
			x.cell(cell.Value.Get("source"))
		}
	}
}

// A cellLine is one string of a cell's source, and where it begins in it.
type cellLine struct {
	at   int
	node *Node
}

// cell reads one cell. Its lines are strings of their own, or all in one.
func (x *extractor) cell(source *Node) {
	var text []byte
	var lines []cellLine
	parts := []*Node{source}
	if source.Is(List) {
		parts = nil
		for _, item := range source.Members {
			parts = append(parts, item.Value)
		}
	}
	for _, n := range parts {
		if n.Is(String) {
			lines = append(lines, cellLine{len(text), n})
			text = append(text, n.Text...)
		}
	}
	pos := func(offset int) token.Pos {
		i := sort.Search(len(lines), func(i int) bool { return lines[i].at > offset }) - 1
		if i < 0 {
			return x.pos(0)
		}
		n := lines[i].node
		from := int(n.Pos - x.pos(0))
		return n.Pos + 1 + token.Pos(encodedLen(string(x.src[from+1:from+int(n.End-n.Pos)]), offset-lines[i].at))
	}
	code, commands := splitMagics(text)
	inner := &extractor{resolver: x.resolver, path: x.path, src: code, pos: pos, skill: x.skill}
	newPyExtractor(inner, code).read()
	sh := &extractor{resolver: x.resolver, path: x.path, src: commands, pos: pos, skill: x.skill}
	(&shExtractor{extractor: sh, vars: map[string]shVariable{}}).read(shell.Parse(commands))
	inner.keepWidest()
	sh.keepWidest()
	x.refs = append(x.refs, append(inner.refs, sh.refs...)...)
}

// splitMagics parts a cell into Python and shell commands, each with blanks
// in the place of the other, so that offsets stay. IPython's own commands
// (%…, ?…) are in neither.
func splitMagics(cell []byte) (code, commands []byte) {
	code, commands = bytes.Clone(cell), bytes.Clone(cell)
	for start := 0; start < len(cell); {
		end := len(cell)
		if n := bytes.IndexByte(cell[start:], '\n'); n >= 0 {
			end = start + n
		}
		line := bytes.TrimLeft(cell[start:end], " \t")
		mark := end - len(line)
		shellLine := bytes.HasPrefix(line, []byte("!"))
		magic := shellLine || bytes.HasPrefix(line, []byte("%")) || bytes.HasPrefix(line, []byte("?"))
		for i := start; i < end; i++ {
			if magic {
				code[i] = ' '
			}
			if !shellLine || i <= mark {
				commands[i] = ' '
			}
		}
		start = end + 1
	}
	return code, commands
}
