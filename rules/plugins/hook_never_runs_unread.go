package plugins

import (
	"path"
	"slices"

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
		settings := settingsOf(r.Host)
		if !slices.ContainsFunc(events.Entries(), func(e skill.Member) bool { return slices.Contains(r.Host.Hooks.Events, e.Key.Text) }) || hasHooks(p, r.Root) {
			continue
		}
		severity := lint.Warning
		if namedAnywhere(p, c.Path) {
			severity = lint.Note
		}
		p.ReportAs(severity, lint.Span(key.Pos, key.End, "%s runs none of these hooks: it reads a project's hooks from %s, not from this file; move them there", r.Host.Title, settings))
	}
}

// settingsOf is the path of a project's settings.
func settingsOf(h *hosts.Host) string {
	i := slices.IndexFunc(h.Folders, func(f *hosts.Folder) bool { return f.Scope == hosts.Project && f.Component == hosts.Settings })
	if i < 0 {
		return "its settings"
	}
	return path.Join(h.Folders[i].Folder, h.Folders[i].File)
}

// hasHooks reports whether the settings of a project have hooks.
func hasHooks(p *lint.Pass, root string) bool {
	return slices.ContainsFunc(p.Components(), func(c *skill.Component) bool {
		return c.Kind == hosts.Settings && c.Readers[0].Root == root && len(c.Root.Get("hooks").Entries()) > 0
	})
}
