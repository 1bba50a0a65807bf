package plugins

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// HookVariable reports commands of hooks that use variables which their host does not set.
var HookVariable = &lint.Rule{
	Name: "hook-variable", Group: "L", Severity: lint.Warning, Local: true,
	Doc: `The command of a hook uses a variable that its host does not set.

Claude Code gives a hook what the tool is called with as JSON on its standard input, and sets no ` + "`$CLAUDE_FILE_PATH` or `$CLAUDE_TOOL_INPUT`" + `: there the command finds nothing, so that a check passes and a formatter
has no file. Read it with ` + "`jq -r .tool_input.file_path`" + `. A variable that the command or ` + "`env`" + ` of the settings sets, or that has another value behind it (` + "`${CLAUDE_FILE_PATH:-$1}`" + `), is left alone. Which are not set is data with source and day (` + "`skilllint hosts`" + `).`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		eachHooks(p, func(hooks hookMap) {
			events := hooks.value
			if hooks.whole {
				events = events.Get(hooks.host.Hooks.Wrapper)
			}
			var found []analysis.Diagnostic
			for _, event := range events.Entries() {
				for _, command := range event.Value.All("*", "hooks", "*", "command") {
					if name := unset(p, hooks, command); name != "" {
						found = append(found, lint.Span(command.Pos, command.End, "%s sets no variable %s, which is empty here: a hook reads what it is given as JSON from its standard input, as jq -r .tool_input does", hooks.host.Title, name))
					}
				}
			}
			p.Folding(folding.Gathered("command of this file uses one, too", "commands of this file use one, too")).Report(found...)
		})
	},
}

// unset is the first variable of a command that its host does not set, nor the command or the settings; "" without one.
func unset(p *lint.Pass, hooks hookMap, command *skill.Node) string {
	for _, m := range variable.FindAllStringSubmatch(command.Text, -1) {
		name := m[1] + m[2]
		if slices.Contains(hooks.host.Hooks.Unset, name) && !strings.Contains(command.Text, name+"=") && !isSet(p, hooks, name) {
			return name
		}
	}
	return ""
}

// variable matches $NAME, and ${NAME} without another value behind it.
var variable = regexp.MustCompile(`\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})`)

// isSet reports whether the settings that hooks stand in set a variable.
func isSet(p *lint.Pass, hooks hookMap, name string) bool {
	if hooks.key == nil {
		return false
	}
	c := p.ComponentAt(p.FileAt(hooks.key.Pos).Path)
	return c != nil && c.Root.Get("env").Get(name) != nil
}
