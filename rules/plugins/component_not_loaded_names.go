package plugins

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/internal/document"
	"github.com/skilllint/skilllint/internal/hosts"
	"github.com/skilllint/skilllint/internal/tree"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/messages"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/skill"
	"golang.org/x/tools/go/analysis"
)

// sameName reports agents of which a host loads one of each name.
func sameName(p *lint.Pass) {
	type place struct{ host, root, name string }
	first := map[place]*skill.Component{}
	var twice folding.Batches[hostPlace]
	for _, c := range p.Components() {
		for _, r := range c.Readers {
			if r.Guest || r.Folder.Twice == "" || c.Root == nil {
				continue
			}
			key := c.Root.Get("name")
			name := r.Name(key.Str())
			if name == "" {
				continue
			}
			at := place{r.Host.Name, path.Join(r.Root, r.Folder.Folder), name}
			have := first[at]
			if have == nil {
				first[at] = c
				continue
			}
			if have.Sum == c.Sum {
				continue // it does not matter which
			}
			where := lint.Span(c.Pos(0), c.Pos(0), "")
			if key != nil {
				where = lint.Span(key.Pos, key.End, "")
			}
			where.Message = fmt.Sprintf("%s is the name of a second %s here: %s loads one of the two", messages.Cited(name), c.Kind, r.Host.Title)
			where.Related = []analysis.RelatedInformation{{Pos: have.Pos(0), End: have.Pos(0), Message: "the other"}}
			twice.Add(hostPlace{r.Host.Name, p.Collection(c.Path)}, where)
		}
	}
	for _, at := range twice.Causes {
		p.Folding(folding.Folded("names are those of a second one, too")).ReportAs(lint.Warning, twice.Of[at]...)
	}
}

// A loaded is what one host loads under a name, a skill or another component.
type loaded struct {
	skill.Reader
	name          string
	contract.Name // where it is named
	file          *skill.File
	hidden        bool // from the model: users alone call it
}

// eachLoaded calls f with what the hosts that own a place load there.
func eachLoaded(p *lint.Pass, f func(loaded)) {
	for _, c := range p.Components() {
		for _, r := range c.Readers {
			if !r.Guest {
				f(loaded{r, r.Name(c.Root.Get("name").Str()), contract.Name{Pos: c.Pos(0), End: c.Pos(0)}, c.File, usersOnly(c.Root)})
			}
		}
	}
	for _, s := range p.Skills {
		if s.Plugin != nil || s.Server != nil || s.Superseded {
			continue
		}
		for _, r := range p.SkillReaders(s.Manifest().Path) {
			if !r.Guest {
				at := s.ID
				if !at.Pos.IsValid() {
					at = contract.Name{Pos: s.Manifest().Pos(0), End: s.Manifest().Pos(0)}
				}
				f(loaded{r, r.Name(s.Manifest().Root.Get("name").Str()), at, s.Manifest().File, usersOnly(s.Manifest().Root)})
			}
		}
	}
}

// usersOnly reports whether a skill or a command is kept from the model.
func usersOnly(root *skill.Node) bool { return root.Get("disable-model-invocation").True() }

// sameText reports whether two files say the same below their frontmatters: it does not matter
// which of them a host loads.
func sameText(a, b *skill.File) bool {
	body := func(f *skill.File) []byte {
		src := f.Source()
		_, _, from, _, _ := document.SplitFrontmatter(src)
		return bytes.TrimSpace(src[from:])
	}
	return bytes.Equal(body(a), body(b))
}

// forOthersToo reports whether the plugin of a skill is one of another host, too: those that know no commands load the skill.
func forOthersToo(p *lint.Pass, l loaded) bool {
	return l.Component() == hosts.Skill && slices.ContainsFunc(p.SkillReaders(l.file.Path), func(r skill.Reader) bool {
		return r.Host != l.Host && !r.Guest && r.Folder.Scope == hosts.InPlugin
	})
}

// readFromElsewhere reports whether a skill is a plugin's that no marketplace lists, and another text of the repository leads
// to it by its path: it is read where it lies.
func readFromElsewhere(p *lint.Pass, l loaded) bool {
	plugin := p.PluginAt(path.Dir(l.file.Path))
	if l.Component() != hosts.Skill || plugin == nil || plugin.Dir == "." || len(plugin.Plugin.Entries) > 0 {
		return false
	}
	return slices.ContainsFunc(leadingTo(p, l.file.Path), func(text string) bool { return !tree.Holds(plugin.Dir, text) })
}

// runsCommand reports whether the text of a component says to run the command of its name.
func runsCommand(l loaded) bool {
	for _, m := range saysToRun.FindAllSubmatch(l.file.Source(), -1) {
		if string(m[1]) == l.name || strings.HasSuffix(l.name, ":"+string(m[1])) {
			return true
		}
	}
	return false
}

var saysToRun = regexp.MustCompile("(?i)\\b(?:run|use|invoke|call|execute) (?:the )?[`*]*/(?:[\\w-]+:)?([\\w-]+)[`*]* (?:slash )?command\\b")

// yielding reports components in whose place a host loads another of the same name: all
// of a project or a plugin at once. Where a command yields, the skill answers to its call, and where a skill says
// to run the command, that is run. One that users alone call leaves the other to the model, and one whose text names the
// other's file leads to it. A project among examples is there to be looked at.
func yielding(p *lint.Pass) {
	type place struct {
		host, root string
		scope      hosts.Scope // a plugin at the root of a project prefixes its names
		kind       hosts.Component
		name       string
	}
	there := map[place]loaded{}
	type reader struct{ host, path string }
	never := map[reader]bool{} // where the host takes the file from, it yields to nothing: a plugin is a project's folder, too
	eachLoaded(p, func(l loaded) {
		if !l.hidden {
			there[place{l.Host.Name, l.Root, l.Folder.Scope, l.Component(), l.name}] = l
			never[reader{l.Host.Name, l.file.Path}] = never[reader{l.Host.Name, l.file.Path}] || l.Folder.Yields == ""
		}
	})
	type cause struct {
		place      // without the name
		meant bool // what is loaded does what the other one would
	}
	var found folding.Batches[cause]
	eachLoaded(p, func(l loaded) {
		at := place{l.Host.Name, l.Root, l.Folder.Scope, l.Folder.Yields, l.name}
		instead, is := there[at]
		if !is || l.name == "" || !l.Pos.IsValid() || paths.IsExample(l.Root) || forOthersToo(p, l) || never[reader{l.Host.Name, l.file.Path}] || sameText(l.file, instead.file) || leadsTo(instead.file, l.file.Path) || readFromElsewhere(p, l) {
			return
		}
		d := lint.At(l.Name, "%s loads the %s %s in the place of this %s, which has the same name: rename or delete one", l.Host.Title, at.kind, messages.Cited(l.name), l.Component())
		d.Related = []analysis.RelatedInformation{lint.Related(instead.Name, "the %s", at.kind)}
		at.name = ""
		found.Add(cause{at, at.kind == hosts.Skill || runsCommand(l)}, d)
	})
	for _, at := range found.Causes {
		severity := lint.Warning
		if at.meant {
			severity = lint.Note
		}
		folding := p.Folding(folding.Gathered("pair has one name", "pairs have one name"))
		folding.ReportAs(severity, found.Of[at]...)
	}
}

// leadsTo reports whether a text names the SKILL.md of another one by its folder, or that of each skill: skills/*/SKILL.md.
func leadsTo(f *skill.File, other string) bool {
	return slices.ContainsFunc([]string{path.Base(path.Dir(other)), "*"}, func(folder string) bool {
		return bytes.Contains(f.Source(), []byte(folder+"/"+path.Base(other)))
	})
}
