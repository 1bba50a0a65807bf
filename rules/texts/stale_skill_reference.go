package texts

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// StaleSkillReference reports names of skills that the change removed or renamed.
var StaleSkillReference = &lint.Rule{
	Name: "stale-skill-reference", Group: "P", Severity: lint.Warning, Authors: true,
	Doc: `A text names a skill that this change removed or renamed.

Against the base: whoever follows the name finds nothing. Calls (` + "`Skill(\"old\")`" + `), paths into its folder, and names in backticks
that have more than one word are found in all Markdown, but for change logs and archives. For a skill that was renamed,
the fix writes its new name.`,
	Sources: []lint.Source{sources.Rated("convention", sources.ClaudeSkills)},
	Run: func(p *lint.Pass) {
		gone := skillnames.Gone(p)
		if len(gone) == 0 {
			return
		}
		for _, files := range [][]*skill.File{p.Texts(), p.Docs()} {
			for _, f := range files {
				if strings.EqualFold(path.Ext(f.Path), ".md") && !paths.Historical(p, f.Path) {
					staleNames(p, f, gone)
				}
			}
		}
	},
}

// staleNames reports the mentions of skills that are gone.
func staleNames(p *lint.Pass, f *skill.File, gone map[string]string) {
	src := f.Source()
	for at := 0; at < len(src); {
		if !nameByte(src[at]) {
			at++
			continue
		}
		start := at
		for at < len(src) && nameByte(src[at]) {
			at++
		}
		name := string(src[start:at])
		successor, is := gone[name]
		if !is || !mentioned(src, start, at) {
			continue
		}
		d := lint.Span(f.Pos(start), f.Pos(at), "skill %q was removed", name)
		if successor != "" && successor != name {
			d.Message = fmt.Sprintf("skill %q was renamed to %q", name, successor)
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   fmt.Sprintf("write %q", successor),
				TextEdits: []analysis.TextEdit{{Pos: f.Pos(start), End: f.Pos(at), NewText: []byte(successor)}},
			}}
		}
		p.Report(d)
	}
}

// nameByte reports whether a byte may be part of a skill's name.
func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// mentioned reports whether a name at src[start:end] surely means a skill:
// it is called, is a folder in a path of skills, or stands in backticks and
// has more than one word.
func mentioned(src []byte, start, end int) bool {
	before, after := src[max(0, start-24):start], src[end:min(len(src), end+12)]
	switch {
	case bytes.HasPrefix(after, []byte("/SKILL.md")), bytes.HasSuffix(before, []byte("skills/")):
		return !bytes.HasSuffix(before, []byte("](../")) // broken-link speaks of links
	case bytes.HasSuffix(before, []byte("`")) && bytes.HasPrefix(after, []byte("`")):
		return bytes.ContainsAny(src[start:end], "-_")
	}
	call := bytes.TrimRight(before, "\"'` ")
	return bytes.HasSuffix(call, []byte("Skill(")) || bytes.HasSuffix(bytes.TrimRight(call, "=: "), []byte("Skill(skill"))
}
