package contracts

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/manifest"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/skill"
)

var instructionTexts skill.Memo[[]*skill.File]

// instructions are the Markdown files that agents read: those of skills and
// plugins, and outside of them the ones that hosts load by themselves. What
// tells of the past may name what is gone.
func instructions(p *lint.Pass) []*skill.File {
	return instructionTexts.Of(p.Workspace, func() []*skill.File {
		var texts []*skill.File
		for _, f := range p.Texts() {
			if strings.EqualFold(path.Ext(f.Path), ".md") && !paths.Historical(p, f.Path) {
				texts = append(texts, f)
			}
		}
		for _, f := range p.Docs() {
			if len(hosts.InProject(f.Path, nil)) > 0 && !paths.Historical(p, f.Path) {
				texts = append(texts, f)
			}
		}
		return texts
	})
}

// invocations are the calls of parts of known plugins in a text. A name goes to
// its end: what looks like a further call in it is none.
func invocations(f *skill.File, parts map[string]map[string]bool) []document.Call {
	var found []document.Call
	end := 0
	for _, call := range f.Facts().Calls {
		if parts[call.Plugin] != nil && call.Start > end {
			found = append(found, call)
			end = call.End
		}
	}
	return slices.DeleteFunc(found, typed(found))
}

// ofOtherKit reports whether a text is about the commands of others: it calls parts of several plugins that are not here, and
// none that is here by its name.
func ofOtherKit(f *skill.File, parts map[string]map[string]bool) bool {
	others := map[string]bool{}
	for _, call := range f.Facts().Calls {
		switch known := parts[call.Plugin]; {
		case known[call.Name]:
			return false
		case known == nil:
			others[call.Plugin] = true
		}
	}
	return len(others) > 1
}

// isCut reports whether a name goes on in dots: "/kit:impl..." in a narrow column.
func isCut(f *skill.File, end int) bool {
	src := f.Source()
	return end <= len(src) && (bytes.HasPrefix(src[end:], []byte("...")) || bytes.HasPrefix(src[end:], []byte("…")))
}

// typed returns whether a call is one of many in which a text types a name letter by
// letter: kit:r, kit:re, kit:rev.
func typed(calls []document.Call) func(document.Call) bool {
	const many = 4
	written, longer := map[string]bool{}, map[string]string{} // longer by one letter
	for _, c := range calls {
		full := c.Plugin + ":" + c.Name
		written[full], longer[full[:len(full)-1]] = true, full
	}
	return func(c document.Call) bool {
		steps := 1
		for full := c.Plugin + ":" + c.Name; steps < many && longer[full] != ""; steps++ {
			full = longer[full]
		}
		for full := c.Plugin + ":" + c.Name; steps < many && written[full[:len(full)-1]]; steps++ {
			full = full[:len(full)-1]
		}
		return steps >= many
	}
}

// preloaded are the full names in the `skills` list of an agent.
func preloaded(p *lint.Pass, f *skill.File, parts map[string]map[string]bool) []document.Call {
	if path.Base(path.Dir(f.Path)) != "agents" {
		return nil
	}
	var found []document.Call
	for _, n := range manifest.ToolWords(f, pluginset.FrontmatterOf(p, f).Get("skills")) {
		plugin, name, full := strings.Cut(n.Text, ":")
		if !full || parts[plugin] == nil {
			continue
		}
		if i := strings.LastIndex(f.Written(n.Pos, n.End), name); i >= 0 {
			start := f.Offset(n.Pos) + i
			found = append(found, document.Call{Span: skill.Span{Start: start, End: start + len(name)}, Plugin: plugin, Name: name})
		}
	}
	return found
}

// isContext reports whether a host puts a text before every conversation in its folder: CLAUDE.md, AGENTS.md.
func isContext(f *skill.File) bool {
	return slices.ContainsFunc(hosts.InProject(f.Path, nil), func(l hosts.Load) bool { return l.Folder.Component == hosts.Context })
}

// isFilledIn reports whether git ignores the skill, command or agent that a call names, where the plugin would
// have it: a program brings it.
func isFilledIn(p *lint.Pass, f *skill.File, call document.Call) bool {
	return slices.ContainsFunc(pluginset.ByCollection(p)[p.Collection(f.Path)], func(s *skill.Skill) bool {
		return pluginset.Name(s) == call.Plugin && slices.ContainsFunc([]string{"skills/" + call.Name + "/SKILL.md", "commands/" + call.Name + ".md", "agents/" + call.Name + ".md"}, func(part string) bool {
			return p.Tree.Ignored(path.Join(s.Dir, part))
		})
	})
}
