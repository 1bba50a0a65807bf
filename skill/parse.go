package skill

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"
)

func (m *Manifest) problem(rule string, from, end int, format string, args ...any) {
	m.problems = append(m.problems, analysis.Diagnostic{
		Pos: m.Pos(from), End: m.Pos(end), Category: rule, Message: fmt.Sprintf(format, args...),
	})
}

// parse reads one file and finds its dialect. The manifest has no Dialect
// when the file speaks none, and is nil when a look at its beginning told so.
func parse(fset *token.FileSet, fsys fs.FS, p string, opts Options) *Manifest {
	pinned := opts.pinned(p)
	if pinned == nil && maySOP(p) && !hasFence(fsys, p) {
		return nil
	}
	src, err := readCapped(fsys, p, maxFile)
	if errors.As(err, new(errTooLarge)) && !isMarkdown(p) {
		src = beginning(fsys, p) // tells its dialect
	}
	if pinned == nil && maySOP(p) && !hasSOPKeys(src) {
		return nil
	}
	m := &Manifest{File: addFile(fset, opts.name(p), p, src), Body: len(src), prose: &lazyProse{}}
	switch {
	case err != nil:
		m.problem("manifest-syntax", 0, 0, "%s", reason(err))
	case isMarkdown(p):
		m.markdown()
	default:
		m.data(0, len(src))
	}
	m.Dialect = pinned
	for _, d := range Dialects {
		if m.Dialect == nil && d.Files(p) && d.Match(m) {
			m.Dialect = d
		}
	}
	return m
}

// pinned is the dialect that the configuration gives a path, or nil.
func (o Options) pinned(p string) *Dialect {
	if o.Dialect == nil {
		return nil
	}
	return o.Dialect(p)
}

// beginning returns the first kilobytes of a file that is too large to read.
func beginning(fsys fs.FS, p string) []byte {
	f, err := fsys.Open(p)
	if err != nil {
		return nil
	}
	defer f.Close()
	head, _ := io.ReadAll(io.LimitReader(f, 4<<10))
	return head
}

// hasFence reports whether a file begins with the fence of a frontmatter.
func hasFence(fsys fs.FS, p string) bool {
	f, err := fsys.Open(p)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [len("\xef\xbb\xbf---")]byte
	n, _ := io.ReadFull(f, head[:])
	return bytes.HasPrefix(bytes.TrimPrefix(head[:n], bom), fence)
}

func isMarkdown(p string) bool { return strings.EqualFold(path.Ext(p), ".md") }

func isJSON(p string) bool { return strings.EqualFold(path.Ext(p), ".json") }

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

// lfsPointer is how a file begins whose content Git LFS keeps elsewhere.
var lfsPointer = []byte("version https://git-lfs.github.com/spec/")

func (m *Manifest) markdown() {
	if e := checkText(m.Src); e != nil {
		m.problem("manifest-syntax", e.Offset, e.End, "%s", e.Msg)
		return
	}
	from, to, body, has, closed := splitFrontmatter(m.Src)
	m.Body, m.HasFrontmatter = body, has
	switch {
	case bytes.HasPrefix(m.Src, lfsPointer):
		m.problem("manifest-syntax", 0, 0, "the file is a pointer of Git LFS, its content is not here: fetch it with git lfs pull")
	case len(bytes.TrimSpace(m.Src)) == 0:
		m.problem("manifest-syntax", 0, 0, "the file is empty")
	case has && !closed:
		m.problem("manifest-syntax", from-len("---\n"), from-1, `the frontmatter is never closed: expected a line "---" after it`)
	case has:
		m.data(from, to)
	case isSkillMD(m.Path) && path.Base(m.Path) == "SKILL.md" && linkStub(m.Src) == "":
		line, _ := lineAt(m.Src, body)
		m.problem("manifest-syntax", body, body+len(line), `the file has no frontmatter: expected a line "---", then name and description`)
	}
}

// data parses the JSON or YAML in src[from:to].
func (m *Manifest) data(from, to int) {
	if from == 0 && !isMarkdown(m.Path) {
		if e := checkText(m.Src); e != nil {
			m.problem("manifest-syntax", e.Offset, e.End, "%s", e.Msg)
			return
		}
		if bytes.HasPrefix(m.Src, bom) {
			from = len(bom)
		}
		if len(bytes.TrimSpace(m.Src[from:])) == 0 {
			m.problem("manifest-syntax", 0, 0, "the file is empty")
			return
		}
	}
	if to-from > maxManifest && !isJSON(m.Path) {
		m.problem("manifest-syntax", from, from, "the data is larger than %d MiB and was not read", maxManifest>>20)
		return
	}
	if at := conflictMarker(m.Src[from:to]); at >= 0 {
		m.problem("manifest-syntax", from+at, from+at+len("<<<<<<<"), "a merge conflict is not resolved here")
		return
	}
	read := parseYAML
	if isJSON(m.Path) {
		read = parseJSON
	}
	root, err := read(m.Src[from:to], m.Pos(from))
	if err != nil {
		e := errSyntax(err)
		if d := unquotedColon(m, from, to, from+e.Offset); !isJSON(m.Path) && d != nil {
			m.problems = append(m.problems, *d)
			return
		}
		m.problem("manifest-syntax", from+e.Offset, from+e.End, "%s", e.Msg)
		return
	}
	m.Root = root
	m.duplicates(root)
}

// duplicates reports keys written twice in one map, at the later one.
func (m *Manifest) duplicates(n *Node) {
	if n == nil {
		return
	}
	var seen map[string]*Node
	if n.Kind == Map {
		seen = make(map[string]*Node, len(n.Members))
	}
	for _, e := range n.Members {
		if e.Key != nil {
			if first, again := seen[e.Key.Text]; again && first.Pos != e.Key.Pos {
				m.problems = append(m.problems, analysis.Diagnostic{
					Pos: e.Key.Pos, End: e.Key.End, Category: "duplicate-key",
					Message: fmt.Sprintf("key %q is written twice in one map", e.Key.Text),
					Related: []analysis.RelatedInformation{{Pos: first.Pos, End: first.End, Message: "the first is here"}},
				})
			} else {
				seen[e.Key.Text] = e.Key
			}
		}
		m.duplicates(e.Value)
	}
}
