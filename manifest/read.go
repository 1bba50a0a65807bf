package manifest

import (
	"bytes"
	"path"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/standing"
	"github.com/skilllint/skilllint/internal/tree"
)

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

// IsCandidate reports whether a file of that path may be a manifest.
func IsCandidate(p string) bool {
	return slices.ContainsFunc(Dialects, func(d *Dialect) bool { return d.Files(p) })
}

// Read reads a file, finds its dialect unless one is pinned to it, and what is
// wrong with the frontmatter of a SKILL.md. The manifest has no Dialect when
// the file speaks none. fault says why the file is not whole.
func Read(f *document.File, fault error, pinned *Dialect) *Manifest {
	m := &Manifest{File: f, Dialect: pinned}
	if fault != nil {
		m.Body = f.Size
		m.Problems = []document.Problem{document.ProblemAt(document.Syntax, m.Pos(0), m.Pos(0), "%s", tree.Reason(fault))}
	} else {
		m.Data = f.Read()
	}
	m.wantsFrontmatter()
	m.oneFrontmatter()
	for _, d := range Dialects {
		if m.Dialect == nil && d.Files(m.Path) && d.Match(m) {
			m.Dialect = d
		}
	}
	return m
}

// ReleaseText drops the bytes of a manifest but for its data, as it is written,
// which edits are made of. A procedure is read word by word, so that its text
// stays.
func (m *Manifest) ReleaseText() {
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

// wantsFrontmatter reports a SKILL.md that has none, or one that says nothing.
func (m *Manifest) wantsFrontmatter() {
	if len(m.Problems) > 0 || path.Base(m.Path) != "SKILL.md" || m.HasFrontmatter && m.Root != nil && !m.Root.Is(document.Null) || m.Prose().Stub != "" {
		return
	}
	if behind, is := BehindFrontmatter(m.File); is && !m.HasFrontmatter {
		m.Problems = []document.Problem{behind}
		return
	}
	at, says := m.Body, `the file has no frontmatter: expected a line "---", then name and description`
	if m.HasFrontmatter {
		at, says = 0, "the frontmatter is empty: expected name and description"
	}
	end := at + len(document.FirstLine(m.Source()[at:]))
	m.Problems = []document.Problem{document.ProblemAt(document.Plain, m.Pos(at), m.Pos(end), "%s", says)}
}

// BehindFrontmatter tells of a frontmatter with something before it: to all who read the file it is none.
func BehindFrontmatter(f *document.File) (problem document.Problem, is bool) {
	found := beforeFrontmatter.Of(f)
	if found.Says == "" {
		return problem, false
	}
	problem = document.ProblemAt(document.Behind, f.Pos(found.From), f.Pos(found.End), "%s", found.Says)
	if found.Blank > found.From {
		problem.SuggestedFixes = []analysis.SuggestedFix{{
			Message:   "delete what stands before the frontmatter",
			TextEdits: []analysis.TextEdit{{Pos: f.Pos(found.From), End: f.Pos(found.Blank)}},
		}}
	}
	return problem, true
}

// A before is what stands before the frontmatter of a file; the zero value where nothing does, or no frontmatter is there.
type before struct {
	Says             string
	From, End, Blank int // where the text begins, its first line ends, and the white space ends that is all of it
}

var beforeFrontmatter = document.Part[before]{Name: "before the frontmatter", Find: func(_ string, src []byte) *before {
	text := bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	from := len(src) - len(text)
	found := before{From: from, End: from + len(document.FirstLine(text))}
	if fenced.Match(text) {
		found.Says = "a code fence stands before the frontmatter, so that nobody reads it: delete the fence, and the one that closes it"
	} else if m := gap.FindSubmatch(text); m != nil {
		found.Says, found.Blank = `white space stands before the frontmatter, so that nobody reads it: the file has to begin with the line "---"`, from+len(m[1])
	} else if m := behind.Find(text); m != nil && !bytes.Contains(m, []byte("```")) { // which may show one
		found.Says = `text stands before the frontmatter, so that nobody reads it: the file has to begin with the line "---"`
	} else {
		return &before{}
	}
	return &found
}}

// gap matches a frontmatter with nothing but white space before it.
var gap = regexp.MustCompile(`^(\s+)---[ \t]*\r?\n` + firstKey + `:`)

// firstKey matches the key that most frontmatters begin with.
const firstKey = `(?:name|description|allowed-tools|argument-hint|paths)`

// fenced matches a frontmatter in a block of code, in which assistants show files.
var fenced = regexp.MustCompile("^\\s*(?:```|~~~)[^\\n]*\\n---[ \\t]*\\r?\\n")

// behind matches a frontmatter that has something before it, on its first line or above: a comment, or some lines.
var behind = regexp.MustCompile(`^(?:\s*<!--(?:[^-]|-[^-])*-->)?(?:[^\n]*\n){0,12}?[^\n]{0,3}---[ \t]*\r?\n` + firstKey + `:`)

// oneFrontmatter reports a SKILL.md whose text begins with another
// frontmatter: one reader takes the first, a person may see the second.
func (m *Manifest) oneFrontmatter() {
	if !m.HasFrontmatter || len(m.Problems) > 0 || !standing.IsSkillMD(m.Path) {
		return
	}
	if at := secondFrontmatter.Of(m.File); !at.Empty() {
		m.Problems = append(m.Problems, document.ProblemAt(document.Syntax, m.Pos(at.Start), m.Pos(at.End), "a second frontmatter: what reads the file takes the first and shows this as text; join the two"))
	}
}

// A SecondFrontmatter is the fence of another frontmatter behind the first, empty where there is
// none, and what it has.
type SecondFrontmatter struct {
	document.Span
	Name, Description bool
}

// Second returns the second frontmatter of a SKILL.md.
func (m *Manifest) Second() *SecondFrontmatter {
	if !m.HasFrontmatter || !standing.IsSkillMD(m.Path) {
		return &SecondFrontmatter{}
	}
	return secondFrontmatter.Of(m.File)
}

var secondFrontmatter = document.Part[SecondFrontmatter]{Name: "second frontmatter", Find: func(_ string, src []byte) *SecondFrontmatter {
	head, headEnd, body, _, _ := document.SplitFrontmatter(src)
	rest := bytes.TrimLeft(src[body:], " \t\r\n")
	at := len(src) - len(rest)
	from, to, _, has, closed := document.SplitFrontmatter(rest)
	if !has || !closed || to-from > document.MaxData {
		return &SecondFrontmatter{}
	}
	second, err := document.ParseYAML(rest[from:to], 1)
	if err != nil || repeats(src[head:headEnd], rest[from:to]) || !second.Is(document.Map) || second.Get("name") == nil && second.Get("description") == nil && second.Get("id") == nil {
		return &SecondFrontmatter{}
	}
	return &SecondFrontmatter{document.Span{Start: at, End: at + len("---")}, second.Get("name") != nil, second.Get("description") != nil}
}}

// repeats reports whether each line of a second frontmatter stands in the first: nothing is lost.
func repeats(first, second []byte) bool {
	have := map[string]bool{}
	for line := range bytes.Lines(first) {
		have[string(bytes.TrimSpace(line))] = true
	}
	for line := range bytes.Lines(second) {
		if !have[string(bytes.TrimSpace(line))] {
			return false
		}
	}
	return true
}
