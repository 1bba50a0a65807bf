package document

import (
	"bytes"
	"fmt"
	"go/token"
	"path"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/pack"
)

// Data is what a file holds as JSON or YAML, in Markdown its frontmatter.
type Data struct {
	Root *Node // nil when it could not be read, or there is none
	Body int   // byte offset of the text behind a frontmatter; the file's length when there is none
	// HasFrontmatter says that a Markdown file begins with a --- fence.
	HasFrontmatter bool
	Unclosed       bool // and that no other follows
	Sealed         bool // git-crypt has encrypted the file, and its key is not at hand
	FilledIn       bool // what should be a frontmatter is a form, which a program fills in before it is YAML
	Problems       []Problem
}

// Read reads the file's data in the format that its name tells: JSON, JSON with
// comments, TOML, Markdown with frontmatter, else YAML.
func (f *File) Read() Data {
	base := token.Pos(f.tok.Base())
	if f.keeper != nil {
		var known Data
		if b := f.keeper.Find(f.key("data")); b != nil && pack.Read(b, &known, base) == nil {
			f.line(known.Body) // where the nodes' places end
			for _, problem := range known.Problems {
				f.line(int(problem.End - base))
			}
			return known
		}
	}
	r := dataReader{File: f, src: f.Source(), data: Data{Body: f.Size}}
	if IsMarkdown(f.Path) {
		r.markdown()
	} else {
		r.file()
	}
	if f.keeper != nil && r.src != nil {
		f.keeper.Keep(f.key("data"), pack.Append(nil, &r.data, base))
	}
	return r.data
}

// ParseData reads JSON or YAML, by the name's extension, into a Node and
// registers it in fset. The diagnostic is the first thing wrong with it:
// its encoding, its syntax, or a key that is written twice.
func ParseData(fset *token.FileSet, name string, src []byte) (*Node, *analysis.Diagnostic) {
	f := New(fset, name, name, src)
	if len(src) == 0 {
		return nil, nil
	}
	r := dataReader{File: f, src: src}
	r.file()
	if problems := r.data.Problems; len(problems) > 0 {
		return nil, &problems[0].Diagnostic
	}
	return r.data.Root, nil
}

// MustParse reads a JSON text that is part of the program.
func MustParse(src []byte) *Node {
	n, err := ParseJSON(src, 1)
	if err != nil {
		panic(err)
	}
	return n
}

// readerOf is how the data of a file is read.
func readerOf(p string) func([]byte, token.Pos) (*Node, error) {
	switch {
	case isTOML(p):
		return ParseTOML
	case withComments(p):
		return ParseJSONC
	case IsJSON(p):
		return ParseJSON
	}
	return ParseYAML
}

// isYAML reports whether a file's data is read as YAML.
func isYAML(p string) bool {
	return !IsJSON(p) && !isTOML(p) && path.Ext(p) != ".jsonc"
}

func isTOML(p string) bool { return strings.EqualFold(path.Ext(p), ".toml") }

// withComments tells the files of JSON in which their readers take comments, such as settings of editors.
func withComments(p string) bool {
	return path.Ext(p) == ".jsonc" || path.Base(p) == "mcp.json" || IsJSON(p) && hosts.TakesComments(p)
}

type dataReader struct {
	*File
	src  []byte
	data Data
}

func (r *dataReader) problem(from, end int, format string, args ...any) {
	r.data.Problems = append(r.data.Problems, ProblemAt(Syntax, r.Pos(from), r.Pos(end), format, args...))
}

// sealed is how a file begins that git-crypt encrypts, where its key is not at hand.
var sealed = []byte("\x00GITCRYPT\x00")

// isSealed tells of a file that is encrypted, and reports whether it is.
func (r *dataReader) isSealed() bool {
	if r.data.Sealed = bytes.HasPrefix(r.src, sealed); r.data.Sealed {
		r.problem(0, len(sealed), "the file is encrypted: decrypt it with git-crypt unlock")
	}
	return r.data.Sealed
}

// lfsPointer is how a file begins whose content Git LFS keeps elsewhere.
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

// IsPointer reports whether a file is a pointer of Git LFS, whose content is elsewhere.
func IsPointer(src []byte) bool { return bytes.HasPrefix(src, lfsPointer) }

func (r *dataReader) markdown() {
	if r.isSealed() {
		return
	}
	from, to, body, has, closed := SplitFrontmatter(r.src)
	if e := CheckText(r.src); e != nil {
		if !has || !closed || e.Offset < body {
			r.problem(e.Offset, e.End, "%s", e.Msg)
			return
		}
		r.data.Problems = append(r.data.Problems, ProblemAt(Encoding, r.Pos(e.Offset), r.Pos(e.End), "%s", e.Msg))
		body = len(r.src) // what is no text is not judged
	}
	r.data.Body, r.data.HasFrontmatter, r.data.Unclosed = body, has, has && !closed
	switch {
	case IsPointer(r.src):
		r.problem(0, 0, "the file is a pointer of Git LFS, its content is not here: fetch it with git lfs pull")
	case len(bytes.TrimSpace(r.src)) == 0:
		r.problem(0, 0, "the file is empty")
	case has && r.closedInText(from, to):
	case has && !closed:
		r.problem(from-len("---\n"), from-1, `the frontmatter is never closed: expected a line "---" after it`)
	case has:
		r.parse(from, to)
		r.data.FilledIn = r.data.Root == nil && filledIn.Match(r.src[from:to])
	}
}

// filledIn matches the name in a frontmatter that a program fills in.
var filledIn = regexp.MustCompile(`(?m)^name:\s*["']?(?:\{\{|\$\{|<%)`)

// closedInText reports a line that begins with the end of the frontmatter, and goes on with the
// text or with dashes, or that has it behind a value.
func (r *dataReader) closedInText(from, to int) bool {
	end, at, editFrom, editTo := endOf(r.src[from:min(to, from+MaxData)])
	if at < 0 {
		return false
	}
	for line := range bytes.Lines(r.src[from : bytes.LastIndexByte(r.src[:from+at], '\n')+1]) {
		if !ofFrontmatter.Match(line) {
			return false
		}
	}
	p := ProblemAt(Syntax, r.Pos(from+at), r.Pos(from+at+len("---")), "%s", end.says)
	p.SuggestedFixes = []analysis.SuggestedFix{{Message: end.fix, TextEdits: []analysis.TextEdit{{Pos: r.Pos(from + editFrom), End: r.Pos(from + editTo), NewText: []byte(end.put)}}}}
	r.data.Problems = append(r.data.Problems, p)
	return true
}

// file reads a file that is JSON or YAML as a whole.
func (r *dataReader) file() {
	if r.isSealed() {
		return
	}
	if e := CheckText(r.src); e != nil {
		r.problem(e.Offset, e.End, "%s", e.Msg)
		return
	}
	from := 0
	if bytes.HasPrefix(r.src, bom) {
		from = len(bom)
	}
	if len(bytes.TrimSpace(r.src[from:])) == 0 && !isTOML(r.Path) { // in which nothing has to stand
		r.problem(0, 0, "the file is empty")
		return
	}
	r.parse(from, len(r.src))
}

// parse reads the JSON or YAML in Src[from:to].
func (r *dataReader) parse(from, to int) {
	read := readerOf(r.Path)
	if to-from > MaxData && !IsJSON(r.Path) {
		r.problem(from, from, "the data is larger than %d MiB and was not read", MaxData>>20)
		return
	}
	if at := conflictMarker(r.src[from:to]); at >= 0 {
		r.problem(from+at, from+at+len("<<<<<<<"), "a merge conflict is not resolved here")
		return
	}
	root, err := read(r.src[from:to], r.Base(from, to))
	if err != nil {
		e := SyntaxOf(err)
		if isYAML(r.Path) && r.isCutOff(from, to) {
			return
		}
		if p := explained(r.File, r.src, from, to, from+e.Offset); isYAML(r.Path) && p != nil {
			r.data.Problems = append(r.data.Problems, *p)
			return
		}
		r.problem(from+e.Offset, from+e.End, "%s", e.Msg)
		return
	}
	r.data.Root = root
	r.duplicates(root)
}

// isCutOff reports an entry between the key of a text and that text.
func (r *dataReader) isCutOff(from, to int) bool {
	key, of, line, next, end := cutOff(r.src, from, to)
	if key == nil {
		return false
	}
	p := ProblemAt(Syntax, r.Pos(line), r.Pos(line+len(key)), "%q stands between %q and its text: move the line below that", key, of)
	p.SuggestedFixes = []analysis.SuggestedFix{{Message: fmt.Sprintf("move the line below the text of %q", of), TextEdits: []analysis.TextEdit{
		{Pos: r.Pos(line), End: r.Pos(next)}, {Pos: r.Pos(end), End: r.Pos(end), NewText: append([]byte(nil), r.src[line:next]...)},
	}}}
	r.data.Problems = append(r.data.Problems, p)
	return true
}

// conflictMarker returns where git's mark of a merge conflict stands, -1
// when there is none.
func conflictMarker(src []byte) int {
	const marker = "<<<<<<< "
	if bytes.HasPrefix(src, []byte(marker)) {
		return 0
	}
	if at := bytes.Index(src, []byte("\n"+marker)); at >= 0 {
		return at + 1
	}
	return -1
}

// duplicates reports keys written twice in one map, at the later one.
func (r *dataReader) duplicates(n *Node) {
	if n == nil {
		return
	}
	var seen map[string]*Node // of large maps
	if n.Kind == Map && len(n.Members) > 8 {
		seen = make(map[string]*Node, len(n.Members))
	}
	for i, e := range n.Members {
		if e.Key != nil {
			first := seen[e.Key.Text]
			if seen == nil {
				first = firstKey(n.Members[:i], e.Key.Text)
			}
			if first != nil && first.Pos != e.Key.Pos {
				r.data.Problems = append(r.data.Problems, Problem{DuplicateKey, analysis.Diagnostic{
					Pos: e.Key.Pos, End: e.Key.End,
					Message: fmt.Sprintf("key %q is set twice in this map: keep one of the two", e.Key.Text),
					Related: []analysis.RelatedInformation{{Pos: first.Pos, End: first.End, Message: "the first is here"}},
				}})
			} else if seen != nil {
				seen[e.Key.Text] = e.Key
			}
		}
		r.duplicates(e.Value)
	}
}

// firstKey returns the first key of some entries with a text, nil when there is none.
func firstKey(entries []Member, text string) *Node {
	for _, e := range entries {
		if e.Key.Text == text {
			return e.Key
		}
	}
	return nil
}
