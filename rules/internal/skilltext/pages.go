// Package skilltext reads the Markdown files of skills: which an agent reads, and what
// stands around a place in one.
package skilltext

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/rare"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
)

// A Page is a Markdown file of a skill, SKILL.md or one below it.
type Page struct {
	*skill.File
	Skill *skill.Skill
	Below bool // it is not SKILL.md itself
}

var skillTextLists skill.Memo[[]Page]

// FromElsewhere reports whether a text below a SKILL.md is a page of another project: its
// paths begin where it came from. Its name holds the path that it had there
// (docs__guide__start.md, references/references-cli.md, evals-README.md), it is a
// whole site in one file (llms-full.md), or the front page of a repository, with badges.
func FromElsewhere(t Page) bool {
	if !t.Below {
		return false
	}
	name := path.Base(t.Path)
	return flattened.MatchString(name) || strings.HasPrefix(name, path.Base(path.Dir(t.Path))+"-") && path.Dir(t.Path) != t.Skill.Dir || *badges.Of(t.File)
}

// flattened matches the name of a page that was a path once, that of a site in one file
// (llmstxt.org), and that of a page of the project that the skill is about.
var flattened = regexp.MustCompile(`\w__\w|[-_](?:SKILL|README)\.md$|^llms(?:-full)?\.|(?i)[-_]upstream\.md$|^upstream[-_]`)

// badgeTexts are in the addresses of images that show the state of a repository, and
// workflowBadge matches another that ends so.
var (
	badgeTexts    = []rare.Text{rare.Of("https://img.shields.io/"), rare.Of(".svg?branch="), rare.Of("https://badge.fury.io/")}
	badgeEnd      = rare.Of("/badge.svg")
	workflowBadge = regexp.MustCompile(`/actions/workflows/[\w.-]+/badge\.svg`)
)

// badges says whether a text has one.
var badges = document.Part[bool]{Name: "badges", Find: func(_ string, src []byte) *bool {
	has := slices.ContainsFunc(badgeTexts, func(t rare.Text) bool { return t.In(src) }) || badgeEnd.In(src) && workflowBadge.Match(src)
	return &has
}}

// Pages are the Markdown files of skills that an agent reads: those in
// templates and change logs are not for it.
func Pages(p *lint.Pass) []Page {
	return skillTextLists.Of(p.Workspace, func() []Page {
		byDir := map[string]*skill.Skill{}
		for _, s := range p.Skills {
			if m := s.Manifest(); s.Plugin == nil && (m.Dialect == skill.Standard || m.Dialect == skill.Contract) {
				byDir[s.Dir] = s
			}
		}
		var list []Page
		for _, f := range p.Texts() {
			s := byDir[paths.SkillFolder(p, f.Path)]
			if s == nil || !strings.EqualFold(path.Ext(f.Path), ".md") {
				continue
			}
			if m := s.Manifest(); f.Path == m.Path {
				list = append(list, Page{m.File, s, false})
			} else if inside := strings.TrimPrefix(f.Path, s.Dir+"/"); !paths.Historical(p, f.Path) && !paths.IsTemplate(inside) && p.ManifestAt(f.Path) == nil {
				list = append(list, Page{f, s, true})
			}
		}
		return list
	})
}

var pagesBySkill skill.Memo[map[*skill.Skill][]Page]

// PagesOf are those of one skill.
func PagesOf(p *lint.Pass, s *skill.Skill) []Page {
	return pagesBySkill.Of(p.Workspace, func() map[*skill.Skill][]Page {
		of := map[*skill.Skill][]Page{}
		for _, t := range Pages(p) {
			of[t.Skill] = append(of[t.Skill], t)
		}
		return of
	})[s]
}

// LineAt returns the line of a text that an offset stands in, and where it begins.
func LineAt(src []byte, at int) (string, int) {
	at = min(at, len(src))
	from := bytes.LastIndexByte(src[:at], '\n') + 1
	to := len(src)
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		to = at + i
	}
	return string(src[from:to]), from
}

// BlockAt returns the block of code that holds an offset.
func BlockAt(text *skill.Text, at int) (document.Block, bool) {
	i := slices.IndexFunc(text.Code, func(b document.Block) bool { return b.Start <= at && at < b.End })
	if i < 0 {
		return document.Block{}, false
	}
	return text.Code[i], true
}

// InLink reports whether an offset stands in the destination of a link.
func InLink(text *skill.Text, at int) bool {
	for _, link := range text.Links {
		if link.Start <= at && at < link.End {
			return true
		}
	}
	return false
}

var partsOfNothing = document.Part[[]remarks.Part]{Name: "parts of nothing", Find: func(_ string, src []byte) *[]remarks.Part {
	parts := remarks.Parts(src)
	return &parts
}}

// OfNothing reports whether an offset stands in a part of a text that names what need not be
// there: in a section on what is to come, or in a list or a table that shows how one may look.
// A command is the skill's own all the same where what it makes is shown.
func OfNothing(f *skill.File, at int, command bool) bool {
	return remarks.Holds(*partsOfNothing.Of(f), at, command)
}
