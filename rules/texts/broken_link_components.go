package texts

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/remarks"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

// misledComponents are the places where commands and agents send to a skill that lies
// elsewhere, to a page that no skill of their plugin has, or, by a variable, to what the plugin
// lacks. What other paths of theirs are relative to is nowhere documented.
func misledComponents(p *lint.Pass, report func(dir string, list []missingPath)) {
	for _, c := range p.Components() {
		if c.Kind != hosts.Command && c.Kind != hosts.Agent || !document.IsMarkdown(c.Path) || isAboutSkills(path.Base(c.Path)) {
			continue
		}
		list := misplacedSkills(p, c.File)
		if plugin := p.PluginAt(path.Dir(c.Path)); c.Plugin != "" && plugin != nil && !isAboutSkills(pluginset.Name(plugin)) {
			list = append(list, pagesOfNoSkill(p, c.File, plugin)...)
		}
		list = append(list, lostAnchored(p, c.File, "")...)
		if len(list) > 0 {
			report(path.Dir(c.Path), list)
		}
	}
}

// misplacedSkills are the paths to a SKILL.md that lead nowhere, where the one skill in a
// folder of that name lies below other folders.
func misplacedSkills(p *lint.Pass, f *skill.File) (found []missingPath) {
	if f.Prose().Manuals == 0 {
		return nil
	}
	src := f.Source()
	seen := map[string]bool{}
	for _, m := range pathToSkill.FindAllSubmatchIndex(src, -1) {
		target := string(src[m[2]:m[3]])
		if seen[target] || paths.IsPlaceholder(target) || exists(p, f, target) || fromAround(p, path.Clean(target)) || f.Text().InCode(m[2]) || remarks.Excuses(src, m[2], m[3]) || belowPlaceholder(src, target) {
			continue
		}
		seen[target] = true
		at := skillsByFolder(p)[naming{p.Collection(f.Path), path.Base(path.Dir(target))}]
		if at != "" {
			found = append(found, missingPath{
				Diagnostic: lint.Span(f.Pos(m[2]), f.Pos(m[3]), "the text names %q, which does not exist: the skill is at %q", target, at),
				path:       path.Join(p.Collection(f.Path), target),
			})
		}
	}
	return found
}

// belowPlaceholder reports whether a text names a path in a folder that the reader is to fill in, too, which is another one then:
// [kit-path]/templates/x.md.
func belowPlaceholder(src []byte, target string) bool {
	return slices.ContainsFunc([]string{"]/", ">/"}, func(end string) bool { return bytes.Contains(src, []byte(end+target)) })
}

var byFolderMemo skill.Memo[map[naming]string]

// skillsByFolder are the texts of the skills of each collection by the names of their
// folders, "" where several have one.
func skillsByFolder(p *lint.Pass) map[naming]string {
	return byFolderMemo.Of(p.Workspace, func() map[naming]string {
		at := map[naming]string{}
		for _, s := range p.Skills {
			if s.Plugin != nil {
				continue
			}
			folder := naming{p.Collection(s.Dir), path.Base(s.Dir)}
			if _, another := at[folder]; another {
				at[folder] = ""
			} else {
				at[folder] = s.Manifest().Path
			}
		}
		return at
	})
}

// pathToSkill matches a path to a SKILL.md with two folders or more, of which none is hidden:
// what lies in .claude/skills is a project's, which may have it.
var pathToSkill = regexp.MustCompile("(?:^|[\\s`\"'(])((?:[A-Za-z0-9][\\w.-]*/){2,}SKILL\\.md)\\b")

// pagesOfNoSkill are the pages that a text of a plugin sends to as a skill's and that no
// skill of it has.
func pagesOfNoSkill(p *lint.Pass, f *skill.File, plugin *skill.Skill) (found []missingPath) {
	var src []byte
	for _, named := range f.Prose().Paths {
		if !strings.HasPrefix(named.Path, "references/") || !document.IsMarkdown(named.Path) || paths.IsPlaceholder(named.Path) ||
			exists(p, f, named.Path) || paths.ElsewhereIn(p, p.Collection(f.Path), named.Path) {
			continue
		}
		if src == nil {
			src = f.Source()
		}
		if ofTheSkill.Match(src[max(0, named.Start-40):named.Start]) && !f.Text().InCode(named.Start) && !remarks.Excuses(src, named.Start, named.End) {
			found = append(found, missingPath{
				Diagnostic: lint.Span(f.Pos(named.Start), f.Pos(named.End), "the text names %q, which no skill of the plugin has", named.Path),
				path:       path.Join(path.Dir(f.Path), named.Path),
			})
		}
	}
	return found
}

// ofTheSkill matches what stands before a page that is said to be the skill's.
var ofTheSkill = regexp.MustCompile("(?i)\\bskill['’]s\\s+[`*(]*$")
