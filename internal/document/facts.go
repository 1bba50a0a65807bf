package document

import (
	"bytes"

	"github.com/skilllint/skilllint/internal/mcp"
	"github.com/skilllint/skilllint/internal/rare"
)

// Facts are what rules need of any text, found by looks at its bytes.
type Facts struct {
	BOM      bool          // it begins with a byte-order mark
	MCP      []mcp.Mention // tools of MCP servers, by the names that hosts form
	NamesMCP bool          // it names a server or tool of MCP, maybe only in part
	Homes    []Home        // folders in somebody's home
	Marks    []Mark        // comments that begin with Marker
	Calls    []Call        // of Markdown: parts of plugins that are called by their full names
	Installs []Install     // of Markdown: plugins that are installed from marketplaces
	Adds     []string      // of Markdown: marketplaces that are added before, see addsIn

	Resources []string // files in the folders of resources of other folders, see resourcesIn
}

var factsPart = Part[Facts]{Name: "facts", Find: func(name string, src []byte) *Facts {
	facts := &Facts{BOM: bytes.HasPrefix(src, bom), Homes: homesIn(src), Marks: marksIn(name, src), NamesMCP: mcp.InText(src), Resources: resourcesIn(src)}
	if facts.NamesMCP {
		facts.MCP = mcp.Mentions(src)
	}
	if IsMarkdown(name) {
		facts.Calls, facts.Installs, facts.Adds = callsIn(src), installsIn(src), addsIn(src)
	}
	return facts
}}

// Facts returns the facts of the text. It is safe for concurrent use.
func (f *File) Facts() *Facts { return factsPart.Of(f) }

// Prose is what rules need of the text of a manifest in Markdown.
type Prose struct {
	Blank        bool          // nothing stands behind the frontmatter
	Stub         string        // see LinkStub
	Destinations []Destination // of links; those to the network are left out
	MayBeAstray  bool          // it may end in a block of code, or have a fence too many, which Text knows
	Hidden       []Hidden
	Scripts      []Script
	Paths        []Named // of a skill's own files, as they stand in words
	Listed       []Named // files that a list gives first in an item
	Anchored     []Anchored
	Ups          []PathUp
	Notations    []Notation
	Manuals      int // how often it names SKILL.md
}

var manual = rare.Of("SKILL.md")

var prosePart = Part[Prose]{Name: "prose", Find: func(name string, src []byte) *Prose {
	_, _, at, _, _ := SplitFrontmatter(src)
	body := src[min(at, len(src)):]
	p := &Prose{
		Blank: len(bytes.TrimSpace(body)) == 0, Stub: LinkStub(src),
		MayBeAstray: mayBeAstray(src), Hidden: HiddenIn(src),
		Scripts: scriptsIn(src, at), Paths: prosePathsIn(src, at), Listed: listedIn(src, at), Anchored: anchoredIn(src, at), Ups: pathsUp(src, at), Notations: notationsIn(src, at),
		Manuals: manual.Count(src),
	}
	for _, d := range destinations(src) {
		if !d.Sure || !bytes.HasPrefix([]byte(d.Dest), []byte("http")) && !bytes.HasPrefix([]byte(d.Dest), []byte("#")) {
			p.Destinations = append(p.Destinations, d)
		}
	}
	return p
}}

// Prose returns the facts of the text behind the frontmatter; none for a file
// that is no Markdown. It is safe for concurrent use.
func (f *File) Prose() *Prose {
	if !IsMarkdown(f.Path) {
		return &prosePart.none
	}
	return prosePart.Of(f)
}

// BodySum is the sum of what stands behind an offset.
func (f *File) BodySum(at int) Sum { return sumOf(f.Between(at, f.Size), nil, f.exact) }

// headless is what is held of most files.
var headless = &held{head: []byte{}}

// Release makes the facts of the file, and drops its bytes but for the first
// keep, which Head and Between still have. Of Markdown those have to be its
// frontmatter.
func (f *File) Release(keep int) {
	src := f.held.Load().src
	if src == nil || f.again.Load() == nil {
		return
	}
	f.Facts()
	f.keepBasics()
	head := src[:min(keep, len(src))]
	if len(head) == 0 {
		f.held.Store(headless)
		return
	}
	if f.keeper != nil && len(headPart.Of(f).Bytes) == len(head) {
		head = headPart.Of(f).Bytes
	} else {
		head = bytes.Clone(head)
	}
	f.held.Store(&held{head: head})
}
