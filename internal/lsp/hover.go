package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/visible"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// hover says what stands at a place: a tool or a skill, a rule, a key.
func (s *server) hover(ctx context.Context, p positionParams) (any, error) {
	q := s.ask(ctx, p.TextDocument.URI, p.Position)
	if q == nil {
		return nil, nil
	}
	text, from, to := s.about(q)
	if text == "" {
		return nil, nil
	}
	answer := map[string]any{"contents": map[string]string{"kind": "markdown", "value": text}}
	if r, ok := q.span(q.File, from, to); ok {
		answer["range"] = r
	}
	return answer, nil
}

// about returns what is known of a place, as Markdown, and the bytes that it
// is about; "" for nothing.
func (s *server) about(q *query) (text string, from, to int) {
	if o, ok := q.at(q.File, q.offset); ok && o.path == "" {
		return q.aboutSymbol(o.symbol), o.from, o.to
	}
	if rule, from, to := s.ruleAt(q); rule != nil {
		return aboutRule(rule), from, to
	}
	root, schema := q.data(q.Path)
	path, key := pathTo(root, q.Pos(q.offset))
	if key == nil {
		return "", 0, 0
	}
	text = describe(schemasAt(schema, path))
	if text == "" {
		return "", 0, 0
	}
	return fmt.Sprintf("**%s**\n\n%s", plain(key.Text), text), q.Offset(key.Pos), q.Offset(key.End)
}

func (q *query) aboutSymbol(sym symbol) string {
	switch {
	case sym.skill == nil:
		return q.aboutRegistered(sym.tool)
	case sym.tool == "" && len(sym.skill.Exports) == 1 && tool(sym.skill, sym.skill.Exports[0].Name.Text) == sym, sym.tool != "":
		return q.aboutTool(sym)
	}
	return q.aboutSkill(sym.skill)
}

// aboutTool tells a tool's provider, schemas, deprecation and consumers.
func (q *query) aboutTool(sym symbol) string {
	s, name := sym.skill, sym.tool
	if name == "" {
		name = s.ID.Text
	}
	t := s.Export(name)
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** of **%s**", plain(name), plain(s.ID.Text))
	if s.Version.Text != "" {
		fmt.Fprintf(&b, " %s", plain(s.Version.Text))
	}
	if t.Description != "" {
		fmt.Fprintf(&b, "\n\n%s", plain(t.Description))
	}
	if d := s.Deprecation(name); d != nil {
		fmt.Fprintf(&b, "\n\n**Deprecated**, to be removed on %s", plain(d.Removal.Text))
		if d.Replacement.Text != "" {
			fmt.Fprintf(&b, "; use %s", plain(d.Replacement.Text))
		}
		b.WriteString(".")
	}
	b.WriteString(aboutSchema("Input", t.Input) + aboutSchema("Output", t.Output))
	b.WriteString(q.consumers("Imported by", sym))
	return b.String()
}

// maxSchema bounds how much of a schema a hover shows.
const maxSchema = 2 << 10

func aboutSchema(title string, schema contract.Document) string {
	if schema == nil {
		return ""
	}
	var text bytes.Buffer
	if err := json.Indent(&text, visible.JSON(schema.JSON()), "", "  "); err != nil {
		return ""
	}
	shown := text.String()
	if len(shown) > maxSchema {
		shown = strings.ToValidUTF8(shown[:maxSchema], "") + "\n…"
	}
	return fmt.Sprintf("\n\n%s\n\n```json\n%s\n```", title, shown)
}

func (q *query) aboutSkill(s *skill.Skill) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**", plain(s.ID.Text))
	if s.Version.Text != "" {
		fmt.Fprintf(&b, " %s", plain(s.Version.Text))
	}
	if text := s.Manifest().Root.Get("description").Str(); text != "" {
		fmt.Fprintf(&b, "\n\n%s", plain(text))
	}
	var tools []string
	for _, t := range s.Exports {
		tools = append(tools, plain(t.Name.Text))
	}
	if len(tools) > 0 {
		fmt.Fprintf(&b, "\n\nExports %s", few(tools))
	}
	b.WriteString(q.consumers("Needed by", symbol{skill: s}))
	return b.String()
}

func (q *query) aboutRegistered(name string) string {
	t := q.ToolRegistry.Tool(name)
	if t == nil {
		return ""
	}
	text := fmt.Sprintf("**%s**, a tool of the registry in %s", plain(name), plain(q.FileAt(t.Pos).Path))
	if t.Schema.Text != "" {
		text += fmt.Sprintf("\n\nArguments: %s", plain(t.Schema.Text))
	}
	return text + q.consumers("Used by", symbol{tool: name})
}

// consumers lists who names a symbol besides its own skill.
func (q *query) consumers(verb string, sym symbol) string {
	var names []string
	for _, o := range q.symbols().of[sym] {
		who := o.file.Path
		if s := q.SkillAt(o.file.Path); s != nil && s.ID.Text != "" {
			who = s.ID.Text
		} else if m := q.ManifestAt(o.file.Path); m != nil && m.Root.Get("name").Str() != "" {
			who = m.Root.Get("name").Str()
		}
		if !o.defines && !(sym.skill != nil && who == sym.skill.ID.Text) && !slices.Contains(names, plain(who)) {
			names = append(names, plain(who))
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.Sort(names)
	return fmt.Sprintf("\n\n%s %s", verb, few(names))
}

// few writes at most ten names.
func few(names []string) string {
	const most = 10
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// ruleAt returns the rule that is named at a place: in a suppression, or in
// the configuration.
func (s *server) ruleAt(q *query) (rule *lint.Rule, from, to int) {
	src := q.Source()
	if q.offset > len(src) {
		return nil, 0, 0
	}
	marked := slices.ContainsFunc(q.Facts().Marks, func(m document.Mark) bool { return m.Start <= q.offset && q.offset <= m.End })
	if !marked && q.Path != lint.ConfigName {
		return nil, 0, 0
	}
	from, to = q.offset, q.offset
	for from > 0 && isRuleByte(src[from-1]) {
		from--
	}
	for to < len(src) && isRuleByte(src[to]) {
		to++
	}
	for _, r := range s.opts.Rules {
		if r.Name == string(src[from:to]) {
			return r, from, to
		}
	}
	return nil, 0, 0
}

func isRuleByte(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' }

// aboutRule is the title and the first paragraph of a rule's documentation.
func aboutRule(r *lint.Rule) string {
	title, rest, _ := strings.Cut(strings.TrimSpace(r.Doc), "\n")
	first, _, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	return fmt.Sprintf("**%s** (%s): %s\n\n%s\n\n[Documentation](%s)", r.Name, r.Severity, title, first, r.URL())
}

// plain makes a text of a file fit for Markdown: nothing in it is a mark, a
// link or a control character.
func plain(text string) string {
	var b strings.Builder
	for _, r := range visible.Text(strings.Join(strings.Fields(text), " ")) {
		if strings.ContainsRune("\\`*_{}[]<>()#+!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
