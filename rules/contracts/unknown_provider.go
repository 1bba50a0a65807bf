package contracts

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/skilllint/skilllint/contract"
	"github.com/skilllint/skilllint/lint"
	"github.com/skilllint/skilllint/rules/internal/folding"
	"github.com/skilllint/skilllint/rules/internal/paths"
	"github.com/skilllint/skilllint/rules/internal/pluginset"
	"github.com/skilllint/skilllint/rules/internal/skillnames"
	"github.com/skilllint/skilllint/rules/internal/skilltext"
	"github.com/skilllint/skilllint/rules/internal/sources"
	"github.com/skilllint/skilllint/rules/internal/spelling"
	"github.com/skilllint/skilllint/skill"
)

// UnknownProvider reports imports of skills that are not in the workspace.
var UnknownProvider = &lint.Rule{
	Name: "unknown-provider", Group: "B", Severity: lint.Error,
	Doc: `An import names a skill that is not in the workspace.

The consumer cannot work: what it needs is not there. Correct the name, or add the provider. References of the open
standard (` + "`requires.skills`, `related_skills`" + `, …) are warnings, since hosts bring skills of their own, and a related skill may be another collection's: it counts where it was renamed;
` + "`known_skills`" + ` in the configuration lists those. So are calls by a full name in a text (` + "`Skill(skill: \"plugin:name\")`, `/plugin:name`,\n`subagent_type: \"plugin:name\"`" + `, an agent's ` + "`skills`" + `) when the plugin is in the workspace and has no part of that name, or where its parts are called by another plugin's name. A call in words alone is a note where no part is called like it: it may be an example. And in a workspace
with procedures, calls in code and procedures that activate a skill by its name: ` + "`activate_skill(\"x\")`, `load_skill(\"x\")`" + `. A
card that code shows with a core tool, ` + "`{card_type: \"subscribe\", data: {skill_id: \"x\"}}`" + `, names a skill, too.`,
	Sources: []lint.Source{sources.DialectsPage, sources.PluginDependencies, sources.ClaudeSkills},
	Run:     unknownProvider,
}

// contractKey are the manifests' keys by which a skill says what it cannot
// work without.
var contractKey = map[string]bool{"imports": true, "requires_skill_data": true, "calls": true, "pipeline": true, "skillDefinitionId": true}

// relatedKey matches the keys of skills that a reader may like as well.
var relatedKey = regexp.MustCompile(`related[-_]skills$`)

func unknownProvider(p *lint.Pass) {
	gone := skillnames.Gone(p)
	unknownInvocations(p, gone)
	otherNames(p)
	spell := spelling.Skills(p)
	named := func(how string) func(contract.Name) {
		return func(at contract.Name) {
			if len(p.Index.ID(at.Text)) > 0 || p.Config.KnownSkill(at.Text) {
				return
			}
			d := lint.At(at, how+", which is not in this workspace%s", at.Text, spell.DidYouMean(at.Text))
			if strings.Trim(p.FileAt(at.Pos).Written(at.Pos, at.End), "\"'`") == at.Text { // and no constant
				d.SuggestedFixes = spelling.Respell(p, spell, at)
			}
			p.ReportAs(lint.Warning, d)
		}
	}
	eachActivation(p, named("skill %q is activated"))
	eachCard(p, named("the card offers a subscription to skill %q"))
	for _, s := range p.Consumers() {
		lacking(p, s, gone, spell)
	}
}

// lacking tells what a skill needs that is not here. gone are the skills that the base had, with their new names.
func lacking(p *lint.Pass, s *skill.Skill, gone map[string]string, spell *lint.Speller) {
	lacks := map[string]*lint.Pass{} // by the key that names them
	for i := range s.Imports {
		imp := &s.Imports[i]
		name := imp.From.Text
		if name == "" || name == contract.Core || len(p.Index.ID(name)) > 0 || imp.Key == "skillDefinitionId" && len(p.PackageRoots(name)) > 0 {
			continue
		}
		if server, ok := contract.Server(name); ok {
			p.Report(lint.At(imp.From, "%s needs tools of the MCP server %q, which are not recorded here: skilllint mcp snapshot %s writes them down", s.ID.Text, server, server))
			continue
		}
		if s.Plugin != nil {
			unknownPlugin(p, s, imp)
			continue
		}
		if !contractKey[imp.Key] && pluginset.CommandOf(p, s, name) {
			continue // a user calls it as he calls a skill
		}
		needs := "needs skill"
		if relatedKey.MatchString(imp.Key) {
			needs = "names the related skill"
		}
		d := lint.At(imp.From, "%s %s %q, which is not in this workspace%s", s.ID.Text, needs, name, spell.DidYouMean(name))
		d.SuggestedFixes = spelling.Respell(p, spell, imp.From)
		successor, was := gone[name]
		if successor != "" && successor != name {
			d.Message = fmt.Sprintf("%s %s %q, which was renamed to %q", s.ID.Text, needs, name, successor)
			d.SuggestedFixes = spelling.Rewrite(p, imp.From, successor)
		} else if to, ok := movedTo(p, s, name); ok && d.SuggestedFixes == nil {
			d.Message += fmt.Sprintf(" (did you mean %q?)", to)
			d.SuggestedFixes = spelling.Rewrite(p, imp.From, to)
		}
		if lacks[imp.Key] == nil {
			lacks[imp.Key] = p.Folding(folding.WithoutFix(folding.Folded("skills that it needs are not here")))
		}
		if contractKey[imp.Key] {
			p.Report(d)
		} else if relatedKey.MatchString(imp.Key) && !was && (!strings.Contains(name, "/") || isPage(p, s, name)) {
			continue // it may be another collection's, or is read as a page
		} else if imp.Soft && !imp.Unsure && !was && !strings.Contains(name, "/") && d.SuggestedFixes == nil && !p.Config.KnownSkill(name) {
			lacks[imp.Key].ReportAs(lint.Note, d)
		} else if !p.Config.KnownSkill(name) && (!imp.Unsure || was || unsureCounts(p, s, imp.Key)) {
			lacks[imp.Key].ReportAs(lint.Warning, d)
		}
	}
}

// isPage reports whether a path from the folder of skills leads to a page: vision/loop.md.
func isPage(p *lint.Pass, s *skill.Skill, name string) bool {
	_, kind := p.Tree.Resolve(path.Join(path.Dir(s.Dir), strings.TrimSuffix(name, ".md")+".md"))
	return kind == skill.Regular
}

// movedTo returns the path from a skill to the only one whose folder has the
// name at the end of a path that leads nowhere.
func movedTo(p *lint.Pass, s *skill.Skill, name string) (string, bool) {
	if !strings.Contains(name, "/") {
		return "", false
	}
	found := ""
	for _, other := range p.Skills {
		if other.Plugin == nil && path.Base(other.Dir) == path.Base(name) {
			if found != "" && found != other.Dir {
				return "", false
			}
			found = other.Dir
		}
	}
	if found == "" || found == s.Dir {
		return "", false
	}
	to, err := filepath.Rel("/"+s.Dir, "/"+found)
	return filepath.ToSlash(to), err == nil
}

// unsureCounts reports whether a key of unsure meaning names skills: one of
// its other values is known, and is another skill.
func unsureCounts(p *lint.Pass, s *skill.Skill, key string) bool {
	return slices.ContainsFunc(s.Imports, func(imp contract.Import) bool {
		return imp.Key == key && imp.From.Text != s.ID.Text && len(p.Index.ID(imp.From.Text)) > 0
	})
}

// otherNames tells the calls of a plugin's parts by a name that is not the plugin's, such as
// the one that it had before, or that of its skill. Sure is that where all that is called by the
// name is there, in one plugin alone, and the names are akin.
func otherNames(p *lint.Pass) {
	type name struct{ collection, called string }
	var found folding.Batches[name]
	parts := map[name]map[string]bool{} // what is called by it
	taken := map[string]bool{}          // by what has a name of its own: another plugin, a folder of commands
	for _, load := range pluginset.ProjectCommands(p) {
		folder, _, _ := strings.Cut(load, ":")
		taken[folder] = true
	}
	for _, f := range instructions(p) {
		for _, install := range f.Facts().Installs {
			taken[install.Plugin] = true
		}
		if paths.IsDesign(p, f.Path) {
			continue
		}
		known := pluginset.Parts(p, p.Collection(f.Path))
		end := 0
		for _, call := range f.Facts().Calls {
			if call.Start < end || len(known) == 0 || known[call.Plugin] != nil {
				continue
			}
			end = call.End
			at := name{p.Collection(f.Path), call.Plugin}
			if parts[at] == nil {
				parts[at] = map[string]bool{}
			}
			parts[at][call.Name] = true
			if !skilltext.TellsOfAnotherTime(f, call.Start) {
				start := call.Start - len(call.Plugin) - 1
				found.Add(at, lint.Span(f.Pos(start), f.Pos(start+len(call.Plugin)), "no plugin here is called %q", call.Plugin))
			}
		}
	}
	for _, at := range found.Causes {
		known := pluginset.Parts(p, at.collection)
		owner := ownerOf(known, parts[at])
		if owner == "" || len(parts[at]) < 2 || taken[at.called] || !akin(known[owner], owner, at.called) {
			continue
		}
		for i := range found.Of[at] {
			d := &found.Of[at][i]
			d.Message += fmt.Sprintf(", the part is of plugin %s: write %q", owner, owner+":")
			d.SuggestedFixes = []analysis.SuggestedFix{{
				Message:   fmt.Sprintf("write %q", owner),
				TextEdits: []analysis.TextEdit{{Pos: d.Pos, End: d.End, NewText: []byte(owner)}},
			}}
		}
		p.Folding(folding.WithFixes(folding.Gathered("call by that name", "calls by that name"))).ReportAs(lint.Warning, found.Of[at]...)
	}
}

// ownerOf is the only plugin that has all parts of some names, "" where none or several have.
func ownerOf(plugins map[string]map[string]bool, names map[string]bool) string {
	owner := ""
	for plugin, known := range plugins {
		has := true
		for name := range names {
			has = has && known[name]
		}
		switch {
		case has && owner != "":
			return ""
		case has:
			owner = plugin
		}
	}
	return owner
}

// akin reports whether a plugin may be called by a name that is not its own: that of a part, or
// one with some of its words. A part that shows such a name itself, name:part, is found by it.
func akin(parts map[string]bool, plugin, name string) bool {
	for part := range parts {
		if strings.HasPrefix(part, name+":") {
			return false
		}
	}
	return parts[name] || strings.Contains("-"+plugin+"-", "-"+name+"-") || strings.Contains("-"+name+"-", "-"+plugin+"-")
}
