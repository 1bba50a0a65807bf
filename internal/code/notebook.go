package code

import (
	"bytes"
	"regexp"
	"sort"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/source/python"
	"github.com/skilllint/skilllint/internal/source/shell"
)

// extractNotebook reads the code cells of a Jupyter notebook: Python, and the
// shell commands of IPython.
func extractNotebook(x *extractor) {
	root, err := document.ParseJSON(x.src, 1)
	if err != nil {
		x.fault(document.SyntaxOf(err).Offset, document.SyntaxOf(err).Msg)
		return
	}
	language := root.Get("metadata").Get("kernelspec").Get("language").Str()
	if language == "" {
		language = root.Get("metadata").Get("language_info").Get("name").Str()
	}
	if language != "" && !strings.EqualFold(language, "python") {
		return
	}
	n := notebook{extractor: x}
	for _, cell := range root.Get("cells").Items() {
		if cell.Value.Get("cell_type").Str() == "code" {
			n.cell(cell.Value.Get("source"), language != "")
		}
	}
	n.python(n.program, 0)
}

// A notebook is one program, cell after cell, and the strings of JSON that it
// is written in.
type notebook struct {
	*extractor
	lines []cellLine
	size  int // of all cells so far
	// program is the Python of the cells that parse; blank where others stand,
	// so that offsets stay.
	program []byte
}

// A cellLine is one string of a cell's source, and where it begins in the
// program.
type cellLine struct {
	at   int
	node *document.Node
}

// place returns the place in the file of an offset in the program.
func (n *notebook) place(offset int) int {
	i := sort.Search(len(n.lines), func(i int) bool { return n.lines[i].at > offset }) - 1
	if i < 0 {
		return 0
	}
	node := n.lines[i].node
	from := int(node.Pos) - 1
	return from + 1 + document.EncodedLen(string(n.src[from+1:from+int(node.End-node.Pos)]), offset-n.lines[i].at)
}

// cell reads one cell. Its lines are strings of their own, or all in one.
// strict says that the notebook's language is known: what does not parse is a
// fault then.
func (n *notebook) cell(source *document.Node, strict bool) {
	parts := []*document.Node{source}
	if source.Is(document.List) {
		parts = nil
		for _, item := range source.Members {
			parts = append(parts, item.Value)
		}
	}
	start := n.size
	var text []byte
	for _, part := range parts {
		if part.Is(document.String) {
			n.lines = append(n.lines, cellLine{start + len(text), part})
			text = append(text, part.Text...)
		}
	}
	n.size += len(text) + 1
	defer func() { // the cell ends, whatever it is
		n.program = append(append(n.program, bytes.Repeat([]byte(" "), n.size-1-len(n.program))...), '\n')
	}()
	code := text
	if python.Parse(text).Err != nil {
		var commands []byte
		code, commands = splitMagics(text)
		n.shell(commands, start)
		if err := python.Parse(code).Err; err != nil {
			if strict {
				n.fault(n.place(start+err.Offset), err.Message)
			}
			n.python(code, start)
			return
		}
	}
	n.program = append(append(n.program, bytes.Repeat([]byte(" "), start-len(n.program))...), code...)
}

// python reads Python that stands at an offset of the program.
func (n *notebook) python(code []byte, start int) { newPyExtractor(n.part(code, start), code).read() }

func (n *notebook) shell(commands []byte, start int) {
	(&shExtractor{extractor: n.part(commands, start), vars: map[string]shVariable{}}).read(shell.Parse(commands))
}

func (n *notebook) part(src []byte, start int) *extractor {
	return &extractor{Reader: n.Reader, src: src, out: n.out, at: func(offset int) int { return n.place(start + offset) }, silent: true, calls: map[[2]int]int{}, rewritten: map[[2]int]bool{}}
}

// IPython's own lines: %run x, !x, y = !x, x?, and the cell magics %%x, of
// which some have Python or a script below them.
var (
	ownLine    = regexp.MustCompile(`^[ \t]*([!%?])|^[ \t]*[\pL_][\pL\pN_, ]*=[ \t]*([!%])[^=]|^[ \t]*()[\pL_][\pL\pN_.]*\?{1,2}[ \t\r]*$`)
	cellMagic  = regexp.MustCompile(`^\s*%%([!\w]+)[ \t]*(\w*)`)
	pathMagic  = regexp.MustCompile(`^%{1,2}(run|cd|load|loadpy|pycat|sx|system|writefile|file)\b`)
	pythonBody = map[string]bool{"time": true, "timeit": true, "capture": true, "prun": true, "memit": true}
	scriptBody = map[string]bool{"bash": true, "sh": true, "!": true, "sx": true, "system": true, "script bash": true, "script sh": true}
)

// ofNotebook reports whether the line at an offset of a script is IPython's own: the script is the cells of a notebook.
func ofNotebook(src []byte, offset int) bool {
	start := bytes.LastIndexByte(src[:offset], '\n') + 1
	line, _, _ := bytes.Cut(src[start:], []byte("\n"))
	return ownLine.Match(line)
}

// splitMagics parts a cell that is not plain Python into Python and shell
// commands, each with blanks in the place of the other, so that offsets stay.
// In Python a line of IPython is the expression 0, as it may be all that a
// block has.
func splitMagics(cell []byte) (code, commands []byte) {
	code, commands = bytes.Repeat([]byte(" "), len(cell)), bytes.Repeat([]byte(" "), len(cell))
	body := code
	for start, first := 0, true; start < len(cell); {
		end := len(cell)
		if n := bytes.IndexByte(cell[start:], '\n'); n >= 0 {
			end = start + n
			code[end], commands[end] = '\n', '\n'
		}
		line := cell[start:end]
		at := start
		start = end + 1
		if m := cellMagic.FindSubmatch(line); m != nil && first {
			switch name := string(m[1]); {
			case pythonBody[name]:
			case scriptBody[name] || scriptBody[name+" "+string(m[2])]:
				body = commands
			default:
				body = nil
			}
			splitPath(line, at, commands)
			first = false
			continue
		}
		first = first && len(bytes.TrimSpace(line)) == 0
		m := ownLine.FindSubmatchIndex(line)
		if body == nil || &body[0] != &code[0] || m == nil {
			copy(body[min(at, len(body)):], line)
			continue
		}
		mark := max(m[2], m[4], m[6])
		copy(code[at:], line[:mark])
		code[at+mark] = '0'
		if mark < len(line) && line[mark] == '!' {
			copy(commands[at+mark+1:], line[mark+1:])
		} else {
			splitPath(line[mark:], at+mark, commands)
		}
	}
	return code, commands
}

// splitPath makes a command of a magic that names a file.
func splitPath(line []byte, at int, commands []byte) {
	trimmed := bytes.TrimLeft(line, " \t")
	if pathMagic.Match(trimmed) {
		name := bytes.TrimLeft(trimmed, "%")
		copy(commands[at+len(line)-len(name):], name)
	}
}
