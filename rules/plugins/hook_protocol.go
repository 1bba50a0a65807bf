package plugins

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// HookProtocol reports hooks that do not read what their host gives them, or answer in a form that it refuses.
var HookProtocol = &lint.Rule{
	Name: "hook-protocol", Group: "L", Severity: lint.Warning, Local: true,
	Doc: `A hook reads what its host does not give it, or answers in a form that the host refuses.

Claude Code gives a hook what the tool is called with as JSON on its standard input, and sets no ` + "`$CLAUDE_FILE_PATH` or `$CLAUDE_TOOL_INPUT`" + `: there the command finds nothing, so that a check passes and a formatter
has no file. Read it with ` + "`jq -r .tool_input.file_path`" + `. A variable that the command or ` + "`env`" + ` of the settings sets, or that has another value behind it (` + "`${CLAUDE_FILE_PATH:-$1}`" + `), is left alone.
An answer whose ` + "`hookSpecificOutput`" + ` does not name the event is refused as a whole: a decision or context in it is lost. It is looked for in the command and in its script, where nothing in that names ` + "`hookEventName`" + `; what goes to the standard error is no answer.
What a host gives and takes is data with source and day (` + "`skilllint hosts`" + `).`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		told := map[string]bool{} // the scripts with such an answer
		eachHooks(p, func(hooks hookMap) {
			events := hooks.value
			if hooks.whole {
				events = events.Get(hooks.host.Hooks.Wrapper)
			}
			var empty, answers []analysis.Diagnostic
			for _, event := range events.Entries() {
				for _, command := range event.Value.All("*", "hooks", "*", "command") {
					if name := unset(p, hooks, command); name != "" {
						empty = append(empty, lint.Span(command.Pos, command.End, "%s does not set %s, so it is empty here: a hook gets its input as JSON on standard input; read it with jq -r %s", hooks.host.Title, name, hooks.host.Hooks.Unset[name]))
					}
					if d, is := refusedAnswer(p, hooks, event.Key.Text, command, told); is {
						answers = append(answers, d)
					}
				}
			}
			p.Folding(folding.Gathered("command of this file uses one, too", "commands of this file use one, too")).Report(empty...)
			p.Folding(folding.Gathered("hook of this file answers so, too", "hooks of this file answer so, too")).Report(answers...)
		})
	},
}

// unset is the first variable of a command that its host does not set, nor the command or the settings; "" without one.
func unset(p *lint.Pass, hooks hookMap, command *skill.Node) string {
	for _, m := range variable.FindAllStringSubmatch(command.Text, -1) {
		name := m[1] + m[2]
		if hooks.host.Hooks.Unset[name] != "" && !strings.Contains(command.Text, name+"=") && !isSet(p, hooks, name) {
			return name
		}
	}
	return ""
}

// variable matches $NAME, and ${NAME} without another value behind it.
var variable = regexp.MustCompile(`\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})`)

// isSet reports whether the settings that the hooks stand in set a variable.
func isSet(p *lint.Pass, hooks hookMap, name string) bool {
	if hooks.key == nil {
		return false
	}
	c := p.ComponentAt(p.FileAt(hooks.key.Pos).Path)
	return c != nil && c.Root.Get("env").Get(name) != nil
}

// refusedAnswer tells of an answer in a command or its script that the host refuses, once a script.
func refusedAnswer(p *lint.Pass, hooks hookMap, event string, command *skill.Node, told map[string]bool) (d analysis.Diagnostic, is bool) {
	answer := hooks.host.Hooks.Answer
	if answer == nil {
		return d, false
	}
	of := ""
	if answerWithout([]byte(command.Text), answer) > 0 {
		of = "this command"
	}
	for _, script := range hooks.scripts(command.Text) {
		at, kind := p.Tree.Resolve(script.at)
		if kind != skill.Regular || told[at] || of != "" {
			continue
		}
		told[at] = true
		src, _ := p.Script(at)
		if line := answerWithout(src, answer); line > 0 {
			of = fmt.Sprintf("%s, line %d", messages.Cited(at), line)
		}
	}
	if of == "" {
		return d, false
	}
	d = lint.Span(command.Pos, command.End, "%s rejects the answer of %s: its %s has no %s", hooks.host.Title, of, answer.Key, answer.Needs)
	if slices.Contains(answer.Events, event) {
		d.Message += fmt.Sprintf("; add %s: %q to it", answer.Needs, event)
	} else {
		d.Message += fmt.Sprintf(", and %s takes none: leave it out", messages.Cited(event))
	}
	return d, true
}

// answerWithout returns the line of a source that writes an answer whose value below the key has not what it needs,
// which nothing in the source names; 0 without one.
func answerWithout(src []byte, answer *hosts.Answer) int {
	if !bytes.Contains(src, []byte(answer.Key)) || bytes.Contains(src, []byte(answer.Needs)) {
		return 0
	}
	for _, m := range valueOfKey.FindAllIndex(src, -1) {
		if bytes.HasSuffix(src[:m[0]], []byte(answer.Key)) && !toStandardError.Match(src[max(0, m[0]-answerReach):min(len(src), m[1]+answerReach)]) {
			return 1 + bytes.Count(src[:m[0]], []byte("\n"))
		}
	}
	return 0
}

// valueOfKey matches what follows a key of an answer whose value begins with what hooks answer.
var valueOfKey = regexp.MustCompile(`\\?["']?\s*[:=]\s*\{\s*\\?["']?(?:additionalContext|permissionDecision|updatedInput|decision)\b`)

// answerReach is how far around an answer it is written, in bytes.
const answerReach = 400

// toStandardError matches what writes there in the languages of most hooks.
var toStandardError = regexp.MustCompile(`console\.error|(?:sys|process)\.stderr|>&2`)
