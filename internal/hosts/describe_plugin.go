package hosts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (h *Host) plugins() []Line {
	var lines []Line
	if p := h.Plugin; p != nil {
		text := "manifest: " + codes(p.Manifests)
		if p.Missing != "" {
			text += "; a plugin without one " + effects[p.Missing]
		}
		lines = append(lines, Line{text, p.Source}, Line{"`name` of the manifest: " + p.Name.describe(), p.Name.Source})
		if p.Wrong != "" {
			lines = append(lines, Line{"a value of the wrong kind in the manifest's description of itself " + effects[p.Wrong], p.Source})
		}
		if p.Entry != "" {
			lines = append(lines, Line{"a name that is not the one in the marketplace " + effects[p.Entry], p.Source})
		}
		if p.Prefix != "" {
			lines = append(lines, Line{"components are named `" + p.Prefix + "…`", p.Source})
		}
	}
	if m := h.Marketplace; m != nil {
		text := "marketplace: " + codes(m.Files)
		if m.Nested != "" {
			text += "; one inside of a plugin " + effects[m.Nested]
		}
		if len(m.Reserved) > 0 {
			text += "; reserved for " + m.ReservedFor + " are the names " + codes(m.Reserved)
		}
		lines = append(lines, Line{text, m.Source})
	}
	if s := h.Symlinks; s != nil {
		for _, e := range []struct {
			what   string
			effect Effect
		}{
			{"a skill's folder that is a symbolic link", s.Folder}, {"a `SKILL.md` that is a symbolic link", s.File},
			{"at install, a link to elsewhere in the plugin", s.Plugin}, {"at install, a link to elsewhere in the marketplace", s.Marketplace},
			{"at install, a link that leads out", s.Outside},
		} {
			if e.effect != "" {
				lines = append(lines, Line{e.what + " " + effects[e.effect], s.Source})
			}
		}
	}
	return lines
}

func (k *Hooks) describe() []Line {
	lines := []Line{{"events: " + codes(k.Events), k.Source}, {"types: " + codes(k.Types), k.Source}}
	add := func(text string) { lines = append(lines, Line{text, k.Source}) }
	if k.Wrapper != "" {
		add("the events stand below the key `" + k.Wrapper + "`")
	}
	if k.Groups {
		says := "an event holds groups, each with a `matcher` and a list `hooks`"
		if k.Alone {
			says += ", or hooks alone"
		}
		add(says)
	}
	if k.Event != "" {
		add("an unknown event " + effects[k.Event])
	}
	if k.Type != "" {
		add("an entry of an unknown type " + effects[k.Type])
	}
	if len(k.Guards) > 0 {
		add("under " + codes(k.Guards) + " a bad entry " + effects[k.Guard])
	}
	if k.Untyped != "" {
		add("an entry without a type " + effects[k.Untyped])
	}
	for _, typ := range slices.Sorted(maps.Keys(k.Required)) {
		add("an entry of type `" + typ + "` needs " + codes(k.Required[typ]))
	}
	if k.Timeout != "" {
		add("`timeout` counts " + k.Timeout)
	}
	if len(k.Unread) > 0 {
		add("not read: " + codes(k.Unread))
	}
	if len(k.Unset) > 0 {
		add("not set: " + codes(slices.Sorted(maps.Keys(k.Unset))) + "; what a hook is given comes as JSON on its standard input")
	}
	if a := k.Answer; a != nil {
		add("an answer whose `" + a.Key + "` has no `" + a.Needs + "` is refused; it may have one under " + codes(a.Events))
	}
	if len(k.Beside) > 0 {
		add("beside the events: " + codes(k.Beside))
	}
	if len(k.NoMatcher) > 0 {
		add("`matcher` is ignored under " + codes(k.NoMatcher))
	}
	if len(k.If) > 0 {
		add("an entry with `if` runs only under " + codes(k.If))
	}
	return lines
}

func (m *MCP) describe() string {
	text := "`" + m.Tool + "`"
	if m.PluginTool != "" {
		text += ", of a plugin `" + m.PluginTool + "`"
	}
	if m.Rewrites != "" {
		text += "; " + m.Rewrites
	}
	if m.Max > 0 {
		text += fmt.Sprintf(" (%d characters)", m.Max)
	}
	return text
}

func (s *Servers) describe() []Line {
	var places []string
	for _, file := range s.Files {
		places = append(places, fmt.Sprintf("the key `%s` of `%s`", s.Key, file))
	}
	if s.Agent != "" {
		places = append(places, fmt.Sprintf("`%s` of an agent", s.Agent))
	}
	if s.Inner != "" {
		places = append(places, fmt.Sprintf("`%s` in it", s.Inner))
	}
	lines := []Line{
		{strings.Join(places, ", "), s.Source},
		{fmt.Sprintf("the form is that of `internal/hosts/schema/%s`", s.Schema+schemaEnd), s.Source},
	}
	if len(s.Unread) > 0 {
		lines = append(lines, Line{"not read: " + codes(s.Unread), s.Source})
	}
	if s.Wrong != "" {
		lines = append(lines, Line{"a server of another form " + effects[s.Wrong], s.Source})
	}
	if s.Keyless != "" {
		lines = append(lines, Line{"a project's file whose servers stand without that key " + effects[s.Keyless], s.Source})
	}
	if s.Inline != "" {
		lines = append(lines, Line{"one in the manifest of a plugin " + effects[s.Inline], s.Source})
	}
	for _, key := range slices.Sorted(maps.Keys(s.Instead)) {
		lines = append(lines, Line{fmt.Sprintf("`%s` of a server is ignored: `%s` does the same", key, s.Instead[key]), s.Source})
	}
	if len(s.Reserved) > 0 {
		lines = append(lines, Line{"the names " + codes(s.Reserved) + " are the host's own in a project", s.Source})
	}
	if s.Unset != "" {
		lines = append(lines, Line{"a variable that nothing sets stays as it is written", s.Source})
	}
	if s.Starts != "" {
		lines = append(lines, Line{"those of a plugin start in the folder of the user's project, in which relative paths are looked up", s.Source})
	}
	if s.Bare != "" {
		lines = append(lines, Line{"`$NAME` stays as it is written, `${NAME}` is filled in", s.Source})
	}
	return lines
}

// own says what a host brings, marks and keeps itself.
func (h *Host) own() (lines []Line) {
	if h.Bundled != nil {
		lines = append(lines, Line{"it brings the skills " + codes(h.Bundled.Skills), h.Bundled.Source})
	}
	if h.Origin != nil {
		lines = append(lines, Line{codes(slices.Sorted(maps.Keys(h.Origin.Files))) + " in the folder of a skill marks one that was fetched", h.Origin.Source})
	}
	if h.State != nil {
		if len(h.State.Files) > 0 {
			lines = append(lines, Line{"it keeps " + codes(h.State.Files) + " on one machine", h.State.Source})
		}
		if len(h.State.Folders) > 0 {
			lines = append(lines, Line{"it keeps the plugins that it installed in " + codes(h.State.Folders) + " of a home", h.State.Source})
		}
	}
	if h.Further != nil {
		lines = append(lines, Line{"it looks for skills in the folders that " + codes([]string{strings.Join(h.Further.Key, ".")}) + " names in " + codes(h.Further.Files), h.Further.Source})
	}
	if h.Comments != nil {
		lines = append(lines, Line{"it takes comments in " + codes(h.Comments.Files), h.Comments.Source})
	}
	return lines
}
