package skill

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/tree"
)

// parse reads one file and finds its dialect. The manifest has no Dialect
// when the file speaks none, and is nil when a look at its beginning told so.
func (ws *Workspace) parse(fsys fs.FS, p string, opts Options) *Manifest {
	if m, same := ws.parsedBefore(fsys, p); same {
		return m
	}
	pinned := opts.pinned(p)
	if pinned == nil && maySOP(p) && !ws.maySOP(fsys, p) {
		return nil
	}
	if f, _ := ws.recall(fsys, p, tree.MaxFile); f != nil {
		m := &Manifest{File: f, Data: f.Read()}
		m.judgeForm(pinned)
		return m
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	src, sum, err := tree.ReadInto(fsys, p, tree.MaxFile, *buf)
	if err == nil && len(src) <= maxText {
		*buf = src[:0]
	}
	if errors.As(err, new(tree.TooLarge)) && !document.IsMarkdown(p) {
		src = beginning(fsys, p) // tells its dialect
	}
	if m := ws.parsedAs(p, sum, len(src)); m != nil {
		return m
	}
	if pinned == nil && maySOP(p) && !hasSOPKeys(src) {
		return nil
	}
	m := &Manifest{File: ws.addSummed(p, src, sum)}
	if err != nil {
		m.Body = len(src)
		m.Problems = []Problem{document.ProblemAt(document.Syntax, m.Pos(0), m.Pos(0), "%s", tree.Reason(err))}
	} else {
		m.Data = m.Read()
	}
	m.judgeForm(pinned)
	m.release()
	return m
}

// judgeForm finds the dialect of a manifest whose data was read, and what is
// wrong with the frontmatter of a SKILL.md.
func (m *Manifest) judgeForm(pinned *Dialect) {
	m.wantsFrontmatter()
	m.oneFrontmatter()
	m.Dialect = pinned
	for _, d := range Dialects {
		if m.Dialect == nil && d.Files(m.Path) && d.Match(m) {
			m.Dialect = d
		}
	}
}

// release drops the bytes of a manifest but for its data, as it is written,
// which edits are made of. A procedure is read word by word, so that its text
// stays.
func (m *Manifest) release() {
	keep := m.Body
	if m.Dialect == SOP {
		keep = m.Size
	} else if m.Dialect == nil {
		keep = m.FrontmatterSize()
	}
	m.Prose()
	if m.Dialect == Contract {
		m.Names() // which texts are asked for where a skill exports tools
	}
	m.Release(keep)
}

// pinned is the dialect that the configuration gives a path, or nil.
func (o Options) pinned(p string) *Dialect {
	if name, _ := o.server(p); name != "" {
		return MCPTools
	}
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
	return document.BeginsFrontmatter(head[:n])
}

// wantsFrontmatter reports a SKILL.md that has none, or one that says nothing.
func (m *Manifest) wantsFrontmatter() {
	if len(m.Problems) > 0 || path.Base(m.Path) != "SKILL.md" || m.HasFrontmatter && m.Root != nil && !m.Root.Is(Null) || m.Prose().Stub != "" {
		return
	}
	at, says := m.Body, `the file has no frontmatter: expected a line "---", then name and description`
	if m.HasFrontmatter {
		at, says = 0, "the frontmatter is empty: expected name and description"
	}
	end := at + len(document.FirstLine(m.Source()[at:]))
	m.Problems = []Problem{document.ProblemAt(document.Plain, m.Pos(at), m.Pos(end), "%s", says)}
}

// oneFrontmatter reports a SKILL.md whose text begins with another
// frontmatter: one reader takes the first, a person may see the second.
func (m *Manifest) oneFrontmatter() {
	if !m.HasFrontmatter || len(m.Problems) > 0 || !isSkillMD(m.Path) {
		return
	}
	if at := secondFrontmatter.Of(m.File); at.End > 0 {
		m.Problems = append(m.Problems, document.ProblemAt(document.Syntax, m.Pos(at.Start), m.Pos(at.End), "a second frontmatter: what reads the file takes the first and shows this as text; expected one"))
	}
}

// secondFrontmatter is the fence of another frontmatter behind the first, empty
// where there is none.
var secondFrontmatter = document.Part[Span]{Name: "second frontmatter", Find: func(_ string, src []byte) *Span {
	_, _, body, _, _ := document.SplitFrontmatter(src)
	rest := bytes.TrimLeft(src[body:], " \t\r\n")
	at := len(src) - len(rest)
	from, to, _, has, closed := document.SplitFrontmatter(rest)
	if !has || !closed || to-from > document.MaxData {
		return &Span{}
	}
	second, err := document.ParseYAML(rest[from:to], 1)
	if err != nil || !second.Is(Map) || second.Get("name") == nil && second.Get("description") == nil && second.Get("id") == nil {
		return &Span{}
	}
	return &Span{Start: at, End: at + len("---")}
}}

// maySOP reports whether the frontmatter of a Markdown file may list tools, by
// what is known of the file, or by its first bytes.
func (ws *Workspace) maySOP(fsys fs.FS, p string) bool {
	if ws.opts.Facts != nil {
		if sum, _, ok := tree.SumOf(fsys, p); ok {
			if keys := sopKeys.Recall(p, sum, ws.opts.Facts); keys != nil {
				return *keys
			}
		}
	}
	return hasFence(fsys, p)
}

// parsedBefore returns what parsing a file came to in the last load, when it is
// known to hold the same.
func (ws *Workspace) parsedBefore(fsys fs.FS, p string) (m *Manifest, same bool) {
	if ws.opts.Last == nil {
		return nil, false
	}
	m, parsed := ws.opts.Last.parsed[p]
	return m, parsed && ws.taken(fsys, p) != nil
}

// parsedAs is parsedBefore for a file of a sum; nil is none.
func (ws *Workspace) parsedAs(p string, sum *[16]byte, size int) *Manifest {
	if ws.takenAs(p, sum, size) == nil {
		return nil
	}
	return ws.opts.Last.parsed[p]
}

// Dialects are tried in this order; the first that matches a file reads it.
var Dialects = []*Dialect{
	Contract, Standard,
	Function,
	CLI, Registry, Lock, Evolution,
	PackageManifest, Definition, Bindings,
	SOP,
	PluginManifest, MarketplaceManifest, SkillsLock,
	MCPTools, MCPServers,
}
