package lsp

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/edit"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// codeActions are the fixes of the findings at a range, and how each of them
// is suppressed.
func (s *server) codeActions(ctx context.Context, p actionParams) (any, error) {
	actions := []any{}
	last, rel := s.verdictOn(ctx, p.TextDocument.URI)
	if last == nil {
		return actions, nil
	}
	for _, f := range s.current(last, s.placer(last), rel) {
		d, ok := f.diagnostic(f.Finding, s.client.TextDocument.PublishDiagnostics.RelatedInformation)
		if !ok || p.Range.End.compare(d.Range.Start) < 0 || d.Range.End.compare(p.Range.Start) < 0 {
			continue
		}
		for i, fix := range f.SuggestedFixes {
			e := s.newEdit(f.placer)
			if e.apply(fix.TextEdits) {
				actions = append(actions, codeAction{fix.Message, "quickfix", []Diagnostic{d}, i == 0, e.result()})
			}
		}
		if e := s.suppression(&query{placer: f.placer, File: f.FileAt(f.Pos)}, f.Finding); e != nil {
			actions = append(actions, codeAction{"suppress " + f.Rule.Name + ": write the reason behind it", "quickfix", []Diagnostic{d}, false, e.result()})
		}
	}
	return actions, nil
}

// apply adds the edits of a fix; false when one of their places is being edited.
func (e *workspaceEdit) apply(edits []analysis.TextEdit) bool {
	for _, t := range edits {
		f := e.FileAt(t.Pos)
		end := t.End
		if !end.IsValid() {
			end = t.Pos
		}
		if f == nil || !e.replace(f, f.Offset(t.Pos), f.Offset(end), string(t.NewText)) {
			return false
		}
	}
	return len(edits) > 0
}

// suppression writes a comment on the line above a finding, without its
// reason: until somebody writes that, invalid-suppression asks for it. Where no
// comment can stand an entry of the configuration silences it.
func (s *server) suppression(q *query, f lint.Finding) *workspaceEdit {
	src := q.Source()
	at := min(q.Offset(f.Pos), len(src))
	line := bytes.LastIndexByte(src[:at], '\n') + 1
	if line == 0 && bytes.HasPrefix(src, []byte("---")) { // the fence of a frontmatter stays first
		return s.suppressInConfig(q, f)
	}
	indent := src[line : line+len(src[line:])-len(bytes.TrimLeft(src[line:], " \t"))]
	for _, comment := range []string{"# %s", "// %s", "<!-- %s -->"} {
		mark := fmt.Sprintf(comment, document.Marker+" "+f.Rule.Name+" ")
		text := string(indent) + mark + lineEnd(src)
		if q.silences(src, line, text, f) {
			e := s.newEdit(q.placer)
			if !e.replace(q.File, line, line, text) {
				return nil
			}
			return e
		}
	}
	return s.suppressInConfig(q, f)
}

// silences reports whether a comment on a line of its own is read as a
// suppression of the line after it, and changes nothing else that the file says.
func (q *query) silences(src []byte, line int, text string, f lint.Finding) bool {
	after := document.New(token.NewFileSet(), q.Path, q.Path, slices.Concat(src[:line], []byte(text), src[line:]))
	want := bytes.Count(src[:line], []byte("\n")) + 2
	if !slices.ContainsFunc(after.Facts().Marks, func(m document.Mark) bool {
		return m.Line == want && strings.HasPrefix(strings.TrimSpace(m.Text), f.Rule.Name)
	}) {
		return false
	}
	if !document.IsMarkdown(q.Path) && !isYAML(q.Path) {
		return true
	}
	before := document.New(token.NewFileSet(), q.Path, q.Path, src).Read()
	data := after.Read()
	return before.Root == nil || data.Root != nil && bytes.Equal(before.Root.JSON(), data.Root.JSON())
}

func isYAML(p string) bool {
	ext := path.Ext(p)
	return ext == ".yaml" || ext == ".yml"
}

// suppressInConfig adds an entry of suppress to the configuration.
func (s *server) suppressInConfig(q *query, f lint.Finding) *workspaceEdit {
	config := q.Workspace.File(lint.ConfigName)
	entry := func(indent string) string {
		return fmt.Sprintf("%s- rule: %s\n%s  path: %s\n%s  reason: \"\"\n", indent, f.Rule.Name, indent, edit.Plain(q.Path), indent)
	}
	e := s.newEdit(q.placer)
	if config == nil || !config.Known() {
		if !s.canCreate() {
			return nil
		}
		e.create(lint.ConfigName, "suppress:\n"+entry("  "))
		return e
	}
	src := config.Source()
	list := config.Read().Root.Get("suppress")
	text, at := "suppress:\n"+entry("  "), len(src)
	if list.Is(skill.List) && len(list.Members) > 0 {
		last := list.Members[len(list.Members)-1].Value
		first := config.Offset(list.Members[0].Value.Pos)
		head := src[bytes.LastIndexByte(src[:first], '\n')+1 : first]
		if indent, ok := strings.CutSuffix(strings.TrimRight(string(head), " "), "-"); ok && strings.TrimSpace(indent) == "" {
			at = lineBehind(src, config.Offset(last.End))
			text = entry(indent)
		} else {
			return nil // in brackets
		}
	} else if list != nil {
		return nil
	}
	if at > 0 && src[at-1] != '\n' {
		text = "\n" + text
	}
	if !e.replace(config, at, at, text) {
		return nil
	}
	return e
}

// lineEnd is how the lines of a file end.
func lineEnd(src []byte) string {
	if bytes.Contains(src, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}
