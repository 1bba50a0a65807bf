package plugins

import (
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/hosttools"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// exactMatcher matches matchers that are names; others are regular expressions.
var exactMatcher = regexp.MustCompile(`^[A-Za-z0-9_\- ,|]+$`)

// toolEvents are the events whose matcher is the name of a tool.
var toolEvents = []string{"PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"}

// matcher judges which tools a group is for.
func (r *hookReader) matcher(event, v *skill.Node) {
	k := r.host.Hooks
	if !v.Is(skill.String) {
		if len(k.Guards) > 0 { // a host of which this is known
			r.bad(event, v, "matcher is %s, expected text", messages.Article(v.Kind))
		}
		return
	}
	if slices.Contains(k.NoMatcher, event.Text) {
		if v.Text != "" && v.Text != "*" && v.Text != ".*" {
			r.unread = append(r.unread, lint.Span(v.Pos, v.End, "%s ignores the matcher of %s: the hook runs every time", r.host.Title, event.Text))
		}
		return
	}
	if r.host.Tools == nil || !slices.Contains(toolEvents, event.Text) || !exactMatcher.MatchString(v.Text) {
		return
	}
	for _, name := range strings.FieldsFunc(v.Text, func(c rune) bool { return c == '|' || c == ',' }) {
		name = strings.TrimSpace(name)
		if server, ok := strings.CutPrefix(name, "mcp__"); ok {
			if !strings.Contains(server, "__") {
				tools := name + "__.*"
				if strings.HasSuffix(name, "_") { // what the names of several servers begin with
					tools = name + ".*"
				}
				r.ReportAs(lint.Warning, lint.Span(v.Pos, v.End, "the matcher %s matches no tool: a server's tools are matched by %q", messages.Cited(name), tools))
			}
			continue
		}
		if near, ok := hosttools.Near(hosttools.ByHost()[r.host], name); ok {
			d := lint.Span(v.Pos, v.End, "the matcher %s matches no tool of %s (did you mean %q?)", messages.Cited(name), r.host.Title, near)
			d.SuggestedFixes = spelling.Rewrite(r.Pass, skill.NameOf(v), strings.Replace(v.Text, name, near, 1))
			r.ReportAs(lint.Warning, d)
		}
	}
}
