package texts

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"unicode"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// UnclosedFence reports code fences that are never closed.
var UnclosedFence = &lint.Rule{
	Name: "unclosed-fence", Group: "A", Severity: lint.Warning, Local: true, Authors: true,
	Doc: `A code fence is never closed.

Everything after it is code, to a reader of Markdown: headings, links and instructions vanish. Close it with a fence of
the same characters, at least as long. A block that holds other fences needs a longer one of its own: else the fence that closes the inner block closes it, and a later one opens a block to the end of the file. The finding stands at the fence that opens it.
A fence that has a language, or a mark, behind it closes nothing: where it was meant to close a block of code, the finding stands there. So does a fence too many, right behind one that closes a block: it opens another, over the text behind it. Where no heading and no other fence stands behind it, or a short text to be filled in ends the page (` + "` ```markdown`" + `), nothing is lost, and nothing is said. The texts below SKILL.md that something leads to are judged, too, and agents and commands.`,
	Sources: []lint.Source{sources.CommonMark},
	Run: func(p *lint.Pass) {
		var open folding.Batches[fenceCause]
		for _, m := range p.Manifests {
			if m.Body >= m.Size {
				continue
			}
			if d, is := unclosed(m.File); is {
				open.Add(fenceCause{p.Collection(m.Path), d.Message}, d)
			}
		}
		for _, cause := range open.Causes {
			p.Folding(folding.Folded("texts have such a fence")).Report(open.Of[cause]...)
		}
		var components []analysis.Diagnostic
		told := map[string]bool{} // which may be pages of a skill, too
		for _, c := range p.Components() {
			if (c.Kind == hosts.Command || c.Kind == hosts.Agent) && document.IsMarkdown(c.Path) {
				if d, is := unclosed(c.File); is {
					told[c.Path] = true
					components = append(components, d)
				}
			}
		}
		p.Folding(folding.Gathered("agent or command has such a fence", "agents and commands have such fences")).Report(components...)
		below, at := map[*skill.Skill][]analysis.Diagnostic{}, map[*skill.Skill]map[string]bool{}
		for _, t := range skilltext.Pages(p) {
			if !t.Below || told[t.Path] {
				continue
			}
			if d, is := unclosed(t.File); is {
				if below[t.Skill] = append(below[t.Skill], d); at[t.Skill] == nil {
					at[t.Skill] = map[string]bool{}
				}
				at[t.Skill][t.Path] = true
			}
		}
		for _, s := range p.Skills {
			unread := unread(p, s, at[s])
			pages := slices.DeleteFunc(below[s], func(d analysis.Diagnostic) bool { return unread[p.FileAt(d.Pos).Path] })
			p.Folding(folding.Gathered("page of the skill has such a fence", "pages of the skill have such fences")).Report(pages...)
		}
	},
}

// fenceCause is what such fences have in common.
type fenceCause struct{ collection, says string }

// unclosed is what is wrong with the fences of a text, but for those that it shows as wrong.
func unclosed(f *skill.File) (d analysis.Diagnostic, is bool) {
	d, is = astray(f)
	return d, is && !slices.ContainsFunc(skilltext.HeadingsAt(f, f.Offset(d.Pos)), wrongForm.MatchString)
}

// wrongForm matches the heading of a section on what not to write.
var wrongForm = regexp.MustCompile(`❌|(?i)\b(?:incorrect|wrong|bad|broken) (?:[\w-]+ ){0,2}(?:patterns?|examples?|formats?|ways?|usage|fences?)\b`)

// astray is what is wrong with the last fence of a text.
func astray(f *skill.File) (d analysis.Diagnostic, is bool) {
	if !f.Prose().MayBeAstray {
		return d, false
	}
	text := f.Text()
	fence, nested := text.Unclosed, text.Nested
	switch {
	case !fence.Empty() && !nested.Worded.Empty() && !fence.Lang:
		return worded(f, nested, overText), true
	case !text.Stray.Outer.Worded.Empty():
		return worded(f, text.Stray.Outer, overText), true
	case !text.Stray.Outer.Open.Empty() && text.Stray.Outer.Open.Start < nested.Open.Start:
		return stray(f, text), true
	case !fence.Empty() && !nested.Open.Empty() && !fence.Lang: // it was meant to close
		if len(bytes.TrimSpace(f.Between(fence.End, f.Size))) == 0 {
			return d, false // nothing is lost
		}
		d = lint.Span(f.Pos(nested.Open.Start), f.Pos(nested.Open.End), "a fence within this block closes it, so that a later fence opens a block to the end of the file: write the outer fences as %s", nested.Longer)
		d.Related = []analysis.RelatedInformation{fenceAt(f, nested.Close, "this closes it"), fenceAt(f, fence.Span, "this opens a block that runs to the end of the file")}
		return d, true
	case !fence.Empty() && swallowed.Match(f.Between(fence.End, f.Size)) && !isTemplate(f, fence.Span):
		if !fence.Worded.Empty() {
			return worded(f, document.Fences{Open: fence.Span, Worded: fence.Worded}, "everything after it is code"), true
		}
		if d, is := mistyped(f, text); is {
			return d, true
		}
		if d, is := outOfStep(f, text); is {
			return d, true
		}
		d = lint.Span(f.Pos(fence.Start), f.Pos(fence.End), "the code fence is never closed: everything after it is code")
		if !fence.Short.Empty() {
			d.Related = []analysis.RelatedInformation{fenceAt(f, fence.Short, "this does not close it: it is shorter, or indented too far")}
		}
		return d, true
	case !text.Stray.Outer.Open.Empty():
		return stray(f, text), true
	case !text.Stray.Empty():
		d = lint.Span(f.Pos(text.Stray.Start), f.Pos(text.Stray.End), "this fence stands right behind one that closes a block, and opens another over the text behind it: delete it")
		d.Related = []analysis.RelatedInformation{fenceAt(f, text.Stray.Until, "the block ends here")}
		return d, true
	}
	return d, false
}

// mistyped tells of a line with a backtick too few above the fence that is never closed, which was meant to close what that line
// was meant to open.
func mistyped(f *skill.File, text *document.Text) (d analysis.Diagnostic, is bool) {
	start := 0
	if n := len(text.Code); n > 1 {
		start = text.Code[n-2].End // the last is the block that is never closed
	}
	all := twoBackticks.FindAllIndex(f.Between(start, text.Unclosed.Start), -1)
	if len(all) != 1 {
		return d, false
	}
	at := document.Span{Start: start + all[0][0], End: start + all[0][1]}
	d = lint.Span(f.Pos(at.Start), f.Pos(at.End), "two backticks open no block, so that the fence which was meant to close it opens one to the end of the file: write three")
	d.Related = []analysis.RelatedInformation{fenceAt(f, text.Unclosed.Span, "this opens a block that runs to the end of the file")}
	return d, true
}

// twoBackticks matches a line that opens a block but for a backtick: “bash.
var twoBackticks = regexp.MustCompile("(?m)^ {0,3}``[a-z0-9]*[ \\t]*$")

// outOfStep tells of the first fence that does what it does not look like, where all behind it do so, too, or some up to another
// such fault: one of the fences above the last was left out.
func outOfStep(f *skill.File, text *document.Text) (d analysis.Diagnostic, is bool) {
	lines := fenceLines(f, text)
	first := slices.IndexFunc(lines, func(l fenceLine) bool { return l.looks == -l.does })
	if first < 0 {
		return d, false
	}
	behind, where := 0, "to the end of the file"
	for _, l := range lines[first+1:] {
		if l.looks == l.does {
			where = "behind it" // up to the next fault
			break
		}
		if l.looks != 0 {
			behind++
		}
	}
	if behind < 2 && (where == "behind it" || first < len(lines)-1) {
		return d, false
	}
	if l := lines[first]; l.does == opening {
		if first < 2 || lines[first-1].looks == closing {
			return lint.Span(f.Pos(l.Start), f.Pos(l.End), "this fence closes no block: it opens one over the text after it; delete it, or add the fence that opens its block"), true
		}
		first-- // which may have been meant to open a block
	}
	open, end := lines[first-1], lines[first]
	d = lint.Span(f.Pos(open.Start), f.Pos(open.End), "the code fence is never closed: the next one, which was meant to open a block, closes it, and text and code are swapped %s", where)
	d.Related = []analysis.RelatedInformation{fenceAt(f, end.Span, "this closes it")}
	return d, true
}

// A fenceLine is a fence that opens a block or closes one, and which of the two it looks like.
type fenceLine struct {
	document.Span
	does, looks int
}

const (
	opening = 1
	closing = -1
)

// fenceLines are the fences of a text that open and close its blocks, in order. One looks as if it opens a block that is set
// off from the text above, and as if it closes one that is set off from the text below.
func fenceLines(f *skill.File, text *document.Text) []fenceLine {
	src := f.Between(0, f.Size)
	var lines []fenceLine
	add := func(at, does int) {
		line := bytes.TrimRight(src[at:], "\n")
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		fence := bytes.TrimSpace(line)
		if !isFence(fence) {
			return
		}
		above := bytes.TrimRight(src[:at], "\n")
		above = bytes.TrimSpace(above[bytes.LastIndexByte(above, '\n')+1:])
		setOff := bytes.HasSuffix(src[:at], []byte("\n\n")) || lowerHeading.Match(above)
		announced := bytes.HasSuffix(bytes.TrimRight(above, "*_"), []byte(":"))
		next, _, _ := bytes.Cut(src[min(at+len(line)+1, len(src)):], []byte("\n"))
		next = bytes.TrimSpace(next)
		blank := len(next) == 0 || isFence(next)
		l := fenceLine{Span: document.Span{Start: at, End: at + len(line)}, does: does}
		switch {
		case len(bytes.TrimLeft(fence, "`~")) > 0, (setOff || announced) && !blank:
			l.looks = opening
		case !setOff && !announced && blank:
			l.looks = closing
		}
		lines = append(lines, l)
	}
	for _, b := range text.Code {
		above := bytes.TrimRight(src[:b.Start], " \t")
		if len(above) > 0 {
			add(bytes.LastIndexByte(above[:len(above)-1], '\n')+1, opening)
		}
		if b.End < len(src) {
			add(b.End, closing)
		}
	}
	return lines
}

func isFence(line []byte) bool {
	return bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~"))
}

// lowerHeading matches a heading below the first level, which no comment of a script looks like.
var lowerHeading = regexp.MustCompile(`^#{2,6} \S`)

// stray tells of a block that a fence within it closes, so that its own end opens another.
func stray(f *skill.File, text *document.Text) analysis.Diagnostic {
	outer := text.Stray.Outer
	d := lint.Span(f.Pos(outer.Open.Start), f.Pos(outer.Open.End), "a fence within this block closes it, so that a later fence opens a block over the text behind it: write the outer fences as %s", outer.Longer)
	d.Related = []analysis.RelatedInformation{fenceAt(f, outer.Close, "this closes it"), fenceAt(f, text.Stray.Span, "this opens a block over the text behind it"), fenceAt(f, text.Stray.Until, "which ends here")}
	return d
}

// overText is what a fence that does not close its block leads to, where others follow.
const overText = "later fences open blocks over text"

// worded tells of a fence that has a language or a mark behind it, so that it does not close the block that it was meant to
// close, and of what follows.
func worded(f *skill.File, block document.Fences, so string) analysis.Diagnostic {
	has := "names a language"
	if line := f.Between(block.Worded.Start, block.Worded.End); !bytes.ContainsFunc(line, unicode.IsLetter) {
		has = fmt.Sprintf("has '%s' behind it", bytes.TrimLeft(bytes.TrimSpace(line), "`~"))
	}
	d := lint.Span(f.Pos(block.Worded.Start), f.Pos(block.Worded.End), "this fence %s, so it does not close the block above it, and %s: delete what stands behind it", has, so)
	d.Related = []analysis.RelatedInformation{fenceAt(f, block.Open, "the block begins here")}
	return d
}

// isTemplate reports whether what a fence opens is a text to be filled in, which ends the page: it is said to be Markdown or
// text, no other fence stands in it, and it is short. What begins the page is the page itself.
func isTemplate(f *skill.File, fence document.Span) bool {
	text, before := f.Between(fence.End, f.Size), f.Between(0, fence.Start)
	_, _, body, _, _ := document.SplitFrontmatter(before)
	return len(bytes.TrimSpace(before[min(body, len(before)):])) > 0 && ofText.Match(f.Between(fence.Start, fence.End)) && !anyFence.Match(text) && bytes.Count(text, []byte("\n")) <= templateLines
}

var (
	ofText   = regexp.MustCompile("(?:```|~~~) *(?:markdown|md|text)\\s*$")
	anyFence = regexp.MustCompile("(?m)^\\s*(?:```|~~~)")
)

// templateLines is how long such a text is at most.
const templateLines = 40

// fenceAt is the place of another fence.
func fenceAt(f *skill.File, at document.Span, says string) analysis.RelatedInformation {
	return analysis.RelatedInformation{Pos: f.Pos(at.Start), End: f.Pos(at.End), Message: says}
}

// swallowed matches what was meant as Markdown behind a fence: a heading below the first
// level, which no comment of a script looks like, or another fence.
var swallowed = regexp.MustCompile("(?m)^ {0,3}(?:#{2,6} \\S|```|~~~)")
