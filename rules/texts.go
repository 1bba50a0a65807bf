package rules

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// A skillText is a Markdown file of a skill, SKILL.md or one below it.
type skillText struct {
	*skill.File
	skill *skill.Skill
	below bool // it is not SKILL.md itself
}

var skillTextLists skill.Memo[[]skillText]

// fromElsewhere reports whether a text below a SKILL.md is a page of another project: its
// paths begin where it came from. Its name holds the path that it had there
// (docs__guide__start.md, references/references-cli.md, evals-README.md), it is a
// whole site in one file (llms-full.md), or the front page of a repository, with badges.
func fromElsewhere(t skillText) bool {
	if !t.below {
		return false
	}
	name := path.Base(t.Path)
	return flattened.MatchString(name) || strings.HasPrefix(name, path.Base(path.Dir(t.Path))+"-") && path.Dir(t.Path) != t.skill.Dir || *badges.Of(t.File)
}

// flattened matches the name of a page that was a path once, and that of a site in one
// file (llmstxt.org).
var flattened = regexp.MustCompile(`\w__\w|[-_](?:SKILL|README)\.md$|^llms(?:-full)?\.`)

// badge matches an image that shows the state of a repository.
var badge = regexp.MustCompile(`https://img\.shields\.io/|\.svg\?branch=|/actions/workflows/[\w.-]+/badge\.svg|https://badge\.fury\.io/`)

// badges says whether a text has one.
var badges = document.Part[bool]{Name: "badges", Find: func(_ string, src []byte) *bool {
	has := badge.Match(src)
	return &has
}}

// skillTexts are the Markdown files of skills that an agent reads: those in
// templates and change logs are not for it.
func skillTexts(p *lint.Pass) []skillText {
	return skillTextLists.Of(p.Workspace, func() []skillText {
		byDir := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			if m := s.Manifest(); s.Plugin == nil && (m.Dialect == skill.Standard || m.Dialect == skill.Contract) {
				byDir[s.Dir] = s
			}
		}
		var list []skillText
		for _, f := range p.Texts() {
			s := byDir[skillFolder(p, f.Path)]
			if s == nil || !strings.EqualFold(path.Ext(f.Path), ".md") {
				continue
			}
			if m := s.Manifest(); f.Path == m.Path {
				list = append(list, skillText{m.File, s, false})
			} else if inside := strings.TrimPrefix(f.Path, s.Dir+"/"); !historical(p, f.Path) && !isTemplate(inside) && p.ManifestAt(f.Path) == nil {
				list = append(list, skillText{f, s, true})
			}
		}
		return list
	})
}

// lineAt returns the line of a text that an offset stands in, and where it begins.
func lineAt(src []byte, at int) (string, int) {
	at = min(at, len(src))
	from := bytes.LastIndexByte(src[:at], '\n') + 1
	to := len(src)
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		to = at + i
	}
	return string(src[from:to]), from
}

// blockAt returns the block of code that holds an offset.
func blockAt(text *skill.Text, at int) (document.Block, bool) {
	i := slices.IndexFunc(text.Code, func(b document.Block) bool { return b.Start <= at && at < b.End })
	if i < 0 {
		return document.Block{}, false
	}
	return text.Code[i], true
}

// inLink reports whether an offset stands in the destination of a link.
func inLink(text *skill.Text, at int) bool {
	for _, link := range text.Links {
		if link.Start <= at && at < link.End {
			return true
		}
	}
	return false
}

var partsOfNothing skill.MemoBy[string, []document.Span]

// ofNothing reports whether an offset stands in a part of a text that names what need not be
// there: in a section on what is to come, or in a list or a table that shows how one may look.
func ofNothing(p *lint.Pass, f *skill.File, at int) bool {
	parts := partsOfNothing.Of(p.Workspace, f.Path, func() []document.Span { return slices.Concat(sectionsToCome(f.Source()), listsShown(f.Source())) })
	return slices.ContainsFunc(parts, func(part document.Span) bool { return part.Start <= at && at < part.End })
}

// sectionsToCome are the sections of which the heading says that what they tell of is not
// there yet.
func sectionsToCome(src []byte) (parts []document.Span) {
	within, start := 0, 0 // the level of the section, 0 outside of any
	for at := 0; at < len(src); {
		line, end := src[at:], len(src)
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line, end = line[:i], at+i+1
		}
		level := len(line) - len(bytes.TrimLeft(line, "#"))
		if level > 0 && bytes.HasPrefix(line[level:], []byte(" ")) {
			if within > 0 && level <= within {
				parts, within = append(parts, document.Span{Start: start, End: at}), 0
			}
			if within == 0 && comesLater.Match(line) {
				within, start = level, at
			}
		}
		at = end
	}
	if within > 0 {
		parts = append(parts, document.Span{Start: start, End: len(src)})
	}
	return parts
}

// comesLater matches the heading of such a section.
var comesLater = regexp.MustCompile(`(?i)\b(?:coming soon|future (?:work|enhancements?|improvements?)|to be (?:implemented|developed|written)|not (?:yet )?implemented)\b|\((?:planned|future|tbd|todo)\)|待(?:开发|实现|补充)|未实现|计划中|开发中|规划中|未実装|実装予定|開発中|구현 예정|미구현|개발 예정`)

// listsShown are the lists and tables below a line that says no more than that they are an
// example, and of what.
func listsShown(src []byte) (parts []document.Span) {
	for _, found := range exampleShown.FindAllIndex(src, -1) {
		end := found[1]
		if n := len(parts); n > 0 && found[0] < parts[n-1].End {
			continue
		}
		for end < len(src) {
			line, next := src[end:], len(src)
			if i := bytes.IndexByte(line, '\n'); i >= 0 {
				line, next = line[:i], end+i+1
			}
			if len(bytes.TrimSpace(line)) > 0 && !listItem.Match(line) && !bytes.HasPrefix(line, []byte("  ")) {
				break
			}
			end = next
		}
		parts = append(parts, document.Span{Start: found[1], End: end})
	}
	return parts
}

// listItem matches the beginning of a line of a list, or of a table.
var listItem = regexp.MustCompile(`^\s*(?:[-*+|]|\d+[.)])\s?`)

// exampleShown matches "Example:" and "Example (a page with three parts):", in the languages
// that skills are written in. "Examples:" are often the pages that follow.
var exampleShown = regexp.MustCompile(`(?im)^[ \t*_>]*(?:example|ejemplo|exemple|exemplo|esempio|beispiel|пример|例|示例|예시)(?:[ \t]*[(（][^)）\n]*[)）])?[*_]*[ \t]*[:：][ \t*_]*$\n?`)
