package rules

import (
	"bytes"
	"path"
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

var takenTexts skill.MemoBy[*skill.Skill, bool]

// takenOver reports whether the texts below a SKILL.md are the pages of another
// project, taken over as they were: most of what they lead to is not there.
func takenOver(p *lint.Pass, s *skill.Skill) bool {
	return takenTexts.Of(p.Workspace, s, func() bool {
		there, gone := 0, 0
		for _, t := range textsBelow(p)[s] {
			count := func(target string) {
				if leadsTo(p, t, target) {
					there++
				} else {
					gone++
				}
			}
			for _, d := range t.Prose().Destinations {
				if target, ok := localTarget(d.Dest); ok && isInstruction(target) {
					count(target)
				}
			}
			for _, named := range t.Prose().Paths {
				count(named.Path)
			}
			for _, run := range t.Prose().Scripts {
				count(run.Path)
			}
		}
		return gone >= manyTaken && gone > there
	})
}

// manyTaken is how many dead paths make texts another project's.
const manyTaken = 6

var textsBelowSkills skill.Memo[map[*skill.Skill][]skillText]

// textsBelow are the texts of each skill but for SKILL.md itself.
func textsBelow(p *lint.Pass) map[*skill.Skill][]skillText {
	return textsBelowSkills.Of(p.Workspace, func() map[*skill.Skill][]skillText {
		below := map[*skill.Skill][]skillText{}
		for _, t := range skillTexts(p) {
			if t.below {
				below[t.skill] = append(below[t.skill], t)
			}
		}
		return below
	})
}

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
