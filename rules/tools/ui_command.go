package tools

import (
	"slices"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/dialects"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// uiCommands are the types of commands that the front end executes.
var uiCommands = []string{"toast", "refresh", "navigate", "modal"}

// UICommand reports commands in procedures that the front end does not execute.
var UICommand = &lint.Rule{
	Name: "ui-command", Group: "F", Severity: lint.Warning,
	Doc: `A procedure contains a command that the front end does not execute.

A command is JSON with a ` + "`type`" + ` of toast, refresh, navigate or modal, and a ` + "`payload`" + ` that is an object: of a toast with a ` + "`message`" + ` and maybe a ` + "`type`" + `
of success, warning, info or error, of a refresh with a ` + "`target`" + `. JSON that looks otherwise is not judged.`,
	Sources: []lint.Source{sources.DialectsPage},
	Run: func(p *lint.Pass) {
		spell := lint.NewSpeller(uiCommands)
		dialects.EachSOP(p, func(s *skill.Skill, m *skill.Manifest) {
			for _, c := range commands(m) {
				kind := c.Get("type")
				payload := c.Get("payload")
				known := slices.Contains(uiCommands, kind.Text)
				switch {
				case !known && payload != nil:
					p.Report(lint.Span(kind.Pos, kind.End, "type %q is not a UI command%s; expected %s", kind.Text, spell.DidYouMean(kind.Text), messages.List(uiCommands)))
				case known && payload == nil:
					p.Report(lint.Span(c.Pos, c.End, "the UI command %q has no payload", kind.Text))
				case known && payload.Is(skill.Map):
					judgePayload(p, kind.Text, payload)
				case known:
					p.Report(lint.Span(payload.Pos, payload.End, "the payload of UI command %q is %s, expected an object", kind.Text, messages.Article(payload.Kind)))
				}
			}
		})
	},
}

// payloadKeys are the members that the front end reads of each command.
var payloadKeys = map[string]string{"toast": "message", "refresh": "target"}

// toastTypes are the kinds of messages that it shows.
var toastTypes = []string{"success", "warning", "info", "error"}

// judgePayload reports a payload that the command of that type does nothing with.
func judgePayload(p *lint.Pass, kind string, payload *skill.Node) {
	if needed := payloadKeys[kind]; needed != "" && payload.Get(needed) == nil {
		spell := lint.NewSpeller([]string{needed})
		for _, m := range payload.Members {
			if _, near := spell.Nearest(m.Key.Text); near {
				p.Report(lint.Span(m.Key.Pos, m.Key.End, "the front end reads no %q of %s (did you mean %q?)", m.Key.Text, kind, needed))
				return
			}
		}
		p.Report(lint.Span(payload.Pos, payload.End, "the payload of %s has no %q", kind, needed))
	}
	if shown := payload.Get("type"); kind == "toast" && shown.Is(skill.String) && !slices.Contains(toastTypes, shown.Text) {
		spell := lint.NewSpeller(toastTypes)
		p.Report(lint.Span(shown.Pos, shown.End, "%q is no type of toast%s; expected %s", shown.Text, spell.DidYouMean(shown.Text), messages.List(toastTypes)))
	}
}

// commands returns the JSON objects with a textual type that an SOP's text
// shows, outside of HTML.
func commands(m *skill.Manifest) []*skill.Node {
	return slices.DeleteFunc(m.Objects(), func(n *skill.Node) bool { return !n.Get("type").Is(skill.String) })
}
