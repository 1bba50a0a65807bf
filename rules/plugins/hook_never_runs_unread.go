package plugins

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/skill"
)

// unreadHooks reports hooks in a file that their host does not read, where none stand in its settings:
// a note where a text names the file, whose reader may have them copied.
func unreadHooks(p *lint.Pass) {
	for _, c := range p.PassedOver() {
		if c.Kind != hosts.HooksFile {
			continue
		}
		r := c.Readers[0]
		key, events := c.Root.Entry(r.Host.Hooks.Wrapper)
		if key == nil && len(c.Root.Entries()) > 0 {
			key, events = c.Root.Entries()[0].Key, c.Root
		}
		if !slices.ContainsFunc(events.Entries(), func(e skill.Member) bool { return slices.Contains(r.Host.Hooks.Events, e.Key.Text) }) || hasHooks(p, r.Root) {
			continue
		}
		severity := lint.Warning
		if namedAnywhere(p, c.Path) {
			severity = lint.Note
		}
		says := fmt.Sprintf("it reads a project's hooks from %s, not from this file; move them there", r.Host.FileOf(hosts.Project, hosts.Settings))
		switch of := ofPlugin(r.Host, events); {
		case of == "": // the host knows none in a project
		case p.PluginAt(r.Root) != nil:
			says = fmt.Sprintf("they are a plugin's, whose hooks it reads from %s; move them there, or delete this file", r.Host.FileOf(hosts.InPlugin, hosts.HooksFile))
		default:
			says += fmt.Sprintf(" and write the project's folder for ${%s}, which a plugin alone has, or delete this file", of)
		}
		p.ReportAs(severity, lint.Span(key.Pos, key.End, "%s runs none of these hooks: %s", r.Host.Title, says))
	}
}

// ofPlugin is the variable for a plugin's folder by which hooks run what lies there, "" without one.
func ofPlugin(h *hosts.Host, events *skill.Node) string {
	i := slices.IndexFunc(h.Variables, func(v hosts.Variable) bool {
		return v.Folder == hosts.InPlugin && strings.Contains(string(events.JSON()), "${"+v.Name+"}")
	})
	if i < 0 {
		return ""
	}
	return h.Variables[i].Name
}

// hasHooks reports whether the settings of a project have hooks.
func hasHooks(p *lint.Pass, root string) bool {
	return slices.ContainsFunc(p.Components(), func(c *skill.Component) bool {
		return c.Kind == hosts.Settings && c.Readers[0].Root == root && len(c.Root.Get("hooks").Entries()) > 0
	})
}
