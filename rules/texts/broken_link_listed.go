package texts

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/skill"
)

// missingListed are the files that a README in a skill's folders of resources lists and
// that are not there.
func missingListed(p *lint.Pass, t skilltext.Page) []missingPath {
	dir := path.Dir(t.Path)
	if !strings.EqualFold(path.Base(t.Path), "README.md") || dir == t.Skill.Dir || !paths.IsResource(t.Skill, t.Path) {
		return nil
	}
	var found []missingPath
	text := t.Text()
	pages, around := pagesAlone(p, dir), t.Skill.Dir
	if plugin := p.PluginAt(dir); plugin != nil {
		around = plugin.Dir // whose scripts the page may speak of
	}
	for _, m := range t.Prose().Listed {
		name := m.Path
		if pages && !document.IsMarkdown(name) || text.InCode(m.Start) || leadsOn(t.Source(), m.End) || paths.IsPlaceholder(name) || strings.ToUpper(strings.TrimSuffix(name, path.Ext(name)))+path.Ext(name) == name || paths.ElsewhereIn(p, around, name) || ofEach.MatchString(skilltext.Introduction(t.Source(), m.Start)) || isAtRoot(p, name) && belowRoot(t.Source(), m.Start) || skilltext.OfNothing(t.File, m.Start, false) {
			continue
		}
		d := lint.Span(t.Pos(m.Start), t.Pos(m.End), "the README lists %q, which does not exist", name)
		found = append(found, missingPath{Diagnostic: d, path: path.Join(dir, name)})
	}
	return found
}

// isAtRoot reports whether a file is in the root of the workspace.
func isAtRoot(p *lint.Pass, name string) bool {
	_, is := p.Tree.Lookup(name)
	return is
}

// belowRoot reports whether a line is in a list below an item that speaks of the root.
func belowRoot(src []byte, at int) bool {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
	line, from := skilltext.LineAt(src, at)
	for deep := indent(line); from > 0 && deep > 0; {
		line, from = skilltext.LineAt(src, from-1)
		if strings.TrimSpace(line) != "" && indent(line) < deep {
			return atRoot.MatchString(line)
		}
	}
	return false
}

// atRoot matches the head of such a list.
var atRoot = regexp.MustCompile(`(?i)\broot\b[^\n]*:\**\s*$`)

// ofEach matches what introduces a list of the files that every folder of a kind has.
var ofEach = regexp.MustCompile(`(?i)\b(?:each|every|per) (?:[\w-]+ ){0,2}(?:director(?:y|ies)|folders?|skill|project|product|plugin|module|package)\b`)

// pagesAlone reports whether a folder holds other texts than its README, and nothing else: its
// pages are about a subject, and a file of code that one lists is a project's.
func pagesAlone(p *lint.Pass, dir string) bool {
	pages := 0
	for _, e := range p.Tree.Children(dir) {
		if e.Kind != skill.Regular || !document.IsMarkdown(e.Path) {
			return false
		}
		pages++
	}
	return pages > 1
}

// leadsOn reports whether an arrow stands behind what an item of a list gives first: it is
// said what becomes of it, or what it stands for.
func leadsOn(src []byte, end int) bool {
	rest := string(bytes.TrimLeft(src[min(end, len(src)):min(end+8, len(src))], "`* "))
	return strings.HasPrefix(rest, "→") || strings.HasPrefix(rest, "->") || strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "⇒")
}
