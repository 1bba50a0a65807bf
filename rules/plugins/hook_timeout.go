package plugins

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/skill"
)

// HookTimeout reports timeouts of hooks that are written in the unit of another host.
var HookTimeout = &lint.Rule{
	Name: "hook-timeout", Group: "L", Severity: lint.Warning, Local: true,
	Doc: `The timeout of a hook is written in another unit than its host counts in.

Claude Code counts seconds, Gemini CLI milliseconds. With ` + "`5000`" + ` a hook of Claude Code that hangs holds the session up for 83 minutes, and with ` + "`10`" + ` one of Gemini CLI is
ended before its program has started, in silence. Of seconds, round thousands and five hundreds from 1000 on are told (3600 and other full tens of minutes only where another of the file is), of milliseconds what is at most 300. The unit of each
host is data with source and day (` + "`skilllint hosts`" + `); where it is not known, nothing is said.`,
	Sources: []lint.Source{sources.HostsModel},
	Run: func(p *lint.Pass) {
		told := map[*skill.Node]bool{} // of a file that two hosts read
		eachHooks(p, func(hooks hookMap) {
			var found []analysis.Diagnostic
			events := hooks.value
			if hooks.whole {
				events = events.Get(hooks.host.Hooks.Wrapper)
			}
			var all []*skill.Node
			for _, event := range events.Entries() {
				all = append(all, event.Value.All("*", "hooks", "*", "timeout")...)
			}
			certain := slices.ContainsFunc(all, func(t *skill.Node) bool { _, is := otherUnit(hooks.host, t, false); return is })
			for _, t := range all {
				if d, ok := otherUnit(hooks.host, t, certain); ok && !told[t] {
					told[t] = true
					found = append(found, d)
				}
			}
			p.Folding(folding.WithFixes(folding.Gathered("timeout of this file is in that unit", "timeouts of this file are in that unit"))).Report(found...)
		})
	},
}

// otherUnit tells of a timeout that is in another unit than the host's. certain says that another one of its file is:
// then a number that may be meant as it stands is, too.
func otherUnit(host *hosts.Host, v *skill.Node, certain bool) (d analysis.Diagnostic, ok bool) {
	if !v.Is(skill.Number) {
		return d, false
	}
	n, err := strconv.Atoi(v.Text)
	meant := ""
	switch {
	case err != nil:
		return d, false
	case host.Hooks.Timeout == "seconds" && n >= 1000 && (certain || n%500 == 0 && (n%1000 == 0 || n%600 != 0)):
		d = lint.Span(v.Pos, v.End, "this hook may run for %s: %s counts its timeout in seconds, not in milliseconds", duration(n), host.Title)
		if n%1000 == 0 || certain {
			meant = strconv.Itoa(max(1, (n+500)/1000))
		}
	case host.Hooks.Timeout == "milliseconds" && n > 0 && n <= 300:
		d = lint.Span(v.Pos, v.End, "this hook is ended after %d milliseconds: %s counts its timeout in milliseconds, not in seconds", n, host.Title)
		meant = strconv.Itoa(n * 1000)
	default:
		return d, false
	}
	if meant != "" {
		d.Message += "; write " + meant
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: "write " + meant, TextEdits: []analysis.TextEdit{{Pos: v.Pos, End: v.End, NewText: []byte(meant)}}}}
	}
	return d, true
}

// duration says how long a number of seconds is, such as "83 minutes".
func duration(seconds int) string {
	d := time.Duration(seconds) * time.Second
	if d >= 3*time.Hour {
		return fmt.Sprintf("%.0f hours", d.Hours())
	}
	return fmt.Sprintf("%.0f minutes", d.Minutes())
}
